import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../../infra/pages/render.ts'
import { addDays, formatDate, type IsoDate, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminPage } from '../../admin/service.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from '../../admin/table/service.ts'
import { questionKinds } from '../learning/counted-question.ts'
import type { SearchLog } from '../learning/search-log.server.ts'
import { countQuestions, listQuestions } from './queries.ts'
import {
  exportColumns,
  exportUrl,
  initialChoice,
  kindFilters,
  kindNames,
  periods,
  type QuestionListChoice,
  type QuestionRow,
  questionSorts,
  questionsUrl,
  toExportRow,
  toQuestionSortLink,
  toQuestionsQuery,
  toQuestionsUrl,
} from './question-list.ts'
import { type ListedQuestion, searchQuestionsPage } from './SearchQuestionsPage.tsx'
import { toNewSynonymUrl } from './synonym.ts'

export interface QuestionRoutesDeps extends AdminDeps {
  searchLog: SearchLog
}

const pageSize = 50
const choiceQuery = z.object({
  kind: z.enum(kindFilters).catch(initialChoice.kind),
  days: z.coerce.number().pipe(z.literal(periods)).catch(initialChoice.days),
  sort: z.enum(questionSorts).catch(initialChoice.sort),
  direction: z.enum(['down', 'up']).catch(initialChoice.direction),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})

/** The staff's list of questions that the search could not answer, and its export (R-LEARN-4). */
export function questionRoutes(app: FastifyInstance, deps: QuestionRoutesDeps): void {
  const { context, searchLog } = deps
  const { db } = context
  const firstDay = (days: number): IsoDate => addDays(toLondonTime(context.now()).date, 1 - days)

  addAdminPage(
    deps,
    questionsUrl,
    { right: 'catalogue', query: choiceQuery },
    async ({ query: { page, ...choice }, staff }) => {
      await searchLog.flush()
      const since = firstDay(choice.days)
      const [counts, views, rows] = await Promise.all([
        countQuestions(db, since),
        listSavedViews(db, staff.id, 'search-questions', toQuestionsQuery(choice)),
        listQuestions(db, { ...choice, since, size: pageSize, page }),
      ])
      if (rows.length === 0 && page > 1) return { to: toQuestionsUrl(choice) }
      const countAll = questionKinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
      const countOf = (kind: QuestionListChoice['kind']) =>
        kind === 'all' ? countAll : (counts.get(kind) ?? 0)
      const props = {
        ...toLinks(choice, countOf),
        choice,
        views,
        rows: rows.map(toListedQuestion),
        page,
        pages: Math.ceil(countOf(choice.kind) / pageSize),
        pageUrl: toQuestionsUrl(choice),
      }
      return toPageResult(searchQuestionsPage, props, { title: 'Search questions' })
    },
  )

  addCsvExport(app, deps, exportUrl, {
    right: 'catalogue',
    query: choiceQuery,
    fileName: 'search-questions',
    columns: exportColumns,
    listIds: async ({ page: _, ...choice }) => {
      await searchLog.flush()
      return listQuestions(db, { ...choice, since: firstDay(choice.days), size: maxExportedRows, page: 1 })
    },
    listRows: async rows => rows.map(toExportRow),
  })
}

function toLinks(choice: QuestionListChoice, countOf: (kind: QuestionListChoice['kind']) => number) {
  return {
    kinds: kindFilters.map(kind => ({
      name: kindNames[kind],
      url: toQuestionsUrl({ ...choice, kind }),
      count: countOf(kind),
      isCurrent: kind === choice.kind,
    })),
    periods: periods.map(days => ({
      name: `${days} days`,
      url: toQuestionsUrl({ ...choice, days }),
      isCurrent: days === choice.days,
    })),
    sorts: {
      count: toQuestionSortLink(choice, 'count', 'Times'),
      text: toQuestionSortLink(choice, 'text', 'Question'),
      last: toQuestionSortLink(choice, 'last', 'Last day'),
    },
  }
}

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
