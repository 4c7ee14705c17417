import { sql } from 'kysely'
import type { AppContext, Db } from '../../infra/app-context.ts'
import { execute } from '../../infra/database/query.ts'
import { addDays, type IsoDate, toLondonTime } from '../../lib/dates.ts'
import type { AnsweredQuestion } from '../search/page/search-view.ts'
import { toCountedQuestions } from './counted-question.ts'
import { type QuestionCount, QuestionCounts } from './question-counts.ts'

/** Counts what people ask for and do not find (R-LEARN-3). */
export interface SearchLog {
  /** Never waits and never fails: counts are stored together, a few seconds later. */
  count(question: AnsweredQuestion): void
  /** Stores what has been counted so far. When the database is unavailable it is stored later. */
  flush(): Promise<void>
  close(): Promise<void>
}

const flushMs = 5_000
// Both bound what a flood of different nonsense can fill.
const maxQuestions = 1_000
const maxPerDay = 5_000
export const questionDays = 90

export function createSearchLog({ db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>): SearchLog {
  const counts = new QuestionCounts(maxQuestions)
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  function schedule(): void {
    if (timer || isClosed || counts.size === 0) return
    timer = setTimeout(() => void flush(), flushMs)
    timer.unref()
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const unsaved = counts.takeAll()
    if (unsaved.length === 0) return
    try {
      await addQuestionCounts(db, unsaved, maxPerDay)
    } catch (error) {
      counts.restore(unsaved)
      log.warn({ err: { message: (error as Error).message } }, 'search questions not stored')
    }
    schedule()
  }

  return {
    count(question) {
      const counted = toCountedQuestions(question)
      if (counted.length === 0) return
      const { date: day } = toLondonTime(now())
      counts.add(counted.map(each => ({ ...each, day })))
      schedule()
    },
    flush,
    async close() {
      isClosed = true
      await flush()
    },
  }
}

export function deleteOldQuestions({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  return deleteQuestionsBefore(db, addDays(toLondonTime(now()).date, -questionDays))
}

/** Adds the counts. Of questions that a day does not have yet, it takes the most frequent until it has `maxPerDay`. */
async function addQuestionCounts(db: Db, counts: readonly QuestionCount[], maxPerDay: number): Promise<void> {
  // Ordered by the key: processes that add at the same time lock the rows in the same order.
  await sql`
    insert into search_question (day, kind, text, correction, count)
    select day, kind, text, correction, count from (
      select added.*, stored.text is not null as is_stored,
        row_number() over (partition by added.day, stored.text is null order by added.count desc, added.text) as nth
      from json_to_recordset(${JSON.stringify(counts)}::json)
        as added(day date, kind text, text text, correction text, count int)
      left join search_question stored using (day, kind, text)
    ) added
    where is_stored or nth <= ${maxPerDay} - (select count(*) from search_question q where q.day = added.day)
    order by day, kind, text
    on conflict (day, kind, text) do update
      set count = search_question.count + excluded.count, correction = excluded.correction`.execute(db)
}

const deleteQuestionsBefore = (db: Db, day: IsoDate): Promise<void> =>
  execute(db)`delete from search_question where day < ${day}`
