import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { Pence } from '../../../lib/money.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { OrderPaymentMethod } from '../order.ts'
import { getOrderVersion, toOrderVersionSql } from '../order-version.server.ts'
import { lockOrder, releaseStock } from '../service.ts'
import { holdsStock, isOrderOpen } from '../states.ts'

/** An unfinished order that holds stock, and the sums of all of them. */
export interface ReservedStockRow {
  reference: string
  /** `getOrderVersion`. */
  version: string
  method: OrderPaymentMethod
  since: Date
  /** Guests' stock is released earlier (R-ORDER-8). */
  holdUntil: Date
  personId: number | null
  name: string
  email: string
  company: string
  /** The beginning of the session's hash: the same for all orders of a browser. */
  session: string
  clientNetwork: string | null
  subtotal: Pence
  lineCount: number
  /** The first lines. */
  lines: { code: string; quantity: number }[]
  orderCount: number
  valueInAll: Pence
}

/** A page of the orders that hold stock without being finished, newest first. */
export async function listReservedStock(
  db: Db,
  { page, size, lineLimit }: { page: number; size: number; lineLimit: number },
): Promise<ReservedStockRow[]> {
  const { rows } = await sql<ReservedStockRow>`
    select o.reference, ${toOrderVersionSql(sql`o.id`)} as version, o.method, o.created_at as since, o.hold_until as "holdUntil", o.person_id as "personId",
      o.contact->>'name' as name, o.contact->>'email' as email, coalesce(c.name, '') as company,
      left(encode(o.session_hash, 'hex'), 8) as session, o.client_network as "clientNetwork", o.subtotal,
      (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount",
      (select json_agg(json_build_object('code', l.code, 'quantity', l.quantity) order by l.position)
        from order_line l where l.order_id = o.id and l.position <= ${lineLimit}) as lines,
      count(*) over ()::int as "orderCount", sum(o.subtotal) over ()::bigint as "valueInAll"
    from orders o left join company c on c.id = o.company_id
    where o.kind = 'order' and order_is_open(o.state) and o.stock_released_at is null
    order by o.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  return rows
}

export type ReleaseStockResult = 'done' | 'not_held' | 'changed'

/** `seen`: `getOrderVersion` of the page. */
export function releaseByStaff(
  db: Db,
  order: { id: number; reference: string },
  { seen, staffId, now }: { seen: string; staffId: number; now: Date },
): Promise<ReleaseStockResult> {
  return inTransaction(db, async tx => {
    const current = (await lockOrder(tx, order.id))!
    if (!isOrderOpen(current.state) || !holdsStock(current)) return 'not_held'
    if ((await getOrderVersion(tx, order.id)) !== seen) return 'changed'
    await releaseStock(tx, order.id, now)
    await addAuditEntry(tx, {
      actor: `person ${staffId}`,
      action: 'reserved stock released',
      subject: `order ${order.reference}`,
      detail: `${current.lines.length} lines: reserved → released`,
      now,
    })
    return 'done'
  })
}
