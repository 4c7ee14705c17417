import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { addDays, fromLondonTime } from '../../../lib/dates.ts'
import { maxCounted } from '../../admin/table/list-page.ts'
import type { MovementListChoice } from './movement-list.ts'
import type { MovementRow } from './stock-list.ts'

// There are some hundred thousand movements: each list reads an index in the order of time and stops.

export const movementColumns = sql`
  m.id, p.code, m.at, m.change, m.on_hand as "onHand", m.reason, case when m.order_id is null then m.note else '' end as note,
  coalesce(staff.name, '') as who, o.reference, g.id as "goodsInId", coalesce(g.supplier || ', ' || g.delivery_note, '') as "deliveryNote"`

export const movementJoins = sql`
  join product p on p.id = m.product_id left join person staff on staff.id = m.staff_id
  left join parcel on parcel.id = m.parcel_id left join orders o on o.id = coalesce(parcel.order_id, m.order_id)
  left join goods_in g on g.id = m.goods_in_id`

interface MovementChoice extends Omit<MovementListChoice, 'query' | 'rows' | 'sort'> {
  /** The products that the query means; null: all. */
  productIds: readonly number[] | null
}

function toConditions({ productIds, reason, who, from, until }: MovementChoice): RawBuilder<unknown> {
  const conditions = [
    ...(productIds === null ? [] : [sql`m.product_id = any(${productIds}::int[])`]),
    ...(reason === '' ? [] : [sql`m.reason = ${reason}`]),
    ...(who === null ? [] : [sql`m.staff_id = ${who}`]),
    ...(from === null ? [] : [sql`m.at >= ${fromLondonTime(from, 0)}`]),
    ...(until === null ? [] : [sql`m.at < ${fromLondonTime(addDays(until, 1), 0)}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

const toSorting = (direction: MovementListChoice['direction']): RawBuilder<unknown> =>
  direction === 'up' ? sql`m.at, m.id` : sql`m.at desc, m.id desc`

/** A page of the movements that fit. `total`: at most one more than `maxCounted`. */
export async function listMovementPage(
  db: Db,
  choice: MovementChoice,
  window: { page: number; size: number },
): Promise<{ rows: MovementRow[]; total: number }> {
  if ((window.page - 1) * window.size >= maxCounted) return { rows: [], total: 0 }
  const conditions = toConditions(choice)
  const sorting = toSorting(choice.direction)
  const { rows } = await sql<MovementRow & { total: number }>`
    with matches as materialized (
      select m.id, m.at from stock_movement m where ${conditions} order by ${sorting} ${limitToPage(window)}
    )
    select ${movementColumns}, (select count(*)::int from (
        select from stock_movement m where ${conditions} limit ${sql.lit(maxCounted + 1)}) counted) as total
    from matches join stock_movement m on m.id = matches.id ${movementJoins} order by ${sorting}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** The ids of at most so many movements that fit, in their order. */
export async function listMovementIds(db: Db, choice: MovementChoice, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from stock_movement m where ${toConditions(choice)} order by ${toSorting(choice.direction)}
    limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The movements of these ids, in their order. */
export async function listMovementRows(db: Db, ids: readonly number[]): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select ${movementColumns}
    from unnest(${ids}::bigint[]) with ordinality as matches (id, nth)
      join stock_movement m on m.id = matches.id ${movementJoins} order by matches.nth`.execute(db)
  return rows
}

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
