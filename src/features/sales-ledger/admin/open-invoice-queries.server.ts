import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import type { OpenFilter, OpenInvoiceChoice, OpenInvoiceRow, OpenSort } from './open-invoice-list.ts'
import { toPattern } from './queries.ts'

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
  company: sql`lower(company->>'name')`,
  due: sql`coalesce("dueOn", "issuedOn")`,
  total: sql`total`,
  open: sql`open`,
}

interface OpenInvoiceList {
  rows: OpenInvoiceRow[]
  counts: Record<OpenFilter, number>
  /** Of all that the filter lists. */
  sum: Pence
}

/** A page of the open invoices of all companies, and how many each filter lists. Each table is read once. */
export async function listAllOpenInvoices(
  db: Db,
  { show, query, sort, direction }: OpenInvoiceChoice,
  { size, page, today }: { size: number; page: number; today: IsoDate },
): Promise<OpenInvoiceList> {
  const order = direction === 'down' ? sql`desc` : sql`asc`
  const count = (filter: OpenFilter) => sql`count(*) filter (where ${filterSql[filter]})::int`
  const { rows } = await sql<Record<OpenFilter, number> & { list: OpenInvoiceRow[] | null; sum: Pence }>`
    with allocated as materialized (
      select invoice_id, sum(amount) as amount from account_allocation where released_at is null group by 1
    ), invoices as materialized (
      select d.id, d.number, o.reference, o.purchase_order as "purchaseOrder", d.issued_on::text as "issuedOn",
        d.due_on::text as "dueOn", d.total, (d.total - coalesce(a.amount, 0))::int as open,
        coalesce(${today}::date - d.due_on, 0) as days,
        json_build_object('name', c.name, 'accountNumber', c.account_number) as company
      from sales_document d left join allocated a on a.invoice_id = d.id
        join company c on c.id = d.company_id join orders o on o.id = d.order_id
      where d.on_account and d.kind = 'invoice' and d.total > coalesce(a.amount, 0) and ${toCondition(query)}
    )
    select ${sql.join(Object.keys(filterSql).map(filter => sql`${count(filter as OpenFilter)} as ${sql.ref(filter)}`))},
      coalesce(sum(open) filter (where ${filterSql[show]}), 0)::bigint as sum,
      (select json_agg(picked) from (
        select * from invoices where ${filterSql[show]} order by ${sortSql[sort]} ${order}, number ${order}
        limit ${size} offset ${(page - 1) * size}) picked) as list
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
