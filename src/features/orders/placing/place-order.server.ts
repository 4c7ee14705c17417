import type { Db, Tx } from '../../../infra/app-context.ts'
import { toLondonTime } from '../../../lib/dates.ts'
import type { Result } from '../../../lib/result.ts'
import type { Actor } from '../../accounts/actor.ts'
import { type Approver, createAccount, insertAddressIfNew, listApprovers } from '../../accounts/service.ts'
import { removeOrderedLines } from '../../basket/service.ts'
import { approvalGrantedEmail, approvalRequestedEmail, noApproverEmail } from '../emails/ApprovalEmails.tsx'
import { orderReceivedEmail } from '../emails/OrderReceivedEmail.tsx'
import { checkCredit } from '../holds/credit-hold.server.ts'
import type { InsertedOrder, Order } from '../order.ts'
import { findOrderById, getGuestPasswordHash } from '../queries.ts'
import { canTransition, completedState, getConvertedState, holdMinutes } from '../states.ts'
import { insertOrder, updateState } from '../write-queries.server.ts'
import { hasSuccessor, lacksVoucher } from './queries.ts'
import { type StockShortage, takeStock, takeStockAgain } from './stock.server.ts'

/**
 * Saves an order in the caller's transaction and takes its stock. Returns its id, or what is short: then nothing is
 * written.
 */
export async function saveOrder(
  tx: Tx,
  order: InsertedOrder,
  actor: Actor,
  now: Date,
): Promise<number | StockShortage[]> {
  const shortages = order.kind === 'order' ? await takeStock(tx, order.lines) : []
  if (shortages.length > 0) return shortages
  const holdUntil = new Date(now.getTime() + holdMinutes * 60_000)
  return insertOrder(tx, order, actor, now, holdUntil)
}

export interface Placement {
  actor: Actor
  why: string
  now: Date
  /** Of the terms that the customer accepted with it. */
  termsVersion: string
  /** As in `CreditRules`. */
  overdueHoldDays: number
  /** The caller hands the goods over next, and writes the e-mail then. */
  isTakenNow?: boolean
}

type Obstacle = 'short' | 'ordered_again' | 'voucher_gone'
export type PlaceOrderResult = Result<object, Obstacle | 'source_gone' | 'not_now'>

/**
 * Places a saved order, or sends the quote or approval request; the caller holds its lock. In one transaction the goods
 * leave the basket, the quote or request that it was made from is converted, a guest gets an account, and the e-mail
 * goes into the outbox. A lapsed order takes its stock again, if stock and vouchers are still available and its basket
 * was not ordered again.
 */
export async function placeOrder(tx: Tx, order: Order, placement: Placement): Promise<PlaceOrderResult> {
  const to = completedState[order.kind]
  if (!canTransition(order.kind, order.state, to)) return { ok: false, reason: 'not_now' }
  const obstacle = await findObstacle(tx, order)
  if (obstacle) return { ok: false, reason: obstacle }
  const origin = order.sourceId === null ? null : await findOrderById(tx, order.sourceId)
  if (origin && !(await convertOrigin(tx, origin, order, placement)))
    return { ok: false, reason: 'source_gone' }
  const { termsVersion, overdueHoldDays, isTakenNow, ...actorAndReason } = placement
  const personId = await createGuestAccount(tx, order, placement.now)
  await updateState(
    tx,
    order.id,
    { ...actorAndReason, from: order.state, to },
    { termsVersion, ...(personId !== null && { personId }) },
  )
  if (order.basketId !== null) await removeOrderedLines(tx, order.basketId, order.id)
  await checkCredit(tx, order, { now: placement.now, overdueHoldDays })
  if (order.kind === 'approval_request') await notifyApprovers(tx, order, placement.now)
  else if (!isTakenNow) {
    // Read again: stock that was taken again may have changed what is promised, and it may be held now.
    const placedOrder = (await findOrderById(tx, order.id))!
    const isGuest = order.personId === null
    await orderReceivedEmail.enqueue(tx, placedOrder, { origin, termsVersion, isGuest })
  }
  return { ok: true }
}

/** Why an order cannot be placed that gave its stock back before; takes the stock again. */
async function findObstacle(tx: Tx, order: Order): Promise<Obstacle | null> {
  if (order.state === 'lapsed') {
    if (await hasSuccessor(tx, order.id)) return 'ordered_again'
    if (await lacksVoucher(tx, order.id)) return 'voucher_gone'
  } else if (!order.isStockReleased) return null
  return (await takeStockAgain(tx, order)).length > 0 ? 'short' : null
}

/** A quote or approval request is ordered once. False: it can no longer be ordered. Its row is locked already. */
async function convertOrigin(
  tx: Tx,
  origin: Order,
  order: Order,
  { actor, now }: Placement,
): Promise<boolean> {
  const to = getConvertedState(origin.state)
  if (!to) return false
  await updateState(tx, origin.id, {
    from: origin.state,
    to,
    actor,
    why: `ordered as ${order.reference}`,
    now,
  })
  if (to === 'approved') await approvalGrantedEmail.enqueue(tx, origin, order)
  return true
}

type ApprovalRequest = Pick<Order, 'kind' | 'companyId' | 'personId' | 'subtotal'>

/** Who can approve a request: its own sender does not count. */
async function listOtherApprovers(db: Db | Tx, request: ApprovalRequest, now: Date): Promise<Approver[]> {
  const { companyId, personId, subtotal } = request
  if (companyId === null) return []
  const approvers = await listApprovers(db, { companyId, goods: subtotal, today: toLondonTime(now).date })
  return approvers.filter(({ id }) => id !== personId)
}

async function notifyApprovers(tx: Tx, request: Order, now: Date): Promise<void> {
  for (const approver of await listOtherApprovers(tx, request, now)) {
    await approvalRequestedEmail.enqueue(tx, approver, request)
  }
}

// Created with the order, not before: a declined card must not leave an address that 'already exists'. When the address
// got an account meanwhile, the order stays a guest's, because nothing proves that both are the same person.
async function createGuestAccount(tx: Tx, order: Order, now: Date): Promise<number | null> {
  if (order.personId !== null) return null
  const passwordHash = await getGuestPasswordHash(tx, order.id)
  if (passwordHash === null) return null
  const personId = await createAccount(tx, { ...order.contact, passwordHash }, now)
  if (personId !== null) await saveAddresses(tx, personId, order)
  return personId
}

async function saveAddresses(tx: Tx, personId: number, order: Order): Promise<void> {
  for (const [address, billing] of [
    [order.delivery, order.delivery.saveAsBilling === true],
    [order.billing, true],
  ] as const) {
    const { saveForFuture, saveAsBilling: _saveAsBilling, ...fields } = address
    const person = { id: personId, company: null }
    if (saveForFuture) await insertAddressIfNew(tx, person, fields, { billing })
  }
}

/** Whether a request has no approver. */
export const lacksApprover = async (db: Db | Tx, request: ApprovalRequest, now: Date): Promise<boolean> =>
  request.kind === 'approval_request' && (await listOtherApprovers(db, request, now)).length === 0

/** Writes an e-mail to staff when the company has no head buyer to approve the request that was just sent. */
export async function notifyIfNoApprover(
  tx: Tx,
  order: Order,
  shopEmail: string | null,
  now: Date,
): Promise<void> {
  if (shopEmail === null) return
  if (await lacksApprover(tx, order, now)) await noApproverEmail.enqueue(tx, shopEmail, order)
}
