import type { PadRefusal } from '../messages.ts'

/** One line of a pasted text, or one row of a sheet. */
export interface SourceRow {
  /** The line's number in the source, from 1; blank lines count. */
  nr: number
  text: string
  /** The whole of it, of which `text` is shown; null for a row of several cells of a sheet. */
  line: string | null
  /** Its columns; a line without any separator is a single one. */
  cells: readonly string[]
}

/** What an uploaded file holds, or why it cannot be read. */
export type ListFileResult = { rows: SourceRow[] } | { refused: PadRefusal }

const maxTextLength = 300
const separators = ['\t', ';', '|', ',']

/** Splits the non-blank lines of a text into cells. The separator is found line by line, since lists mix them. */
export function parseText(text: string): SourceRow[] {
  return normalizeText(text)
    .split('\n')
    .flatMap((line, at) => (isBlank(line) ? [] : [parseTextLine(at + 1, line)]))
}

/** The non-blank rows of a sheet; `null` is an empty cell. */
export function parseSheet(sheet: readonly (readonly (string | null)[])[]): SourceRow[] {
  return sheet.flatMap((row, at) => {
    const cells = row.map(cell => trimSpaces(normalizeText(cell ?? '').replaceAll('\n', ' ')))
    const text = cells.filter(cell => cell !== '').join('  ')
    const isLine = cells.filter(cell => cell !== '').length === 1
    return isBlank(text)
      ? []
      : [{ nr: at + 1, text: text.slice(0, maxTextLength), line: isLine ? text : null, cells }]
  })
}

function parseTextLine(nr: number, line: string): SourceRow {
  const separator = separators.find(candidate => maskThousands(line).includes(candidate))
  const cells = separator === undefined ? [line] : splitCells(line, separator)
  const text = trimSpaces(line.replaceAll('\t', '  ')).slice(0, maxTextLength)
  return { nr, text, line, cells: cells.map(trimSpaces) }
}

// Removes what mail programs and spreadsheets add: byte order marks, foreign line ends, non-breaking and zero-width
// spaces, control characters. NFKC turns full-width characters into plain ones and leaves part numbers unchanged.
function normalizeText(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
      .normalize('NFKC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
      .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]|[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .toWellFormed()
  )
}

// Spreadsheets export empty rows as ';;;'.
const isBlank = (line: string): boolean => /^[\s,;|"]*$/.test(line)

const trimSpaces = (text: string): string => text.trim().replace(/ {3,}/g, '  ')

/** '1,000' is one number: its comma does not separate cells. */
const thousandsPattern = /(?<![\w,.-])\d{1,3}(?:,\d{3})+(?![\w,-])/g

const commaPlaceholder = '\u0001'

function maskThousands(line: string): string {
  return line.replace(thousandsPattern, digits => digits.replaceAll(',', commaPlaceholder))
}

function splitCells(line: string, separator: string): string[] {
  const masked = separator === ',' ? maskThousands(line) : line
  const cells: string[] = []
  let at = 0
  while (at <= masked.length) {
    const quoted = readQuotedCell(masked, at, separator)
    const end = quoted?.end ?? findCellEnd(masked, at, separator)
    cells.push((quoted?.value ?? masked.slice(at, end)).replaceAll(commaPlaceholder, ','))
    at = end + 1
  }
  return cells
}

/** A quoted value that ends at the next separator; null when there is none at this position (5" is an inch). */
function readQuotedCell(line: string, at: number, separator: string): { value: string; end: number } | null {
  if (line[at] !== '"') return null
  for (let to = line.indexOf('"', at + 1); to >= 0; to = line.indexOf('"', to + 1)) {
    if (line[to + 1] === '"') {
      to++
      continue
    }
    const end = to + 1
    if (end < line.length && line[end] !== separator) return null
    return { value: line.slice(at + 1, to).replaceAll('""', '"'), end }
  }
  return null
}

function findCellEnd(line: string, at: number, separator: string): number {
  const end = line.indexOf(separator, at)
  return end < 0 ? line.length : end
}
