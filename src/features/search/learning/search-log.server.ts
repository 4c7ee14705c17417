import type { AppContext } from '../../../infra/app-context.ts'
import { addDays, toLondonTime } from '../../../lib/dates.ts'
import { type AnsweredQuestion, toCountedQuestions } from './counted-question.ts'
import { addQuestionCounts, deleteQuestionsBefore } from './queries.ts'
import { QuestionCounts } from './question-counts.ts'

/** Counts what people ask for and do not find (R-LEARN-3). */
export interface SearchLog {
  /** Never waits and never fails: counts are stored together, a few seconds later. */
  count(question: AnsweredQuestion): void
  /** Stores what has been counted so far. When the database is unavailable it is stored later. */
  flush(): Promise<void>
  /** Stores the rest at the shutdown. */
  close(): Promise<void>
}

const flushMs = 5_000
// Both bound what a flood of different nonsense can fill.
const maxQuestions = 1_000
const maxPerDay = 5_000
/** Questions are deleted after this many days. */
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
      const { date: day } = toLondonTime(now())
      counts.add(toCountedQuestions(question).map(counted => ({ ...counted, day })))
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
