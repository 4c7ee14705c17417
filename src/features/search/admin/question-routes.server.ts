import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addDays, formatDate, type IsoDate, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import type { AdminDeps } from '../../admin/service.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../admin/table/service.ts'
import { questionKinds } from '../learning/counted-question.ts'
import type { SearchLog } from '../learning/search-log.server.ts'
import { countQuestions, listQuestions } from './queries.ts'
import {
  exportColumns,
  initialChoice,
  kindFilters,
  kindNames,
  periods,
  type QuestionListChoice,
  type QuestionRow,
  questionSorts,
  toExportRow,
  toKindFilters,
  toQuestionSortLinks,
  toQuestionsQuery,
  toQuestionsUrl,
} from './question-list.ts'
import { type ListedQuestion, searchQuestionsPage } from './SearchQuestionsPage.tsx'
import { toNewSynonymUrl } from './synonym.ts'

export interface QuestionRoutesDeps extends AdminDeps {
  searchLog: SearchLog
}

const choiceQuery = z.object({
  kind: z.enum(kindFilters).catch(initialChoice.kind),
  days: z.coerce.number().pipe(z.literal(periods)).catch(initialChoice.days),
  sort: z.enum(questionSorts).catch(initialChoice.sort),
  direction: listParameters.direction.transform(value => value ?? initialChoice.direction),
  page: listParameters.page,
})

/** The staff's list of questions that the search could not answer, and its export (R-LEARN-4). */
export function questionRoutes(app: FastifyInstance, deps: QuestionRoutesDeps): void {
  const { context, searchLog } = deps
  const { db } = context
  const firstDay = (days: number): IsoDate => addDays(toLondonTime(context.now()).date, 1 - days)

  addListPage(deps, 'search-questions', {
    right: 'catalogue',
    title: 'Search questions',
    page: searchQuestionsPage,
    query: choiceQuery,
    toQuery: toQuestionsQuery,
    loadProps: async (choice, window) => {
      await searchLog.flush()
      const since = firstDay(choice.days)
      const [counts, rows] = await Promise.all([
        countQuestions(db, since),
        listQuestions(db, { ...choice, since, ...window }),
      ])
      const countAll = questionKinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
      const countOf = (kind: QuestionListChoice['kind']) =>
        kind === 'all' ? countAll : (counts.get(kind) ?? 0)
      return {
        filters: toKindFilters(choice, countOf),
        periods: toPeriodLinks(choice),
        sorts: toQuestionSortLinks(choice),
        rows: rows.map(toListedQuestion),
        total: countOf(choice.kind),
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('search-questions'), {
    right: 'catalogue',
    query: choiceQuery,
    fileName: 'search-questions',
    columns: exportColumns,
    listIds: async choice => {
      await searchLog.flush()
      return listQuestions(db, { ...choice, since: firstDay(choice.days), size: maxExportedRows, page: 1 })
    },
    listRows: async rows => rows.map(toExportRow),
  })
}

const toPeriodLinks = (choice: QuestionListChoice) =>
  periods.map(days => ({
    name: `${days} days`,
    url: toQuestionsUrl({ ...choice, days }),
    isCurrent: days === choice.days,
  }))

function toListedQuestion({ kind, text, correction, count, lastDay }: QuestionRow): ListedQuestion {
  return {
    key: `${kind} ${text}`,
    text,
    kind: kindNames[kind],
    correction,
    count,
    lastDay: formatDate(toIsoDate(lastDay)),
    // With a page number: the address of a submitted form would be counted.
    searchUrl: `/search?query=${encodeURIComponent(text)}&page=1`,
    synonymUrl: toNewSynonymUrl(text),
  }
}
