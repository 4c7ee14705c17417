import { largestQuantity } from './basket.ts'

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

// Specification §8.
export const voucherAddedWords = 'Thank you! The discount has been added to your basket.'

export const voucherLimitWords = 'Too many codes from your address. Please wait a minute.'
