import type { IsoDate } from '../../lib/dates.ts'
import type { CountedQuestion } from './counted-question.ts'

export interface QuestionCount extends CountedQuestion {
  day: IsoDate
  count: number
}

/** Counts that are not stored yet. Bounded: beyond `maxQuestions` different ones, only those that are in it are counted. */
export class QuestionCounts {
  readonly #counts = new Map<string, QuestionCount>()
  readonly #maxQuestions: number

  constructor(maxQuestions: number) {
    this.#maxQuestions = maxQuestions
  }

  get size(): number {
    return this.#counts.size
  }

  add(questions: readonly Omit<QuestionCount, 'count'>[]): void {
    for (const question of questions) this.#add({ ...question, count: 1 })
  }

  takeAll(): QuestionCount[] {
    const counts = [...this.#counts.values()]
    this.#counts.clear()
    return counts
  }

  restore(counts: readonly QuestionCount[]): void {
    for (const count of counts) this.#add(count)
  }

  #add(added: QuestionCount): void {
    const key = `${added.day} ${added.kind} ${added.text}`
    const current = this.#counts.get(key)
    if (current) current.count += added.count
    else if (this.#counts.size < this.#maxQuestions) this.#counts.set(key, { ...added })
  }
}
