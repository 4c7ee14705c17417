import { sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { QuoteState } from '../quote.ts'
import type { AdminQuoteDetails, AdminQuoteRow, QuoteCounts, QuoteHistoryEntry } from './admin-quote.ts'

/** What staff see of quotes: every request that was sent. */

const isSubmittedQuote = sql`o.kind = 'quote' and not order_is_unsubmitted(o.state)`

export async function countQuotesByState(db: Db): Promise<QuoteCounts> {
  const { rows } = await sql<{ state: QuoteState; count: number }>`
    select o.state, count(*)::int as count from orders o where ${isSubmittedQuote} group by o.state`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** A page of the quotes in a state (null: any). Requests without a price: the oldest first; all others: the newest. */
export async function listAdminQuotes(
  db: Db,
  { state, page, size }: { state: QuoteState | null; page: number; size: number },
): Promise<{ rows: AdminQuoteRow[]; total: number }> {
  const oldestFirst = state === 'quote_requested'
  const { rows } = await sql<AdminQuoteRow & { total: number }>`
    select o.reference, o.state, o.created_at as "requestedAt", o.contact->>'name' as name,
      coalesce(c.name, '') as company, l.count as "lineCount", l.goods, q.expires_at as "expiresAt",
      count(*) over ()::int as total
    from orders o left join company c on c.id = o.company_id left join quote_offer q on q.order_id = o.id
    cross join lateral (
      select count(*)::int as count, sum(coalesce(p.unit_price, l.unit_price) * l.quantity)::int as goods
      from order_line l left join quote_offer_line p on p.order_id = l.order_id and p.position = l.position
      where l.order_id = o.id) l
    where ${isSubmittedQuote} and (${state}::text is null or o.state = ${state})
    order by case when ${oldestFirst} then o.id else -o.id end
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** What staff see of a quote besides the order and the offer. */
export async function getAdminQuoteDetails(db: Db, orderId: number): Promise<AdminQuoteDetails> {
  const { rows } = await sql<
    Omit<AdminQuoteDetails, 'history'> & { history: (QuoteHistoryEntry & { at: string })[] }
  >`
    select o.created_at as "requestedAt",
      (select json_build_object('name', c.name, 'accountNumber', c.account_number, 'onStop', c.on_stop)
        from company c where c.id = o.company_id) as company,
      (select json_agg(json_build_object('listPrice', p.price, 'available', s.available, 'backOrder', s.back_order,
          'note', p.availability_note, 'path', p.path, 'forSale', p.for_sale) order by l.position)
        from order_line l join product p on p.id = l.product_id join stock s on s.product_id = p.id
        where l.order_id = o.id) as products,
      (select json_agg(json_build_object('id', h.id, 'at', h.at, 'who', coalesce(w.name, h.actor), 'to', h.to_state,
          'why', h.why) order by h.id)
        from order_history h left join person w on w.id = substring(h.actor from '^person ([0-9]+)$')::int
        where h.order_id = o.id) as history,
      exists (select from orders n where n.source_id = o.id and order_is_open(n.state))
        as "isBeingOrdered",
      (select n.reference from orders n where n.source_id = o.id
        and not order_is_void(n.state) and not order_is_open(n.state)) as "orderedAs"
    from orders o where o.id = ${orderId}`.execute(db)
  const row = rows[0]!
  return { ...row, history: row.history.map(entry => ({ ...entry, at: new Date(entry.at) })) }
}
