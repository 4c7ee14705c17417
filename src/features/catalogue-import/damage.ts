/** What a spreadsheet did to a part number: the number that stood there is lost. */
export type Damage = 'shortened' | 'date' | 'sheet_error'

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const month = '(?:0?[1-9]|1[0-2])'
const year = '(?:19|20)\\d\\d'

// '5.51E+08' and '1E+05' were longer numbers; '1E5' is what its maker wrote (filter domain §6.7).
const shortened = /^(?:\d+(?:\.\d+)?E\+\d+|\d+\.\d+E\d+)$/i
const dates = [
  // '10-Mar', 'Mar-10', '10-Mar-26': from 'MAR10' or '10MAR'. Without a sign between it is a number like any other.
  new RegExp(`^${day}[- ]${months}(?:[- ]\\d{2}(?:\\d{2})?)?$`, 'i'),
  new RegExp(`^${months}[- ]\\d{1,4}$`, 'i'),
  // '01/03/2026' and '2026-03-01': four digits of a year of our time. '32/925346' is a number.
  new RegExp(`^${day}[/.-]${day}[/.-]${year}(?: 0?0:00(?::00)?)?$`),
  new RegExp(`^${year}-${month}-${day}(?:[ T]00:00:00)?$`),
]
const sheetError = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)$/i

/** Null: the number may be what its maker wrote. Only what cannot be one is named, never what merely looks odd. */
export function damageOf(code: string): Damage | null {
  if (sheetError.test(code)) return 'sheet_error'
  if (shortened.test(code)) return 'shortened'
  return dates.some(date => date.test(code)) ? 'date' : null
}

export function isSheetError(text: string): boolean {
  return sheetError.test(text)
}
