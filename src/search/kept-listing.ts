import { KeptRows } from './kept-rows.ts'
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

// Some 700 bytes each.
const mostProducts = 20_000
// Some 150 bytes each.
const mostNumbers = 40_000

/**
 * What lists show of products at the list's prices, kept in this process: an answer whose rows are all here needs
 * no question to the database. Holds nothing until changes are heard of. docs/decisions/022-kept-listing-rows.md
 */
export class KeptListing {
  readonly products = new KeptRows<number, FoundProduct>(mostProducts)
  /** By what was asked. */
  readonly numbers = new KeptRows<string, KeptNumbers>(mostNumbers)

  /** Whether notices of changes arrive. */
  hearing(isHeard: boolean): void {
    for (const rows of [this.products, this.numbers]) {
      if (isHeard) rows.begin()
      else rows.stop()
    }
  }

  catalogueChanged(): void {
    this.products.forget()
    this.numbers.forget()
  }

  /** `ids`: '7,12', or '' for all. */
  stockChanged(ids: string): void {
    if (ids === '') this.products.forget()
    else this.products.drop(ids.split(',').map(Number))
  }
}
