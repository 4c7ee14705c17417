import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import type { Pence } from '../../../lib/money.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { OrderPaymentMethod } from '../order.ts'
import { getOrderVersion, toOrderVersionSql } from '../order-version.server.ts'
import { lockOrder, releaseStock } from '../service.ts'
import { holdMinutes, holdsStock, isOrderOpen } from '../states.ts'
import {
  type ReservedChoice,
  type ReservedGroup,
  type ReservedSort,
  reservedGroups,
} from './reserved-stock-list.ts'

/** An unfinished order that holds stock. */
export interface ReservedStockRow {
  reference: string
  /** `getOrderVersion`. */
  version: string
  method: OrderPaymentMethod
  since: Date
  /** When its stock is released: guests' earlier (R-ORDER-8). */
  until: Date
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
}

export interface ReservedStock {
  rows: ReservedStockRow[]
  counts: Record<ReservedGroup, number>
  /** Of all that hold stock. */
  value: Pence
}

const groupSql: Record<ReservedGroup, RawBuilder<unknown>> = {
  all: sql`true`,
  guests: sql`person_id is null`,
  accounts: sql`person_id is not null`,
}

const sortSql: Record<ReservedSort, RawBuilder<unknown>> = {
  until: sql`until`,
  customer: sql`lower(coalesce(nullif(company, ''), name))`,
  value: sql`subtotal`,
}

interface ReservedWindow {
  page: number
  size: number
  lineLimit: number
  /** How long a guest's order holds its stock. */
  guestMinutes: number
}

/** A page of the orders that hold stock without being finished. */
export async function listReservedStock(
  db: Db,
  { show, sort, direction }: Omit<ReservedChoice, 'rows'>,
  { lineLimit, guestMinutes, ...window }: ReservedWindow,
): Promise<ReservedStock> {
  const order = direction === 'up' ? sql`asc` : sql`desc`
  const count = (group: ReservedGroup) =>
    sql`count(*) filter (where ${groupSql[group]})::int as ${sql.ref(group)}`
  type Row = Omit<ReservedStockRow, 'since' | 'until'> & { since: string; until: string }
  const { rows } = await sql<Record<ReservedGroup, number> & { list: Row[] | null; value: Pence }>`
    with reserved as materialized (
      select o.id, o.person_id, o.subtotal, o.contact->>'name' as name, coalesce(c.name, '') as company,
        o.hold_until - case when o.person_id is null then make_interval(mins => ${holdMinutes - guestMinutes})
          else interval '0' end as until
      from orders o left join company c on c.id = o.company_id
      where o.kind = 'order' and order_is_open(o.state) and o.stock_released_at is null
    ), page as (
      select *, row_number() over (order by ${sortSql[sort]} ${order}, id ${order}) as nth from reserved
      where ${groupSql[show]} order by nth ${limitToPage(window)}
    ), page_rows as (
      select o.reference, ${toOrderVersionSql(sql`o.id`)} as version, o.method, o.created_at as since,
        page.until, o.person_id as "personId", page.name, o.contact->>'email' as email, page.company,
        left(encode(o.session_hash, 'hex'), 8) as session, o.client_network as "clientNetwork", o.subtotal,
        (select count(*)::int from order_line l where l.order_id = o.id) as "lineCount",
        (select json_agg(json_build_object('code', l.code, 'quantity', l.quantity) order by l.position)
          from order_line l where l.order_id = o.id and l.position <= ${lineLimit}) as lines
      from page join orders o on o.id = page.id order by page.nth
    )
    select ${sql.join(reservedGroups.map(count))}, coalesce(sum(subtotal), 0)::bigint as value,
      (select json_agg(r) from page_rows r) as list
    from reserved`.execute(db)
  const { list, value, ...counts } = rows[0]!
  const toDates = (row: Row) => ({ ...row, since: new Date(row.since), until: new Date(row.until) })
  return { rows: (list ?? []).map(toDates), counts, value }
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
