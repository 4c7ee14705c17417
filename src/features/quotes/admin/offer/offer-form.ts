import type { FieldErrors } from '../../../../lib/calls/field-checks.ts'
import type { IsoDate } from '../../../../lib/dates.ts'
import { formatDecimal, multiply, type Pence, zero } from '../../../../lib/money.ts'
import { addQuantities, parseQuantity } from '../../../../lib/quantity.ts'
import type { PricedProduct } from '../../../order-entry/caller.ts'
import type { Order } from '../../../orders/order.ts'
import { type OrderLine, toOrderLine } from '../../../orders/order-line.ts'
import type { Offer, OfferInput } from '../../offer.ts'

/** The form of an offer as staff type it: its lines by part number, quantity and price; amounts in pounds ex VAT. */
export interface OfferForm extends OfferInput {
  codes: string[]
  quantities: string[]
}

export type QuotedProduct = PricedProduct

/** What staff type into a line. */
export interface TypedFigures {
  quantity: string
  price: string
}

/** A line of the form with its product. */
export interface TypedRow extends TypedFigures {
  product: QuotedProduct
}

/** The form with these lines and prices (null: none is known), and the terms of an earlier offer. */
export const createOfferForm = (
  lines: readonly { code: string; quantity: number }[],
  prices: readonly (Pence | null)[],
  offer: Offer | null,
  validUntil: IsoDate,
): OfferForm => ({
  codes: lines.map(({ code }) => code),
  quantities: lines.map(({ quantity }) => String(quantity)),
  prices: prices.map(price => (price === null ? '' : typedAmount(price))),
  deliveryTitle: offer?.deliveryTitle ?? '',
  deliveryCost: offer ? typedAmount(offer.deliveryCost) : '',
  note: offer?.note ?? '',
  validUntil,
})

export const typedAmount = (amount: Pence): string => formatDecimal(amount)

export const quantityField = (index: number): string => `quantity-${index}`
export const lineField = (index: number): string => `line-${index}`

export const lineMessages = {
  quantity: (code: string) => `Enter a quantity of ${code} from 1 to 9,999.`,
  notSold: (code: string) => `${code} is no longer sold, so it cannot be offered. Remove the line.`,
  notSoldPart: (code: string) => `${code} is no longer sold, so it cannot be offered.`,
  unknown: (text: string) => `We have no part with the number ${text}.`,
  nearby: (text: string, near: readonly string[]) =>
    `We have no part with the number ${text}. Did you mean ${near.join(' or ')}?`,
  ambiguous: (text: string, parts: readonly string[]) =>
    `${text} fits several parts: ${parts.join('; ')}. Enter the number of the one you mean.`,
  unclear: (text: string, code: string) =>
    `We can’t read “${text}”. Write the part number and how many, such as “${code} 3”.`,
  howMany: (code: string) => `How many ${code}? Enter a number from 1 to 9,999.`,
  unread: (text: string, code: string) =>
    `We can’t read “${text}” as a quantity of ${code}. Enter a number from 1 to 9,999.`,
  noPart: 'Enter a part number: ours or another maker’s.',
  addFirst: 'Add this part to the quote first, or clear the field.',
  lastLine: 'A quote needs at least one line. Add the other part before you remove this one.',
  tooMany: (most: number) => `A quote can have ${most.toLocaleString('en-GB')} lines at most.`,
}

/** The lines to offer, or what is wrong with them. Prices are checked by `parseOffer`. */
export function parseRows(rows: readonly TypedRow[]): {
  lines: { product: QuotedProduct; quantity: number }[]
  errors: FieldErrors
} {
  const errors: FieldErrors = {}
  const lines = rows.map(({ product, quantity: typedQuantity }, index) => {
    const quantity = parseQuantity(typedQuantity)
    if (!product.forSale) errors[lineField(index)] = lineMessages.notSold(product.code)
    else if (quantity === null) errors[quantityField(index)] = lineMessages.quantity(product.code)
    return { product, quantity: quantity ?? 1 }
  })
  return { lines, errors }
}

/** A quote with a product twice would have two prices for it, so an added product raises the quantity of its line. */
export function addTypedRow(lines: readonly TypedRow[], added: TypedRow): TypedRow[] {
  const index = lines.findIndex(({ product }) => product.productId === added.product.productId)
  const line = lines[index]
  if (!line) return [...lines, added]
  return lines.with(index, { ...line, quantity: addQuantities(line.quantity, added.quantity) })
}

/**
 * The lines of a request as they are stored: an unchanged line stays the snapshot it was; added and changed ones are copied
 * from today's catalogue. `prices`: the offered ones, for products that have no price.
 */
export function toRequestLines(
  { lines }: Pick<Order, 'lines'>,
  typed: readonly { product: QuotedProduct; quantity: number }[],
  prices: readonly Pence[],
): OrderLine[] {
  return typed.map(({ product, quantity }, index) => {
    const before = lines.find(line => line.productId === product.productId)
    if (before?.quantity === quantity) return before
    const unitPrice = product.unitPrice ?? prices[index] ?? zero
    const line = toOrderLine({ ...product, entry: before?.entry ?? product.entry, quantity, unitPrice })
    return { ...line, lineTotal: multiply(unitPrice, quantity) }
  })
}

/** Whether the goods are those of the request, in the same order. */
export const hasSameLines = (lines: readonly OrderLine[], requested: readonly OrderLine[]): boolean =>
  lines.length === requested.length &&
  lines.every(({ productId, quantity }, index) => {
    const line = requested[index]!
    return productId === line.productId && quantity === line.quantity
  })
