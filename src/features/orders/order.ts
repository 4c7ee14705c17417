import type { Consignments } from '../../lib/availability.ts'
import type { Address } from '../../lib/contact/address.ts'
import type { Pence } from '../../lib/money.ts'
import type { ItemisedTotals } from '../../lib/total-lines.ts'
import type { Person } from '../accounts/visitor.ts'
import type { VoucherKind } from '../basket/vouchers/vouchers.ts'
import type { DeliveryFacts } from '../delivery/chosen-delivery.ts'
import type { FreeReason } from './free-reason.ts'
import type { OrderLine } from './order-line.ts'
import type { OrderKind, OrderState } from './states.ts'

/** How an order is paid for; 'free': its total is 0; 'counter': in cash, at the card terminal or by bank transfer. Quotes and approval requests have no payment method. */
export type OrderPaymentMethod = 'account' | 'card' | 'godmode' | 'free' | 'counter'

/** How an order came to the shop; all but 'web' were entered by staff. */
export const orderChannels = ['web', 'phone', 'counter', 'email'] as const
export type OrderChannel = (typeof orderChannels)[number]

/** What the checkout offers as payment methods: two of them ask for something else than an order. */
export type CheckoutMethod = OrderPaymentMethod | 'quote' | 'approval'

/** What a choice at the checkout makes. */
export function toKindAndMethod(choice: CheckoutMethod): {
  kind: OrderKind
  method: OrderPaymentMethod | null
} {
  if (choice === 'quote') return { kind: 'quote', method: null }
  if (choice === 'approval') return { kind: 'approval_request', method: null }
  return { kind: 'order', method: choice }
}

/** It is paid before it is sent, so what is credited is paid back. */
export const isPrepaid = ({ method }: Pick<Order, 'method'>): boolean =>
  method === 'card' || method === 'counter'

/** What it costs more after a correction is to be paid before it is sent. */
export const isPaidOnline = (order: Pick<Order, 'method'>): boolean =>
  isPrepaid(order) || order.method === 'free'

/** Free of charge: it is no sale, so it has no invoice and no credit note. */
export const isWithoutPayment = ({ method }: Pick<Order, 'method'>): boolean => method === 'godmode'

/** Never cut, because customers match invoices by it. */
export const purchaseOrderMaxLength = 255
export const approvalNoteMaxLength = 500

export interface OrderAddress extends Address {
  /** A guest's order only: the address goes into the account that the order creates. */
  saveForFuture?: true
  /** Of a delivery address that is saved: as a billing address too. */
  saveAsBilling?: true
}

export interface OrderContact {
  name: string
  email: string
  telephone: string
  vat: string
}

/** A voucher as it was used. */
export interface OrderVoucher {
  code: string
  kind: VoucherKind
  /** Basis points of a percentage, pence ex VAT of a fixed sum, 0 of a free delivery. */
  rate: number
  /** As the customer read it: '10% off'. */
  summary: string
  /** What it took off, ex VAT. */
  amount: Pence
}

export interface OrderTotals extends ItemisedTotals {
  vouchers: OrderVoucher[]
  vatRateBp: number
}

export const pickTotals = (order: OrderTotals & Partial<Pick<Order, 'method'>>): OrderTotals => {
  const { subtotal, discount, vouchers, deliveryCost, vat, vatRateBp, total, method } = order
  const totals = { subtotal, discount, vouchers, deliveryCost, vat, vatRateBp, total }
  return method === 'godmode' ? { ...totals, isFreeOfCharge: true } : totals
}

/** What the last e-mail to the customer said about a promised day that could not be met. */
export interface Delay {
  /** ISO date; null: no day is known yet. */
  day: string | null
}

