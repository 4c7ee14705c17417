import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction, rollback } from '../../../infra/database/db.ts'
import { getPayBy } from '../../../lib/bank-transfer.ts'
import { isRecord } from '../../../lib/contact/address.ts'
import type { Pence } from '../../../lib/money.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { SavedAddress } from '../../accounts/schemas.ts'
import { insertAddressIfNew, isEmailTaken, listAddresses } from '../../accounts/service.ts'
import type { Person, Visitor } from '../../accounts/visitor.ts'
import { approvalRefusalMessages } from '../../approvals/rules.ts'
import type { Basket } from '../../basket/basket.ts'
import { lockBasket } from '../../basket/service.ts'
import { choiceMessages } from '../../delivery/messages.ts'
import { createOrderReference, type NewOrder } from '../../orders/order.ts'
import {
  addSession,
  findExceededHoldLimit,
  listEarlierOrders,
  lockOrder,
  lockVouchers,
  type Order,
  type OrderSource,
  releaseAndTransition,
  retakeStock,
  type StockShortage,
  saveOrder,
} from '../../orders/service.ts'
import { isOrderOpen } from '../../orders/states.ts'
import { type PreparedPayment, preparePayment, supersedeAttempts } from '../../payments/service.ts'
import { type CheckoutDraft, hasAddress, toAddress } from '../draft/draft.ts'
import { checkoutMessages, orderMessages } from '../messages.ts'
import { toMethodAtTotal } from '../payment-method.ts'
import {
  type CheckoutDeps,
  getActor,
  isFree,
  listAcceptedMethods,
  listOptions,
  loadBuyer,
} from '../service.ts'
import { type CheckoutSource, getOrigin, reloadSource } from '../source.server.ts'
import {
  type AcceptedOrder,
  decideOrder,
  type RejectedOrder,
  rejectOrder,
  toNewOrder,
} from './decide-order.ts'
import {
  calculateFinalTotals,
  findCardRejection,
  findTotalRejection,
  rejectUnpaid,
} from './final-totals.server.ts'

export type OrderResult = CreatedOrder | RejectedOrder

export interface FinalSend {
  visitor: Visitor
  sessionHash: Buffer
  source: CheckoutSource
  draft: CheckoutDraft
  guestPasswordHash: string | null
  /** Where the request came from (R-CALL-13). */
  clientNetwork: string
  /** The total last displayed to the customer, if the send contains it: a higher one is refused first. */
  displayedTotal: Pence | null
  /** The same of a quote's offer, by the time when it was sent. */
  displayedOffer: string | null
}

/**
 * Creates the order of a final send: everything is read again under the lock of the basket or the loaded order, validated,
 * and written with its stock in one transaction. A repeated send returns the same order (R-CHECKOUT-22).
 */
