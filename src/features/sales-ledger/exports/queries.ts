import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { getValue, selectRows } from '../../../infra/database/query.ts'
import { addDays, fromLondonTime, type IsoDate } from '../../../lib/dates.ts'
import { type CardOrder, listMovesOfOrder } from './card-moves.ts'
import type { LedgerDocument, Taxed } from './ledger-document.ts'
import type { Period } from './period.ts'
import type { LedgerPayment } from './sage.ts'
import type { CardMove, VatSum } from './vat.ts'

/** Which day of a document decides its period: its tax point, or the day of issue. */
export type DocumentDay = 'taxPoint' | 'issuedOn'

const dayColumn = (day: DocumentDay) => (day === 'taxPoint' ? sql`d.tax_point` : sql`d.issued_on`)

const isInPeriod = (day: DocumentDay, { from, to }: Period) =>
  sql`${dayColumn(day)} between ${from}::date and ${to}::date`

// That of the order can be corrected later. Strict: else each element would be unwrapped before it is filtered.
const statedPurchaseOrder = sql`coalesce(jsonb_path_query_first(d.content,
  'strict $.facts[*] ? (@[0] == "PO number")[1]', silent => true) #>> '{}', '')`

/** Documents after this id, in the order of their issue. */
export const listDocuments = (
  db: Db,
  period: Period,
  day: DocumentDay,
  { after, size }: { after: number; size: number },
) =>
  selectRows(db)<LedgerDocument>`
    select d.id, d.kind, d.number, o.reference as "orderReference",
      ${statedPurchaseOrder} as "purchaseOrder",
      coalesce(c.name, o.contact->>'name', '') as customer,
      o.contact->>'email' as email, case when d.on_account then coalesce(c.account_number, '') else '' end
        as "accountNumber",
      d.issued_on::text as "issuedOn", d.tax_point::text as "taxPoint", d.due_on::text as "dueOn",
      d.vat_rate_bp as "vatRateBp", d.net, d.vat, delivery.net as "deliveryNet", delivery.vat as "deliveryVat"
    from sales_document d join orders o on o.id = d.order_id left join company c on c.id = d.company_id
    cross join lateral (select coalesce(sum(net), 0)::int as net, coalesce(sum(vat), 0)::int as vat
      from sales_document_line l where l.document_id = d.id and l.kind = 'delivery') delivery
    where ${isInPeriod(day, period)} and d.id > ${after} order by d.id limit ${size}`

export const countDocuments = (db: Db, period: Period, day: DocumentDay): Promise<number> =>
  getValue(db)<number>`
    select count(*)::int as count from sales_document d where ${isInPeriod(day, period)}`

/** What the documents with a tax point in the period add up to, by kind and rate. */
export const sumVat = (db: Db, period: Period): Promise<VatSum[]> =>
  selectRows(db)<VatSum>`
    select d.kind, d.vat_rate_bp as "vatRateBp", count(*)::int as count, sum(d.net) as net, sum(d.vat) as vat
    from sales_document d where ${isInPeriod('taxPoint', period)}
    group by d.kind, d.vat_rate_bp order by d.kind desc, d.vat_rate_bp desc`

/** What was sold of a product on a day, less what was credited. */
export interface DaySales extends Taxed {
  day: IsoDate
  kind: 'goods' | 'delivery' | 'amount'
  /** '' unless goods. */
  code: string
  title: string
  quantity: number
}

/** What was sold by day and product; what was credited is taken off on the day of its credit note. */
export const listDaySales = (db: Db, period: Period, limit: number): Promise<DaySales[]> =>
  selectRows(db)<DaySales>`
    select d.issued_on::text as day, l.kind, coalesce(p.code, '') as code, coalesce(p.title, '') as title,
      sum(s.sign * l.quantity)::int as quantity, sum(s.sign * l.net) as net, sum(s.sign * l.vat) as vat
    from sales_document d join sales_document_line l on l.document_id = d.id
      cross join lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) s
      left join product p on p.id = l.product_id
    where ${isInPeriod('issuedOn', period)}
    group by d.issued_on, l.kind, p.id order by d.issued_on, l.kind desc, p.code limit ${limit}`

/** Money that came in or went back in the period: on account by the day it was entered or cancelled, and by card. */
export const listLedgerPayments = (db: Db, { from, to }: Period): Promise<LedgerPayment[]> =>
  selectRows(db)<LedgerPayment>`
    with moves as (
      select 1 as nth, p.id, c.account_number as "accountNumber", moved.at, p.received_on, p.reference,
        p.amount, moved.what, case p.method when 'card' then 'card' else '' end as provider
      from account_payment p join company c on c.id = p.company_id
        cross join lateral (values (p.entered_at, 'received'), (p.cancelled_at, 'taken_back')) moved(at, what)
      union all
      select 2, a.id, '', a.completed_at, p.received_on, o.reference, a.amount, 'received', a.provider
      from payment_attempt a join orders o on o.id = a.order_id left join order_payment p on p.attempt_id = a.id
      where ${wasPaid}
      union all
      select 3, r.id, '', r.created_at, null, o.reference, r.amount, 'refunded', a.provider
      from payment_refund r join payment_attempt a on a.id = r.attempt_id join orders o on o.id = a.order_id
      where r.state <> 'refused' and ${wasPaid}
      union all
      select 4, a.id, '', ${reversedAt}, null, o.reference, a.amount - refunds.amount, 'taken_back', a.provider
      from payment_attempt a join orders o on o.id = a.order_id
        cross join lateral (select coalesce(sum(r.amount), 0) as amount from payment_refund r
          where r.attempt_id = a.id and r.state <> 'refused') refunds
      where a.state = 'reversed' and a.amount > refunds.amount
    ), days as (
      select *, (at at time zone 'Europe/London')::date as day from moves
    )
    select "accountNumber", day::text as day, coalesce(received_on, day)::text as "receivedOn", reference,
      amount, what, case when provider in ('cash', 'terminal', 'bank', 'card') then provider else '' end as "takenBy"
    from days where day between ${from}::date and ${to}::date order by days.day, nth, id, what`

// What the provider took back was paid until then.
const wasPaid = sql`a.state in ('paid', 'voided', 'reversed')`
const reversedAt = sql`coalesce(a.reversed_at, a.completed_at)`

const isWithoutCreditNote = sql`(r.state <> 'refused' and r.credit_note_id is null)`

// Of a json_build_object: 'takenBy'.
const takenBy = sql`'takenBy', case when a.provider in ('cash', 'terminal', 'bank') then a.provider else 'card' end`

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
  const rows = await selectRows(db)<CardOrder>`
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
        select json_agg(json_build_object(${eventOf(sql`a.completed_at`)}, ${takenBy}, 'amount', a.amount)) as payments,
          json_agg(json_build_object(${eventOf(reversedAt)}, ${takenBy}, 'amount', a.amount - (
            select coalesce(sum(r.amount), 0) from payment_refund r where r.attempt_id = a.id
              and ${isWithoutCreditNote})))
            filter (where a.state = 'reversed') as reversals, sum(a.amount) as total
        from payment_attempt a where a.order_id = o.id and ${wasPaid}) paid
      cross join lateral (
        select json_agg(json_build_object(${eventOf(sql`r.created_at`)}, ${takenBy}, 'amount', r.amount)) as refunds
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
      or coalesce(paid.reversals, back.refunds, changed.corrections) is not null)`
  return rows
    .flatMap(listMovesOfOrder)
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((one, other) => (toSortKey(one) < toSortKey(other) ? -1 : 1))
}

const toSortKey = ({ day, reference, kind }: CardMove): string => `${day} ${reference} ${kind}`
