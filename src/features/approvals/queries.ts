import type { Db, Tx } from '../../infra/app-context.ts'
import { findValue, getRow, getValue, listValues, selectRows } from '../../infra/database/query.ts'
import type { Pence } from '../../lib/money.ts'
import { orderColumns } from '../orders/service.ts'
import type { DecidedRequest, WaitingRequest } from './rules.ts'

/** A page of a company's requests that await a decision, the oldest first, and how many there are in all. */
export async function listWaitingRequests(
  db: Db,
  companyId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: WaitingRequest[]; total: number }> {
  const rows = await selectRows(db)<WaitingRequest & { count: number }>`
    select ${orderColumns}, h.at as "sentAt", count(*) over ()::int as count
    from orders o join lateral (select at from order_history
      where order_id = o.id and to_state = 'awaiting_approval' order by id desc limit 1) h on true
    where o.company_id = ${companyId} and o.state = 'awaiting_approval'
    order by o.id limit ${size} offset ${(page - 1) * size}`
  return { rows, total: rows[0]?.count ?? 0 }
}

/** A person's requests for a company that await a decision, the oldest first. */
export const listRequestsOf = (db: Db | Tx, personId: number, companyId: number) =>
  selectRows(db)<{ id: number; reference: string }>`
    select id, reference from orders
    where person_id = ${personId} and company_id = ${companyId} and state = 'awaiting_approval'
    order by id`

/** The references of a company's requests that await a decision, the oldest first. */
export const listRequestReferences = (db: Db | Tx, companyId: number): Promise<string[]> =>
  listValues(db)<string>`
    select reference from orders where company_id = ${companyId} and state = 'awaiting_approval' order by id`

/** The reference of a request, and the name of who sent it. */
export const findRequestSender = (db: Db, id: number) =>
  getRow(db)<Pick<DecidedRequest, 'reference' | 'sender'>>`
    select reference, contact->>'name' as sender from orders where id = ${id}`

/** A company's decided requests, the latest first. */
export const listDecidedRequests = (db: Db, companyId: number, limit: number): Promise<DecidedRequest[]> =>
  selectRows(db)<DecidedRequest>`
    select o.reference, o.contact->>'name' as sender, o.total, o.state, h.at,
      coalesce(n.contact->>'name', p.name, '') as "decidedBy",
      case when o.state = 'rejected' then h.why else '' end as reason, n.reference as "placedReference"
    from orders o
    join lateral (select id, at, actor_id, why from order_history
      where order_id = o.id and to_state = o.state order by id desc limit 1) h on true
    left join person p on p.id = h.actor_id
    left join orders n on n.source_id = o.id and n.placed_at is not null
    where o.company_id = ${companyId} and order_is_decided(o.state)
    order by h.id desc limit ${limit}`

/** The person who rejected a request; null: it was not rejected. */
export const findRejectingPerson = (tx: Tx, orderId: number): Promise<number | null> =>
  findValue(tx)<number>`
    select actor_id from order_history where order_id = ${orderId} and to_state = 'rejected'`

/** Goods ex VAT that a person has ordered since then, without what was approved; 0 for an order from such a request. */
export const readOrderedBefore = (
  db: Db | Tx,
  { personId, sourceId, dayStart }: { personId: number; sourceId: number | null; dayStart: Date },
): Promise<Pence> =>
  getValue(db)<Pence>`
    select coalesce(sum(o.subtotal), 0)::int as goods from orders o left join orders s on s.id = o.source_id
    where o.person_id = ${personId} and o.kind = 'order' and o.placed_at >= ${dayStart}::timestamptz
      and not order_is_void(o.state) and s.kind is distinct from 'approval_request'
      and not exists (select from orders r where r.id = ${sourceId}::bigint and r.kind = 'approval_request')`
