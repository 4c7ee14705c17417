/** What a spreadsheet turned a part number into; the original number is lost. */
export type SpreadsheetDamage = 'shortened' | 'date' | 'sheet_error'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June?', 'July?', 'Aug', 'Sept?', 'Oct', 'Nov', 'Dec']
const month = `(?:${months.join('|')})`
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const monthNumber = '(?:0?[1-9]|1[0-2])'
const year = '(?:19|20)\\d\\d'

// '5.51E+08' and '1E+05' were longer numbers. '1E5' is a real part number: spreadsheets always write the plus sign.
const shortened = /^(?:\d+(?:\.\d+)?E\+\d+|\d+\.\d+E\d+)$/i
// '01/03/2026', '20-02-2000' and '2026-03-01', with a year of this or the last century. '32/925346' has none.
const numericDates = [`${day}[/.-]${day}[/.-]${year}`, `${year}-${monthNumber}-${day}`]
const certainDates = [
  // '10-Mar', 'Mar-10' and '10-Mar-26', as spreadsheets write them, were 'MAR10' or '10MAR'.
  new RegExp(`^${day}-${month}(?:-\\d{2}(?:\\d{2})?)?$`),
  new RegExp(`^${month}-\\d{2}(?:\\d{2})?$`),
  ...numericDates.map(date => new RegExp(`^${date}[ T]0?0:00(?::00)?$`)),
]
const possibleDates = [
  new RegExp(`^${day}[- ]${month}(?:[- ]\\d{2}(?:\\d{2})?)?$`, 'i'),
  new RegExp(`^${month}[- ]\\d{1,4}$`, 'i'),
  ...numericDates.map(date => new RegExp(`^${date}$`)),
]
const sheetError = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)$/i

/** Null: the code may be a real part number. Unusual codes are accepted; only certain damage is reported. */
export function findSpreadsheetDamage(code: string): SpreadsheetDamage | null {
  if (sheetError.test(code)) return 'sheet_error'
  if (shortened.test(code)) return 'shortened'
  return certainDates.some(date => date.test(code)) ? 'date' : null
}

/** True for '20-02-2000', which is a real part number of some makers, and a date that a spreadsheet wrote elsewhere. */
export function looksLikeDate(code: string): boolean {
  return possibleDates.some(date => date.test(code))
}

export function isSpreadsheetError(text: string): boolean {
  return sheetError.test(text)
}

const minSpoiltCodes = 3

/**
 * Whether a spreadsheet has spoilt a column of codes as a whole (R-IMPORT-10): `damaged`, the different codes that are
 * damaged or look like dates, are at least three and more than half of the `values` of the column. Counted once each,
 * because one number with a date's form may be in many rows.
 */
export function isColumnSpoilt(damaged: number, values: number): boolean {
  return damaged >= minSpoiltCodes && damaged * 2 > values
}

const maxLinesListed = 3

/** Counts the codes of a file that a spreadsheet has changed, or may have changed. */
export class DamagedCodes {
  readonly lines: number[] = []
  readonly #codes = new Set<string>()
  #values = 0

  get count(): number {
    return this.#codes.size
  }

  get isSpoilt(): boolean {
    return isColumnSpoilt(this.#codes.size, this.#values)
  }

  /** `damagedCode`: null when the code of the row is sound. */
  add(line: number, damagedCode: string | null): void {
    this.#values += 1
    if (damagedCode === null) return
    this.#codes.add(damagedCode)
    if (this.lines.length < maxLinesListed) this.lines.push(line)
  }
}
