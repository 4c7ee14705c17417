import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { movementOrderSql } from '../../warehouse/service.ts'
import type { MovementRow } from './view.ts'

export const movementColumns = sql`
  m.id, p.code, m.at, m.change, m.on_hand as "onHand", m.reason, case when m.order_id is null then m.note else '' end as note,
  coalesce(staff.name, '') as who, ${movementOrderSql} as reference, g.id as "goodsInId", coalesce(g.supplier || ', ' || g.delivery_note, '') as "deliveryNote"`

export const movementJoins = sql`
  join product p on p.id = m.product_id left join person staff on staff.id = m.staff_id
  left join goods_in g on g.id = m.goods_in_id`

/** The movements of a product, the newest first, and how many there are. */
export async function listMovements(
  db: Db,
  productId: number,
  window: { size: number; page: number },
): Promise<{ rows: MovementRow[]; total: number }> {
  const { rows } = await sql<MovementRow & { total: number }>`
    select ${movementColumns},
      (select count(*)::int from stock_movement where product_id = ${productId}) as total
    from stock_movement m ${movementJoins}
    where m.product_id = ${productId} order by m.id desc ${limitToPage(window)}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}
