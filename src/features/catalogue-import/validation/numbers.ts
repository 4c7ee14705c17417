import { type Pence, pence } from '../../../lib/money.ts'
import type { RowRefusal } from '../messages.ts'

export type ParsedCell<T> = { value: T; refused: null } | { value: null; refused: RowRefusal }

const maxPounds = 9_999_999

const accepted = <T>(value: T): ParsedCell<T> => ({ value, refused: null })
const refused = <T>(refusal: RowRefusal): ParsedCell<T> => ({ value: null, refused: refusal })

/** Parses pounds ex VAT ('1234.5', '£12.50'). Amounts with a comma are ambiguous and refused. */
export function parsePriceCell(text: string): ParsedCell<Pence> {
  const amount = text.replace(/^£\s*/, '')
  if (/^[-−–]\s*£?\s*\d[\d.,]*$/.test(amount)) return refused('price_below')
  if (/^\d+,\d{1,2}$/.test(amount) || /^\d{1,3}(?:[. ]\d{3})+,\d{1,2}$/.test(amount))
    return refused('price_comma')
  // Some programs write further decimals that are zero: 12.5000.
  const match = /^(\d{1,12})(?:\.(\d{0,2})(\d*))?$/.exec(amount)
  if (!match) return refused('not_price')
  if (/[1-9]/.test(match[3] ?? '')) return refused('price_fine')
  const pounds = Number(match[1])
  if (pounds > maxPounds) return refused('not_price')
  return accepted(pence(pounds * 100 + Number((match[2] ?? '').padEnd(2, '0'))))
}

/** Parses a whole number from `min` to `max`. */
export function parseWholeNumber(text: string, min: number, max: number): ParsedCell<number> {
  if (!/^[-−]?\d{1,15}$/.test(text)) return refused('not_whole')
  const value = Number(text.replace('−', '-'))
  if (value < min) return refused('below')
  return value > max ? refused('above') : accepted(value)
}

export interface SerialNumber {
  /** The letters in front, in capitals. */
  prefix: string
  number: number
}

/** Parses a serial number with an optional letter prefix (R-FINDER-5): 'abc 1204' → {prefix: 'ABC', number: 1204}. */
export function parseSerialNumber(text: string): ParsedCell<SerialNumber> {
  const match = /^([A-Za-z]{0,10})(\d{1,15})$/.exec(text.replace(/\s/g, ''))
  return match ? accepted({ prefix: match[1]!.toUpperCase(), number: Number(match[2]) }) : refused('serial')
}
