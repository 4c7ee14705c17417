import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { Address } from '../../../lib/contact/address.ts'
import type { Country } from '../../../lib/contact/countries.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import type { LinePaging } from '../../basket/lines/line-pages.ts'
import type { DeliveryChoiceItem } from '../../corrections/delivery.ts'
import type { InvoicedPart } from '../../corrections/plan.ts'
import type { OrderContact } from '../../orders/order.ts'

/** The props of the page that corrects an order. */

export interface CorrectionLine {
  position: number
  code: string
  title: string
  /** '12 ordered at £12.50, 4 despatched, 1 credited'. */
  facts: string
  /** Not everything of it has left, or something was typed for it. */
  canChange: boolean
  quantity: string
  replacement: string
  price: string
}

/** What colleagues did to an order while its form was open. */
export interface OrderNews {
  /** 'Stella Affleck changed this order while you had it open.' */
  heading: string
  /** 'Corrected: PO number: PO 1 → PO 2'. */
  changes: string[]
}

/** In pounds; all but VAT and total ex VAT. */
export interface CorrectionSums {
  subtotal: number
  discount: number
  delivery: number
  vat: number
  total: number
}

/** In pounds. */
export interface ConfirmedSums {
  before: CorrectionSums
  after: CorrectionSums
  /** To the card. */
  refund: number
  /** By a link, before anything is sent. */
  to_pay: number
  /** What else changes: 'Quantity of FH-OIL-1: 12 → 10'. */
  changes: string[]
}

export interface CorrectionPageProps {
  reference: string
  /** Of the staff's page of the order. */
  url: string
  version: string
  /** `formatOriginal` of the order as it is stored. */
  original: string
  /** What was typed for lines that can’t be changed any more. */
  discardedInput: DiscardedInput[]
  requestKey: string
  errors: FieldErrors
  notice: string | null
  /** What colleagues did to the order while the form was open; null: nothing. */
  news: OrderNews | null
  /** What it would cost, to be confirmed; null: nothing. */
  sums: ConfirmedSums | null
  contact: OrderContact
  delivery: Address
  billing: Address
  /** As they are stored. */
  deliveryLines: string[]
  billingLines: string[]
  /** Something in them was typed or is wrong. */
  isDeliveryTyped: boolean
  isBillingTyped: boolean
  purchaseOrder: string
  deliveryInstructions: string
  /** As it is stored. */
  deliveryText: string
  deliveryCharge: string
  deliveryOption: string
  choices: DeliveryChoiceItem[]
  countries: readonly Country[]
  lines: CorrectionLine[]
  paging: LinePaging
  invoiced: InvoicedPart
  isPaidOnline: boolean
  hasVoucher: boolean
}

/** The form has fields for quantities and products. */
export const canChangeGoods = ({
  invoiced,
  hasVoucher,
}: Pick<CorrectionPageProps, 'invoiced' | 'hasVoucher'>): boolean =>
  invoiced === 'none' || (invoiced === 'part' && !hasVoucher)
