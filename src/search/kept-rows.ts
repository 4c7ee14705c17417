/** What a reading of the database is begun with: whether its rows may be kept is judged by it afterwards. */
export type Reading = number

const neverKept: Reading = -1
/** So many rows get another chance for one that comes: nobody waits while thousands do. */
const mostChances = 100

interface Kept<Row> {
  row: Row
  weight: number
  isAsked: boolean
}

/**
 * Rows of the database that may be shown again until their change is told, up to `most` by weight; the oldest that was
 * not asked for goes first. Nothing is kept before `begin()` or after `stop()`: while changes are not heard of.
 */
export class KeptRows<Key, Row> {
  readonly #rows = new Map<Key, Kept<Row>>()
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
    // A mark, where the order of asking would cost a Map that is written at every look.
    known.isAsked = true
    return known.row
  }

  /** Leaves it when anything changed since the reading began. */
  keep(reading: Reading, key: Key, row: Row, weight = 1): void {
    if (!this.#isKeeping || reading !== this.#changes) return
    this.#take(key)
    this.#makeRoom(weight)
    this.#rows.set(key, { row, weight, isAsked: false })
    this.#weight += weight
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

  /** What was asked for since it came, or since its last chance, gets one more, behind all others. */
  #makeRoom(weight: number): void {
    let chances = mostChances
    for (const [oldest, kept] of this.#rows) {
      if (this.#weight + weight <= this.#most) break
      this.#take(oldest)
      if (!kept.isAsked || chances-- <= 0) continue
      kept.isAsked = false
      this.#rows.set(oldest, kept)
      this.#weight += kept.weight
    }
  }

  #take(key: Key): void {
    const known = this.#rows.get(key)
    if (!known) return
    this.#rows.delete(key)
    this.#weight -= known.weight
  }
}
