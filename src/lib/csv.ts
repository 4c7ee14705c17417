import { formatDecimal, type Pence } from './money.ts'

/** Text; a number; or an amount of money, written with two decimals. */
export type CsvValue = string | number | { pence: Pence }

/** The first character of a file for spreadsheets: without it Excel reads another encoding than UTF-8. */
export const byteOrderMark = '\ufeff'

/**
 * A cell of a CSV file. A spreadsheet would run text that begins like a formula: the apostrophe makes it text. Numbers and
 * amounts stay numbers, negative ones too. Text that begins with such an apostrophe gets another one: an import removes one.
 */
export function toCsvCell(value: CsvValue): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return formatDecimal(value.pence)
  const safe = /^'*\s*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",;'\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of a CSV file with its line break. */
export const toCsvLine = (values: readonly CsvValue[]): string => `${values.map(toCsvCell).join(',')}\r\n`
