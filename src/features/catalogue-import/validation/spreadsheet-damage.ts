/** What a spreadsheet turned a part number into; the original number is lost. */
export type SpreadsheetDamage = 'shortened' | 'date' | 'sheet_error'

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const month = '(?:0?[1-9]|1[0-2])'
const year = '(?:19|20)\\d\\d'

// '5.51E+08' and '1E+05' were longer numbers. '1E5' is a real part number: spreadsheets always write the plus sign.
const shortened = /^(?:\d+(?:\.\d+)?E\+\d+|\d+\.\d+E\d+)$/i
const dates = [
  // '10-Mar', 'Mar-10', '10-Mar-26' were 'MAR10' or '10MAR', which without the hyphen are valid part numbers.
  new RegExp(`^${day}[- ]${months}(?:[- ]\\d{2}(?:\\d{2})?)?$`, 'i'),
  new RegExp(`^${months}[- ]\\d{1,4}$`, 'i'),
  // '01/03/2026' and '2026-03-01', with a year of this or the last century. '32/925346' is a part number.
  new RegExp(`^${day}[/.-]${day}[/.-]${year}(?: 0?0:00(?::00)?)?$`),
  new RegExp(`^${year}-${month}-${day}(?:[ T]00:00:00)?$`),
]
const sheetError = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)$/i

/** Null: the code may be a real part number. Unusual codes are accepted; only certain damage is reported. */
export function findSpreadsheetDamage(code: string): SpreadsheetDamage | null {
  if (sheetError.test(code)) return 'sheet_error'
  if (shortened.test(code)) return 'shortened'
  return dates.some(date => date.test(code)) ? 'date' : null
}

export function isSpreadsheetError(text: string): boolean {
  return sheetError.test(text)
}
