import { toCodeKey } from '../../../lib/part-number.ts'
import { isCount, isCountTimesBefore, isTimesCountAt } from './line-quantities.ts'
import type { LineToken } from './line-tokens.ts'
import { parseOrderQuantity } from './quantity.ts'

/** The ids of the products that have a number, by its key; none: the catalogue does not know it. */
export type FindProductIds = (key: string) => readonly number[]

/** A part number within a line that may have several. */
export interface LineNumber {
  kind: 'number'
  from: number
  /** The index after its last token. */
  to: number
  code: string
  /** Empty: the catalogue does not know the number. */
  productIds: readonly number[]
  /** Written together with the number: 'P551712x2'. */
  gluedQuantity: number | null
  /** 'P55171 2' may be one number, or two pieces of another. */
  otherReading: { code: string; quantity: number } | null
  /** Whether it surely is the whole number. */
  isSure: boolean
}

const maxNumberTokens = 6
const [minKeyLength, maxKeyLength] = [3, 40]
/** Numbers of fewer digits and no letter are read as quantities first. */
const minDigitsOnly = 5

/** The longest known number that begins at a token, of the tokens before `end`. */
export function findKnownNumberAt(
  line: string,
  tokens: readonly LineToken[],
  from: number,
  end: number,
  findProductIds: FindProductIds,
): LineNumber | null {
  for (let to = Math.min(from + maxNumberTokens, end); to > from; to--) {
    if (!/\d/.test(joinKeys(tokens.slice(from, to)))) return null
    const number = readKnownNumber(line, tokens.slice(from, to), findProductIds)
    if (number && !isNumberWithQuantity(tokens, from, to, findProductIds)) return { ...number, from, to }
  }
  return null
}

/** The known number that all of these tokens are. */
export function readKnownNumber(
  line: string,
  tokens: readonly LineToken[],
  findProductIds: FindProductIds,
): LineNumber | null {
  const [first, last] = [tokens[0]!, tokens.at(-1)!]
  const [tail, tailQuantity] = /(?<=\w)[x×*](\d{1,4})$/i.exec(last.text) ?? ['']
  const [head, headQuantity] = /^(\d{1,4})[x×*](?=\w)/i.exec(first.text) ?? ['']
  const candidates = [
    { start: first.start, end: last.end, quantity: null },
    { start: first.start, end: last.end - tail.length, quantity: tailQuantity },
    { start: first.start + head.length, end: last.end, quantity: headQuantity },
  ]
  for (const { start, end, quantity } of candidates) {
    if (quantity === undefined || (quantity === null && /[×*]/.test(tail + head))) continue
    const code = line.slice(start, end)
    const minDigits = quantity === null ? minDigitsOnly : minKeyLength
    const productIds = findNumberIds(toCodeKey(code), findProductIds, minDigits)
    const gluedQuantity = quantity === null ? null : parseOrderQuantity(quantity)
    if (productIds.length === 0 || (quantity !== null && gluedQuantity === null)) continue
    const otherReading = findOtherReading(line, tokens, findProductIds)
    const isSure = otherReading === null && !endsLikeQuantity(tokens)
    return {
      kind: 'number',
      from: 0,
      to: tokens.length,
      code,
      productIds,
      gluedQuantity,
      otherReading,
      isSure,
    }
  }
  return null
}

/** A known number of three or four digits with a marked quantity beside it: '9009 x 2'. */
export function findShortNumberAt(
  tokens: readonly LineToken[],
  at: number,
  findProductIds: FindProductIds,
): LineNumber | null {
  const { text, key } = tokens[at]!
  const hasQuantity = isTimesCountAt(tokens, at + 1) || isCountTimesBefore(tokens, at - 1)
  const productIds = hasQuantity && /^\d{3,4}$/.test(text) ? findProductIds(key) : []
  return productIds.length === 0 ? null : createNumber(text, at, at + 1, productIds)
}

export function createNumber(
  code: string,
  from: number,
  to: number,
  productIds: readonly number[],
): LineNumber {
  return { kind: 'number', from, to, code, productIds, gluedQuantity: null, otherReading: null, isSure: true }
}

function findNumberIds(
  key: string,
  findProductIds: FindProductIds,
  minDigits = minDigitsOnly,
): readonly number[] {
  const isLongEnough = key.length >= (/^\d+$/.test(key) ? minDigits : minKeyLength)
  return isLongEnough && key.length <= maxKeyLength && /\d/.test(key) ? findProductIds(key) : []
}

/** 'HU 718 x 2' is two of HU 718 when that is known, and else HU 718 x. */
function isNumberWithQuantity(
  tokens: readonly LineToken[],
  from: number,
  to: number,
  findProductIds: FindProductIds,
): boolean {
  for (let at = from + 1; at < to; at++) {
    if (
      isTimesCountAt(tokens, at) &&
      findNumberIds(joinKeys(tokens.slice(from, at)), findProductIds).length > 0
    )
      return true
  }
  return false
}

function findOtherReading(
  line: string,
  tokens: readonly LineToken[],
  findProductIds: FindProductIds,
): LineNumber['otherReading'] {
  if (tokens.length < 2) return null
  const [first, last] = [tokens[0]!, tokens.at(-1)!]
  const splits = [
    { count: last, part: tokens.slice(0, -1) },
    { count: first, part: tokens.slice(1) },
  ]
  for (const { count, part } of splits) {
    const quantity = isCount(count) && !last.isAlternative ? parseOrderQuantity(count.text) : null
    if (quantity === null || findNumberIds(joinKeys(part), findProductIds).length === 0) continue
    return { code: line.slice(part[0]!.start, part.at(-1)!.end), quantity }
  }
  return null
}

/** 'P55171 2': a whole number by its looks, and a count behind it. */
function endsLikeQuantity(tokens: readonly LineToken[]): boolean {
  const [beforeLast, last] = tokens.slice(-2)
  return last !== undefined && !last.isAlternative && /^\d{1,3}$/.test(last.text) && isLikeNumber(beforeLast!)
}

/** Whether a token looks like a part number, and not like a size, a price or a date. */
export function isLikeNumber({ text, key }: LineToken, minLength = 5, minDigits = 3): boolean {
  const isMixed = /[A-Z]/.test(key) && key.length >= minLength
  const isDigits = /^\d+$/.test(key) && key.length >= Math.max(minLength, minDigitsOnly)
  const isPriceOrMeasure = /[£$€%]|^\d+[.,]\d{1,2}$|^[\d.,]+(?:mm|cm|kg|bar|gbp|eur)$/i.test(text)
  return (isMixed || isDigits) && key.replace(/\D/g, '').length >= minDigits && !isPriceOrMeasure
}

export const joinKeys = (tokens: readonly LineToken[]): string => tokens.map(({ key }) => key).join('')
