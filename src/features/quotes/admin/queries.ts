import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { limitToPage } from '../../../infra/database/columns.ts'
import type { OrderSearch } from '../../orders/order-search.ts'
import { matchingOrdersSql } from '../../orders/service.ts'
import type { QuoteState } from '../quote.ts'
import type {
  AdminQuoteDetails,
  AdminQuoteRow,
  QuoteCounts,
  QuoteDraft,
  QuoteHistoryEntry,
} from './admin-quote.ts'
import type { QuoteGroup } from './groups.ts'
import type { OfferForm } from './offer-form.ts'
import type { QuoteListChoice } from './quote-list.ts'
import { storedOfferForm } from './stored-offer-form.ts'

/** What staff see of quotes: every request that was sent. */

const isSubmittedQuote = sql`o.kind = 'quote' and not order_is_unsubmitted(o.state)`
const isToAnswer = sql`o.kind = 'quote' and o.id in (
  select order_id from order_message where not from_staff and answered_at is null)`

const isInGroup = (group: QuoteGroup) => {
  if (group === 'all') return isSubmittedQuote
  return group === 'to_answer' ? isToAnswer : sql`${isSubmittedQuote} and o.state = ${group}`
}

/** How many quotes are in each of these states, and how many wait for an answer. */
export async function countQuotesByState(db: Db, states: readonly QuoteState[]): Promise<QuoteCounts> {
  const { rows } = await sql<{ state: keyof QuoteCounts; count: number }>`
    select o.state, count(*)::int as count from orders o
    where o.kind = 'quote' and o.state = any(${states}::text[]) group by o.state
    union all select 'to_answer', count(*)::int from orders o where ${isToAnswer}`.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/**
 * A page of the quotes that fit the choice. `search`: by `parseOrderSearch`; null: all. `total`: of a search; null: all of the
 * group, which `countQuotesByState` counts.
 */
export async function listAdminQuotes(
  db: Db,
  choice: QuoteListChoice & { search: OrderSearch | null; page: number; size: number },
): Promise<{ rows: AdminQuoteRow[]; total: number | null }> {
  const { group, search, sort, direction } = choice
  const order = direction === 'up' ? sql`asc` : sql`desc`
  const sorting = sort === 'until' ? sql`q.expires_at ${order} nulls last, o.id ${order}` : sql`o.id ${order}`
  const conditions = [
    isInGroup(group),
    ...(search === null
      ? []
      : [
          sql`o.id in (select order_id from (${matchingOrdersSql(search, { isQuote: true, most: null })}) matching)`,
        ]),
  ]
  const count = search === null ? sql`null::int` : sql`count(*) over ()::int`
  const { rows } = await sql<AdminQuoteRow & { total: number | null }>`
    with matches as materialized (
      select o.id, ${count} as total
      from orders o ${sort === 'until' ? sql`left join quote_offer q on q.order_id = o.id` : sql``}
      where ${sql.join(conditions, sql` and `)}
      order by ${sorting} ${limitToPage(choice)}
    )
    select matches.total, o.reference, o.state, o.created_at as "requestedAt", o.contact->>'name' as name,
      coalesce(c.name, '') as company, l.count as "lineCount", l.goods, q.expires_at as "expiresAt"
    from matches join orders o on o.id = matches.id left join company c on c.id = o.company_id left join quote_offer q on q.order_id = o.id
    cross join lateral (
      select count(*)::int as count, sum(coalesce(p.unit_price, l.unit_price) * l.quantity)::int as goods
      from order_line l left join quote_offer_line p on p.order_id = l.order_id and p.position = l.position
      where l.order_id = o.id) l
    order by ${sorting}`.execute(db)
  return { rows, total: search === null ? null : (rows[0]?.total ?? 0) }
}

/** What staff see of a quote besides the order and the offer. */
export async function getAdminQuoteDetails(db: Db, orderId: number): Promise<AdminQuoteDetails> {
  const { rows } = await sql<
    Omit<AdminQuoteDetails, 'history'> & { history: (QuoteHistoryEntry & { at: string })[] }
  >`
    select o.created_at as "requestedAt",
      (select json_build_object('name', c.name, 'accountNumber', c.account_number, 'onStop', c.on_stop)
        from company c where c.id = o.company_id) as company,
      (select json_agg(json_build_object('id', h.id, 'at', h.at, 'who', coalesce(w.name, h.actor), 'to', h.to_state,
          'event', h.event, 'why', h.why) order by h.id)
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

/** What staff have saved and not sent; null: nothing. */
export async function findDraft(db: Db | Tx, orderId: number): Promise<QuoteDraft | null> {
  const { rows } = await sql<Omit<QuoteDraft, 'form'> & { form: unknown }>`
    select d.form, p.name as "savedBy", d.saved_at as "savedAt"
    from quote_draft d join person p on p.id = d.saved_by where d.order_id = ${orderId}`.execute(db)
  const row = rows[0]
  return row ? { ...row, form: storedOfferForm.parse(row.form) } : null
}

export async function replaceDraft(
  tx: Tx,
  orderId: number,
  draft: { form: OfferForm; savedBy: number; savedAt: Date } | null,
): Promise<void> {
  await sql`delete from quote_draft where order_id = ${orderId}`.execute(tx)
  if (!draft) return
  await sql`
    insert into quote_draft (order_id, form, saved_by, saved_at)
    values (${orderId}, ${JSON.stringify(draft.form)}::jsonb, ${draft.savedBy}, ${draft.savedAt})`.execute(tx)
}
