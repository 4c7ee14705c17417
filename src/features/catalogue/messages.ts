import type { ShopContact } from '../../lib/shop-contact.ts'

/** Messages about adding to the basket, besides those of the server (R-BASKET-11). */
export const addToBasketMessages = {
  added: 'Added to your basket',
  errorTitle: 'Error',
  unableToAdd: 'Unable to add to basket',
  unableToAddInShell: 'Error: Unable to add to basket',
} as const

export const productMessages = {
  notForSale: 'We may know what takes its place:',
  seeInstead: 'What we can send instead is shown below.',
  seeEquivalents: 'What we can send instead:',
  replaced: 'The part that replaces it is shown above.',
  equivalents: 'Same part, other brands',
  compareEquivalents: 'By their cross-references. Compare the measures before you order.',
  demo: 'Demo data: numbers, fits and prices on this page are invented. Do not use for fitment.',
} as const

/** What a customer can do about a price on request, by how the shop can be reached. */
export function formatOnRequest({ phone, email }: ShopContact): string {
  if (email === null) return 'Call us for the price.'
  return phone === null
    ? 'Ask for a quote, and we will send you our price.'
    : 'Ask for a quote or call us, and you will have our price.'
}
