/** What a reading of the database is begun with: whether its rows may be kept is judged by it afterwards. */
export type Reading = number

const neverKept: Reading = -1

/**
 * Rows of the database that may be shown again until their change is told, up to `most` by weight; the one that was
 * not asked for longest goes first. Nothing is kept before `begin()` or after `stop()`: while changes are not heard of.
 */
export class KeptRows<Key, Row> {
  readonly #rows = new Map<Key, { row: Row; weight: number }>()
  readonly #most: number
  #weight = 0
  #changes = 0
  #isKeeping = false

  constructor(most: number) {
    this.#most = most
  }

  begin(): void {
    this.#isKeeping = true
  }

  stop(): void {
    this.#isKeeping = false
    this.forget()
  }

  /** To be asked for before the database is: a row read before a change and kept after it would stay old for ever. */
  reading(): Reading {
    return this.#isKeeping ? this.#changes : neverKept
  }

  get(key: Key): Row | undefined {
    const known = this.#rows.get(key)
    if (!known) return undefined
    this.#rows.delete(key)
    this.#rows.set(key, known)
    return known.row
  }

  /** Leaves it when anything changed since the reading began. */
  keep(reading: Reading, key: Key, row: Row, weight = 1): void {
    if (!this.#isKeeping || reading !== this.#changes) return
    this.#take(key)
    this.#rows.set(key, { row, weight })
    this.#weight += weight
    for (const oldest of this.#rows.keys()) {
      if (this.#weight <= this.#most) break
      this.#take(oldest)
    }
  }

  drop(keys: Iterable<Key>): void {
    this.#changes++
    for (const key of keys) this.#take(key)
  }

  forget(): void {
    this.#changes++
    this.#rows.clear()
    this.#weight = 0
  }

  #take(key: Key): void {
    const known = this.#rows.get(key)
    if (!known) return
    this.#rows.delete(key)
    this.#weight -= known.weight
  }
}
