import { removeAllInvisible } from './invisible.ts'

/** The most pieces of a product on a line (R-BASKET-5). */
export const maxQuantity = 9999

export interface QuantityRange {
  min: number
  max: number
}

const orderRange: QuantityRange = { min: 1, max: maxQuantity }
/** In the basket 0 removes a row. */
export const basketRange: QuantityRange = { min: 0, max: maxQuantity }
/** Of the forms of staff, whose own rules say how many there can be. */
export const pieceRange: QuantityRange = { min: 0, max: 9_999_999 }

const wholeNumber = /^(?:\d{1,12}|[1-9]\d{0,2}(?:,\d{3})+)$/

/**
 * A typed or pasted quantity; null when it is none in the range. '1,000' is a thousand, as the British write it. '1.000',
 * '2.5', '1 000', '1e3', '+2', '-2' and '2 pcs' may mean something else than they seem, so they are refused, never cut
 * or rounded.
 */
export function parseQuantity(
  value: string | number | null | undefined,
  { min, max } = orderRange,
): number | null {
  const quantity = typeof value === 'string' ? parseWholeNumber(value) : value
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) return null
  return quantity >= min && quantity <= max ? quantity : null
}

function parseWholeNumber(text: string): number | null {
  const plain = removeAllInvisible(text).trim()
  return wholeNumber.test(plain) ? Number(plain.replaceAll(',', '')) : null
}

/** Of a line in a form of staff or a return: an empty field is 0. Null: no whole number. */
export const parsePieceCount = (text: string): number | null =>
  text.trim() === '' ? 0 : parseQuantity(text, pieceRange)

/** Whether more typing can make it a quantity: '', '1,', '1,00'. */
export const isUnfinishedQuantity = (text: string, range = orderRange): boolean =>
  parseQuantity(text, range) === null &&
  ['0', '00', '000'].some(rest => parseQuantity(text.trim() + rest, { ...range, min: 0 }) !== null)

/** The text one above or below; an empty field counts as 0. Null: it is no quantity, or at the end of the range. */
export function stepQuantity(text: string, by: 1 | -1, range = orderRange): string | null {
  const quantity = text.trim() === '' ? 0 : parseQuantity(text, { ...range, min: 0 })
  const next = quantity === null ? null : parseQuantity(quantity + by, range)
  return next === null ? null : String(next)
}

/** The typed sum of two typed quantities. What cannot be added up, 'two + 3', and a sum beyond the range are queried later. */
export function addQuantities(one: string, other: string): string {
  const [first, second] = [parseQuantity(one), parseQuantity(other)]
  return first === null || second === null ? `${one} + ${other}` : String(first + second)
}

/** 'Enter a quantity from 1 to 9,999.' */
export const formatQuantityError = ({ min, max } = orderRange): string =>
  `Enter a quantity from ${min} to ${max.toLocaleString('en-GB')}.`
