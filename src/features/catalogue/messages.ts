import type { ShopContact } from '../../lib/shop-contact.ts'

/** Messages about adding to the basket, besides those of the server (R-BASKET-11). */
export const addToBasketMessages = {
  added: 'Added to your basket',
  errorTitle: 'Error',
  unableToAdd: 'Unable to add to basket',
  unableToAddInShell: 'Error: Unable to add to basket',
} as const

export const productMessages = {
  notForSale: 'Call us: we may have a replacement.',
  seeInstead: 'See below what we can send instead.',
  seeEquivalents: 'What we can send instead:',
  replaced: 'The part that replaces it is shown above.',
  equivalents: 'Same part, other brands',
  compareEquivalents: 'Matched by cross-reference. Compare the measurements before you order.',
  demo: 'Demo data: numbers, fits and prices on this page are invented. Do not use for fitment.',
} as const

/** What a customer can do about a price on request, by how the shop can be reached. */
export function formatOnRequest({ phone, email }: ShopContact): string {
  if (email === null) return 'Call us for the price.'
  return phone === null
    ? 'Ask for a quote and we’ll send you our price.'
    : 'Ask for a quote or call us for our price.'
}

/** What the shop's hints name as examples: numbers and words that have results. */
export interface CatalogueExamples {
  /** Numbers as people type them: 'P551712', 'LF9009', 'FH-HYD-1'. */
  numbers: [first: string, ...rest: string[]]
  /** The first number as it stands on a filter: 'P 551-712'. */
  written: string
  /** A make with a kind of filter: 'JCB oil filter'; null: the catalogue has no machine or no kinds. */
  machine: string | null
  /** Descriptions, the quotation marks included: '“cabin filter JCB” or “93 × 142”'; null: there is none. */
  descriptions: string | null
}

/** A way into the catalogue: how many products or machines it leads to. */
export interface CatalogueLink {
  name: string
  url: string
  count: number
}

export const belowCostMessage = (code: string): string =>
  `${code} costs us more than that. Only a manager may sell below cost: ask one, or raise the price.`
