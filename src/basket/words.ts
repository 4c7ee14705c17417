import { showPounds } from '../shared/money.ts'
import { largestQuantity, largestSubtotal } from './basket.ts'

/** What no order can hold. */
export const tooDearWords = `An order takes goods of ${showPounds(largestSubtotal)} ex VAT at most. Please call us about more.`

const most = largestQuantity.toLocaleString('en-GB')

export type AddRefusal =
  | 'unknown_product'
  | 'not_for_sale'
  | 'too_many'
  | 'none_left'
  | 'bad_quantity'
  | 'row_full'

interface AddFacts {
  title?: string
  available?: number
  inBasket?: number
  note?: string | null
}

export const addRefusalWords: Record<AddRefusal, (facts: AddFacts) => string> = {
  unknown_product: () => 'We could not find that product.',
  not_for_sale: ({ title }) => `${title} cannot be bought at the moment.`,
  none_left: ({ title, note }) =>
    `${title} is out of stock${note ? ` (available in ${note})` : ''}, so it was not added.`,
  too_many: ({ title, available, inBasket }) =>
    inBasket
      ? `Only ${available} of ${title} can be had, and ${inBasket} of them are in your basket already.`
      : `Only ${available} of ${title} can be had just now.`,
  bad_quantity: () => `Enter a quantity from 1 to ${most}.`,
  row_full: () => `One line of an order takes ${most} pieces at most.`,
}

export const addedWords = (title: string, quantity: number): string =>
  quantity === 1 ? `${title} was added to your basket.` : `${quantity} × ${title} were added to your basket.`

/** The flash message takes so many reasons; the rest is counted. */
const mostReasons = 3

/** What adding many at once says: how many products came into the basket, and what did not and why. */
export function addedAllWords(added: number, refused: readonly string[]): string {
  const what =
    added === 0
      ? 'Nothing was added to your basket.'
      : `${added === 1 ? '1 product was' : `${added} products were`} added to your basket.`
  const rest = refused.length - mostReasons
  const more = rest > 0 ? [`${rest} more could not be added.`] : []
  return [what, ...refused.slice(0, mostReasons), ...more].join(' ')
}

// Specification §8.
export const voucherAddedWords = 'Thank you! The discount has been added to your basket.'

export const voucherLimitWords = 'Too many codes from your address. Please wait a minute.'
