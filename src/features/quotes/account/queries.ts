import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { ListedQuote, RequestedQuote } from './account-quote.ts'

/** Quotes in the accounts of the customers who requested them. To everybody else they do not exist. */

const isOwn = (personId: number) =>
  sql`o.kind = 'quote' and o.id in (select id from orders_of_person(${personId})) and not order_is_unsubmitted(o.state)`

/** A page of a person's quotes, newest first, and how many there are in all. */
export async function listQuotes(
  db: Db,
  personId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ListedQuote[]; total: number }> {
  const { rows } = await sql<ListedQuote & { all: number }>`
    select o.id, o.reference, o.state, o.created_at as "requestedAt", o.purchase_order as "purchaseOrder",
      o.delivery, q.expires_at as "expiresAt", q.delivery_cost as "deliveryCost", count(*) over ()::int as all,
      (select json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'offeredPrice', p.unit_price)
          order by l.position)
        from order_line l left join quote_offer_line p on p.order_id = l.order_id and p.position = l.position
        where l.order_id = o.id) as lines
    from orders o left join quote_offer q on q.order_id = o.id where ${isOwn(personId)}
    order by o.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  return { rows, total: rows[0]?.all ?? 0 }
}

/** What an account shows of one quote besides the order and the offer. */
export async function findRequestedQuote(
  db: Db,
  personId: number,
  reference: string,
): Promise<RequestedQuote | null> {
  const { rows } = await sql<RequestedQuote>`
    select o.id, o.created_at as "requestedAt",
      (select json_agg(json_build_object('path', p.path, 'image', p.image, 'forSale', p.for_sale)
          order by l.position)
        from order_line l join product p on p.id = l.product_id where l.order_id = o.id) as products,
      (select n.reference from orders n where n.source_id = o.id
        and not order_is_void(n.state) and not order_is_open(n.state)) as "orderedAs",
      coalesce((select h.why from order_history h where h.order_id = o.id and h.to_state = 'cancelled'
        order by h.id desc limit 1), '') as "withdrawnWhy"
    from orders o where o.reference = ${reference} and ${isOwn(personId)}`.execute(db)
  return rows[0] ?? null
}
