import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { Person } from '../../accounts/visitor.ts'
import { toViewer } from './account-order.ts'
import { listOrders } from './queries.ts'
import { type OrderListItem, toOrderListItem } from './view.ts'

const latestLimit = 3

/** What the start page of an account shows. */
export interface AccountNews {
  /** The newest first. */
  latest: OrderListItem[]
  /** Quotes that the person can order now. */
  openQuotes: number
  /** Orders that await a head buyer's decision; null: the person is not a head buyer. */
  awaitingApproval: number | null
}

export async function getAccountNews(db: Db, person: Person, now: Date): Promise<AccountNews> {
  const viewer = toViewer(person)
  const [{ rows }, counts] = await Promise.all([
    listOrders(db, viewer, { query: '', page: 1, size: latestLimit }),
    countOpen(db, viewer.personId, viewer.companyId, now),
  ])
  return {
    latest: rows.map(order => toOrderListItem(order, viewer)),
    openQuotes: counts.quotes,
    awaitingApproval: viewer.companyId === null ? null : counts.approvals,
  }
}

async function countOpen(
  db: Db,
  personId: number,
  companyId: number | null,
  now: Date,
): Promise<{ quotes: number; approvals: number }> {
  const { rows } = await sql<{ quotes: number; approvals: number }>`
    select
      (select count(*)::int from orders o join quote_offer q on q.order_id = o.id
        where o.id in (select id from orders_of_person(${personId})) and o.state = 'quote_approved' and q.expires_at > ${now}) as quotes,
      (select count(*)::int from orders
        where company_id = ${companyId}::int and state = 'awaiting_approval') as approvals
  `.execute(db)
  return rows[0]!
}
