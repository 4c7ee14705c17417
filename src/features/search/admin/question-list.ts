import type { CsvValue } from '../../../lib/csv.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { toGroupFilters, toListQuery } from '../../admin/table/list-page.ts'
import { type SortColumns, type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import type { QuestionKind } from '../learning/counted-question.ts'

export const kindFilters = ['all', 'nothing', 'dropped', 'corrected'] as const
export const periods = [7, 30, 90] as const
export const questionSorts = ['count', 'text', 'last'] as const
export type QuestionSort = (typeof questionSorts)[number]

export const kindNames: Record<(typeof kindFilters)[number], string> = {
  all: 'All',
  nothing: 'Found nothing',
  dropped: 'Words left out',
  corrected: 'Corrected',
}

/** What the list of questions shows. */
export interface QuestionListChoice extends Sorting<QuestionSort> {
  kind: (typeof kindFilters)[number]
  days: (typeof periods)[number]
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

const questionsUrl = '/admin/search-questions' as const

/** What follows the '?' of the list. */
export const toQuestionsQuery = ({ kind, days, sort, direction }: QuestionListChoice): string =>
  toListQuery({ kind, days: String(days), sort, direction })

export const toQuestionsUrl = (choice: QuestionListChoice): string =>
  `${questionsUrl}?${toQuestionsQuery(choice)}`

const columns: SortColumns<QuestionSort> = {
  count: { name: 'Times', usual: 'down' },
  text: { name: 'Question', usual: 'up' },
  last: { name: 'Last day', usual: 'down' },
}

export const toQuestionSortLinks = (choice: QuestionListChoice): Record<QuestionSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toQuestionsUrl({ ...choice, ...sorting }))

export const toKindFilters = (
  choice: QuestionListChoice,
  count: (kind: QuestionListChoice['kind']) => number,
): AdminFilter[] =>
  toGroupFilters(kindNames, choice.kind, { count, toUrl: kind => toQuestionsUrl({ ...choice, kind }) })

export const exportColumns = ['Kind', 'Question', 'Searched instead', 'Times', 'Last day']

export const toExportRow = ({ kind, text, correction, count, lastDay }: QuestionRow): CsvValue[] => [
  kindNames[kind],
  text,
  correction,
  count,
  lastDay,
]
