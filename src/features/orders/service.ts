import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { isOverdue, listOverdueOrders } from './placing/open-orders.server.ts'
import { releaseAndTransition } from './placing/transitions.server.ts'
import { lockOrder } from './queries.ts'

export { type AccountNews, getAccountNews } from './account/overview.server.ts'
export type { Order } from './order.ts'
export { notifyIfNoApprover } from './placing/approver.server.ts'
export { type PlaceOrderResult, placeOrder, saveOrder } from './placing/place-order.server.ts'
export type { StockShortage } from './placing/stock.server.ts'
export { releaseAndTransition, supersedeGuestOrders } from './placing/transitions.server.ts'
export {
  extendHold,
  findLatestOrder,
  findOrderById,
  findOwnOrder,
  hasOrderedAs,
  listEarlierOrders,
  lockOrder,
  lockVouchers,
  type OrderSource,
  orderLineJson,
  reassignSession,
} from './queries.ts'

const lapseBatch = 200

/** Lapses open orders whose hold has ended, each in a transaction of its own. Returns how many. */
export async function lapseOrders(context: AppContext): Promise<number> {
  const now = context.now()
  let lapsed = 0
  for (const id of await listOverdueOrders(context.db, now, lapseBatch)) {
    const hasLapsed = await inTransaction(context.db, async tx => {
      await lockOrder(tx, id)
      // Checked again under the lock: a payment that was opened meanwhile has extended the hold.
      if (!(await isOverdue(tx, id, now))) return false
      return releaseAndTransition(tx, id, { to: 'lapsed', actor: 'clock', why: 'not placed in time', now })
    })
    if (hasLapsed) lapsed++
  }
  return lapsed
}
