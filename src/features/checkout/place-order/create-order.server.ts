import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { isRecord } from '../../../lib/address.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { toSaved } from '../../accounts/saved-address.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import { addressesOf, insertAddress } from '../../accounts/service.ts'
import type { Visitor } from '../../accounts/visitor.ts'
import { approvalMessages } from '../../approvals/rules.ts'
import { type Basket, type BasketTotals, calculateBasketTotals } from '../../basket/basket.ts'
import { getBuyer, lockBasket, removeLapsedVouchers } from '../../basket/service.ts'
import { getVatRate } from '../../delivery/vat-rate.ts'
import { createOrderReference, type Order } from '../../orders/order.ts'
import {
  listEarlierOrders,
  lockOrder,
  lockVouchers,
  type OrderSource,
  reassignSession,
  releaseAndTransition,
  type StockShortage,
  saveOrder,
} from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import {
  type PreparedPayment,
  preparePayment,
  supersedeAttempts,
  supportsCardAmount,
} from '../../payments/service.ts'
import { type CheckoutDraft, hasAddress, toAddress } from '../draft/draft.ts'
import { orderMessages } from '../messages.ts'
import { type CheckoutDeps, getActor, listMethods, listOptions } from '../service.ts'
import { type CheckoutSource, reloadSource } from '../source.server.ts'
import {
  type AcceptedOrder,
  decideOrder,
  type RejectedOrder,
  rejectOrder,
  toNewOrder,
} from './decide-order.ts'

export interface OrderCreated {
  isAccepted: true
  order: Order
  payment: PreparedPayment | null
}

export type OrderResult = OrderCreated | RejectedOrder

export interface FinalSend {
  visitor: Visitor
  sessionHash: Buffer
  source: CheckoutSource
  draft: CheckoutDraft
  guestPasswordHash: string | null
  /** The total last shown to the customer, if the send tells it: another total is refused first. */
  shownTotal: Pence | null
}

/**
 * Creates the order of a final send: everything is read again under the lock of the basket or the loaded order, validated,
 * and written with its stock in one transaction. A repeated send returns the same order.
 */
export async function createOrder(deps: CheckoutDeps, send: FinalSend): Promise<OrderResult> {
  const { visitor, source } = send
  const origin = getOrigin(source)
  if (!origin) return rejectOrder(orderMessages.emptyBasket)
  const { db } = deps.context
  const savedAddresses = visitor.person ? await addressesOf(db, visitor.person) : []
  try {
    return await inTransaction(db, tx => createInTransaction(tx, deps, send, origin, savedAddresses))
  } catch (error) {
    if (error instanceof OrderRollback) return error.rejected
    throw error
  }
}

/** Rolls the transaction back and carries the answer out of it. */
class OrderRollback extends Error {
  readonly rejected: RejectedOrder
  constructor(rejected: RejectedOrder) {
    super('the order was rejected')
    this.rejected = rejected
  }
}

async function createInTransaction(
  tx: Tx,
  deps: CheckoutDeps,
  send: FinalSend,
  origin: OrderSource,
  savedAddresses: SavedAddress[],
): Promise<OrderResult> {
  const { visitor, sessionHash, draft } = send
  const now = deps.context.now()
  if ('basketId' in origin) await lockBasket(tx, origin.basketId)
  else await lockOrder(tx, origin.sourceId)
  const requestHash = hashRequest('basketId' in origin ? origin.basketId : send.source.key, draft)
  const earlier = await listEarlierOrders(tx, origin, requestHash, now)
  const same = earlier.find(order => order.requestHash === requestHash)
  const isSameOpen = same !== undefined && isIn('isOpen', same.state)
  // A loaded order that was ordered cannot be loaded again: its order is the answer.
  if (same && !isSameOpen && send.source.loadedOrder) return returnExisting(deps, tx, same.id, sessionHash)
  const source = await reloadSource(tx, visitor, send.source, now)
  const { basket, loadedOrder } = source
  if (same && (isSameOpen ? same.basketVersion === basket.version : basket.lines.length === 0)) {
    return returnExisting(deps, tx, same.id, sessionHash)
  }
  if (loadedOrder && !loadedOrder.mayPlace) return rejectOrder(approvalMessages.not_yours_to_give)
  const decision = decideOrder({
    draft,
    person: visitor.person,
    basket,
    savedAddresses,
    countries: deps.countries,
    options: hasAddress(draft.delivery) ? listOptions(deps, source, draft.delivery) : [],
    methods: listMethods(deps, visitor, draft.deliveryOption).map(({ value }) => value),
  })
  if (!decision.isAccepted) return decision
  // Voucher uses are counted again under the vouchers' locks, so that concurrent orders cannot exceed a limit.
  await lockVouchers(
    tx,
    basket.vouchers.map(voucher => voucher.id),
  )
  await supersedeEarlier(
    tx,
    earlier.filter(({ state }) => isIn('isOpen', state)),
    visitor,
    loadedOrder ? 'loaded order' : 'basket',
    now,
  )
  const finalBasket =
    basket.vouchers.length > 0 ? (await reloadSource(tx, visitor, source, now)).basket : basket
  const vatRate = getOrderVatRate(decision)
  const deliveryCost = { price: decision.option.price, vatRate }
  const totals = calculateBasketTotals(finalBasket, getBuyer(visitor), deliveryCost, now)
  if (totals.lapsed.length > 0 && !loadedOrder) {
    const [message] = await removeLapsedVouchers(tx, finalBasket, totals)
    return rejectOrder(message ?? orderMessages.voucherLapsed)
  }
  rejectUnexpectedTotal(decision, totals, send.shownTotal, loadedOrder !== null, deps.payments)
  const order = toNewOrder(decision, {
    basket: finalBasket,
    totals,
    draft,
    person: visitor.person,
    sessionHash,
    guestPasswordHash: send.guestPasswordHash,
    requestHash,
    reference: createOrderReference(randomBytes(8)),
    sourceId: loadedOrder?.order.id ?? null,
    vatRate,
  })
  const saved = await saveOrder(tx, order, getActor(visitor), now)
  // The superseded order of this basket is restored by the rollback too.
  if (typeof saved !== 'number') throw new OrderRollback(rejectShort(saved, finalBasket))
  if (visitor.person) await saveAddresses(tx, visitor.person.id, draft)
  const created = (await lockOrder(tx, saved))!
  const { payments } = deps
  const payment = decision.method === 'card' && payments ? await preparePayment(payments, tx, created) : null
  return { isAccepted: true, order: created, payment }
}

