import { byteOrderMark, toCsvLine } from '../../../lib/csv.ts'
import type { QuestionKind } from '../learning/counted-question.ts'

export const kindFilters = ['all', 'nothing', 'dropped', 'corrected'] as const
export const periods = [7, 30, 90] as const
export const questionSorts = ['count', 'text', 'last'] as const
export const directions = ['down', 'up'] as const

export const kindNames: Record<(typeof kindFilters)[number], string> = {
  all: 'All',
  nothing: 'Found nothing',
  dropped: 'Words left out',
  corrected: 'Corrected',
}

export const sortNames: Record<(typeof questionSorts)[number], string> = {
  count: 'Times',
  text: 'Question',
  last: 'Last day',
}

/** What the list of questions shows. */
export interface QuestionListChoice {
  kind: (typeof kindFilters)[number]
  days: (typeof periods)[number]
  sort: (typeof questionSorts)[number]
  direction: (typeof directions)[number]
}

export const initialChoice: QuestionListChoice = { kind: 'all', days: 30, sort: 'count', direction: 'down' }

export interface QuestionRow {
  kind: QuestionKind
  text: string
  /** What was searched instead; '' unless corrected. */
  correction: string
  count: number
  /** '2026-11-24' */
  lastDay: string
}

export const questionsUrl = '/admin/search-questions' as const
export const exportUrl = `${questionsUrl}/export.csv` as const

/** The address of the list, or of its export, with this choice. '&page=N' may be appended. */
export function toQuestionsUrl(
  { kind, days, sort, direction }: QuestionListChoice,
  path: string = questionsUrl,
): string {
  return `${path}?kind=${kind}&days=${days}&sort=${sort}&direction=${direction}`
}

/** The choice after the heading of a column is followed: sorted by it, or the other way round. */
export function toggleSort(choice: QuestionListChoice, sort: QuestionListChoice['sort']): QuestionListChoice {
  const first = sort === 'text' ? 'up' : 'down'
  const direction = choice.sort !== sort ? first : choice.direction === 'down' ? 'up' : 'down'
  return { ...choice, sort, direction }
}

/** A CSV file for spreadsheets. */
export function formatQuestionsCsv(rows: readonly QuestionRow[]): string {
  const lines = rows.map(({ kind, text, correction, count, lastDay }) =>
    toCsvLine([kindNames[kind], text, correction, count, lastDay]),
  )
  return [
    byteOrderMark,
    toCsvLine(['Kind', 'Question', 'Searched instead', 'Times', 'Last day']),
    ...lines,
  ].join('')
}
