import { formatCount, pluralize } from '../../../lib/count.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import type { StateDescription } from '../../../ui/StateLabel.tsx'
import {
  type FileResult,
  formatResult,
  type ImportedChange,
  type ImportUpload,
  isEmptyReport,
  listGuards,
  type RunState,
  runningStates,
  stateNames,
  toImportUrl,
} from '../uploads/runs.ts'

const tones: Record<RunState, StateDescription['tone']> = {
  checking: 'open',
  refused: 'stopped',
  ready: 'waiting',
  importing: 'open',
  done: 'good',
  undoing: 'open',
  undone: 'ended',
  dropped: 'ended',
}

const maxListedErrors = 20

export interface FileView {
  file: string
  result: string
  notes: string[]
  /** The first bad rows and warnings, and how many there are besides. */
  problems: string[]
  further: string
  changes: ImportedChange[]
  furtherChanges: string
}

export interface ImportView {
  id: number
  url: string
  state: StateDescription
  facts: { name: string; text: string }[]
  message: string
  /** What is being done; null: nothing. */
  progress: { text: string; rows: number; total: number | null } | null
  files: FileView[]
  hasErrors: boolean
  guards: { sentences: string[]; count: number }
  seen: string
  canApply: boolean
  canUndo: boolean
}

export function toImportView(run: ImportUpload): ImportView {
  const { id, state, report, replaces, message } = run
  const isReady = state === 'ready' && report !== null
  const isEmpty = report !== null && isEmptyReport(report)
  return {
    id,
    url: toImportUrl(id),
    state: { text: stateNames[state], tone: tones[state] },
    facts: [
      { name: 'Files', text: run.files.map(({ name }) => name).join(', ') },
      { name: 'Uploaded', text: `${formatDateTime(run.uploadedAt)} by ${run.staff}` },
      ...(replaces ? [{ name: 'What is not listed', text: 'Goes, or is taken off sale' }] : []),
    ],
    message: isReady && isEmpty ? 'Nothing in these files differs from what the shop has.' : message,
    progress: runningStates.includes(state) ? toProgress(run) : null,
    files: (report?.files ?? []).map(toFileView),
    hasErrors: (report?.files ?? []).some(
      ({ badRows, warnings, refused }) => badRows + warnings > 0 || refused,
    ),
    guards: isReady ? listGuards(report, replaces) : { sentences: [], count: 0 },
    seen: String(run.version),
    canApply: isReady && !isEmpty,
    canUndo: state === 'done' && report !== null && report.canUndo,
  }
}

const countRows = ({ counts }: FileResult): number => (counts ? counts.new + counts.changed + counts.same : 0)

function toProgress({ state, report, progress, seconds, isWaiting }: ImportUpload): ImportView['progress'] {
  if (isWaiting)
    return { text: 'Another import is running; this one begins when it has finished.', rows: 0, total: null }
  if (!progress) return { text: 'It begins in a moment.', rows: 0, total: null }
  const files = state === 'importing' ? report!.files : []
  const at = files.findIndex(({ file }) => file === progress.file)
  const rows = files.slice(0, Math.max(at, 0)).reduce((sum, file) => sum + countRows(file), progress.rows)
  const total = files.reduce((sum, file) => sum + countRows(file), 0)
  const rate = seconds > 0 ? `, ${formatCount(Math.round(rows / seconds))} a second` : ''
  const of = total > 0 ? ` of ${formatCount(total)}` : ''
  const isWritten = total > 0 && rows >= total ? ' They are being written now.' : ''
  return {
    text: `${progress.file}: ${formatCount(rows)}${of} rows read${rate}.${isWritten}`,
    rows: Math.min(rows, total),
    total: total > 0 ? total : null,
  }
}

function toFileView(result: FileResult): FileView {
  const { file, counts, badRows, warnings, refused, listed, listedWarnings, notes, changes } = result
  const problems = [...listed, ...listedWarnings]
    .slice(0, maxListedErrors)
    .map(({ line, reason }) => `Line ${line}: ${reason}`)
  const more = badRows + warnings - problems.length
  const changed = counts ? counts.new + counts.changed + counts.removed : 0
  const moreChanges = changed - changes.length
  return {
    file,
    result: formatResult({
      state: 'ready',
      message: '',
      report: { files: [result], digest: '', canUndo: false },
    }).slice(file.length + 2),
    notes: [...(refused === null ? [] : [refused]), ...notes],
    problems,
    further: more > 0 ? `and ${pluralize(more, 'more line')}` : '',
    changes,
    furtherChanges: moreChanges > 0 ? `and ${pluralize(moreChanges, 'more row')}` : '',
  }
}
