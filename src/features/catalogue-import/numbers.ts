import { type Pence, pence } from '../../lib/money.ts'
import type { RowRefusal } from './messages.ts'

export type Read<T> = { value: T; refused: null } | { value: null; refused: RowRefusal }

const mostPounds = 9_999_999

const taken = <T>(value: T): Read<T> => ({ value, refused: null })
const refused = <T>(why: RowRefusal): Read<T> => ({ value: null, refused: why })

/** Pounds ex VAT as a file writes them ('1234.5', '£12.50') → pence. A comma is never guessed at. */
export function readPounds(text: string): Read<Pence> {
  const amount = text.replace(/^£\s*/, '')
  if (/^[-−–]\s*£?\s*\d[\d.,]*$/.test(amount)) return refused('price_below')
  if (/^\d+,\d{1,2}$/.test(amount) || /^\d{1,3}(?:[. ]\d{3})+,\d{1,2}$/.test(amount))
    return refused('price_comma')
  // Zeros beyond the second decimal say nothing: some programs write 12.5000.
  const match = /^(\d{1,12})(?:\.(\d{0,2})(\d*))?$/.exec(amount)
  if (!match) return refused('not_price')
  if (/[1-9]/.test(match[3] ?? '')) return refused('price_fine')
  const pounds = Number(match[1])
  if (pounds > mostPounds) return refused('not_price')
  return taken(pence(pounds * 100 + Number((match[2] ?? '').padEnd(2, '0'))))
}

/** A whole number between `least` and `most`. */
export function readWhole(text: string, least: number, most: number): Read<number> {
  if (!/^[-−]?\d{1,15}$/.test(text)) return refused('not_whole')
  const value = Number(text.replace('−', '-'))
  if (value < least) return refused('below')
  return value > most ? refused('above') : taken(value)
}

export interface SerialNumber {
  /** The letters in front, in capitals. */
  prefix: string
  number: number
}

/** 'abc 1204' → {prefix: 'ABC', number: 1204} (contract §3: numeric with an optional letter prefix). */
export function readSerial(text: string): Read<SerialNumber> {
  const match = /^([A-Za-z]{0,10})(\d{1,15})$/.exec(text.replace(/\s/g, ''))
  return match ? taken({ prefix: match[1]!.toUpperCase(), number: Number(match[2]) }) : refused('serial')
}
