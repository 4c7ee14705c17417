import type { Result } from '../../../lib/result.ts'
import type { PadRefusal } from '../refusals.ts'
import { maxLines } from '../refusals.ts'

/** One row of a list: a line of a pasted text, or a row of a sheet. */
export interface SourceRow {
  /** The line's number in the source, from 1; blank lines count. */
  nr: number
  /** As displayed. */
  text: string
  /** The whole of it, with what divides its cells. */
  line: string
  /** What divides its cells: a character, '  ' for two blanks or more, '' for a single cell. */
  separator: string
  /** Its columns, trimmed; a quoted cell may have line breaks. */
  cells: readonly string[]
}

/** The rows of a list before they are read, or why it is refused as a whole. `lines`: how many it has. */
export type SourceList = Result<{ rows: SourceRow[]; isFile: boolean }, PadRefusal, { lines: number }>

/** `isFile`: rows of several cells are rows of a table. */
export function toSourceList(rows: SourceRow[], isFile: boolean): SourceList {
  if (rows.length === 0) return { ok: false, reason: 'nothing', lines: 0 }
  return rows.length > maxLines
    ? { ok: false, reason: 'too_many_lines', lines: rows.length }
    : { ok: true, rows, isFile }
}

/** In characters. */
export const measureRows = (rows: readonly SourceRow[]): number =>
  rows.reduce((total, { cells }) => total + cells.reduce((sum, cell) => sum + cell.length + 1, 0), 0)

const maxTextLength = 300

/** The rows of a text without the blank ones. Quotes are read before lines, since a quoted cell may have several. */
export function parseText(text: string): SourceRow[] {
  const lines = splitLines(normalizeText(text)).map(({ nr, line }) => ({
    nr,
    line,
    counts: separators.map(separator => splitCells(line, separator).length - 1),
  }))
  // What divides most lines into equally many cells. The comma of a sentence has a blank or nothing behind it.
  const scores = separators.map((separator, nth) => {
    const groups = Map.groupBy(lines, ({ counts }) => counts[nth]!)
    const sizes = [...groups].map(([count, { length }]) => count * length)
    const isSentence =
      separator === ',' && lines.every(({ line }) => !/,(?! |$)/.test(protectNumberCommas(line)))
    return Math.max(0, ...sizes) / (isSentence ? maxColumns : 1)
  })
  const ranked = separators.toSorted(
    (a, b) => scores[separators.indexOf(b)]! - scores[separators.indexOf(a)]!,
  )
  return lines.map(({ nr, line, counts }) => {
    const isUsable = (separator: string) => counts[separators.indexOf(separator)]! > 0
    // Spreadsheets copy tabs.
    const separator = isUsable('\t') ? '\t' : ranked.find(isUsable)
    return toRow(nr, line, separator ?? '', splitCells(line, separator))
  })
}

/** The non-blank rows of a sheet; `null` is an empty cell. */
export function parseSheet(sheet: readonly (readonly (string | null)[])[]): SourceRow[] {
  return sheet.flatMap((row, at) => {
    const cells = row.map(cell => normalizeText(cell ?? ''))
    const filled = cells.filter(cell => !isBlank(cell))
    if (filled.length === 0) return []
    const line = filled.join('\t')
    return [filled.length === 1 ? toRow(at + 1, line, '', filled) : toRow(at + 1, line, '\t', cells)]
  })
}

function toRow(nr: number, line: string, separator: string, cells: readonly string[]): SourceRow {
  const text = trimSpaces(line.replace(/[\t\n]/g, '  ')).slice(0, maxTextLength)
  return { nr, text, line, separator, cells: cells.map(trimSpaces) }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u0000-\u0008\u000e-\u001f\u007f]/g

