import { sql } from 'kysely'
import type { Person } from '../accounts/visitor.ts'
import type { Db } from '../platform/house.ts'
import { listOrders } from './account-data.server.ts'
import { viewerOf } from './account-order.ts'
import { type OrderRow, rowOf } from './account-view.ts'

const latestShown = 3

/** What is new in a person's account. */
export interface AccountNews {
  /** The newest first, three at most. */
  latest: OrderRow[]
  /** Quotes of his that can be ordered now. */
  openQuotes: number
  /** Orders of his company that wait for a head buyer's word; null: he is none. */
  waiting: number | null
}

export async function accountNews(db: Db, person: Person, now: Date): Promise<AccountNews> {
  const viewer = viewerOf(person)
  const [{ rows }, counts] = await Promise.all([
    listOrders(db, viewer, { query: '', page: 1, size: latestShown }),
    countWaiting(db, viewer.personId, viewer.companyId, now),
  ])
  return {
    latest: rows.map(order => rowOf(order, viewer)),
    openQuotes: counts.quotes,
    waiting: viewer.companyId === null ? null : counts.approvals,
  }
}

async function countWaiting(
  db: Db,
  personId: number,
  companyId: number | null,
  now: Date,
): Promise<{ quotes: number; approvals: number }> {
  const { rows } = await sql<{ quotes: number; approvals: number }>`
    select
      (select count(*)::int from orders o join quote_offer q on q.order_id = o.id
        where o.person_id = ${personId} and o.state = 'quote_approved' and q.expires_at > ${now}) as quotes,
      (select count(*)::int from orders
        where company_id = ${companyId}::int and method = 'approval' and state = 'awaiting_approval') as approvals
  `.execute(db)
  return rows[0]!
}
