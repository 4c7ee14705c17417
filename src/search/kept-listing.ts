import { KeptRows, type Reading } from './kept-rows.ts'
import type { FoundProduct } from './listed.ts'

/** A number as it is written, whose it is, and the product that has it or replaces it. */
export interface KeptNumber {
  id: number
  number: string
  maker: string
}

export interface KeptNumbers {
  list: KeptNumber[]
  /** There are no more that begin so. */
  isWhole: boolean
}

type PackedNumber = [id: number, number: string, maker: string]

// Some 800 bytes each.
const mostProducts = 20_000
// Some 30 bytes each.
const mostNumbers = 100_000
/** What an answer weighs beside its numbers. */
const answerWeight = 8

/**
 * What lists show of products at the list's prices, kept in this process: an answer whose rows are all here needs
 * no question to the database. Holds nothing until changes are heard of. docs/decisions/022-kept-listing-rows.md
 */
export class KeptListing {
  readonly products = new KeptRows<number, FoundProduct>(mostProducts)
  /** By what was asked; as text, for objects of three fields would take five times the room. */
  readonly #numbers = new KeptRows<string, string>(mostNumbers)

  /** Numbers are read with `readingNumbers()` begun before, as products with `products.reading()`. */
  readingNumbers(): Reading {
    return this.#numbers.reading()
  }

  numbersOf(asked: string): KeptNumbers | undefined {
    const text = this.#numbers.get(asked)
    if (text === undefined) return undefined
    const [isWhole, ...packed] = JSON.parse(text) as [boolean, ...PackedNumber[]]
    return { list: packed.map(([id, number, maker]) => ({ id, number, maker })), isWhole }
  }

  keepNumbers(reading: Reading, asked: string, { list, isWhole }: KeptNumbers): void {
    const packed = list.map(({ id, number, maker }): PackedNumber => [id, number, maker])
    this.#numbers.keep(reading, asked, JSON.stringify([isWhole, ...packed]), answerWeight + list.length)
  }

  /** Whether notices of changes arrive. */
  hearing(isHeard: boolean): void {
    for (const rows of [this.products, this.#numbers]) {
      if (isHeard) rows.begin()
      else rows.stop()
    }
  }

  catalogueChanged(): void {
    this.products.forget()
    this.#numbers.forget()
  }

  /** `ids`: '7,12', or '' for all. */
  stockChanged(ids: string): void {
    if (ids === '') this.products.forget()
    else this.products.drop(ids.split(',').map(Number))
  }
}
