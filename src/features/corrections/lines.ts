import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { maxTypedPrice, multiply, parsePounds, priceTooHigh } from '../../lib/money.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import { maxQuantity, parseQuantity, pieceRange } from '../../lib/quantity.ts'
import { lowerFirst } from '../../lib/text.ts'
import {
  type Correctable,
  countFixedPieces,
  type LineCorrection,
  type ReplacementProduct,
} from './correction.ts'

/** By `toCodeKey` of what was typed. */
export type Replacements = ReadonlyMap<string, ReplacementProduct>

/**
 * The lines with lowered quantities and replaced products. What has left of a line, or was credited, stays as that line, and
 * the product that replaces the rest comes last. `lines` of the result may hold more of a product than is in stock.
 */
export function correctLines(
  lines: readonly Correctable[],
  typedLines: readonly LineCorrection[],
  replacements: Replacements,
): { lines: Correctable[] } | { errors: FieldErrors } {
  const errors: FieldErrors = {}
  const added: Correctable[] = []
  let nextPosition = Math.max(...lines.map(({ position }) => position)) + 1
  const remaining = lines.flatMap(line => {
    const typed = typedLines.find(({ position }) => position === line.position)
    if (!typed) return [line]
    const quantity = parseLineQuantity(typed, line, errors)
    if (typed.code === '' || toCodeKey(typed.code) === toCodeKey(line.code)) {
      return quantity === 0 ? [] : [withQuantity(line, quantity)]
    }
    const replacement = parseReplacement(typed, line, quantity, replacements, errors)
    const fixed = countFixedPieces(line)
    if (!replacement || quantity <= fixed) return [line]
    const newLine = {
      ...replacement,
      entry: line.entry,
      laterQuantity: 0,
      leadTime: null,
      laterSince: null,
      despatchedQuantity: 0,
      withdrawn: 0,
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

const toEmptyError = (typedLines: readonly LineCorrection[]): FieldErrors => ({
  [`quantity-${typedLines[0]?.position ?? 1}`]: 'Nothing would be left of this order. Cancel it instead.',
})

const withQuantity = (line: Correctable, quantity: number): Correctable => ({
  ...line,
  quantity,
  laterQuantity: Math.min(line.laterQuantity, quantity),
  leadTime: line.laterQuantity > 0 ? line.leadTime : null,
  lineTotal: multiply(line.unitPrice, quantity),
})

function parseLineQuantity(typed: LineCorrection, line: Correctable, errors: FieldErrors): number {
  const field = `quantity-${typed.position}`
  const quantity = parseQuantity(typed.quantity, pieceRange)
  const isReplaced = typed.code !== ''
  if (quantity === null) errors[field] = `${line.code}: enter a whole number.`
  else if (quantity < countFixedPieces(line)) errors[field] = formatTooFew(line)
  else if (isReplaced && quantity === countFixedPieces(line))
    errors[field] = `${line.code}: enter the total for both parts.`
  else if (!isReplaced && quantity > line.quantity)
    errors[field] = `${line.code}: enter ${line.quantity} or less. For more, place another order.`
  else if (quantity > maxQuantity)
    errors[field] = `${line.code}: enter ${maxQuantity.toLocaleString('en-GB')} or less.`
  return quantity ?? line.quantity
}

type NewProduct = Pick<Correctable, 'productId' | 'code' | 'title' | 'unitPrice'>

function parseReplacement(
  { position, code, price }: LineCorrection,
  line: Correctable,
  quantity: number,
  replacements: Replacements,
  errors: FieldErrors,
): NewProduct | null {
  const product = replacements.get(toCodeKey(code))
  if (!product?.forSale) {
    errors[`code-${position}`] = product
      ? `${line.code}: ${product.code} isn’t sold any more.`
      : `${line.code}: we have no part ${code}.`
    return null
  }
  const unitPrice = price === '' ? product.price : parsePounds(price)
  if (unitPrice === null) {
    errors[`price-${position}`] =
      price === ''
        ? `${line.code}: ${product.code} has no price. Enter one.`
        : `${line.code}: enter a price in pounds and pence, for example 12.50.`
    return null
  }
  if (multiply(unitPrice, quantity) > maxTypedPrice) {
    errors[`price-${position}`] = `${line.code}: ${lowerFirst(priceTooHigh)}`
    return null
  }
  const { productId, title } = product
  return { productId, code: product.code, title, unitPrice }
}

function formatTooFew({ code, despatchedQuantity: sent, withdrawn: credited }: Correctable): string {
  const parts = [...(sent > 0 ? [`${sent} sent`] : []), ...(credited > 0 ? [`${credited} credited`] : [])]
  return `${code}: ${parts.join(' and ')} already, so it can’t be fewer than ${sent + credited}.`
}
