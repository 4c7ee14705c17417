import { toCodeKey } from '../../lib/part-number.ts'

/** A serial or mach number from a machine's plate, as in the table of ranges: a prefix of letters and a whole number. */
export interface MachineSerial {
  prefix: string
  number: number
}

const pinLength = 17
const serialStart = 9
const maxDigits = 15

/** '2100000', ' 02 100 000', 'ABC-01234', or a whole 17-character PIN, whose characters 10 to 17 are the serial number. */
export function parseMachineSerial(typed: string): MachineSerial | null {
  const key = toCodeKey(typed)
  const serial = key.length === pinLength ? key.slice(serialStart) : key
  const [, prefix, digits] = /^([A-Z]*)(\d+)$/.exec(serial) ?? []
  return prefix === undefined || digits === undefined ? null : toMachineSerial(prefix, digits)
}

/** Null when the digits are '0' or too many. */
export function toMachineSerial(prefix: string, digits: string): MachineSerial | null {
  const significant = digits.replace(/^0+/, '')
  if (significant.length > maxDigits || (significant === '' && prefix === '')) return null
  return { prefix, number: Number(significant) }
}

/** R-FINDER-5: an empty number or '0' finds nothing. */
export function isBlankMachineSerial(typed: string): boolean {
  return /^0*$/.test(toCodeKey(typed))
}
