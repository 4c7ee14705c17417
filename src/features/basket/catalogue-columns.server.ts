import { type RawBuilder, sql } from 'kysely'
import type { Columns } from '../../infra/database/columns.ts'
import type { BasketLine } from './basket.ts'

/**
 * Joins what unfinished orders hold of product `p` as `h`. It is in stock for what they were made from, because the next
 * order of it replaces them. `isOwn`: condition on such an order `o`.
 */
export const joinHeldStock = (isOwn: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  left join lateral (
    select ol.product_id, sum(ol.quantity)::int as quantity from orders o join order_line ol on ol.order_id = o.id
    where ${isOwn} and o.kind = 'order' and order_is_open(o.state) and o.stock_released_at is null
    group by ol.product_id
  ) h on h.product_id = p.id`

/** The fields of a BasketLine that always follow the catalogue: product `p`, its stock `s` and what is held of it, `h`. */
export const catalogueColumns: Columns<
  Pick<BasketLine, 'path' | 'available' | 'backOrder' | 'note' | 'leadTime' | 'forSale' | 'weightG' | 'image'>
> = {
  path: sql`p.path`,
  available: sql`s.available + coalesce(h.quantity, 0)`,
  backOrder: sql`s.back_order`,
  note: sql`p.availability_note`,
  leadTime: sql`p.lead_time`,
  forSale: sql`p.for_sale`,
  weightG: sql`p.weight_g`,
  image: sql`p.image`,
}
