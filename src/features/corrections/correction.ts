import type { Address } from '../../lib/contact/address.ts'
import type { IsoDate } from '../../lib/dates.ts'
import { formatPounds, type Pence } from '../../lib/money.ts'
import { maxSubtotal } from '../basket/basket.ts'
import type { CorrectedField } from '../orders/history.ts'
import type { Order, OrderContact, OrderTotals } from '../orders/order.ts'
import type { OrderLine } from '../orders/order-line.ts'

/** What staff correct of an order before it leaves. */

/** A line as it is, with what has left of it. */
export interface Correctable extends OrderLine {
  position: number
  despatchedQuantity: number
  /** Pieces that were credited before they left, and are not sent (R-CREDIT-1). */
  withdrawn: number
  /** From which the lead time of the back-ordered pieces runs; null: the day of ordering. */
  laterSince: IsoDate | null
}

/** How many pieces a correction cannot take off a line: they are in parcels or on credit notes. */
export const countFixedPieces = ({ despatchedQuantity, withdrawn }: Correctable): number =>
  despatchedQuantity + withdrawn

export interface LineCorrection {
  position: number
  quantity: string
  /** Part number of the product that replaces what has not left; '': it stays. */
  code: string
  /** Of the replacing product, in pounds ex VAT; '': its price for this customer today. */
  price: string
}

/** What the form says; a part that is absent stays as it is. */
export interface TypedCorrection {
  contact?: OrderContact | undefined
  delivery?: Address | undefined
  billing?: Address | undefined
  purchase_order?: string | undefined
  delivery_instructions?: string | undefined
  /** 'ND', or with the day that was chosen 'NAM:2026-11-27'; '': it stays. */
  delivery_option?: string | undefined
  lines: readonly LineCorrection[]
}

export interface ReplacementProduct extends Pick<OrderLine, 'productId' | 'code' | 'title'> {
  /** For this customer, today; null: on request. */
  price: Pence | null
  forSale: boolean
}

export type CorrectableFields = Pick<
  Order,
  | 'contact'
  | 'purchaseOrder'
  | 'deliveryInstructions'
  | 'deliveryCode'
  | 'deliveryFacts'
  | 'collectionDetails'
  | 'deliveryDate'
  | 'consignments'
> & { delivery: Address; billing: Address }

export interface PlannedCorrection {
  fields: CorrectableFields
  lines: Correctable[]
  totals: OrderTotals
  changes: CorrectedField[]
  /** Goods, delivery, VAT or total change. */
  changesMoney: boolean
}

export type CorrectionRefusal =
  | 'changed'
  | 'cancelled'
  | 'not_placed'
  | 'all_left'
  | 'nothing_changed'
  | 'too_large'
  | 'being_picked'
  | 'refunded'
  | 'invoiced'
  | 'invoiced_vat'
  | 'invoiced_delivery'
  | 'invoiced_voucher'
  | 'due_too_large'
  | 'below_cost'
  | 'not_refundable'
  | 'no_provider'

export const correctionRefusals: Record<CorrectionRefusal, string> = {
  changed: 'Nothing was saved yet. What you typed is still there: check it and save again.',
  cancelled: 'This order is cancelled, so nothing was corrected.',
  not_placed: 'Only placed orders can be corrected.',
  all_left: 'Everything of this order has left, so there is nothing to correct.',
  being_picked:
    'This order is being picked, so its goods can’t be corrected. Finish its pick list first, or hold the order, which takes it off the list.',
  nothing_changed: 'You haven’t changed anything.',
  too_large: `The most that one order can come to is ${formatPounds(maxSubtotal)} ex VAT. Place a second order for the rest.`,
  refunded:
    'Part of this order has been refunded, so its goods, delivery and VAT can’t be corrected here. Refund by line instead.',
  invoiced:
    'This order has been invoiced, so its goods, delivery and VAT can’t be corrected here. Refund by line instead.',
  invoiced_vat:
    'Part of this order has been invoiced with other VAT, so the rest can’t go there. Place a new order for the rest.',
  invoiced_delivery:
    'The delivery charge has been invoiced with the first parcel, so only a delivery at the same price can be chosen.',
  invoiced_voucher:
    'Part of this order has been invoiced with a discount, so its goods can’t be corrected here. Refund by line instead.',
  due_too_large:
    'The card provider can’t take that much in one payment. Place a second order for what is added.',
  below_cost:
    'That is below what the part costs us, and only a manager may sell it so. Ask one, or raise the price.',
  not_refundable: 'The difference can’t be refunded: less than that is left of what was paid.',
  no_provider: 'No card provider is set up for the difference, so nothing was corrected.',
}
