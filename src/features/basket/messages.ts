import { formatPounds } from '../../lib/money.ts'
import { maxQuantity, maxSubtotal } from './basket.ts'

/** For goods beyond the largest order. */
export const maxSubtotalMessage = `An order takes goods of ${formatPounds(maxSubtotal)} ex VAT at most. Please call us about more.`

const maxQuantityText = maxQuantity.toLocaleString('en-GB')

export type AddRefusal =
  | 'unknown_product'
  | 'not_for_sale'
  | 'too_many'
  | 'none_left'
  | 'bad_quantity'
  | 'row_full'

interface AddDetails {
  title?: string
  available?: number
  inBasket?: number
  note?: string | null
}

export const addRefusalMessages: Record<AddRefusal, (details: AddDetails) => string> = {
  unknown_product: () => 'We could not find that product.',
  not_for_sale: ({ title }) => `${title} cannot be bought at the moment.`,
  none_left: ({ title, note }) =>
    `${title} is out of stock${note ? ` (available in ${note})` : ''}, so it was not added.`,
  too_many: ({ title, available, inBasket }) =>
    inBasket
      ? `Only ${available} of ${title} can be had, and ${inBasket} of them are in your basket already.`
      : `Only ${available} of ${title} can be had just now.`,
  bad_quantity: () => `Enter a quantity from 1 to ${maxQuantityText}.`,
  row_full: () => `One line of an order takes ${maxQuantityText} pieces at most.`,
}

export const formatAdded = (title: string, quantity: number): string =>
  quantity === 1 ? `${title} was added to your basket.` : `${quantity} × ${title} were added to your basket.`

/** The number of reasons in the flash message; the rest is counted. */
const maxReasons = 3

/** The message after adding many products at once: how many were added, and why others were not. */
export function formatAddedProducts(added: number, refused: readonly string[]): string {
  const addedText =
    added === 0
      ? 'Nothing was added to your basket.'
      : `${added === 1 ? '1 product was' : `${added} products were`} added to your basket.`
  const omittedCount = refused.length - maxReasons
  const omittedTexts = omittedCount > 0 ? [`${omittedCount} more could not be added.`] : []
  return [addedText, ...refused.slice(0, maxReasons), ...omittedTexts].join(' ')
}

// R-VOUCHER-4.
export const voucherAddedMessage = 'Thank you! The discount has been added to your basket.'

export const voucherLimitMessage = 'Too many codes from your address. Please wait a minute.'
