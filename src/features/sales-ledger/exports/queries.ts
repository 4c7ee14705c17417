import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { addDays, fromLondonTime } from '../../../lib/dates.ts'
import type { LedgerDocument } from './ledger-document.ts'
import type { Period } from './period.ts'
import type { LedgerPayment } from './sage.ts'
import type { DaySales } from './sales.ts'
import type { CardMove, VatSum } from './vat.ts'

/** Which day of a document is in the period: that of the VAT, or that on which it was issued. */
export type DocumentDay = 'taxPoint' | 'issuedOn'

const dayColumn = (day: DocumentDay) => (day === 'taxPoint' ? sql`d.tax_point` : sql`d.issued_on`)

const isInPeriod = (day: DocumentDay, { from, to }: Period) =>
  sql`${dayColumn(day)} between ${from}::date and ${to}::date`

/** Documents after this id, in the order of their issue. */
export async function listDocuments(
  db: Db,
  period: Period,
  day: DocumentDay,
  { after, size }: { after: number; size: number },
): Promise<LedgerDocument[]> {
  const { rows } = await sql<LedgerDocument>`
    select d.id, d.kind, d.number, o.reference as "orderReference", coalesce(c.name, o.contact->>'name', '') as customer,
      o.contact->>'email' as email, case when d.on_account then coalesce(c.account_number, '') else '' end
        as "accountNumber",
      d.issued_on::text as "issuedOn", d.tax_point::text as "taxPoint", d.due_on::text as "dueOn",
      d.vat_rate_bp as "vatRateBp", d.net, d.vat, delivery.net as "deliveryNet", delivery.vat as "deliveryVat"
    from sales_document d join orders o on o.id = d.order_id left join company c on c.id = d.company_id
    cross join lateral (select coalesce(sum(net), 0)::int as net, coalesce(sum(vat), 0)::int as vat
      from sales_document_line l where l.document_id = d.id and l.kind = 'delivery') delivery
    where ${isInPeriod(day, period)} and d.id > ${after} order by d.id limit ${size}`.execute(db)
  return rows
}

