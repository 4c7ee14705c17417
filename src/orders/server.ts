import { toSaved } from '../accounts/saved-address.ts'
import { headBuyersOf, insertAddress, openAccount } from '../accounts/server.ts'
import { removeOrderedLines } from '../basket/server.ts'
import { inTransaction } from '../platform/db.ts'
import type { House, Tx } from '../platform/house.ts'
import { enqueueMail } from '../platform/mail.ts'
import { approvalGivenMail, approvalWantedMail } from './approval-mail.ts'
import {
  guestPasswordOf,
  insertOrder,
  lockOrder,
  lockStock,
  type Move,
  moveOrder,
  moveStock,
  orderById,
} from './data.ts'
import { handoverOf } from './handover.ts'
import { hasSuccessor, lacksVoucher } from './late.server.ts'
import { orderReceivedMail } from './mail.ts'
import { type NewOrder, type Order, placedState, takesStock } from './order.ts'
import { convertedTo, holdMinutes, mayMove, type OrderState } from './states.ts'
import { isOverdue, overdueOrders, unfinishedOrders } from './unfinished.server.ts'
import { methodWords } from './words.ts'

export {
  earlierOrders,
  handOver,
  hasOrderedAs,
  holdUntil,
  latestOrder,
  lockOrder,
  lockVouchers,
  type MadeFrom,
  orderById,
  ownOrder,
} from './data.ts'

export type { Order } from './order.ts'
export { type AccountNews, accountNews } from './overview.server.ts'
export { tellIfStranded } from './stranded.server.ts'

/** Why an order could not be made or placed: these products are short. */
export interface Short {
  productId: number
  available: number
}

/**
 * Saves an order inside the caller's transaction and takes its stock. Returns what is short instead when anything
 * is; nothing is written then.
 */
export async function saveOrder(
  tx: Tx,
  order: NewOrder,
  actor: string,
  now: Date,
): Promise<number | Short[]> {
  if (takesStock(order.method)) {
    const short = await takeStock(tx, order.lines)
    if (short.length > 0) return short
  }
  const holdUntil = new Date(now.getTime() + holdMinutes * 60_000)
  return insertOrder(tx, order, actor, now, holdUntil)
}

/** What is short of these lines, having taken all of them when nothing is. */
async function takeStock(tx: Tx, lines: { productId: number; quantity: number }[]): Promise<Short[]> {
  const rows = await lockStock(
    tx,
    lines.map(line => line.productId),
  )
  const short = lines.flatMap(({ productId, quantity }) => {
    const row = rows.find(stock => stock.productId === productId)
    const enough = row !== undefined && (row.backOrder || row.available >= quantity)
    return enough ? [] : [{ productId, available: Math.max(0, row?.available ?? 0) }]
  })
  if (short.length === 0) await moveStock(tx, lines)
  return short
}

/** The states in which an order holds no stock. */
type Resting = Exclude<OrderState, 'saved' | 'awaiting_payment' | 'placed'>

/**
 * Moves an order to where it holds nothing: it makes way for another of the same basket, its time is over, it was
 * rejected, cancelled, priced. The stock goes back. False: it may not move there (any more).
 */
export async function endOrder(
  tx: Tx,
  orderId: number,
  end: { to: Resting; actor: string; why: string; now: Date },
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order || !mayMove(order.state, end.to)) return false
  await returnStock(tx, order)
  await moveOrder(tx, orderId, { ...end, from: order.state }, { holdsStock: false })
  if (end.to === 'rejected' && order.sourceId !== null) {
    const why = `${order.reference} was rejected, so nothing was ordered`
    await endOrder(tx, order.sourceId, { ...end, to: 'quote_approved', why })
  }
  return true
}

/**
 * Ends what a guest's browser had saved but not placed: he signs in, and his goods move to the basket of his account.
 * Before the baskets are merged.
 */
export async function endUnfinished(tx: Tx, sessionHash: Buffer, now: Date): Promise<void> {
  const end = { to: 'superseded', actor: 'guest', why: 'the buyer signed in', now } as const
  for (const id of await unfinishedOrders(tx, sessionHash)) await endOrder(tx, id, end)
}

/** The provider took back a payment that it had confirmed: nothing is despatched, the goods return. */
export async function reverseOrder(
  tx: Tx,
  order: Order,
  end: { actor: string; why: string; now: Date },
): Promise<void> {
  if (!mayMove(order.state, 'payment_reversed')) return
  await returnStock(tx, order)
  await moveOrder(tx, order.id, { ...end, from: order.state, to: 'payment_reversed' }, { holdsStock: false })
}

async function returnStock(tx: Tx, order: Order): Promise<void> {
  if (!order.holdsStock) return
  await moveStock(
    tx,
    order.lines.map(({ productId, quantity }) => ({ productId, quantity: -quantity })),
  )
}

export interface Placing {
  actor: string
  why: string
  now: Date
  /** Of the terms the buyer accepted by this. */
  termsVersion: string
}

