import type { Pence } from '../../lib/money.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import { damageOf, isSheetError } from './damage.ts'
import type { Header } from './files.ts'
import { type RowRefusal, rowWords } from './messages.ts'
import { readPounds, readSerial, readWhole, type SerialNumber } from './numbers.ts'

const longestCode = 60
const longestShown = 60

// Anything but printable ASCII with single spaces; most cells of a large file have nothing of it.
const unusual = /[^\x20-\x7e]| {2}/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
// Invisible signs that copying from web pages and spreadsheets leaves behind.
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

/**
 * The cells of one row after the other, read by column. The first cell that cannot be taken makes `refusal`, a sentence
 * for the operator; what is read afterwards is of no use.
 */
export class Cells {
  refusal: string | null = null
  #fields: readonly string[] = []
  readonly #header: Header

  constructor(header: Header) {
    this.#header = header
  }

  begin(fields: readonly string[]): void {
    this.#fields = fields
    this.refusal = null
    const { width } = this.#header
    if (fields.length !== width) this.refuse('fields', String(width), String(fields.length))
  }

  has(column: string): boolean {
    return this.#header.columns.has(column)
  }

  get attributes(): Header['attributes'] {
    return this.#header.attributes
  }

  /** One line of text; '' when the cell is empty or the column is not there. */
  text(column: string, most: number): string {
    return this.#bounded(column, this.#tidy(column, ' '), most)
  }

  /** Text that may run over several lines. */
  prose(column: string, most: number): string {
    return this.#bounded(column, this.#tidy(column, '\n'), most)
  }

  needed(column: string, most: number): string {
    const text = this.text(column, most)
    if (text === '') this.refuse('missing', column)
    return text
  }

  code(column: string): string {
    const code = this.needed(column, longestCode)
    const damage = damageOf(code)
    if (damage) this.refuse(damage, column, code)
    else if (code !== '' && toCodeKey(code) === '') this.refuse('no_code', column, code)
    return code
  }

  /** Null: the cell is empty or the column is not there. */
  whole(column: string, least: number, most: number): number | null {
    return this.#read(column, text => readWhole(text, least, most), { below: least, above: most })
  }

  pounds(column: string): Pence | null {
    return this.#read(column, readPounds)
  }

  serial(column: string): SerialNumber | null {
    return this.#read(column, readSerial)
  }

  flag(column: string): boolean | null {
    const text = this.text(column, longestShown)
    if (text === '') return null
    if (text !== '0' && text !== '1') this.refuse('not_flag', column, text)
    return text === '1'
  }

  refuse(why: RowRefusal, column: string, shown = ''): void {
    this.refusal ??= rowWords[why](column, shown.slice(0, longestShown))
  }

  #read<T>(
    column: string,
    read: (text: string) => { value: T; refused: null } | { value: null; refused: RowRefusal },
    bounds: Partial<Record<RowRefusal, number>> = {},
  ): T | null {
    const text = this.text(column, longestShown)
    if (text === '') return null
    const { value, refused } = read(text)
    if (refused) this.refuse(refused, column, String(bounds[refused] ?? text))
    return value
  }

  #tidy(column: string, newline: ' ' | '\n'): string {
    const raw = this.#raw(column)
    if (raw === '' || !unusual.test(raw)) return raw.trim()
    if (raw.includes('\ufffd')) this.refuse('encoding', column)
    const text = raw.normalize('NFC').replace(invisible, '').replace(/\r\n?/g, '\n')
    if (control.test(text)) this.refuse('control', column)
    return newline === ' '
      ? text.replace(/\s+/g, ' ').trim()
      : text
          .replace(/[^\S\n]+/g, ' ')
          .replace(/ ?\n ?/g, '\n')
          .trim()
  }

  #raw(column: string): string {
    const at = this.#header.columns.get(column)
    return at === undefined ? '' : (this.#fields[at] ?? '')
  }

  #bounded(column: string, text: string, most: number): string {
    if (text.length > most) this.refuse('too_long_text', column, String(most))
    else if (text.startsWith('#') && isSheetError(text)) this.refuse('sheet_error', column, text)
    return text
  }
}
