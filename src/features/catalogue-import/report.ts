import { type ImportFile, importOrder } from './files.ts'

export interface Counts {
  new: number
  changed: number
  same: number
  /** By --replace: taken out, or for products no longer for sale. */
  gone: number
}

export interface BadRow {
  line: number
  reason: string
}

export interface FileReport {
  file: ImportFile
  /** Null: the file was not taken, all of it was rolled back. */
  counts: Counts | null
  /** All of them; `listed` holds the first ones. */
  badRows: number
  listed: BadRow[]
  /** Why the file as a whole is not taken. */
  refused: string | null
  /** Things worth knowing: what would go, pictures copied. */
  notes: string[]
}

export interface ImportOptions {
  skipBadRows: boolean
  dryRun: boolean
  replace: boolean
}

/** The lines about one file for the operator's error stream: `FILE:LINE: reason` (contract §6). */
export function complaintsOf(report: FileReport): string[] {
  const { file, badRows, listed, refused, counts } = report
  const rows = listed.map(({ line, reason }) => `${file}:${line}: ${reason}`)
  const more = badRows - listed.length
  if (more > 0) rows.push(`${file}: and ${figure(more)} more bad rows`)
  if (refused) rows.push(`${file}: ${refused}`)
  if (badRows === 0) return rows
  const end = counts ? 'skipped' : 'found; nothing of this file was written'
  return [...rows, `${file}: ${figure(badRows)} bad ${badRows === 1 ? 'row' : 'rows'} ${end}.`]
}

/** The table at the end, a line for each file that was there. */
export function summaryOf(reports: readonly FileReport[], options: ImportOptions): string[] {
  const lines = reports.map(({ file, counts, badRows, notes }) => {
    const cells = counts
      ? [
          `${figure(counts.new)} new`,
          `${figure(counts.changed)} changed`,
          `${figure(counts.same)} same`,
          ...(options.replace ? [`${figure(counts.gone)} gone`] : []),
          `${figure(badRows)} bad`,
        ].map(cell => cell.padStart(cellWidth))
      : [badRows > 0 ? `  not written: ${figure(badRows)} bad` : '  not written']
    return [`${file.padEnd(nameWidth)}${cells.join('')}`, ...notes.map(note => `  ${note}`)].join('\n')
  })
  return options.dryRun ? [...lines, 'Dry run: nothing was written.'] : lines
}

/** 0 all is well, 1 something was not taken (contract §6). */
export function exitCodeOf(reports: readonly FileReport[]): 0 | 1 {
  return reports.every(({ counts }) => counts) ? 0 : 1
}

const cellWidth = 18
const nameWidth = Math.max(...importOrder.map(file => file.length))

/** Plain digits: programs read this too. */
function figure(count: number): string {
  return String(count)
}