export type Placed =
  | { placed: true }
  | { placed: false; why: 'short' | 'ordered_again' | 'voucher_gone' | 'source_gone' | 'not_now' }

/**
 * Places a saved order, or sends it for approval or a quote (the caller holds its lock): what was ordered leaves the
 * basket, a loaded order is used up, the guest gets his account, the mail goes into the outbox, all or nothing. A lapsed order takes its stock and its vouchers anew, if they
 * can still be had and its basket was not ordered again.
 */
export async function placeOrder(tx: Tx, order: Order, placing: Placing): Promise<Placed> {
  const to = placedState(order.method)
  if (!mayMove(order.state, to)) return { placed: false, why: 'not_now' }
  if (order.state === 'lapsed') {
    if (await hasSuccessor(tx, order.id)) return { placed: false, why: 'ordered_again' }
    if (await lacksVoucher(tx, order.id)) return { placed: false, why: 'voucher_gone' }
    const short = takesStock(order.method) ? await takeStock(tx, order.lines) : []
    if (short.length > 0) return { placed: false, why: 'short' }
  }
  // Its row is locked with the order's own.
  const source = order.sourceId === null ? null : await orderById(tx, order.sourceId)
  if (source && !(await takeFrom(tx, source, order, placing))) return { placed: false, why: 'source_gone' }
  const { termsVersion, ...rest } = placing
  const move: Move = { ...rest, from: order.state, to }
  const personId = await makeAccount(tx, order, placing.now)
  await moveOrder(tx, order.id, move, {
    termsVersion,
    ...(takesStock(order.method) && { holdsStock: true }),
    ...(personId !== null && { personId }),
  })
  if (order.basketId !== null) await removeOrderedLines(tx, order.basketId, order.id)
  if (to === 'awaiting_approval') await askForApproval(tx, order)
  else await enqueueMail(tx, orderReceivedMail(order.contact.email, mailFacts(order)))
  return { placed: true }
}

// What was loaded is ordered once; who had sent it for approval is told.
async function takeFrom(tx: Tx, source: Order, order: Order, { actor, now }: Placing): Promise<boolean> {
  const to = convertedTo(source.state)
  if (!to) return false
  const why = `ordered as ${order.reference}`
  await moveOrder(tx, source.id, { from: source.state, to, actor, why, now })
  if (to === 'approved') await enqueueMail(tx, approvalGivenMail(source, order))
  return true
}

async function askForApproval(tx: Tx, order: Order): Promise<void> {
  const judges = order.companyId === null ? [] : await headBuyersOf(tx, order.companyId)
  for (const judge of judges) {
    if (judge.id !== order.personId) await enqueueMail(tx, approvalWantedMail(judge, order))
  }
}

// A guest's account is made with his order, not before: a declined card must not leave an address that 'already
// exists'. When the address got an account meanwhile, the order stays a guest's: nothing is linked unproven.
async function makeAccount(tx: Tx, order: Order, now: Date): Promise<number | null> {
  if (order.personId !== null) return null
  const passwordHash = await guestPasswordOf(tx, order.id)
  if (passwordHash === null) return null
  const personId = await openAccount(tx, { ...order.contact, passwordHash }, now)
  if (personId !== null) await keepAddresses(tx, personId, order)
  return personId
}

async function keepAddresses(tx: Tx, personId: number, { delivery, billing }: Order): Promise<void> {
  for (const [address, isBilling] of [
    [delivery, false],
    [billing, true],
  ] as const) {
    const { saveForFuture, ...fields } = address
    if (saveForFuture) await insertAddress(tx, personId, { ...toSaved(fields), billing: isBilling })
  }
}

function mailFacts(order: Order): Parameters<typeof orderReceivedMail>[1] {
  return {
    reference: order.reference,
    name: order.contact.name,
    lines: order.lines,
    subtotal: order.subtotal,
    discount: order.discount,
    carriage: order.carriage,
    vat: order.vat,
    total: order.total,
    handover: handoverOf(order),
    deliveryText: order.deliveryTitle,
    method: methodWords[order.method],
    purchaseOrder: order.purchaseOrder,
    url: `/order/${order.reference}/confirmation`,
    outcome: order.method === 'quote' ? 'quote_requested' : order.onStop ? 'held' : 'placed',
  }
}

const mostAtOnce = 200

/** Ends saved orders whose time is over; each in its own transaction. Returns how many. */
export async function lapseOrders(house: House): Promise<number> {
  const now = house.now()
  const ids = await overdueOrders(house.db, now, mostAtOnce)
  let ended = 0
  for (const id of ids) {
    const end = { to: 'lapsed', actor: 'clock', why: 'not placed in time', now } as const
    const hasEnded = await inTransaction(house.db, async tx => {
      await lockOrder(tx, id)
      // Looked at again under the lock: a payment that was just opened has prolonged it.
      return (await isOverdue(tx, id, now)) && (await endOrder(tx, id, end))
    })
    if (hasEnded) ended++
  }
  return ended
}
