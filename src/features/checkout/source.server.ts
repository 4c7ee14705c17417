import type { Db, Tx } from '../../infra/app-context.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { Pence } from '../../lib/money.ts'
import type { Sentence } from '../../lib/shop-contact.ts'
import type { Visitor } from '../accounts/visitor.ts'
import { approvalRefusalMessages } from '../approvals/rules.ts'
import { loadApprovalRequest } from '../approvals/service.ts'
import type { Basket } from '../basket/basket.ts'
import { loadBasket } from '../basket/service.ts'
import type { Order } from '../orders/order.ts'
import type { OrderSource } from '../orders/service.ts'
import { type QuoteRefusal, quoteMessages } from '../quotes/quote.ts'
import { loadQuote } from '../quotes/service.ts'
import type { SourceKey } from './draft/draft.ts'
import { listLoadedLines, listLoadedVouchers } from './queries.ts'

/** What a checkout is for: the visitor's basket, or a loaded order with its own lines and prices. */
export interface CheckoutSource {
  key: SourceKey
  basket: Basket
  loadedOrder: LoadedOrder | null
}

export interface LoadedOrder {
  /** The `status` of the load reply (R-CHECKOUT-5). */
  status: 'quote_approved' | 'approval'
  order: Order
  /** The delivery price that staff offered for a quote, also when the quote was sent for approval. */
  quoted: { price: Pence; note: string } | null
  /** When staff sent the offer of a quote; null for a request. A later offer may have other goods at the same total. */
  offeredAt: Date | null
  /** False: the customer is its sender, who may see it and not place it. */
  mayPlace: boolean
}

export interface SourceIdInput {
  quote_id?: string | number | null | undefined
  approval_id?: string | number | null | undefined
}

/**
 * Loads the source that the ids name, else the visitor's basket. Another customer's order is a 404 (a 401 for anonymous
 * visitors); one that has expired or is not priced yet is a 409 with the reason.
 */
export async function loadSource(
  db: Db | Tx,
  visitor: Visitor,
  { quote_id, approval_id }: SourceIdInput,
  now: Date,
): Promise<CheckoutSource> {
  const [quoteId, approvalId] = [toText(quote_id), toText(approval_id)]
  if (quoteId === '' && approvalId === '') return loadBasketSource(db, visitor)
  const { person } = visitor
  if (!person) throw new Problem(401)
  if (quoteId !== '' && approvalId !== '') {
    throw new Problem(400, 'Load either a quote or an order for approval.')
  }
  if (quoteId !== '') {
    const quote = await loadQuote(db, person, parseOrderId(quoteId), now)
    if (!quote) throw new Problem(404)
    if (!quote.ok) throw new NotLoadable(quoteMessages[quote.reason], { quote })
    const { deliveryTitle, deliveryCost, note, pricedAt } = quote.offer
    return loadOrderSource(db, `quote:${quote.order.id}`, {
      status: 'quote_approved',
      order: quote.order,
      quoted: { price: deliveryCost, note: [deliveryTitle, note].filter(Boolean).join('. ') },
      offeredAt: pricedAt,
      mayPlace: true,
    })
  }
  const approval = await loadApprovalRequest(db, person, parseOrderId(approvalId), now)
  if (!approval) throw new Problem(404)
  if (!approval.ok) throw new NotLoadable(approvalRefusalMessages[approval.reason], { quote: null })
  const { order, canPlace } = approval
  return loadOrderSource(db, `approval:${order.id}`, {
    status: 'approval',
    order,
    quoted: getQuotedDelivery(order),
    offeredAt: null,
    mayPlace: canPlace,
  })
}

/** Of a request for approval of a quote, which keeps the quoted delivery price (R-CHECKOUT-27). */
export function getQuotedDelivery({
  deliveryCost,
  deliveryCode,
}: Pick<Order, 'deliveryCost' | 'deliveryCode'>): LoadedOrder['quoted'] {
  return deliveryCode === 'QTD' && deliveryCost !== null ? { price: deliveryCost, note: '' } : null
}

export function reloadSource(
  tx: Tx,
  visitor: Visitor,
  { loadedOrder }: CheckoutSource,
  now: Date,
): Promise<CheckoutSource> {
  if (!loadedOrder) return loadBasketSource(tx, visitor)
  const { id } = loadedOrder.order
  return loadSource(
    tx,
    visitor,
    loadedOrder.status === 'approval' ? { approval_id: id } : { quote_id: id },
    now,
  )
}

/** What an order of this source is made from; null: there is no basket yet. */
export function getOrigin({ basket, loadedOrder }: CheckoutSource): OrderSource | null {
  if (loadedOrder) return { sourceId: loadedOrder.order.id }
  return basket.id === null ? null : { basketId: basket.id }
}

async function loadBasketSource(db: Db | Tx, visitor: Visitor): Promise<CheckoutSource> {
  const { basket } = await loadBasket(db, visitor)
  return { key: '', basket, loadedOrder: null }
}

async function loadOrderSource(
  db: Db | Tx,
  key: SourceKey,
  loadedOrder: LoadedOrder,
): Promise<CheckoutSource> {
  const { order, quoted } = loadedOrder
  const { country, postcode } = order.delivery
  const lines = await listLoadedLines(db, order.id)
  // Staff priced a quote as a whole, so no voucher applies on top.
  const vouchers = quoted ? [] : await listLoadedVouchers(db, order.id, order.personId)
  return {
    key,
    loadedOrder,
    basket: {
      id: null,
      version: 0,
      storage: 'account',
      shipTo: {
        country,
        postcode,
        method: quoted ? 'QTD' : order.deliveryCode,
        day: order.deliveryDate,
        consignments: order.consignments,
      },
      consignments: order.consignments,
      lines,
      leftovers: [],
      vouchers,
    },
  }
}

const toText = (id: string | number | null | undefined): string => String(id ?? '').trim()

/** 0, which no order has, for anything but a number. */
const parseOrderId = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0)

/** An order that is this customer's and cannot be ordered (any more). Calls answer a 409 with the reason. */
export class NotLoadable extends Problem {
  readonly reason: Sentence
  /** Null: an order for approval. */
  readonly quote: { reason: QuoteRefusal; reference: string } | null

  constructor(reason: Sentence, { quote }: Pick<NotLoadable, 'quote'>) {
    super(409, reason)
    this.reason = reason
    this.quote = quote
  }

  get title(): string {
    return this.quote ? `Quote ${this.quote.reference}` : 'Order for approval'
  }
}

/** For `catch`: returns a NotLoadable as a value and throws anything else. */
export function returnNotLoadable(error: unknown): NotLoadable {
  if (error instanceof NotLoadable) return error
  throw error
}
