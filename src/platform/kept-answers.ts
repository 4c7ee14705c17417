interface Entry<T> {
  answer: Promise<T>
  until: number
}

// When no notice of a change arrives (a proxy in between swallows LISTEN), an answer is still never older than this.
const oldestMs = 5 * 60_000
const mostEntries = 500

/**
 * Answers of the database that are the same for everybody, kept in this process until they are forgotten. Those who
 * miss together share one question; a failed question is not kept.
 */
export class KeptAnswers<T> {
  readonly #entries = new Map<string, Entry<T>>()

  get(key: string, nowMs: number, ask: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key)
    if (known && known.until > nowMs) return known.answer
    const entry: Entry<T> = { answer: ask(), until: nowMs + oldestMs }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    entry.answer.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key)
    })
    if (this.#entries.size > mostEntries) this.#entries.delete(this.#entries.keys().next().value!)
    return entry.answer
  }

  forget(): void {
    this.#entries.clear()
  }
}
