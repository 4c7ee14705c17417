import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { selectRows } from '../../../infra/database/query.ts'
import { pluralize } from '../../../lib/count.ts'
import { addDays, formatDate, type IsoDate, toIsoDate } from '../../../lib/dates.ts'
import { defineList, type ListRequest, type ListRoutes } from '../../back-office/table/define-list.server.ts'
import { muted } from '../../back-office/table/list-cell.ts'
import { choiceFilter } from '../../back-office/table/list-filter.ts'
import { type QuestionKind, questionKinds } from '../counted-question.ts'
import type { SearchLog } from '../search-log.server.ts'
import { toNewSynonymUrl } from './synonym.ts'

interface QuestionRow {
  kind: QuestionKind
  text: string
  /** What was searched instead; '' unless corrected. */
  correction: string
  count: number
  lastDay: string
}

const empty = 'No questions of this kind in this period.'
const groups = {
  all: { name: 'All', empty },
  nothing: { name: 'Found nothing', empty },
  dropped: { name: 'Words left out', empty },
  corrected: { name: 'Corrected', empty },
}
type QuestionGroup = keyof typeof groups

const usualDays = 30
const filters = { days: choiceFilter('Period', { '7': 'Last 7 days', '90': 'Last 90 days' }, 'Last 30 days') }

/** The questions that the search could not answer (R-LEARN-4). */
export const questionRoutes = (searchLog: SearchLog): ListRoutes =>
  defineList({
    section: 'search-questions',
    url: '/admin/search-questions',
    menu: { position: 100, isRare: true },
    right: 'catalogue',
    title: 'Search questions',
    noun: ['question', 'questions'],
    intro:
      'What people searched for and did not find. It is not recorded who searched, and entries are deleted after 90 days.',
    groups,
    groupParameter: 'kind',
    groupsLabel: 'Questions by kind',
    filters,
    sort: 'count',
    tieBreaker: sql`text`,
    load: async request => {
      await searchLog.flush()
      return listQuestions(request)
    },
    rowKey: ({ kind, text }) => `${kind} ${text}`,
    columns: {
      kind: { heading: 'Kind', csv: ({ kind }) => groups[kind].name },
      text: {
        heading: 'Question',
        sort: { usual: 'up', by: sql`text` },
        cell: ({ text, correction }) => [
          { text, isStrong: true },
          ...(correction === '' ? [] : [muted(`Searched as “${correction}”`)]),
        ],
        csv: ({ text }) => text,
      },
      correction: { heading: 'Searched instead', csv: ({ correction }) => correction },
      happened: { heading: 'What happened', cell: ({ kind }) => groups[kind].name },
      times: { heading: 'Times', csv: ({ count }) => count },
      last: {
        heading: 'Last day',
        phoneLabel: 'Last on',
        sort: { usual: 'down', by: sql`max(day)` },
        cell: ({ lastDay }) => ({ text: formatDate(toIsoDate(lastDay)), isUnbroken: true }),
        csv: ({ lastDay }) => lastDay,
      },
      actions: {
        heading: 'Actions',
        cell: ({ text }) => ({
          inline: [
            // With a page number: the address of a submitted form would be counted.
            {
              text: 'Search for it',
              url: `/search?query=${encodeURIComponent(text)}&page=1`,
              spoken: `: ${text}`,
            },
            { text: 'Add a synonym', url: toNewSynonymUrl(text), spoken: ` for ${text}` },
          ],
        }),
      },
      count: {
        heading: 'Times',
        isAmount: true,
        phone: 'corner',
        sort: { usual: 'down', by: sql`sum(count)` },
        cell: ({ count }) => ({ text: pluralize(count, 'time'), isStrong: true }),
      },
    },
  })

/** The questions of a period, equal ones added up, and how many different ones there are of each kind. */
async function listQuestions(request: ListRequest<QuestionGroup, typeof filters>) {
  const { db, choice, orderBy, today } = request
  const since = addDays(today, 1 - Number(choice.filters.days ?? usualDays))
  const ofKind = choice.group === 'all' ? sql`` : sql`and kind = ${choice.group}`
  const [counts, { rows }] = await Promise.all([
    countQuestions(db, since),
    sql<QuestionRow>`
      select kind, text, max(correction) as correction, sum(count)::int as count, max(day)::text as "lastDay"
      from search_question where day >= ${since} ${ofKind}
      group by kind, text
      order by ${orderBy}, kind ${limitToPage(request)}`.execute(db),
  ])
  const all = questionKinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
  return { rows, counts: { nothing: 0, dropped: 0, corrected: 0, ...counts, all } }
}

async function countQuestions(db: Db, since: IsoDate): Promise<Partial<Record<QuestionKind, number>>> {
  const rows = await selectRows(db)<{ kind: QuestionKind; count: number }>`
    select kind, count(distinct text)::int as count from search_question where day >= ${since} group by kind`
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
