import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { addDays, fromLondonTime } from '../../../lib/dates.ts'
import { type CardOrder, listMovesOfOrder } from './card-moves.ts'
import type { Period } from './period.ts'
import type { CardMove } from './vat.ts'

// What the provider took back was paid until then.
export const wasPaid = sql`a.state in ('paid', 'voided', 'reversed')`
export const reversedAt = sql`coalesce(a.reversed_at, a.completed_at)`

const isWithoutCreditNote = sql`(r.state <> 'refused' and r.credit_note_id is null)`

// Of a json_build_object: a MoneyEvent.
const eventOf = (at: RawBuilder<unknown>) => sql`
  'at', to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    'day', (${at} at time zone 'Europe/London')::date`

/**
 * What counts in the period's VAT besides documents. Of each order in which something happened in the period all that ever
 * happened is read; not of those, nearly all, whose payment is invoiced whole.
 */
export async function listCardMoves(db: Db, { from, to }: Period): Promise<CardMove[]> {
  const [start, end] = [fromLondonTime(from, 0), fromLondonTime(addDays(to, 1), 0)]
  const isIn = (at: RawBuilder<unknown>) => sql`(${at} >= ${start} and ${at} < ${end})`
  const { rows } = await sql<CardOrder>`
    with touched as (
      select a.order_id from payment_attempt a
      where ${wasPaid} and (${isIn(sql`a.completed_at`)} or (a.state = 'reversed' and ${isIn(reversedAt)}))
      union
      select a.order_id from payment_refund r join payment_attempt a on a.id = r.attempt_id
      where ${isIn(sql`r.created_at`)} and ${isWithoutCreditNote}
      union
      select x.order_id from order_correction x where ${isIn(sql`x.at`)}
    )
    select o.reference, coalesce(c.name, o.contact->>'name', '') as customer,
      json_build_object('total', o.total, 'vat', o.vat, 'vatRateBp', o.vat_rate_bp) as sums, paid.payments,
      coalesce(paid.reversals, '[]') as reversals, coalesce(back.refunds, '[]') as refunds,
      coalesce(changed.corrections, '[]') as corrections, coalesce(invoiced.invoices, '[]') as invoices,
      coalesce((select json_agg(json_build_object(${eventOf(sql`n.at`)}, 'total', n.net + n.vat, 'vat', n.vat))
        from deferred_credit_note n where n.order_id = o.id and n.credit_note_id is null), '[]') as deferred
    from touched join orders o on o.id = touched.order_id left join company c on c.id = o.company_id
      cross join lateral (
        select json_agg(json_build_object(${eventOf(sql`a.completed_at`)}, 'amount', a.amount)) as payments,
          json_agg(json_build_object(${eventOf(reversedAt)}, 'amount', a.amount - (
            select coalesce(sum(r.amount), 0) from payment_refund r where r.attempt_id = a.id
              and ${isWithoutCreditNote})))
            filter (where a.state = 'reversed') as reversals, sum(a.amount) as total
        from payment_attempt a where a.order_id = o.id and ${wasPaid}) paid
      cross join lateral (
        select json_agg(json_build_object(${eventOf(sql`r.created_at`)}, 'amount', r.amount)) as refunds
        from payment_attempt a join payment_refund r on r.attempt_id = a.id
        where a.order_id = o.id and ${wasPaid} and ${isWithoutCreditNote}) back
      cross join lateral (
        select json_agg(json_build_object(${eventOf(sql`x.at`)}, 'before', json_build_object('total', x.total_before,
          'vat', coalesce(x.vat_before, o.vat), 'vatRateBp', coalesce(x.vat_rate_bp_before, o.vat_rate_bp)))
          order by x.id) as corrections
        from order_correction x where x.order_id = o.id) changed
      cross join lateral (
        select json_agg(json_build_object(${eventOf(sql`d.issued_at`)}, 'taxPoint', d.tax_point,
          'total', d.total, 'vat', d.vat)) as invoices,
          coalesce(sum(d.total), 0) as total
        from sales_document d where d.order_id = o.id and d.kind = 'invoice') invoiced
    where paid.payments is not null and (paid.total <> invoiced.total
      or coalesce(paid.reversals, back.refunds, changed.corrections) is not null)`.execute(db)
  return rows
    .flatMap(listMovesOfOrder)
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1))
}

const toSortKey = ({ day, reference, kind }: CardMove): string => `${day} ${reference} ${kind}`
