import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { findRow, getValue, hasRow, selectRows } from '../../../infra/database/query.ts'
import { addDays, fromLondonTime, type IsoDate } from '../../../lib/dates.ts'
import { pence, sum } from '../../../lib/money.ts'
import { getFirstDay, getLastDay, type Month, type MonthBalance, type Statement } from './statement.ts'

export interface LedgerRecipient {
  email: string
  /** '' of an accounts department. */
  name: string
}

/** Everything that changed what companies owe. A payment counts from when it was entered, so that a statement stays true. */
const entries = sql`
  select d.company_id, d.issued_at as at, d.kind, d.number, o.reference,
    d.due_on::text as "dueOn", null as method, null as "receivedOn",
    case d.kind when 'invoice' then d.total else -d.total end as amount, d.id as id
  from sales_document d join orders o on o.id = d.order_id where d.on_account and d.company_id is not null
  union all
  select p.company_id, p.entered_at, 'payment', 0, p.reference, null, p.method, p.received_on::text, -p.amount, p.id
  from account_payment p
  union all
  select p.company_id, p.cancelled_at, 'cancelled_payment', 0, p.reference, null, p.method, p.received_on::text,
    p.amount, p.id
  from account_payment p where p.cancelled_at is not null`

// As the document of the entry states it; that of the order can be corrected later.
const issuedPurchaseOrder = sql`coalesce((select fact->>1
  from sales_document d cross join lateral jsonb_array_elements(d.content->'facts') fact
  where entries.kind in ('invoice', 'credit_note') and d.id = entries.id and fact->>0 = 'PO number' limit 1), '')`

const dayOf = (column: ReturnType<typeof sql>) => sql`(${column} at time zone 'Europe/London')::date`

/** The instants at which a month begins and ends. */
const toInstants = (month: Month): { start: Date; end: Date } => ({
  start: fromLondonTime(getFirstDay(month), 0),
  end: fromLondonTime(addDays(getLastDay(month), 1), 0),
})

/** The statement of a company for a month; null: there is no such company. It is the same whenever it is read. */
export async function loadStatement(db: Db, companyId: number, month: Month): Promise<Statement | null> {
  const { start, end } = toInstants(month)
  const row = await findRow(db)<Omit<Statement, 'month' | 'closing'>>`
    with entries as materialized (
      select * from (${entries}) e where company_id = ${companyId} and at < ${end}::timestamptz
    )
    select json_build_object('name', c.name, 'accountNumber', c.account_number, 'address', coalesce((
        select array_remove(array[a.line_1, a.line_2, a.line_3, a.line_4, a.postcode], '') from address a
        where a.company_id = c.id and a.billing order by a.imported desc, a.id limit 1), '{}')) as company,
      (select coalesce(sum(amount), 0) from entries where at < ${start}::timestamptz) as opening,
      (select coalesce(json_agg(json_build_object('kind', kind, 'day', ${dayOf(sql`at`)}, 'number', number,
          'reference', reference, 'purchaseOrder', ${issuedPurchaseOrder}, 'dueOn', "dueOn", 'method', method,
          'receivedOn', "receivedOn", 'amount', amount) order by at, amount < 0, id), '[]')
        from entries where at >= ${start}::timestamptz) as entries,
      (select coalesce(json_agg(json_build_object('number', number, 'reference', reference, 'issuedOn', issued_on,
          'dueOn', due_on, 'total', total, 'open', open) order by coalesce(due_on, issued_on), number), '[]') from (
        select d.number, o.reference, d.issued_on, d.due_on, d.total,
          d.total - coalesce((select sum(a.amount) from account_allocation a
          where a.invoice_id = d.id and a.allocated_at < ${end}::timestamptz
            and (a.released_at is null or a.released_at >= ${end}::timestamptz)), 0) as open
        from sales_document d join orders o on o.id = d.order_id
        where d.company_id = c.id and d.on_account and d.kind = 'invoice' and d.issued_at < ${end}::timestamptz
      ) invoices where open > 0) as "openInvoices"
    from company c where c.id = ${companyId}`
  if (!row) return null
  const closing = pence(row.opening + sum(row.entries.map(({ amount }) => amount)))
  return { ...row, month, closing }
}

