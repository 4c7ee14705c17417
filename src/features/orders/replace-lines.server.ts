import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'
import type { Order } from './order.ts'
import type { OrderLine } from './order-line.ts'
import { orderLineColumns } from './queries.ts'
import { toOrderLineRow } from './write-queries.server.ts'

/**
 * Replaces the lines of a quote and the totals that follow from them. A voucher that was in the basket of the request takes
 * nothing off what staff have changed.
 */
export async function replaceLines(
  tx: Tx,
  orderId: number,
  lines: readonly OrderLine[],
  { subtotal, vat, total }: Pick<Order, 'subtotal' | 'vat' | 'total'>,
): Promise<void> {
  const columns = Object.values(orderLineColumns)
  await sql`delete from order_line where order_id = ${orderId}`.execute(tx)
  await sql`
    with updated as (
      update orders set subtotal = ${subtotal}, discount = 0, vat = ${vat}, total = ${total} where id = ${orderId}
    ), vouchers as (update order_voucher set amount = 0 where order_id = ${orderId})
    insert into order_line (order_id, position, ${sql.join(columns.map(column => sql.ref(column)))})
    select ${orderId}, l.position, ${sql.join(columns.map(column => sql.ref(`l.${column}`)))}
    from json_populate_recordset(null::order_line, ${JSON.stringify(lines.map(toOrderLineRow))}::json) as l`.execute(
    tx,
  )
}
