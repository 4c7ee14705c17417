import type { FieldErrors } from '../../../lib/field-checks.ts'
import { maxTypedPrice, multiply, parsePounds, priceTooHigh } from '../../../lib/money.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import { maxQuantity } from '../../basket/limits.ts'
import {
  type CorrectableLine,
  countFixedPieces,
  type ReplacementProduct,
  type TypedCorrectionLine,
} from './correction.ts'

export type CorrectedLines = { lines: CorrectableLine[] } | { errors: FieldErrors }

/** By `toCodeKey` of what was typed. */
export type Replacements = ReadonlyMap<string, ReplacementProduct>

/**
 * The lines with lowered quantities and replaced products. What has left of a line, or was credited, stays as that line, and
 * the product that replaces the rest comes last. `lines` of the result may hold more of a product than is in stock.
 */
export function correctLines(
  lines: readonly CorrectableLine[],
  typedLines: readonly TypedCorrectionLine[],
  replacements: Replacements,
): CorrectedLines {
  const errors: FieldErrors = {}
  const added: CorrectableLine[] = []
  let nextPosition = Math.max(...lines.map(({ position }) => position)) + 1
  const remaining = lines.flatMap(line => {
    const typed = typedLines.find(({ position }) => position === line.position)
    if (!typed) return [line]
    const quantity = parseQuantity(typed, line, errors)
    if (typed.code === '' || toCodeKey(typed.code) === toCodeKey(line.code)) {
      return quantity === 0 ? [] : [withQuantity(line, quantity)]
    }
    const replacement = parseReplacement(typed, quantity, replacements, errors)
    const fixed = countFixedPieces(line)
    if (!replacement || quantity <= fixed) return [line]
    const newLine = {
      ...replacement,
      laterQuantity: 0,
      leadTime: null,
      laterSince: null,
      despatchedQuantity: 0,
      withdrawnQuantity: 0,
    }
    if (fixed === 0) {
      return [
        withQuantity({ ...newLine, position: line.position, quantity, lineTotal: line.lineTotal }, quantity),
      ]
    }
    const pieces = quantity - fixed
    added.push(
      withQuantity(
        { ...newLine, position: nextPosition++, quantity: pieces, lineTotal: line.lineTotal },
        pieces,
      ),
    )
    return [withQuantity(line, fixed)]
  })
  if (Object.keys(errors).length > 0) return { errors }
  const corrected = [...remaining, ...added]
  return corrected.length > 0 ? { lines: corrected } : { errors: toEmptyError(typedLines) }
}

const toEmptyError = (typedLines: readonly TypedCorrectionLine[]): FieldErrors => ({
  [`quantity-${typedLines[0]?.position ?? 1}`]: 'Nothing would be left of this order. Cancel it instead.',
})

const withQuantity = (line: CorrectableLine, quantity: number): CorrectableLine => ({
  ...line,
  quantity,
  laterQuantity: Math.min(line.laterQuantity, quantity),
  leadTime: line.laterQuantity > 0 ? line.leadTime : null,
  lineTotal: multiply(line.unitPrice, quantity),
})

function parseQuantity(typed: TypedCorrectionLine, line: CorrectableLine, errors: FieldErrors): number {
  const field = `quantity-${typed.position}`
  const quantity = /^\d{1,7}$/.test(typed.quantity) ? Number(typed.quantity) : null
  const isReplaced = typed.code !== ''
  if (quantity === null) errors[field] = 'Enter a whole number.'
  else if (quantity < countFixedPieces(line)) errors[field] = formatTooFew(line)
  else if (isReplaced && quantity === countFixedPieces(line))
    errors[field] = 'Enter the total for both parts.'
  else if (!isReplaced && quantity > line.quantity)
    errors[field] = `A quantity can only be lowered: up to ${line.quantity}. For more, place another order.`
  else if (quantity > maxQuantity)
    errors[field] = `Up to ${maxQuantity.toLocaleString('en-GB')} pieces, please.`
  return quantity ?? line.quantity
}

type NewProduct = Pick<CorrectableLine, 'productId' | 'code' | 'title' | 'unitPrice'>

function parseReplacement(
  { position, code, price }: TypedCorrectionLine,
  quantity: number,
  replacements: Replacements,
  errors: FieldErrors,
): NewProduct | null {
  const product = replacements.get(toCodeKey(code))
  if (!product?.forSale) {
    errors[`code-${position}`] = product
      ? `${product.code} isn’t sold any more.`
      : 'There is no part of that number.'
    return null
  }
  const unitPrice = price === '' ? product.price : parsePounds(price)
  if (unitPrice === null) {
    errors[`price-${position}`] =
      price === ''
        ? 'This part has no price. Enter one.'
        : 'Enter a price in pounds and pence, for example 12.50.'
    return null
  }
  if (multiply(unitPrice, quantity) > maxTypedPrice) {
    errors[`price-${position}`] = priceTooHigh
    return null
  }
  const { productId, title } = product
  return { productId, code: product.code, title, unitPrice }
}

function formatTooFew({
  code,
  despatchedQuantity: sent,
  withdrawnQuantity: credited,
}: CorrectableLine): string {
  if (credited === 0)
    return `${sent} of ${code} ${sent === 1 ? 'has' : 'have'} left already, so it can’t be fewer.`
  const parts = [...(sent > 0 ? [`${sent} sent`] : []), `${credited} credited`]
  return `${code}: ${parts.join(' and ')} already, so it can’t be fewer than ${sent + credited}.`
}