function getOrigin({ basket, loadedOrder }: CheckoutSource): OrderSource | null {
  if (loadedOrder) return { sourceId: loadedOrder.order.id }
  return basket.id === null ? null : { basketId: basket.id }
}

async function supersedeEarlier(
  tx: Tx,
  orders: readonly { id: number }[],
  visitor: Visitor,
  origin: string,
  now: Date,
): Promise<void> {
  const why = `another order was saved from the same ${origin}`
  for (const { id } of orders) {
    await releaseAndTransition(tx, id, { to: 'superseded', actor: getActor(visitor), why, now })
    await supersedeAttempts(tx, id)
  }
}

// Collected goods are handed over in the UK, wherever the customer lives.
function getOrderVatRate({ option, delivery }: AcceptedOrder) {
  return option.code === 'COL' ? getVatRate('GB', '') : getVatRate(delivery.country, delivery.postcode)
}

/** Throws when prices, delivery or basket changed since the total was shown, or a card cannot pay the total. */
function rejectUnexpectedTotal(
  { method }: AcceptedOrder,
  { totals, lapsed }: BasketTotals,
  shownTotal: Pence | null,
  isLoaded: boolean,
  payments: CheckoutDeps['payments'],
): void {
  const total = totals.discountedTotal
  const hasChanged = shownTotal === null ? isLoaded && lapsed.length > 0 : shownTotal !== total
  if (hasChanged) {
    const error = orderMessages.totalChanged(formatPounds(total))
    throw new OrderRollback(rejectOrder(error, { total: error }))
  }
  if (method === 'card' && !supportsCardAmount(payments, total)) {
    throw new OrderRollback(rejectOrder(orderMessages.notByCard, { payment_method: orderMessages.notByCard }))
  }
}

function rejectShort(shortages: readonly StockShortage[], basket: Basket): RejectedOrder {
  const items = shortages.map(({ productId, available }) => {
    const line = basket.lines.find(candidate => candidate.productId === productId)
    return orderMessages.shortOfStock(line?.code ?? '', line?.title ?? '', available)
  })
  return rejectOrder(orderMessages.itemsUnavailable, {}, items)
}

async function returnExisting(
  deps: CheckoutDeps,
  tx: Tx,
  orderId: number,
  sessionHash: Buffer,
): Promise<OrderCreated> {
  const order = (await lockOrder(tx, orderId))!
  // Two clicks of a browser without a session come with one each, and the cookie of the last one stays; another device of
  // the same customer has its own. A sender of the very same draft learns nothing new from its order.
  await reassignSession(tx, orderId, sessionHash)
  const needsPayment = order.state === 'awaiting_payment'
  const { payments } = deps
  const payment = needsPayment && payments ? await preparePayment(payments, tx, order) : null
  return { isAccepted: true, order, payment }
}

async function saveAddresses(tx: Tx, personId: number, { delivery, billing }: CheckoutDraft): Promise<void> {
  for (const [address, isBilling] of [
    [delivery, false],
    [billing, true],
  ] as const) {
    if (!address.saveForFuture || address.id !== null || !hasAddress(address)) continue
    await insertAddress(tx, personId, { ...toSaved(toAddress(address)), billing: isBilling })
  }
}

// A send with the same draft for the same source is a repetition.
function hashRequest(source: number | string, draft: CheckoutDraft): string {
  return createHash('sha256')
    .update(JSON.stringify([source, draft], sortKeys))
    .digest('hex')
}

// A stored draft comes back from the database with its keys in another order.
function sortKeys(_key: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}
