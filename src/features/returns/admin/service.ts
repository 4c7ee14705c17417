import type { Db } from '../../../infra/app-context.ts'
import type { OrderReturnItem } from '../../orders/parts/order-returns.ts'
import { listReturnsOfOrder } from '../queries.ts'
import { toReturnItem } from '../view.ts'
import { describeForStaff, toAdminReturnUrl } from './view.ts'

/** The returns of an order, with the staff's pages of them. */
export async function listReturnsForStaff(db: Db, orderId: number): Promise<OrderReturnItem[]> {
  const rows = await listReturnsOfOrder(db, orderId)
  return rows.map(row => ({
    ...toReturnItem(row),
    url: toAdminReturnUrl(row.id),
    state: describeForStaff(row.state),
  }))
}
