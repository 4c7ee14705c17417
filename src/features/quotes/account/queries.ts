import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { findRow } from '../../../infra/database/query.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import type { Viewer } from '../../order-pages/account/account-order.ts'
import { findOrderById, isOrderOfPersonSql } from '../../orders/service.ts'
import { findOffer } from '../queries.ts'
import { getEffectiveState, isSubmitted } from '../quote.ts'
import type { ListedQuote, RequestedQuote } from './view.ts'

/**
 * Quotes in the accounts of the customers who requested them, and of their head buyers. To everybody else they do not exist,
 * and one that staff make does not exist before it is sent.
 */

const isVisible = ({
  personId,
  companyId,
}: Viewer) => sql`o.kind = 'quote' and not order_is_unsubmitted(o.state)
  and (o.prepared_by is null or exists (select from quote_offer f where f.order_id = o.id))
  and o.id in (
    select id from orders_of_person(${personId}) where kind = 'quote'
    union select id from orders where company_id = ${companyId}::int and kind = 'quote')`

const hasRequesterLeft = sql`not exists (select from person p where p.id = o.person_id
  and (o.company_id is null or p.company_id = o.company_id)) as "hasRequesterLeft"`

/** A page of the quotes that a person sees, newest first, and how many there are in all. */
export async function listQuotes(
  db: Db,
  viewer: Viewer,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ListedQuote[]; total: number }> {
  const { rows } = await sql<ListedQuote & { all: number }>`
    select o.id, o.reference, o.state, o.created_at as "requestedAt", o.purchase_order as "purchaseOrder",
      ${isOrderOfPersonSql(viewer.personId)} as "isOwn", ${hasRequesterLeft},
      o.contact->>'name' as buyer,
      o.delivery, q.expires_at as "expiresAt", q.delivery_cost as "deliveryCost", count(*) over ()::int as all,
      (select json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'offeredPrice', p.unit_price)
          order by l.position)
        from order_line l left join quote_offer_line p on p.order_id = l.order_id and p.position = l.position
        where l.order_id = o.id) as lines
    from orders o left join quote_offer q on q.order_id = o.id where ${isVisible(viewer)}
    order by o.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  return { rows, total: rows[0]?.all ?? 0 }
}

/** What a RequestedQuote has besides whose it is, of orders `o`. */
const requestedColumns = sql`o.id, o.created_at as "requestedAt", ${hasRequesterLeft},
  (select json_agg(json_build_object('path', p.path, 'image', p.image, 'forSale', p.for_sale)
      order by l.position)
    from order_line l join product p on p.id = l.product_id where l.order_id = o.id) as products,
  (select n.reference from orders n where n.source_id = o.id
    and not order_is_void(n.state) and not order_is_open(n.state)) as "orderedAs",
  coalesce((select h.why from order_history h where h.order_id = o.id and h.to_state = 'cancelled'
    order by h.id desc limit 1), '') as "withdrawnWhy"`

/** What an account shows of one quote besides the order and the offer. */
export const findRequestedQuote = (db: Db, viewer: Viewer, reference: string) =>
  findRow(db)<RequestedQuote>`
    select ${requestedColumns}, ${isOrderOfPersonSql(viewer.personId)} as "isOwn"
    from orders o where o.reference = ${reference} and ${isVisible(viewer)}`

/** The same for a customer without an account, whose quote staff made and sent; the caller checks the link. */
export const findLinkedQuote = (db: Db, reference: string) =>
  findRow(db)<RequestedQuote>`
    select ${requestedColumns}, true as "isOwn" from orders o
    where o.reference = ${reference} and o.kind = 'quote' and o.prepared_by is not null
      and exists (select from quote_offer f where f.order_id = o.id)`

/** The quote with its order and offer; throws a 404 where there is none (any more). */
export async function loadRequestedQuote(db: Db, requested: RequestedQuote | null, now: Date) {
  const order = requested && (await findOrderById(db, requested.id))
  if (!requested || !order || !isSubmitted(order.state)) throw new Problem(404)
  const offer = await findOffer(db, requested.id)
  return { requested, order, offer, state: getEffectiveState(order.state, offer?.expiresAt ?? null, now) }
}