export async function countDocuments(db: Db, period: Period, day: DocumentDay): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sales_document d where ${isInPeriod(day, period)}`.execute(db)
  return rows[0]!.count
}

/** What the documents with a tax point in the period add up to, by kind and rate. */
export async function sumVat(db: Db, period: Period): Promise<VatSum[]> {
  const { rows } = await sql<VatSum>`
    select d.kind, d.vat_rate_bp as "vatRateBp", count(*)::int as count, sum(d.net) as net, sum(d.vat) as vat
    from sales_document d where ${isInPeriod('taxPoint', period)}
    group by d.kind, d.vat_rate_bp order by d.kind desc, d.vat_rate_bp desc`.execute(db)
  return rows
}

// What the provider took back was paid until then.
const wasPaid = sql`a.state in ('paid', 'voided', 'reversed')`
const reversedAt = sql`coalesce(a.reversed_at, a.completed_at)`
const isWithoutDocument = sql`(r.state <> 'refused' and r.credit_note_id is null)`

/**
 * What counts in the period's VAT besides documents. A card payment counts on its day. An invoice has the day of a payment
 * as its tax point, so it takes the place of as much, and the sums of a period stay as they are: what it has of an earlier
 * period's payment is taken off again. A payment that the provider took back counts against the day on which it did (VAT
 * Regulations 1995, regulation 38), but for what is invoiced: that was credited by then, or is still owed.
 */
export async function listCardMoves(db: Db, period: Period): Promise<CardMove[]> {
  const { from, to } = period
  const [start, end] = [fromLondonTime(from, 0), fromLondonTime(addDays(to, 1), 0)]
  const isIn = (at: RawBuilder<unknown>) => sql`(${at} >= ${start} and ${at} < ${end})`
  const { rows } = await sql<CardMove>`
    with invoices as (
      select d.order_id, max(d.tax_point) as day, sum(d.total) as total, sum(d.vat) as vat from sales_document d
      where d.kind = 'invoice' and ${isInPeriod('taxPoint', period)}
        and exists (select from payment_attempt a where a.order_id = d.order_id and ${wasPaid})
      group by d.order_id
    ), touched as (
      select order_id from invoices
      union select a.order_id from payment_attempt a
        where ${wasPaid} and (${isIn(sql`a.completed_at`)} or (a.state = 'reversed' and ${isIn(reversedAt)}))
      union select a.order_id from payment_refund r join payment_attempt a on a.id = r.attempt_id
        where ${isIn(sql`r.created_at`)} and ${wasPaid}
    ), payments as (
      select a.order_id, a.id, a.state, a.amount, a.completed_at, ${reversedAt} as reversed_at, a.amount - r.refunded as rest,
        sum(a.amount - r.refunded) over (partition by a.order_id) as rest_of_order
      from payment_attempt a cross join lateral (
        select coalesce(sum(r.amount), 0) as refunded from payment_refund r
        where r.attempt_id = a.id and ${isWithoutDocument}) r
      where ${wasPaid} and a.order_id in (select order_id from touched)
    ), moves as (
      select order_id, 'payment' as kind, completed_at as at, id, amount from payments
      union all
      select p.order_id, 'refund', r.created_at, r.id, -r.amount
      from payment_refund r join payments p on p.id = r.attempt_id where ${isWithoutDocument}
      union all
      select order_id, 'reversal', reversed_at, id, least(before, not_invoiced) - least(before + rest, not_invoiced) from (
        select p.order_id, p.reversed_at, p.id, p.rest,
          sum(p.rest) over (partition by p.order_id order by p.reversed_at, p.id) - p.rest as before,
          greatest(0, p.rest_of_order - coalesce((
            select sum(d.total) from sales_document d where d.order_id = p.order_id and d.kind = 'invoice'), 0)) as not_invoiced
        from payments p where p.state = 'reversed') reversed
    ), balances as (
      select m.*, o.vat_rate_bp, sum(m.amount) over moved as after, sum(m.amount) over moved - m.amount as before
      from moves m join orders o on o.id = m.order_id
      window moved as (partition by m.order_id order by m.at, m.kind, m.id)
    ), sums as (
      -- Rounded for the balance, so that the VAT of several payments is that of their sum.
      select order_id, kind, (max(at) at time zone 'Europe/London')::date as day, sum(amount) as total,
        sum(round(after * vat_rate_bp::numeric / (10000 + vat_rate_bp))
          - round(before * vat_rate_bp::numeric / (10000 + vat_rate_bp))) as vat
      from balances where ${isIn(sql`at`)} group by order_id, kind
    ), counted as (
      select order_id, kind, day, total, vat from sums where kind <> 'payment'
      union all
      select order_id, case when total < 0 then 'earlier_payment' else 'payment' end, day, total, vat from (
        select order_id, coalesce(s.day, i.day) as day, coalesce(s.total, 0) - coalesce(i.total, 0) as total,
          coalesce(s.vat, 0) - coalesce(i.vat, 0) as vat
        from (select * from sums where kind = 'payment') s full join invoices i using (order_id)) paid
    )
    select n.kind, o.reference, coalesce(c.name, o.contact->>'name', '') as customer, n.day::text as day,
      o.vat_rate_bp as "vatRateBp", (n.total - n.vat)::bigint as net, n.vat::bigint as vat
    from counted n join orders o on o.id = n.order_id left join company c on c.id = o.company_id
    where n.total <> 0 or n.vat <> 0 order by n.day, o.reference, n.kind`.execute(db)
  return rows
}

/** What was sold by day and product; what was credited is taken off on the day of its credit note. */
export async function listDaySales(db: Db, period: Period, limit: number): Promise<DaySales[]> {
  const { rows } = await sql<DaySales>`
    select d.issued_on::text as day, l.kind, coalesce(p.code, '') as code, coalesce(p.title, '') as title,
      sum(s.sign * l.quantity)::int as quantity, sum(s.sign * l.net) as net, sum(s.sign * l.vat) as vat
    from sales_document d join sales_document_line l on l.document_id = d.id
      cross join lateral (select case d.kind when 'invoice' then 1 else -1 end as sign) s
      left join product p on p.id = l.product_id
    where ${isInPeriod('issuedOn', period)}
    group by d.issued_on, l.kind, p.id order by d.issued_on, l.kind desc, p.code limit ${limit}`.execute(db)
  return rows
}

/** Money that came in or went back in the period: on account by the day it was entered or cancelled, and by card. */
export async function listLedgerPayments(db: Db, { from, to }: Period): Promise<LedgerPayment[]> {
  const { rows } = await sql<LedgerPayment>`
    with moves as (
      select 1 as nth, p.id, c.account_number as "accountNumber", moved.at, p.received_on, p.reference, p.amount, moved.what
      from account_payment p join company c on c.id = p.company_id
        cross join lateral (values (p.entered_at, 'received'), (p.cancelled_at, 'taken_back')) moved(at, what)
      union all
      select 2, a.id, '', a.completed_at, null, o.reference, a.amount, 'received'
      from payment_attempt a join orders o on o.id = a.order_id where ${wasPaid}
      union all
      select 3, r.id, '', r.created_at, null, o.reference, r.amount, 'refunded'
      from payment_refund r join payment_attempt a on a.id = r.attempt_id join orders o on o.id = a.order_id
      where r.state <> 'refused' and ${wasPaid}
      union all
      select 4, a.id, '', ${reversedAt}, null, o.reference, a.amount - refunds.amount, 'taken_back'
      from payment_attempt a join orders o on o.id = a.order_id
        cross join lateral (select coalesce(sum(r.amount), 0) as amount from payment_refund r
          where r.attempt_id = a.id and r.state <> 'refused') refunds
      where a.state = 'reversed' and a.amount > refunds.amount
    ), days as (
      select *, (at at time zone 'Europe/London')::date as day from moves
    )
    select "accountNumber", day::text as day, coalesce(received_on, day)::text as "receivedOn", reference, amount, what
    from days where day between ${from}::date and ${to}::date order by days.day, nth, id, what`.execute(db)
  return rows
}
