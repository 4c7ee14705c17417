import { format, getFormatInfo, isDateFormat } from 'numfmt'

/** A cell as a spreadsheet file stores it. */
export interface StoredCell {
  /** 's' (a shared text), 'str' and 'inlineStr' (texts), 'b', 'e' (an error), 'd' (a date), else a number. */
  type: string
  /** Null: the file has no value, of a formula for example that was never calculated. */
  value: string | null
  /** Null: the cell is no formula. */
  formula: string | null
  numberFormat: string
}

/**
 * What a cell says, for the reader of lists: the text that its owner sees, as long as that is the exact value. A number
 * that is not certain is given so that it cannot be read as a quantity or another part number.
 */
export function toCellText({ type, value, formula, numberFormat }: StoredCell, is1904: boolean): string {
  if (formula !== null && (value === null || (value === '' && type !== 'str'))) return `=${formula}`
  if (value === null) return ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'd') return value.slice(0, 10)
  if (['s', 'str', 'inlineStr', 'e'].includes(type)) return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return formatNumber(number, numberFormat.slice(0, maxFormatLength), is1904)
}

/** Excel allows no longer one. */
const maxFormatLength = 255

function formatNumber(stored: number, numberFormat: string, is1904: boolean): string {
  // Excel has 15 digits: 3.0000000000000004, the result of a formula, is 3.
  const number = Number(stored.toPrecision(15))
  const plain = toPlainText(number)
  if (numberFormat === '' || number < 0) return plain
  try {
    return isDateFormat(numberFormat)
      ? formatDate(number, is1904)
      : (formatExactly(number, numberFormat) ?? plain)
  } catch {
    return plain
  }
}

/** A whole number of more than 15 digits has lost its last ones: it is written as spreadsheets show it, 1.23457E+17. */
function toPlainText(number: number): string {
  const isShortened = Math.abs(number) >= 1e15
  return isShortened ? number.toExponential(5).replace('e', 'E') : String(number)
}

function formatDate(serial: number, is1904: boolean): string {
  const days = is1904 ? serial + 1462 : serial
  return format(serial < 1 ? 'hh:mm' : 'yyyy-mm-dd', serial < 1 ? serial : days)
}

/** The number as its format displays it: 001234, 2 pcs, £4.00, 50%. Null where that is no more than the number, or not exact. */
function formatExactly(number: number, numberFormat: string): string | null {
  const { type, maxDecimals, scale } = getFormatInfo(numberFormat)
  const text = format(numberFormat, number, { locale: 'en-GB' }).trim()
  if (type === 'percent') return text
  const isExact = scale === 1 && Number(number.toFixed(Math.min(maxDecimals, 15))) === number
  const isOther = type === 'fraction' || type === 'scientific' || text === '' || /E\+/.test(text)
  if (!isExact || isOther) return null
  // '1,000' and '2.00' are plain numbers, '007' is not.
  return /^(?:0|[1-9][\d,]*)(?:\.\d+)?$/.test(text) ? null : text
}
