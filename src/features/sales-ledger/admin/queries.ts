import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { toPattern } from '../../../infra/database/columns.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import type { Pence } from '../../../lib/money.ts'
import type { AccountFilter, AccountListChoice, AccountRow, AccountSort } from './account-list.ts'

const filterSql: Record<AccountFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  owing: sql`balance > 0`,
  overdue: sql`overdue > 0`,
  over_limit: sql`greatest(0, balance + "toInvoice") > "creditLimit"`,
  on_stop: sql`"onStop"`,
}

const sortSql: Record<AccountSort, RawBuilder<unknown>> = {
  name: sql`lower(name)`,
  balance: sql`balance`,
  overdue: sql`overdue`,
  used: sql`greatest(0, balance + "toInvoice")`,
  available: sql`"creditLimit" - greatest(0, balance + "toInvoice")`,
}

/** Each table is read once for all companies. */
const figures = (query: string, today: IsoDate) => sql`
  with allocated as materialized (
    select invoice_id, sum(amount) as amount from account_allocation where released_at is null group by 1
  ), papers as materialized (
    select d.company_id, sum(case d.kind when 'invoice' then d.total else -d.total end) as billed,
      sum(d.total - coalesce(a.amount, 0)) filter (where d.kind = 'invoice' and d.due_on < ${today}::date) as overdue
    from sales_document d left join allocated a on a.invoice_id = d.id
    where d.on_account group by 1
  ), payments as materialized (
    select company_id, sum(amount) as paid from account_payment where cancelled_at is null group by 1
  ), open_orders as materialized (
    select o.company_id, sum(greatest(0, o.total - coalesce((select sum(d.total) from sales_document d
        where d.order_id = o.id and d.kind = 'invoice'), 0))) as to_invoice
    from orders o where o.kind = 'order' and o.method = 'account' and o.state in ('placed', 'part_despatched')
    group by 1
  ), accounts as materialized (
    select c.id, c.name, c.account_number as "accountNumber", c.credit_limit as "creditLimit", c.on_stop as "onStop",
      coalesce(p.billed, 0) - coalesce(m.paid, 0) as balance, coalesce(p.overdue, 0)::bigint as overdue,
      coalesce(w.to_invoice, 0)::bigint as "toInvoice"
    from company c left join papers p on p.company_id = c.id left join payments m on m.company_id = c.id
      left join open_orders w on w.company_id = c.id
    where ${query} = '' or c.name ilike ${toPattern(query)} or c.account_number ilike ${toPattern(query)}
  )`

export interface AccountList {
  rows: AccountRow[]
  counts: Record<AccountFilter, number>
  /** Of all accounts that the query finds. */
  totals: { balance: Pence; overdue: Pence }
}

/** A page of the companies with their figures, and how many each filter lists. */
export async function listAccounts(
  db: Db,
  { show, query, sort, direction }: AccountListChoice,
  { size, page, today }: { size: number; page: number; today: IsoDate },
): Promise<AccountList> {
  const order = direction === 'down' ? sql`desc` : sql`asc`
  const count = (filter: AccountFilter) => sql`count(*) filter (where ${filterSql[filter]})::int`
  const { rows } = await sql<CountedAccounts>`
    ${figures(query, today)}
    select ${count('all')} as "all", ${count('owing')} as owing, ${count('overdue')} as overdue,
      ${count('over_limit')} as over_limit, ${count('on_stop')} as on_stop, coalesce(sum(balance), 0)::bigint as "balanceTotal",
      coalesce(sum(accounts.overdue), 0)::bigint as "overdueTotal",
      (select json_agg(picked) from (
        select * from accounts where ${filterSql[show]}
        order by ${sortSql[sort]} ${order} nulls last, lower(name), id
        limit ${size} offset ${(page - 1) * size}) picked) as list
    from accounts`.execute(db)
  const { list, balanceTotal, overdueTotal, ...counts } = rows[0]!
  return { rows: list ?? [], counts, totals: { balance: balanceTotal, overdue: overdueTotal } }
}

interface CountedAccounts extends Record<AccountFilter, number> {
  list: AccountRow[] | null
  balanceTotal: Pence
  overdueTotal: Pence
}
