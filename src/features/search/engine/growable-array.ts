/** A growing list of unsigned 32-bit integers, four bytes each. */
export class GrowableArray {
  #items = new Uint32Array(16)
  length = 0

  push(item: number): void {
    if (this.length === this.#items.length) {
      const longer = new Uint32Array(this.length * 2)
      longer.set(this.#items)
      this.#items = longer
    }
    this.#items[this.length++] = item
  }

  at(position: number): number {
    return this.#items[position]!
  }

  /** The items, without a copy; nothing may be pushed afterwards. */
  toArray(): Uint32Array {
    return this.#items.subarray(0, this.length)
  }
}
