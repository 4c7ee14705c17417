/** One line as it was pasted, or one row of a sheet. */
export interface GivenRow {
  /** The line's own number, from 1; blank lines count. */
  nr: number
  text: string
  /** Its columns; a line without any separator is a single one. */
  cells: readonly string[]
}

const longestText = 300
const separators = ['\t', ';', '|', ',']

/** The lines of a text that are not blank, with their columns. Each line finds its own separator: lists are mixed. */
export function rowsOfText(text: string): GivenRow[] {
  return plain(text)
    .split('\n')
    .flatMap((line, at) => (isBlank(line) ? [] : [rowOf(at + 1, line)]))
}

/** The rows of a sheet that are not blank; `null` is an empty cell. */
export function rowsOfSheet(sheet: readonly (readonly (string | null)[])[]): GivenRow[] {
  return sheet.flatMap((row, at) => {
    const cells = row.map(cell => tidy(plain(cell ?? '').replaceAll('\n', ' ')))
    const text = cells.filter(cell => cell !== '').join('  ')
    return isBlank(text) ? [] : [{ nr: at + 1, text: text.slice(0, longestText), cells }]
  })
}

function rowOf(nr: number, line: string): GivenRow {
  const separator = separators.find(one => withoutThousands(line).includes(one))
  const cells = separator === undefined ? [line] : cellsOf(line, separator)
  return { nr, text: tidy(line.replaceAll('\t', '  ')).slice(0, longestText), cells: cells.map(tidy) }
}

// What mail programs and spreadsheets leave behind: byte order marks, other line ends, spaces that do not break or
// have no width, controls. NFKC makes plain letters of full-width ones and leaves numbers of parts alone.
function plain(text: string): string {
  return (
    text
      .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
      .normalize('NFKC')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]|[\u0000-\u0008\u000e-\u001f\u007f]/g, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .toWellFormed()
  )
}

// Empty rows of a sheet come as ';;;'.
const isBlank = (line: string): boolean => /^[\s,;|"]*$/.test(line)

const tidy = (text: string): string => text.trim().replace(/ {3,}/g, '  ')

/** '1,000' is one number: its comma parts nothing. */
const thousands = /(?<![\w,.-])\d{1,3}(?:,\d{3})+(?![\w,-])/g

const kept = '\u0001'

function withoutThousands(line: string): string {
  return line.replace(thousands, found => found.replaceAll(',', kept))
}

function cellsOf(line: string, separator: string): string[] {
  const guarded = separator === ',' ? withoutThousands(line) : line
  const cells: string[] = []
  let at = 0
  while (at <= guarded.length) {
    const quoted = quotedAt(guarded, at, separator)
    const end = quoted?.end ?? endOf(guarded, at, separator)
    cells.push((quoted?.value ?? guarded.slice(at, end)).replaceAll(kept, ','))
    at = end + 1
  }
  return cells
}

/** A value in quotes up to the next separator; null when none begins here (5" is an inch). */
function quotedAt(line: string, at: number, separator: string): { value: string; end: number } | null {
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

function endOf(line: string, at: number, separator: string): number {
  const end = line.indexOf(separator, at)
  return end < 0 ? line.length : end
}