/** An order, quote or approval request as it was saved. Money ex VAT but `vat`, `total`. */
export interface Order extends OrderTotals {
  id: number
  reference: string
  kind: OrderKind
  state: OrderState
  /** It is not finished, and the stock that it took was given back. */
  isStockReleased: boolean
  /** Null but for kind 'order'. */
  method: OrderPaymentMethod | null
  /** How staff took the whole of its money: 'cash', 'terminal', 'bank'. */
  paidBy?: readonly string[] | null
  /** Of an order that is free of charge; null: it has none, so it is not despatched. */
  freeReason: FreeReason | null
  /** Null for an order made from a quote or an approval request. */
  basketId: number | null
  sourceId: number | null
  personId: number | null
  companyId: number | null
  contact: OrderContact
  /** Of the links in its e-mails; raised when the e-mail address is corrected. */
  linkVersion: number
  delivery: OrderAddress
  billing: OrderAddress
  deliveryCode: string
  deliveryFacts: DeliveryFacts
  /** Address and hours of the counter, where the order is collected. */
  collectionDetails: string[]
  /** ISO date; null while the delivery is to be quoted. */
  deliveryDate: string | null
  /** How goods of which a part is not in stock are sent; null: there is nothing to choose. */
  consignments: Consignments | null
  purchaseOrder: string
  deliveryInstructions: string
  /** Of an approval request: what its sender wrote to the head buyers. */
  approvalNote: string
  /** What the customer wrote to a request for a quote; ''. */
  quoteNote: string
  /** Held: its account is on stop or beyond its credit, staff hold it, or a payment is due. */
  onStop: boolean
  /** It was held, and released since: its day of delivery is not promised any more. */
  wasHeld: boolean
  /** Of staff; '': they do not hold it. */
  holdReason: string
  /** Nothing else holds it than the credit of its account. */
  isCreditHeld: boolean
  /** What is still to be paid by card, for which the order is held too; 0: nothing. */
  amountDue: Pence
  /** ISO date: until when it is held for a bank transfer; null: no day was set. */
  payBy: string | null
  /** The customer was e-mailed that it can be collected, and has not collected it yet. */
  isReadyToCollect: boolean
  /** Null: the day that was promised holds. */
  delay: Delay | null
  placedAt: Date | null
  /** Staff made it for the customer. */
  isPrepared: boolean
  lines: OrderLine[]
}

/** What is still to be paid by card, and the page where it is paid. */
export interface AmountToPay {
  amount: Pence
  url: string
}

/** The quote or approval request that an order was made from. */
export interface OrderOrigin {
  reference: string
  kind: Exclude<OrderKind, 'order'>
  sender: string
}

/** Of a quote or approval request. */
export const toOrigin = ({ reference, kind, contact }: Order): OrderOrigin => ({
  reference,
  kind: kind as OrderOrigin['kind'],
  sender: contact.name,
})

/** An order to insert; the database gives it its id. */
export type NewOrder = Omit<
  Order,
  | 'id'
  | 'state'
  | 'isStockReleased'
  | 'wasHeld'
  | 'holdReason'
  | 'isCreditHeld'
  | 'amountDue'
  | 'isReadyToCollect'
  | 'delay'
  | 'placedAt'
  | 'isPrepared'
  | 'linkVersion'
  | 'vouchers'
> & {
  state: 'saved' | 'awaiting_payment'
  basketVersion: number
  sessionHash: Buffer
  /** Where the request came from (R-CALL-13). */
  clientNetwork: string
  guestPasswordHash: string | null
  requestHash: string
  /** Something is to be paid before it is sent. */
  paymentDue?: boolean
  vouchers: (OrderVoucher & { voucherId: number })[]
}

/** `sessionHash`: null of what staff made. `prepared`: by whom, and how it came to them; absent: the customer made it. */
export type InsertedOrder = Omit<NewOrder, 'sessionHash'> & {
  sessionHash: Buffer | null
  prepared?: { by: number; source: OrderChannel } | undefined
}

// Neither 0 and O, nor 1 and I.
const referenceLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 'FH' and 8 letters from 8 random bytes: 32^8 references cannot be guessed. */
export function createOrderReference(random: Uint8Array): string {
  return `FH${[...random.slice(0, 8)].map(byte => referenceLetters[byte % 32]).join('')}`
}

/** The order number that was typed, in any spelling, with or without FH; null: it cannot be one. */
export function parseOrderReference(typed: string): string | null {
  const match = /^(?:FH)?([2-9A-Z]{8})$/.exec(typed.toUpperCase().replace(/[\s-]/g, ''))
  return match ? `FH${match[1]}` : null
}

/** The page of an order in the account of its buyer. */
export const orderUrl = (reference: string): string => `/account/orders/${reference}`

/** A quote or request with its page. */
export interface LinkedOrigin extends OrderOrigin {
  url: string
}

export const linkOrigin = (origin: OrderOrigin): LinkedOrigin => ({
  ...origin,
  url: origin.kind === 'quote' ? `/account/quotes/${origin.reference}` : orderUrl(origin.reference),
})

/**
 * Whether an order is a person's own, like the SQL function `orders_of_person`: what they ordered for a company stays with
 * the company when they leave it.
 */
export const isOrderOfPerson = (
  order: Pick<Order, 'personId' | 'companyId'>,
  person: Pick<Person, 'id' | 'company'>,
): boolean =>
  order.personId === person.id && (order.companyId === null || order.companyId === person.company?.id)
