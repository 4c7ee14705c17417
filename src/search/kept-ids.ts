// What an entry costs beside its ids.
const entryCost = 50

/** Lists of product ids that were dear to find, the newest within a budget: numbers take room, however few lists. */
export class KeptIds {
  readonly #lists = new Map<string, Int32Array>()
  readonly #mostIds: number
  #ids = 0

  constructor(mostIds: number) {
    this.#mostIds = mostIds
  }

  async get(key: string, find: () => Promise<readonly number[]>): Promise<ArrayLike<number>> {
    return this.#lists.get(key) ?? this.#keep(key, await find())
  }

  getNow(key: string, find: () => readonly number[]): ArrayLike<number> {
    return this.#lists.get(key) ?? this.#keep(key, find())
  }

  forget(): void {
    this.#lists.clear()
    this.#ids = 0
  }

  #keep(key: string, found: readonly number[]): Int32Array {
    const list = Int32Array.from(found)
    this.#drop(key)
    this.#lists.set(key, list)
    this.#ids += list.length + entryCost
    for (const oldest of this.#lists.keys()) {
      if (this.#ids <= this.#mostIds) break
      this.#drop(oldest)
    }
    return list
  }

  #drop(key: string): void {
    const list = this.#lists.get(key)
    if (!list) return
    this.#lists.delete(key)
    this.#ids -= list.length + entryCost
  }
}
