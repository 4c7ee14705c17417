import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../../infra/pages/render.ts'
import { addDays, formatDate, type IsoDate, toIsoDate, toLondonTime } from '../../../lib/dates.ts'
import { type AdminDeps, addAdminFile, addAdminPage } from '../../admin/service.ts'
import { questionKinds } from '../learning/counted-question.ts'
import type { SearchLog } from '../learning/search-log.server.ts'
import { countQuestions, listQuestions } from './queries.ts'
import {
  directions,
  exportUrl,
  formatQuestionsCsv,
  initialChoice,
  kindFilters,
  kindNames,
  periods,
  type QuestionListChoice,
  type QuestionRow,
  questionSorts,
  questionsUrl,
  sortNames,
  toggleSort,
  toQuestionsUrl,
} from './question-list.ts'
import { type ListedQuestion, searchQuestionsPage } from './SearchQuestionsPage.tsx'
import { toNewSynonymUrl } from './synonym.ts'

export interface QuestionRoutesDeps extends AdminDeps {
  searchLog: SearchLog
}

const pageSize = 50
const maxExported = 10_000
const choiceQuery = z.object({
  kind: z.enum(kindFilters).catch(initialChoice.kind),
  days: z.coerce.number().pipe(z.literal(periods)).catch(initialChoice.days),
  sort: z.enum(questionSorts).catch(initialChoice.sort),
  direction: z.enum(directions).catch(initialChoice.direction),
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
    async ({ query: { page, ...choice } }) => {
      await searchLog.flush()
      const since = firstDay(choice.days)
      const [counts, rows] = await Promise.all([
        countQuestions(db, since),
        listQuestions(db, { ...choice, since, size: pageSize, page }),
      ])
      if (rows.length === 0 && page > 1) return { to: toQuestionsUrl(choice) }
      const countAll = questionKinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
      const countOf = (kind: QuestionListChoice['kind']) =>
        kind === 'all' ? countAll : (counts.get(kind) ?? 0)
      const props = {
        ...toLinks(choice, countOf),
        days: choice.days,
        rows: rows.map(toListedQuestion),
        exportUrl: toQuestionsUrl(choice, exportUrl),
        page,
        pages: Math.ceil(countOf(choice.kind) / pageSize),
        pageUrl: toQuestionsUrl(choice),
      }
      return toPageResult(searchQuestionsPage, props, { title: 'Search questions' })
    },
  )

  const options = { right: 'catalogue', query: choiceQuery } as const
  addAdminFile(app, deps, exportUrl, options, async ({ query: choice, reply }) => {
    await searchLog.flush()
    const rows = await listQuestions(db, {
      ...choice,
      since: firstDay(choice.days),
      size: maxExported,
      page: 1,
    })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="search-questions.csv"')
      .header('cache-control', 'private, no-store')
      .send(formatQuestionsCsv(rows))
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
    sorts: questionSorts.map(sort => ({
      name: sortNames[sort],
      url: toQuestionsUrl(toggleSort(choice, sort)),
      direction: sort === choice.sort ? choice.direction : null,
    })),
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
