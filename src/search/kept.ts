/** What was asked for last, up to so many; the one that was not asked for longest goes first. */
export class Kept<T> {
  readonly #entries = new Map<string, T>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string, make: () => T): T {
    let value = this.#entries.get(key)
    if (value === undefined) value = make()
    else this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value!)
    return value
  }
}
