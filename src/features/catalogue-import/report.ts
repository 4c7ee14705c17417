import { type ImportFile, importOrder } from './validation/columns.ts'

export interface Counts {
  new: number
  changed: number
  same: number
  /** Removed by --replace; products are withdrawn from sale instead. */
  removed: number
  /** Products of which what is on hand has changed. */
  restocked?: number
}

/** What is wrong, or may be wrong, with the row that begins on this line. */
export interface RowReport {
  line: number
  reason: string
}

export interface FileReport {
  file: ImportFile
  /** Null: the file was rolled back. */
  counts: Counts | null
  /** The number of all bad rows; `listed` has the first ones. */
  badRows: number
  listed: RowReport[]
  /** The number of all warnings; `listedWarnings` has the first ones. */
  warnings: number
  listedWarnings: RowReport[]
  /** Why the file as a whole is refused. */
  refused: string | null
  /** Further information: removed rows, copied pictures. */
  notes: string[]
}

export const createReport = (file: ImportFile): FileReport => ({
  file,
  counts: null,
  badRows: 0,
  listed: [],
  warnings: 0,
  listedWarnings: [],
  refused: null,
  notes: [],
})

export interface ImportOptions {
  skipBadRows: boolean
  dryRun: boolean
  replace: boolean
}

/** The lines about one file for the standard error: `FILE:LINE: reason` (R-IMPORT-3). */
export function formatErrors(report: FileReport): string[] {
  const { file, badRows, refused, counts } = report
  const rows = [...formatWarnings(report), ...formatRows(file, report.listed, badRows, 'bad rows')]
  if (refused) rows.push(`${file}: ${refused}`)
  if (badRows === 0) return rows
  const end = counts ? 'skipped' : 'found; nothing of this file was written'
  return [...rows, `${file}: ${badRows} bad ${badRows === 1 ? 'row' : 'rows'} ${end}.`]
}

// A column that is spoilt as a whole is refused in one sentence instead of a warning for each of its rows.
const formatWarnings = ({ file, refused, warnings, listedWarnings }: FileReport): string[] =>
  refused ? [] : formatRows(file, listedWarnings, warnings, 'warnings')

function formatRows(file: ImportFile, listed: readonly RowReport[], total: number, noun: string): string[] {
  const lines = listed.map(({ line, reason }) => `${file}:${line}: ${reason}`)
  const more = total - listed.length
  return more > 0 ? [...lines, `${file}: and ${more} more ${noun}`] : lines
}

/** The table at the end of the import, a line for each file. Counts are plain digits: programs read them too. */
export function formatSummary(reports: readonly FileReport[], options: ImportOptions): string[] {
  const lines = reports.map(({ file, counts, badRows, notes }) => {
    const cells = counts
      ? [
          `${counts.new} new`,
          `${counts.changed} changed`,
          `${counts.same} same`,
          ...(options.replace ? [`${counts.removed} gone`] : []),
          `${badRows} bad`,
        ].map(cell => cell.padStart(cellWidth))
      : [badRows > 0 ? `  not written: ${badRows} bad` : '  not written']
    return [`${file.padEnd(nameWidth)}${cells.join('')}`, ...notes.map(note => `  ${note}`)].join('\n')
  })
  return options.dryRun ? [...lines, 'Dry run: nothing was written.'] : lines
}

/** The rows that were left out without a fault. */
export function formatSkippedRows({ blank, duplicates }: { blank: number; duplicates: number }): string[] {
  const parts = [
    ...(blank === 0 ? [] : [`${blank} blank ${blank === 1 ? 'row' : 'rows'}`]),
    ...(duplicates === 0 ? [] : [`${duplicates} exact ${duplicates === 1 ? 'duplicate' : 'duplicates'}`]),
  ]
  return parts.length === 0 ? [] : [`skipped: ${parts.join(', ')}`]
}

/** 0: all files were imported; 1: at least one was not (R-IMPORT-3). */
export function getExitCode(reports: readonly FileReport[]): 0 | 1 {
  return reports.every(({ counts }) => counts) ? 0 : 1
}

/** For the audit: '2 new, 1 changed, 5 same, 0 gone, 1 bad; on hand of 2 products changed'. */
export function formatImportedRows(counts: Counts, badRows: number): string {
  const rows = `${counts.new} new, ${counts.changed} changed, ${counts.same} same, ${counts.removed} gone, ${badRows} bad`
  const { restocked = 0 } = counts
  return restocked === 0
    ? rows
    : `${rows}; on hand of ${restocked} ${restocked === 1 ? 'product' : 'products'} changed`
}

const cellWidth = 18
const nameWidth = Math.max(...importOrder.map(file => file.length))
