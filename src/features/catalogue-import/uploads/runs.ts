import { formatCount, pluralize } from '../../../lib/count.ts'
import type { FileReport } from '../report.ts'
import type { ImportFile } from '../validation/columns.ts'

export const importsUrl = '/admin/imports'
export const uploadUrl = `${importsUrl}/new`
export const toImportUrl = (id: number): `/admin${string}` => `${importsUrl}/${id}`

/** Who may import; the prices of customers only managers. */
export const importRight = 'catalogue'

/** Of an upload, all files together. */
export const maxUploadBytes = 64 * 1024 * 1024

export type RunState =
  | 'checking'
  | 'refused'
  | 'ready'
  | 'importing'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'dropped'

export const runningStates: readonly RunState[] = ['checking', 'importing', 'undoing']

export const stateNames: Record<RunState, string> = {
  checking: 'Being checked',
  refused: 'Refused',
  ready: 'To confirm',
  importing: 'Being imported',
  done: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  dropped: 'Dropped',
}

/** A row that changes: its cells that differ. */
export interface ImportedChange {
  /** What names it: 'FH-OIL-1', 'FH-OIL-1, Donaldson, P 551-712'. */
  name: string
  kind: 'new' | 'changed' | 'gone'
  cells: { column: string; before: string; after: string }[]
}

export interface FileResult extends FileReport {
  /** How many rows the shop had. */
  before: number
  /** How many prices move by more than 30%. */
  moved: number
  /** The first ones. */
  changes: ImportedChange[]
}

/** What an import would change, or has changed. */
export interface RunReport {
  files: FileResult[]
  /** Equal for equal changes. */
  digest: string
  canUndo: boolean
}

export interface RunProgress {
  file: string
  rows: number
}

export interface ImportUpload {
  id: number
  staffId: number
  staff: string
  uploadedAt: Date
  files: { name: string; bytes: number }[]
  replaces: boolean
  state: RunState
  version: number
  message: string
  report: RunReport | null
  progress: RunProgress | null
  beganAt: Date | null
  /** Since it began. */
  seconds: number
  /** It has not begun, because another one runs. */
  isWaiting: boolean
  doneAt: Date | null
}

const maxGoneShare = 0.1

/** What is unusual about an import, as sentences, and the number that confirms it: of the rows that they are about. */
export function listGuards(report: RunReport, replaces: boolean): { sentences: string[]; count: number } {
  const sentences: string[] = []
  let count = 0
  for (const { file, counts, before, moved } of report.files) {
    if (moved > 0)
      sentences.push(
        `${pluralize(moved, 'price')} in ${file} ${moved === 1 ? 'moves' : 'move'} by more than 30%.`,
      )
    count += moved
    if (!replaces || !counts || counts.removed <= before * maxGoneShare) continue
    const rows = counts.new + counts.changed + counts.same
    const size = rows * 2 < before ? `${file} has less than half of what the shop has: ` : ''
    const gone = `${formatCount(counts.removed)} of ${pluralize(before, 'row')}`
    sentences.push(`${size}${gone} would go${size === '' ? ` with ${file}` : ''}.`)
    count += counts.removed
  }
  return { sentences, count }
}

export const isEmptyReport = ({ files }: RunReport): boolean =>
  files.every(({ counts }) => counts && counts.new + counts.changed + counts.removed === 0)

/** 'products.csv: 2 new, 1 changed' */
export function formatResult({
  state,
  message,
  report,
}: Pick<ImportUpload, 'state' | 'message' | 'report'>): string {
  if (state === 'refused' && message !== '') return message
  if (!report) return message
  return report.files
    .map(({ file, counts, badRows, refused }) => {
      if (!counts) return `${file}: ${badRows > 0 ? pluralize(badRows, 'bad row') : (refused ?? 'not read')}`
      const parts = [
        [counts.new, 'new'],
        [counts.changed, 'changed'],
        [counts.removed, 'gone'],
      ].filter(([number]) => number !== 0)
      const text = parts.map(([number, word]) => `${formatCount(Number(number))} ${word}`).join(', ')
      return `${file}: ${text || 'no change'}`
    })
    .join('; ')
}

export const runMessages = {
  tooLarge: 'The files are larger than 64 MB together. Split them, or send them as a ZIP file.',
  noFiles: 'Choose one or more CSV files, or a ZIP file of them.',
  stoppedChecking: 'The shop was stopped while it read the files. Nothing was changed: upload them again.',
  stopped: 'The shop was stopped before the end, so nothing of it was written. Start it again.',
  differs: 'The shop has changed since the files were checked. Look again at what would change.',
  failed: 'Something went wrong, and nothing was changed. Try again; if it stays, ask who runs the server.',
  prices: 'prices.csv has prices of customers: only a manager can import it.',
  countWrong: (count: number) => `Type ${formatCount(count)}, the number of rows that this is about.`,
  touched: (file: ImportFile, names: string) =>
    `It cannot be undone, because rows of ${file} were changed since: ${names}.`,
} as const

export const packedMessages = {
  damaged: (name: string) => `${name} is damaged or encrypted, and cannot be unpacked.`,
  many: (name: string) => `${name} has more than 2,000 files.`,
  large: (name: string) => `${name} unpacks to more than 400 MB.`,
  bomb: (name: string) => `${name} unpacks to more than 200 times its size, which no CSV file does.`,
  path: (name: string) => `${name} has a file whose name leads out of its folder.`,
  nested: (name: string) => `${name} is a packed file or a workbook: unpack it, or save it as "CSV UTF-8".`,
  other: (name: string, files: readonly string[]) =>
    `${name} is neither a picture nor one of ${files.join(', ')}.`,
  twice: (name: string) => `${name} is there twice.`,
} as const
