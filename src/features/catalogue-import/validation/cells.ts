import { type Pence, pence } from '../../../lib/money.ts'
import { toCodeKey } from '../../../lib/part-number.ts'
import type { Result } from '../../../lib/result.ts'
import { removeInvisible } from '../../../lib/text.ts'
import { type RowRefusal, rowMessages, rowWarnings } from '../messages.ts'
import { maxCodeLength } from './columns.ts'
import type { FileHeader } from './file-header.ts'
import {
  findSpreadsheetDamage,
  isSpreadsheetError,
  looksLikeDate,
  type SpreadsheetDamage,
} from './spreadsheet-damage.ts'

const maxQuotedLength = 60

// Anything but printable ASCII with single spaces. Most cells of a large file have none of it.
const needsCleaning = /[^\x20-\x7e]| {2}/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/

/**
 * Reads the cells of one row at a time, by column. The first invalid cell sets `refusal`, a message for the operator;
 * values read after it must not be used.
 */
export class CellReader {
  refusal: string | null = null
  /** The first message of each column: a form displays it at the field. */
  readonly refusals = new Map<string, string>()
  /** Messages for the operator about a row that is imported. */
  warning: string | null = null
  /** The code of the row that a spreadsheet has changed, or may have changed. */
  damagedCode: string | null = null
  #fields: readonly string[] = []
  readonly #header: FileHeader

  constructor(header: FileHeader) {
    this.#header = header
  }

  startRow(fields: readonly string[]): void {
    this.#fields = fields
    this.refusal = null
    this.refusals.clear()
    this.warning = null
    this.damagedCode = null
    const { width } = this.#header
    if (fields.length !== width) this.refuse('fields', String(width), String(fields.length))
  }

  has(column: string): boolean {
    return this.#header.columns.has(column)
  }

  get attributes(): FileHeader['attributes'] {
    return this.#header.attributes
  }

  /** One line of text; '' when the cell is empty or the column is not there. */
  text(column: string, maxLength: number): string {
    return this.#limited(column, this.#clean(column, ' '), maxLength)
  }

  /** Text with line breaks. */
  multilineText(column: string, maxLength: number): string {
    return this.#limited(column, this.#clean(column, '\n'), maxLength)
  }

  requiredText(column: string, maxLength: number): string {
    const text = this.text(column, maxLength)
    if (text === '') this.refuse('missing', column)
    return text
  }

  /** A number that the file adds to the shop. */
  code(column: string): string {
    const { code, damage } = this.#readCode(column)
    const isDate = !damage && looksLikeDate(code)
    if (damage || isDate) this.damagedCode = code
    if (isDate) this.warn('date', column, code)
    return code
  }

  /** The code of a product. One that exists may look like a date. */
  productCode(column: string): string {
    return this.#readCode(column).code
  }

  /** Null: the cell is empty or the column is not there. */
  wholeNumber(column: string, min: number, max: number): number | null {
    return this.#parse(column, text => parseWholeNumber(text, min, max), { below: min, above: max })
  }

  pounds(column: string): Pence | null {
    return this.#parse(column, parsePriceCell)
  }

  serial(column: string): SerialNumber | null {
    return this.#parse(column, parseSerialNumber)
  }

  flag(column: string): boolean | null {
    const text = this.text(column, maxQuotedLength)
    if (text === '') return null
    if (text !== '0' && text !== '1') this.refuse('not_flag', column, text)
    return text === '1'
  }

  refuse(refusal: RowRefusal, column: string, value = ''): void {
    const message = rowMessages[refusal](column, value.slice(0, maxQuotedLength))
    this.refusal ??= message
    if (!this.refusals.has(column)) this.refusals.set(column, message)
  }

  warn(warning: keyof typeof rowWarnings, column: string, value = ''): void {
    const text = rowWarnings[warning](column, value)
    this.warning = this.warning === null ? text : `${this.warning}; ${text.replace('warning: ', '')}`
  }

  #readCode(column: string): { code: string; damage: SpreadsheetDamage | null } {
    const code = this.requiredText(column, maxCodeLength)
    const damage = findSpreadsheetDamage(code)
    if (damage) this.refuse(damage, column, code)
    else if (code !== '' && toCodeKey(code) === '') this.refuse('no_code', column, code)
    return { code, damage }
  }

  #parse<T>(
    column: string,
    parse: (text: string) => ParsedCell<T>,
    bounds: Partial<Record<RowRefusal, number>> = {},
  ): T | null {
    const text = this.text(column, maxQuotedLength)
    if (text === '') return null
    const parsed = parse(text)
    if (parsed.ok) return parsed.value
    this.refuse(parsed.reason, column, String(bounds[parsed.reason] ?? text))
    return null
  }

  #clean(column: string, newline: ' ' | '\n'): string {
    const raw = this.#rawText(column)
    if (raw === '' || !needsCleaning.test(raw)) return raw.trim()
    if (raw.includes('\ufffd')) this.refuse('encoding', column)
    const text = removeInvisible(raw).normalize('NFC').replace(/\r\n?/g, '\n')
    if (control.test(text)) this.refuse('control', column)
    return newline === ' '
      ? text.replace(/\s+/g, ' ').trim()
      : text
          .replace(/[^\S\n]+/g, ' ')
          .replace(/ ?\n ?/g, '\n')
          .trim()
  }

  #rawText(column: string): string {
    const at = this.#header.columns.get(column)
    const text = at === undefined ? '' : (this.#fields[at] ?? '')
    // What an export neutralised: text that a spreadsheet would run.
    return /^'+\s*[=+\-@]/.test(text) ? text.slice(1) : text
  }

  #limited(column: string, text: string, maxLength: number): string {
    if (text.length > maxLength) this.refuse('too_long_text', column, String(maxLength))
    else if (text.startsWith('#') && isSpreadsheetError(text)) this.refuse('sheet_error', column, text)
    return text
  }
}

type ParsedCell<T> = Result<{ value: T }, RowRefusal>

const maxPounds = 9_999_999

const accepted = <T>(value: T): ParsedCell<T> => ({ ok: true, value })
const refused = <T>(reason: RowRefusal): ParsedCell<T> => ({ ok: false, reason })

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

export function parseWholeNumber(text: string, min: number, max: number): ParsedCell<number> {
  if (!/^[-−]?\d{1,15}$/.test(text)) return refused('not_whole')
  const value = Number(text.replace('−', '-'))
  if (value < min) return refused('below')
  return value > max ? refused('above') : accepted(value)
}

interface SerialNumber {
  /** The letters in front, in capitals. */
  prefix: string
  number: number
}

/** Parses a serial number with an optional letter prefix (R-FINDER-5): 'abc 1204' → {prefix: 'ABC', number: 1204}. */
export function parseSerialNumber(text: string): ParsedCell<SerialNumber> {
  const match = /^([A-Za-z]{0,10})(\d{1,15})$/.exec(text.replace(/\s/g, ''))
  return match ? accepted({ prefix: match[1]!.toUpperCase(), number: Number(match[2]) }) : refused('serial')
}
