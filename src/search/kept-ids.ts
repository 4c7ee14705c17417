/** Lists of product ids that were dear to find, the newest within a budget: numbers take room, however few lists. */
export class KeptIds {
  readonly #lists = new Map<string, Int32Array>()
  readonly #mostIds: number
  #ids = 0

  constructor(mostIds: number) {
    this.#mostIds = mostIds
  }

  async get(key: string, find: () => Promise<readonly number[]>): Promise<ArrayLike<number>> {
    const known = this.#lists.get(key)
    if (known) return known
    const list = Int32Array.from(await find())
    this.#drop(key)
    this.#lists.set(key, list)
    this.#ids += list.length + 1
    for (const oldest of this.#lists.keys()) {
      if (this.#ids <= this.#mostIds) break
      this.#drop(oldest)
    }
    return list
  }

  forget(): void {
    this.#lists.clear()
    this.#ids = 0
  }

  #drop(key: string): void {
    const list = this.#lists.get(key)
    if (!list) return
    this.#lists.delete(key)
    this.#ids -= list.length + 1
  }
}
