import { toCodeKey } from '../../lib/part-number.ts'

/** The number on a machine's plate, as ranges hold it: letters in front, then a whole number. */
export interface Plate {
  prefix: string
  number: number
}

const pinLength = 17
const serialStart = 9
const mostDigits = 15

/**
 * A serial or mach number however it was typed: '2100000', ' 02 100 000', 'ABC-01234', or the whole 17-character PIN
 * of a plate, whose characters 10 to 17 are the serial number. Null: it is empty or '0', or no such number.
 */
export function parsePlate(typed: string): Plate | null {
  const key = toCodeKey(typed)
  const serial = key.length === pinLength ? key.slice(serialStart) : key
  const [, prefix, digits] = /^([A-Z]*)(\d+)$/.exec(serial) ?? []
  if (prefix === undefined || digits === undefined) return null
  const significant = digits.replace(/^0+/, '')
  if (significant.length > mostDigits || (significant === '' && prefix === '')) return null
  return { prefix, number: Number(significant) }
}

/** An empty number and '0' are as if nothing had been typed. */
export function isBlankPlate(typed: string): boolean {
  return /^0*$/.test(toCodeKey(typed))
}