export async function createOrder(deps: CheckoutDeps, send: FinalSend): Promise<OrderResult> {
  const { visitor, source } = send
  const origin = getOrigin(source)
  if (!origin) return rejectOrder(orderMessages.emptyBasket)
  const { db } = deps.context
  const savedAddresses = visitor.person ? await listAddresses(db, visitor.person) : []
  return inTransaction(db, tx => createInTransaction(tx, deps, send, origin, savedAddresses))
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
  const reuse = async (orderId: number, { lines }: Pick<Basket, 'lines'>): Promise<OrderResult> => {
    const result = await reuseOrder(tx, deps, orderId, sessionHash)
    return Array.isArray(result) ? rejectShort(result, lines) : result
  }
  const requestHash = hashRequest(origin, send.source, draft, visitor.person?.id ?? null)
  const earlierOrders = await listEarlierOrders(tx, origin, requestHash, now)
  const openOrders = earlierOrders.filter(({ state }) => isOrderOpen(state))
  const repeated = earlierOrders.find(order => order.requestHash === requestHash)
  const isRepeatedOpen = repeated !== undefined && openOrders.includes(repeated)
  // A loaded order that was ordered cannot be loaded again: its order is the answer.
  if (repeated && !isRepeatedOpen && send.source.loadedOrder) {
    return reuse(repeated.id, send.source.basket)
  }
  const source = await reloadSource(tx, visitor, send.source, now)
  const { basket, loadedOrder } = source
  const isUnchanged = isRepeatedOpen ? repeated.basketVersion === basket.version : basket.lines.length === 0
  const decision = decideOrder({
    draft,
    person: visitor.person,
    basket,
    savedAddresses,
    countries: deps.countries,
    options: listOptions(deps, source, draft),
    // Whether nothing is to be paid is known with the totals.
    methods: listAcceptedMethods(deps, await loadBuyer(tx, visitor, source, now), draft.deliveryOption, true),
    minimumOrder: deps.context.config.minimumOrder,
  })
  if (repeated && isUnchanged) {
    // An open order that costs more than the customer's page displays since is superseded by a new one.
    const isDearer = isRepeatedOpen && send.displayedTotal !== null && repeated.total > send.displayedTotal
    if (!isDearer) return reuse(repeated.id, basket)
  }
  if (loadedOrder && !loadedOrder.mayPlace) return rejectOrder(approvalRefusalMessages.not_yours_to_give)
  if (!decision.ok) return decision
  // Voucher uses are counted again under the vouchers' locks, so that concurrent orders cannot exceed a limit.
  await lockVouchers(
    tx,
    basket.vouchers.map(voucher => voucher.id),
  )
  await supersedeOrders(tx, openOrders, visitor, loadedOrder ? 'loaded order' : 'basket', now)
  return insertDecidedOrder(tx, deps, send, { source, decision, requestHash, now })
}

interface DecidedOrder {
  source: CheckoutSource
  decision: AcceptedOrder
  requestHash: string
  now: Date
}

async function insertDecidedOrder(
  tx: Tx,
  deps: CheckoutDeps,
  send: FinalSend,
  { source: before, decision, requestHash, now }: DecidedOrder,
): Promise<OrderResult> {
  const { visitor, draft, sessionHash, clientNetwork, guestPasswordHash } = send
  const { payments } = deps
  const final = await calculateFinalTotals(tx, visitor, before, decision, now)
  if (!final.ok) return final
  const { source, totals, vatRate } = final
  const { basket, loadedOrder } = source
  const rejection = findTotalRejection(final, send)
  if (rejection) rollback<OrderResult>(rejection)
  const method = toMethodAtTotal(decision.method, isFree(totals))
  if (method === null) rollback<OrderResult>(rejectUnpaid(totals))
  const cardRejection = findCardRejection({ method }, totals, payments)
  if (cardRejection) rollback<OrderResult>(cardRejection)
  const newOrder = toNewOrder(
    { ...decision, method },
    {
      basket,
      totals,
      draft,
      person: visitor.person,
      sessionHash,
      clientNetwork,
      guestPasswordHash,
      requestHash,
      reference: createOrderReference(randomBytes(8)),
      sourceId: loadedOrder?.order.id ?? null,
      vatRate,
      payBy: getPayBy(now, deps.context.config.proFormaDays),
    },
  )
  if (method === 'card' || method === 'counter' || method === 'free')
    await enforceHoldLimit(tx, deps, newOrder)
  const order = await saveWithStock(tx, newOrder, basket, getActor(visitor), now)
  if (!visitor.person) await refuseExistingAccount(tx, order)
  if (visitor.person) await saveAddresses(tx, visitor.person, draft)
  const payment = method === 'card' && payments ? await preparePayment(payments, tx, order) : null
  return { ok: true, order, payment }
}

async function enforceHoldLimit(tx: Tx, { context }: CheckoutDeps, order: NewOrder): Promise<void> {
  const { limits } = context.config
  const added = { value: order.subtotal, lines: order.lines.length }
  const exceeded = await findExceededHoldLimit(tx, limits, order, added)
  if (exceeded) rollback<OrderResult>(rejectOrder(orderMessages.tooMuchHeld(exceeded)))
}

