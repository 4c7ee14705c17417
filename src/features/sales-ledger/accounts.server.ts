import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { toPattern } from '../../infra/database/columns.ts'
import { getRow } from '../../infra/database/query.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { Pence } from '../../lib/money.ts'
import type { AccountFigures, LedgerCompany } from './ledger.ts'

export type AccountGroup = 'all' | 'owing' | 'overdue' | 'near_limit' | 'over_limit' | 'on_stop'

export interface AccountRow extends LedgerCompany, AccountFigures {}

const groupSql: Record<AccountGroup, RawBuilder<unknown>> = {
  all: sql`true`,
  owing: sql`balance > 0`,
  overdue: sql`overdue > 0`,
  near_limit: sql`greatest(0, balance + "toInvoice") between "creditLimit" * 0.8 and "creditLimit" and "creditLimit" > 0`,
  over_limit: sql`greatest(0, balance + "toInvoice") > "creditLimit"`,
  on_stop: sql`"onStop"`,
}

interface AccountList {
  rows: AccountRow[] | null
  counts: Record<AccountGroup, number>
  /** Of all accounts that the query finds. */
  balanceTotal: Pence
  overdueTotal: Pence
}

/** Each table is read once for all companies. */
export async function readAccounts(
  db: Db,
  { group, query }: { group: AccountGroup; query: string },
  list: { today: IsoDate; orderBy: RawBuilder<unknown>; window: RawBuilder<unknown> },
): Promise<AccountList> {
  const counts = Object.entries(groupSql).map(
    ([name, condition]) => sql`${sql.lit(name)}, count(*) filter (where ${condition})`,
  )
  return getRow(db)<AccountList>`
    with allocated as materialized (
      select invoice_id, sum(amount) as amount from account_allocation where released_at is null group by 1
    ), papers as materialized (
      select d.company_id, sum(case d.kind when 'invoice' then d.total else -d.total end) as billed,
        sum(d.total - coalesce(a.amount, 0))
          filter (where d.kind = 'invoice' and d.due_on < ${list.today}::date) as overdue
      from sales_document d left join allocated a on a.invoice_id = d.id
      where d.on_account group by 1
    ), payments as materialized (
      select company_id, sum(amount) as paid from account_payment where cancelled_at is null group by 1
    ), open_orders as materialized (
      select o.company_id, sum(greatest(0, o.total - coalesce((select sum(d.total) from sales_document d
          where d.order_id = o.id and d.kind = 'invoice'), 0))) as to_invoice
      from orders o where o.kind = 'order' and o.method = 'account' and order_is_despatchable(o.state)
      group by 1
    ), accounts as materialized (
      select c.id, c.name, c.account_number as "accountNumber", c.credit_limit as "creditLimit", c.on_stop as "onStop",
        coalesce(p.billed, 0) - coalesce(m.paid, 0) as balance, coalesce(p.overdue, 0)::bigint as overdue,
        coalesce(w.to_invoice, 0)::bigint as "toInvoice"
      from company c left join papers p on p.company_id = c.id left join payments m on m.company_id = c.id
        left join open_orders w on w.company_id = c.id
      where ${query} = '' or c.name ilike ${toPattern(query)} or c.account_number ilike ${toPattern(query)}
    )
    select json_build_object(${sql.join(counts)}) as counts,
      coalesce(sum(balance), 0)::bigint as "balanceTotal", coalesce(sum(overdue), 0)::bigint as "overdueTotal",
      (select json_agg(picked) from (
        select * from accounts where ${groupSql[group]} order by ${list.orderBy} ${list.window}) picked) as rows
    from accounts`
}
