import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { selectRows } from '../../infra/database/query.ts'
import type { Person } from '../accounts/visitor.ts'
import { toViewer } from './account/account-order.ts'
import { type AccountOverview, toOrderListItem } from './account/view.ts'
import { latestOrdersJson, type OrderListJson } from './queries.ts'

export { findAccountOrder, isVisibleTo, ordersVisibleTo } from './queries.ts'

const latestLimit = 3

export interface AccountOverviewRow {
  latest: OrderListJson[]
  quotes: number
  approvals: number
}

/** The columns of an AccountOverviewRow, for a statement that may have others. */
export function accountOverviewColumns(person: Person, now: Date): RawBuilder<unknown> {
  const viewer = toViewer(person)
  return sql`
    ${latestOrdersJson(viewer, latestLimit)} as latest,
    (select count(*)::int from orders o join quote_offer q on q.order_id = o.id
      where o.id in (select id from orders_of_person(${viewer.personId}) where state = 'quote_approved') and q.expires_at > ${now}) as quotes,
    (select count(*)::int from orders
      where company_id = ${viewer.companyId}::int and state = 'awaiting_approval') as approvals`
}

export function toAccountOverview(
  { latest, quotes, approvals }: AccountOverviewRow,
  person: Person,
  now: Date,
): AccountOverview {
  const viewer = toViewer(person)
  const rows = latest.map(row => ({
    ...row,
    createdAt: new Date(row.createdAt),
    placedAt: row.placedAt === null ? null : new Date(row.placedAt),
  }))
  return {
    latest: rows.map(row => toOrderListItem(row, viewer, now)),
    openQuotes: quotes,
    awaitingApproval: viewer.companyId === null ? null : approvals,
  }
}

export async function getAccountOverview(db: Db, person: Person, now: Date): Promise<AccountOverview> {
  const rows = await selectRows(db)<AccountOverviewRow>`select ${accountOverviewColumns(person, now)}`
  return toAccountOverview(rows[0]!, person, now)
}
