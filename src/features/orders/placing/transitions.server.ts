import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { Actor } from '../../accounts/actor.ts'
import { removeFromPickList } from '../holds/queries.ts'
import type { Order } from '../order.ts'
import { lockOrder } from '../queries.ts'
import { canTransition, holdsStock, isIn, type OrderState, type StateIn } from '../states.ts'
import { updateState } from '../write-queries.server.ts'
import { listOpenGuestOrders } from './queries.ts'
import { freeStock } from './stock.server.ts'

/** The states in which nothing is held. */
export type ReleasedState = Exclude<OrderState, StateIn<'holdsStock'>>

export interface Release {
  to: ReleasedState
  actor: Actor
  why: string
  now: Date
}

/**
 * Moves an order to a state that holds no stock, under its locks: superseded, lapsed, cancelled, reversed, or a step of
 * a quote or an approval request. Stock that it holds is returned. False: its state does not allow that (any more).
 */
export async function releaseAndTransition(tx: Tx, orderId: number, release: Release): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order || !canTransition(order.kind, order.state, release.to)) return false
  if (isIn('isDespatchable', order.state)) await removeFromPickList(tx, orderId, 'cancelled', release.now)
  if (holdsStock(order)) await freeStock(tx, order.id)
  await updateState(tx, orderId, { ...release, from: order.state })
  if (release.to === 'rejected') await reopenQuote(tx, order, release)
  return true
}

/**
 * Releases overdue orders, each in a transaction of its own. `isOverdue` is checked again under the order's lock, because
 * the order may have changed since it was listed. Returns how many were released.
 */
export async function releaseOverdue(
  db: Db,
  ids: readonly number[],
  isOverdue: (tx: Tx, id: number) => Promise<boolean>,
  release: Release,
): Promise<number> {
  let count = 0
  for (const id of ids) {
    const isReleased = await inTransaction(db, async tx => {
      await lockOrder(tx, id)
      return (await isOverdue(tx, id)) && releaseAndTransition(tx, id, release)
    })
    if (isReleased) count++
  }
  return count
}

/** A quote that was sent for approval can be ordered again once the approval is rejected. */
async function reopenQuote(tx: Tx, { reference, sourceId }: Order, release: Release): Promise<void> {
  if (sourceId === null) return
  const why = `${reference} was rejected, so nothing was ordered`
  await releaseAndTransition(tx, sourceId, { ...release, to: 'quote_approved', why })
}

/**
 * Supersedes what a guest's browser has saved but not placed: the guest signs in, and the goods go to the basket of
 * the account. To be called before the baskets are merged.
 */
export async function supersedeGuestOrders(tx: Tx, sessionHash: Buffer, now: Date): Promise<void> {
  const release = { to: 'superseded', actor: { kind: 'guest' }, why: 'the buyer signed in', now } as const
  for (const id of await listOpenGuestOrders(tx, sessionHash)) await releaseAndTransition(tx, id, release)
}
