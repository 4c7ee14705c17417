import { formatPounds } from '../../lib/money.ts'
import { basketRange, formatQuantityError, maxQuantity } from '../../lib/quantity.ts'
import { contactSentence } from '../../lib/shop-contact.ts'
import { type Leftover, maxSubtotal, type UnreadQuantity } from './basket.ts'

const maxSubtotalText = `The most we can take in one order is ${formatPounds(maxSubtotal)} ex VAT.`

/** For goods beyond the largest order. */
export const maxSubtotalMessage = contactSentence(
  `${maxSubtotalText} For more, please call us.`,
  maxSubtotalText,
)

/** R-BASKET-13. */
export const basketFullMessage =
  'A basket holds up to 1,000 lines. Please order what’s in it first, or remove a line.'

const maxQuantityText = maxQuantity.toLocaleString('en-GB')

export type ProductRefusal =
  | 'unknown_product'
  | 'not_for_sale'
  | 'price_on_request'
  | 'too_many'
  | 'none_left'
  | 'bad_quantity'
  | 'row_full'

export type AddRefusal = ProductRefusal | 'basket_full'

interface AddDetails {
  title?: string
  available?: number
  inBasket?: number
  note?: string | null
}

export const addRefusalMessages: Record<AddRefusal, (details: AddDetails) => string> = {
  unknown_product: () => 'We couldn’t find that product.',
  not_for_sale: ({ title }) => `${title} can’t be bought at the moment.`,
  price_on_request: ({ title }) =>
    `${title} can’t be bought online: its price is on request. Ask for a quote on its page.`,
  none_left: ({ title, note }) =>
    `${title} is out of stock${note ? ` (available in ${note})` : ''}, so it was not added.`,
  too_many: ({ title, available, inBasket }) =>
    inBasket
      ? `Only ${available} in stock; ${inBasket} ${inBasket === 1 ? 'is' : 'are'} in your basket: ${title}.`
      : `Only ${available} in stock: ${title}.`,
  bad_quantity: () => formatQuantityError(),
  basket_full: () => basketFullMessage,
  row_full: () => `One line can have ${maxQuantityText} at most.`,
}

/** Names the part by its number too: many parts share a title. */
export function formatAdded({ code, title }: { code: string; title: string }, quantity: number): string {
  const part = `${code} ${title}`
  return quantity === 1
    ? `${part} was added to your basket.`
    : `${quantity} × ${part} were added to your basket.`
}

const maxTypedLength = 20

/** After a form without JavaScript: the quantities that were not changed, with what was typed. */
export function formatUnreadQuantities(unread: readonly UnreadQuantity[]): string[] {
  const named = unread.slice(0, maxReasons).map(({ code, text }) => {
    const typed = text.trim() === '' ? 'nothing' : `“${shorten(text.trim())}”`
    return `The quantity of ${code} was not changed to ${typed}.`
  })
  const omittedCount = unread.length - named.length
  return unread.length === 0
    ? []
    : [
        ...named,
        ...(omittedCount > 0 ? [`Nor were ${omittedCount} others.`] : []),
        formatQuantityError(basketRange),
      ]
}

const shorten = (text: string): string =>
  text.length > maxTypedLength ? `${text.slice(0, maxTypedLength)}…` : text

/** The number of reasons in the flash message; the rest is counted. */
const maxReasons = 3

/** The message after adding many products at once: how many were added, and why others were not. */
export function formatAddedProducts(added: number, refused: readonly string[]): string {
  const addedText =
    added === 0
      ? 'Nothing was added to your basket.'
      : `${added === 1 ? '1 product was' : `${added} products were`} added to your basket.`
  const reasons = refused.filter(reason => reason !== basketFullMessage)
  const fullCount = refused.length - reasons.length
  const omittedCount = reasons.length - maxReasons
  return [
    addedText,
    ...reasons.slice(0, maxReasons),
    ...(omittedCount > 0 ? [`${omittedCount} more could not be added.`] : []),
    ...(fullCount > 0 ? [`${fullCount} didn’t fit. ${basketFullMessage}`] : []),
  ].join(' ')
}

/** After a sign-in that could not move everything of the guest's basket (R-BASKET-9); null when it could. */
export function formatMergeNotice(
  leftovers: readonly Leftover[],
  vouchers: readonly string[],
  notes: readonly string[] = [],
): string | null {
  const count = leftovers.length
  const texts = [
    ...(count > 0
      ? [
          `${count === 1 ? '1 product' : `${count} products`} from your basket didn’t fit into your account’s basket. Your basket page lists ${count === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...vouchers.map(
      code => `Voucher ${code} was not carried over, because your account’s basket already has one.`,
    ),
    ...notes.slice(0, maxReasons),
  ]
  return texts.length > 0 ? texts.join(' ') : null
}

// R-VOUCHER-4.

export const voucherLimitMessage = 'Too many codes from your address. Please wait a minute.'