/** '> > ' in front of the lines of a quoted e-mail, but not the sign of '>5'. */
const quoteMarks = /^(?: ?>)+(?: |(?=[\p{L}"|]))/gmu

/**
 * Removes what mail programs, web pages and spreadsheets add: byte order marks, foreign line ends, non-breaking and
 * zero-width spaces, control characters, trade marks, Markdown. Full-width characters and borders of tables become plain ones. Other
 * characters with a plain equivalent stay, since '2²' is not 22 and '1½' is not 11/2.
 */
function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(/[\uff01-\uff5e]/g, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(invisible, '')
    .replace(/[™℠®©`]|\*\*/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u2502\u2503\u00a6]/g, '|')
    .replace(quoteMarks, '')
    .normalize('NFC')
}

// Spreadsheets export empty rows as ';;;', and tables of a text have borders of dashes.
const isBlank = (line: string): boolean => /^[\s,;|":=+_-]*$/.test(line)

const trimSpaces = (text: string): string => text.trim().replace(/ {3,}/g, '  ')

/** The lines that are not blank; a quoted cell keeps its line breaks when other cells stand beside it. */
function splitLines(text: string): { nr: number; line: string }[] {
  const lines: { nr: number; line: string }[] = []
  for (let [start, nr] = [0, 1]; start <= text.length; ) {
    const line = text.slice(start, findLineEnd(text, start))
    if (!isBlank(line)) lines.push({ nr, line })
    start += line.length + 1
    nr += line.split('\n').length
  }
  return lines
}

function findLineEnd(text: string, start: number): number {
  const findBreak = (from: number) => {
    const end = text.indexOf('\n', from)
    return end < 0 ? text.length : end
  }
  let lineEnd = findBreak(start)
  for (let at = start; ; ) {
    const quote = text.slice(at, lineEnd).indexOf('"')
    if (quote < 0) return lineEnd
    const from = at + quote
    const isCellStart = /(?:^|[\t;|,]) ?$/.test(text.slice(Math.max(start, from - 2), from))
    const end = isCellStart ? findQuoteEnd(text, from, '\t;|,\n') : from + 1
    if (end === null || (from === start && findBreak(end) === end)) return lineEnd
    at = end
    lineEnd = findBreak(at)
  }
}

/** A quoted cell that would be longer is rather a quotation mark that nothing ends. */
const maxQuotedLength = 2000

/**
 * The index behind the quoted cell that begins here, when one of `after` or the end of the text follows it, possibly after
 * blanks. Null: it is an inch mark, or a ditto mark.
 */
function findQuoteEnd(text: string, from: number, after: string): number | null {
  if (from + 1 === text.length || after.includes(text[from + 1]!)) return null
  const window = text.slice(from, from + maxQuotedLength)
  for (let to = window.indexOf('"', 1); to > 0; to = window.indexOf('"', to + 1)) {
    if (window[to + 1] === '"') {
      to++
      continue
    }
    let end = from + to + 1
    while (text[end] === ' ') end++
    return end === text.length || after.includes(text[end]!) ? end : null
  }
  return null
}

/** A sentence has fewer commas than a table of this many columns. */
const maxColumns = 30
/** In the order of precedence where equally many lines have them. */
const separators = ['\t', ';', '|', '  ', ',']

function splitCells(line: string, separator: string | undefined): string[] {
  if (separator === undefined) return [line]
  if (separator === '  ') return line.trim().split(/ {2,}/)
  const text =
    separator === ','
      ? protectNumberCommas(line)
      : separator === '|'
        ? line.replace(/^\s*\||\|\s*$/g, '')
        : line
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    const next = text.indexOf(separator, at)
    const start = text[at] === ' ' && text[at + 1] === '"' ? at + 1 : at
    const quoteEnd = text[start] === '"' ? findQuoteEnd(text, start, separator) : null
    const end = quoteEnd ?? (next < 0 ? text.length : next)
    const cell =
      quoteEnd === null
        ? text.slice(at, end)
        : text.slice(start + 1, text.lastIndexOf('"', end - 1)).replaceAll('""', '"')
    cells.push(cell.replaceAll(commaPlaceholder, ','))
    at = end + 1
  }
  return cells
}

/** '1,000' and '2,00' are one number each: their comma does not divide cells. '999,120' behind digits may be two. */
const numberComma =
  /(?<=^ ?|"|[;|\t] ?|(?<!,)[x×*(] ?|[\p{L}-][^\s,]{0,20} |\d{5} |[:=] | {2})\d{1,3}(?:(?:,\d{3}){1,2}(?:\.0{1,2})?|,0{1,2})(?=$|\s(?![\p{L}.]{0,9} ?,)|[)×*";|]|\.(?!\d)|(?:x|off|pcs|stk|ea)\b)/giu

/** Stands for a comma within a number; the text has the same length. */
export const commaPlaceholder = '\u0001'

export const protectNumberCommas = (text: string): string =>
  text.replace(numberComma, digits => digits.replaceAll(',', commaPlaceholder))
