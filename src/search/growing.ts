/** A list of whole numbers that grows, in a third of the room that an ordinary one takes. */
export class Growing {
  #items = new Uint32Array(1024)
  length = 0

  push(item: number): void {
    if (this.length === this.#items.length) {
      const more = new Uint32Array(this.length * 2)
      more.set(this.#items)
      this.#items = more
    }
    this.#items[this.length++] = item
  }

  /** What is in it; it may grow on, but must not change this. */
  finish(): Uint32Array {
    return this.#items.subarray(0, this.length)
  }
}