/** Rolls back when stock is short, so that the superseded order of this basket is restored too. */
async function saveWithStock(
  tx: Tx,
  order: NewOrder,
  basket: Basket,
  actor: Actor,
  now: Date,
): Promise<Order> {
  const saved = await saveOrder(tx, order, actor, now)
  if (typeof saved !== 'number') rollback<OrderResult>(rejectShort(saved, basket.lines))
  return (await lockOrder(tx, saved))!
}

// Checked last, so that only a send that would place an order tells whether an address has an account (R-CHECKOUT-9).
async function refuseExistingAccount(tx: Tx, { contact }: Pick<Order, 'contact'>): Promise<void> {
  if (!(await isEmailTaken(tx, contact.email))) return
  const { contactInvalid, emailExists } = checkoutMessages
  rollback<OrderResult>(rejectOrder(contactInvalid, { email: emailExists }))
}

async function supersedeOrders(
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

function rejectShort(shortages: readonly StockShortage[], lines: Basket['lines']): RejectedOrder {
  // What can be ordered back is only promised too early: the customer sees the new days first.
  if (shortages.every(({ backOrder }) => backOrder)) {
    return rejectOrder(choiceMessages.day_gone, { delivery_method: choiceMessages.day_gone })
  }
  const items = shortages
    .filter(({ backOrder }) => !backOrder)
    .map(({ productId, available }) => {
      const line = lines.find(candidate => candidate.productId === productId)
      return orderMessages.shortOfStock(line?.code ?? '', line?.title ?? '', available)
    })
  return rejectOrder(orderMessages.itemsUnavailable, {}, items)
}

async function saveAddresses(tx: Tx, person: Person, draft: CheckoutDraft): Promise<void> {
  for (const [address, billing] of [
    [draft.delivery, draft.delivery.saveAsBilling],
    [draft.billing, true],
  ] as const) {
    if (!address.saveForFuture || address.id !== null || !hasAddress(address)) continue
    await insertAddressIfNew(tx, person, toAddress(address), { billing })
  }
}

/** The order that a final send has created, or that an earlier one created before. */
interface CreatedOrder {
  ok: true
  order: Order
  payment: PreparedPayment | null
}

/**
 * Idempotency key of a final send: customer, source and draft (two head buyers who order the same request are not one). The
 * lines are not part of it: a change of the basket raises `basket.version`, which `createOrder` compares too.
 */
function hashRequest(
  origin: OrderSource,
  { key }: CheckoutSource,
  draft: CheckoutDraft,
  personId: number | null,
): string {
  const source = 'basketId' in origin ? origin.basketId : key
  return createHash('sha256')
    .update(JSON.stringify([source, draft, personId], sortKeys))
    .digest('hex')
}

// A stored draft comes back from the database with its keys in another order.
function sortKeys(_key: string, value: unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}

/**
 * Answers a repeated send with the order of the first one, and with its card form while it awaits payment. What is short
 * instead, when the stock of the order was released meanwhile and is gone.
 */
async function reuseOrder(
  tx: Tx,
  { payments }: CheckoutDeps,
  orderId: number,
  sessionHash: Buffer,
): Promise<CreatedOrder | StockShortage[]> {
  const order = (await lockOrder(tx, orderId))!
  const shortages = isOrderOpen(order.state) ? await retakeStock(tx, order) : []
  if (shortages.length > 0) return shortages
  // Two clicks of a browser that has no session yet create two sessions, and the browser keeps the cookie of the response
  // that arrives last, which may be either. Both see the order: who sends the whole draft again knows it already.
  await addSession(tx, orderId, sessionHash)
  const needsPayment = order.state === 'awaiting_payment'
  const payment = needsPayment && payments ? await preparePayment(payments, tx, order) : null
  return { ok: true, order, payment }
}