/** The ended months in which something was owed or happened, the newest first. */
export const listMonths = (db: Db, companyId: number, today: IsoDate, limit: number) =>
  selectRows(db)<MonthBalance>`
    with moves as materialized (
      select date_trunc('month', ${dayOf(sql`at`)})::date as month, sum(amount) as amount
      from (${entries}) e where company_id = ${companyId} group by 1
    ), months as (
      select day::date as month from generate_series((select min(month) from moves),
        date_trunc('month', ${today}::date) - interval '1 month', interval '1 month') day
    ), balances as (
      select m.month, v.amount as moved, (sum(coalesce(v.amount, 0)) over (order by m.month))::bigint as closing
      from months m left join moves v on v.month = m.month
    )
    select to_char(b.month, 'YYYY-MM') as month, b.closing, s.sent_at as "sentAt"
    from balances b left join account_statement s on s.company_id = ${companyId} and s.month = b.month
    where b.moved is not null or b.closing <> 0 order by b.month desc limit ${limit}`

/** The companies whose statement of the month is still to be sent: it has a recipient, and something to state. */
export async function listUnsentCompanies(
  db: Db,
  month: Month,
  limit: number,
): Promise<{ id: number; accountNumber: string }[]> {
  const { start, end } = toInstants(month)
  return selectRows(db)<{ id: number; accountNumber: string }>`
    select c.id, c.account_number as "accountNumber"
    from (select company_id from (${entries}) e where at < ${end}::timestamptz group by company_id
      having sum(amount) <> 0 or max(at) >= ${start}::timestamptz) stated
      join company c on c.id = stated.company_id
    where not exists (select from account_statement s where s.company_id = c.id
      and s.month = ${getFirstDay(month)}::date)
      and (c.accounts_emails <> '{}' or exists (select from person p where p.company_id = c.id
        and 'head_buyer' = any(p.roles) and p.disabled_at is null))
    order by c.id limit ${limit}`
}

/** Who gets what is about a company's account: its accounts department, without a name; the head buyers where it has none. */
export const listLedgerRecipients = (tx: Tx, companyId: number): Promise<LedgerRecipient[]> =>
  selectRows(tx)<LedgerRecipient>`
    select email, name from (
      select d.email, '' as name, d.nth from company c
        cross join unnest(c.accounts_emails) with ordinality as d (email, nth) where c.id = ${companyId}
      union all
      select p.email, p.name, p.id from person p join company c on c.id = p.company_id
      where c.id = ${companyId} and c.accounts_emails = '{}' and 'head_buyer' = any(p.roles) and p.disabled_at is null
    ) recipient order by nth`

/**
 * Records that the statement is sent now, unless it was sent since `expectedVersion`. Returns when it was sent before; null: never.
 */
export async function recordStatement(
  tx: Tx,
  companyId: number,
  month: Month,
  { staffId, now, expectedVersion }: { staffId: number | null; now: Date; expectedVersion: string },
): Promise<Date | null> {
  const isNew = await hasRow(tx)`
    insert into account_statement (company_id, month, sent_at, staff_id)
    values (${companyId}, ${getFirstDay(month)}::date, ${now}, ${staffId}) on conflict do nothing
      returning 1`
  if (isNew) return null
  const at = await getValue(tx)<Date>`
    select sent_at from account_statement
    where company_id = ${companyId} and month = ${getFirstDay(month)}::date for update`
  if (at.toISOString() === expectedVersion)
    await sql`
      update account_statement set sent_at = ${now}, staff_id = ${staffId}
      where company_id = ${companyId} and month = ${getFirstDay(month)}::date`.execute(tx)
  return at
}
