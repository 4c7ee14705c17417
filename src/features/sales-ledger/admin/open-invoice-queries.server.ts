import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { toPattern } from '../../../infra/database/columns.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import type { OpenFilter, OpenInvoiceChoice, OpenInvoiceRow, OpenSort } from './open-invoice-list.ts'

// Bands of `ledger.ts`, by the days since an invoice was due.
const filterSql: Record<OpenFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  overdue: sql`days > 0`,
  not_due: sql`days <= 0`,
  to_30: sql`days between 1 and 30`,
  to_60: sql`days between 31 and 60`,
  to_90: sql`days between 61 and 90`,
  over_90: sql`days > 90`,
}

const sortSql: Record<OpenSort, RawBuilder<unknown>> = {
  number: sql`number`,
  company: sql`lower(company_name)`,
  due: sql`coalesce(due_on, issued_on)`,
  total: sql`total`,
  open: sql`open`,
}

interface OpenInvoiceList {
  rows: OpenInvoiceRow[]
  counts: Record<OpenFilter, number>
  /** Of all that the filter lists. */
  sum: Pence
}

/**
 * A page of the open invoices of all companies, and how many each filter lists. Figures are calculated for all of them;
 * names and details of the order are read only for the rows of the page.
 */
export async function listAllOpenInvoices(
  db: Db,
  { show, query, sort, direction }: OpenInvoiceChoice,
  { size, page, today }: { size: number; page: number; today: IsoDate },
): Promise<OpenInvoiceList> {
  const order = direction === 'down' ? sql`desc` : sql`asc`
  const count = (filter: OpenFilter) => sql`count(*) filter (where ${filterSql[filter]})::int`
  const readsCompany = query !== '' || sort === 'company'
  const { rows } = await sql<Record<OpenFilter, number> & { list: OpenInvoiceRow[] | null; sum: Pence }>`
    with allocated as materialized (
      select invoice_id, sum(amount) as amount from account_allocation where released_at is null group by 1
    ), invoices as materialized (
      select d.id, d.number, d.order_id, d.company_id, d.issued_on, d.due_on, d.total,
        (d.total - coalesce(a.amount, 0))::int as open, coalesce(${today}::date - d.due_on, 0) as days,
        ${readsCompany ? sql`c.name` : sql`null`} as company_name
      from sales_document d left join allocated a on a.invoice_id = d.id
        ${readsCompany ? sql`join company c on c.id = d.company_id` : sql``}
        ${query === '' ? sql`` : sql`join orders o on o.id = d.order_id`}
      where d.on_account and d.kind = 'invoice' and d.company_id is not null and d.total > coalesce(a.amount, 0) and ${toCondition(query)}
    ), page as (
      select *, row_number() over () as nth from (
        select * from invoices where ${filterSql[show]} order by ${sortSql[sort]} ${order}, number ${order}
        limit ${size} offset ${(page - 1) * size}) sorted
    )
    select ${sql.join(Object.keys(filterSql).map(filter => sql`${count(filter as OpenFilter)} as ${sql.ref(filter)}`))},
      coalesce(sum(open) filter (where ${filterSql[show]}), 0)::bigint as sum,
      (select json_agg(json_build_object('id', d.id, 'number', d.number, 'reference', o.reference,
          'purchaseOrder', o.purchase_order, 'issuedOn', d.issued_on, 'dueOn', d.due_on, 'total', d.total, 'open', d.open,
          'company', json_build_object('name', c.name, 'accountNumber', c.account_number)) order by d.nth)
        from page d join company c on c.id = d.company_id join orders o on o.id = d.order_id) as list
    from invoices`.execute(db)
  const { list, sum, ...counts } = rows[0]!
  return { rows: list ?? [], counts, sum }
}

function toCondition(query: string): RawBuilder<unknown> {
  if (query === '') return sql`true`
  const number = /^(?:INV-?)?(\d{1,9})$/i.exec(query)?.[1]
  return sql`(${number === undefined ? sql`false` : sql`d.number = ${Number(number)}`} or c.name ilike ${toPattern(query)}
    or c.account_number ilike ${toPattern(query)} or o.reference = ${query.toUpperCase()}
    or o.purchase_order ilike ${toPattern(query)})`
}
