import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../infra/app-context.ts'
import { limitToPage, toPattern } from '../../../infra/database/columns.ts'
import { getRow } from '../../../infra/database/query.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import type { ListCell } from '../../back-office/table/list-cell.ts'
import { type AccountFigures, accountsUrl, type LedgerCompany, toAccountUrl, toCredit } from '../ledger.ts'

const groups: Record<AccountGroup, { name: string; empty: string }> = {
  all: { name: 'All accounts', empty: 'No company has an account yet.' },
  owing: { name: 'Owing', empty: 'No company owes anything.' },
  overdue: { name: 'Overdue', empty: 'Nothing is overdue.' },
  over_limit: { name: 'Over the limit', empty: 'No company is over its limit.' },
  on_stop: { name: 'On stop', empty: 'No account is on stop.' },
}

const amount = (pence: Pence): ListCell => formatPounds(pence)
const badAmount = (pence: Pence): ListCell => ({ text: formatPounds(pence), tone: 'danger', isStrong: true })

/** All companies with what they owe, and how much more they may order on account (R-LEDGER-1). */
export const accountListRoutes = defineList({
  section: 'accounts',
  url: accountsUrl,
  menu: { position: 80 },
  right: 'accounts',
  title: 'Accounts',
  noun: ['account', 'accounts'],
  groups,
  groupsLabel: 'Accounts by state',
  search: { name: 'Find an account', hint: 'By name or account number', all: 'Show all accounts' },
  sort: 'name',
  tieBreaker: sql`lower(name), id`,
  load: listAccounts,
  rowKey: row => row.accountNumber,
  columns: {
    number: { heading: 'Account', csv: row => row.accountNumber },
    name: {
      heading: 'Company',
      sort: { usual: 'up', by: sql`lower(name)` },
      cell: ({ name, accountNumber, onStop }) => [
        {
          inline: [
            { text: name, url: toAccountUrl(accountNumber) },
            ...(onStop ? [{ state: { text: 'On stop', tone: 'stopped' as const } }] : []),
          ],
        },
        { text: accountNumber, isCode: true, tone: 'muted' },
      ],
      csv: row => row.name,
    },
    stop: { heading: 'On stop', csv: row => (row.onStop ? 'Yes' : '') },
    balance: {
      heading: 'Balance',
      isAmount: true,
      phoneLabel: 'Balance',
      sort: { usual: 'down', by: sql`balance` },
      cell: ({ balance }) => ({ text: formatPounds(balance), isStrong: true }),
      csv: ({ balance }) => ({ pence: balance }),
    },
    overdue: {
      heading: 'Overdue',
      isAmount: true,
      phoneLabel: 'Overdue',
      sort: { usual: 'down', by: sql`overdue` },
      cell: ({ overdue }) => (overdue > 0 ? badAmount(overdue) : amount(overdue)),
      csv: ({ overdue }) => ({ pence: overdue }),
    },
    limit: {
      heading: 'Credit limit',
      isAmount: true,
      phoneLabel: 'Credit limit',
      cell: ({ creditLimit }) => (creditLimit === null ? 'No limit' : amount(creditLimit)),
      csv: ({ creditLimit }) => (creditLimit === null ? '' : { pence: creditLimit }),
    },
    used: {
      heading: 'Used',
      isAmount: true,
      phoneLabel: 'Used',
      sort: { usual: 'down', by: sql`greatest(0, balance + "toInvoice")` },
      cell: row => amount(toCredit(row).used),
      csv: row => ({ pence: toCredit(row).used }),
    },
    available: {
      heading: 'Available',
      isAmount: true,
      phoneLabel: 'Available',
      sort: {
        usual: 'up',
        by: sql`"creditLimit" - greatest(0, balance + "toInvoice")`,
        isNullable: true,
      },
      cell: row => {
        const { available } = toCredit(row)
        return available === null ? null : available < 0 ? badAmount(available) : amount(available)
      },
      csv: row => {
        const { available } = toCredit(row)
        return available === null ? '' : { pence: available }
      },
    },
  },
  actions: [{ url: '/admin/open-invoices', name: 'Open invoices' }],
})

async function listAccounts(request: ListRequest<AccountGroup>) {
  const { db, choice, orderBy, today } = request
  const list = await readAccounts(db, choice, { today, orderBy, window: limitToPage(request) })
  const overdue = list.overdueTotal > 0 ? formatPounds(list.overdueTotal) : 'nothing'
  return {
    rows: list.rows ?? [],
    counts: list.counts,
    notes: [
      `Owed ${formatPounds(list.balanceTotal)}, ${overdue} overdue.`,
      ...(list.rows
        ? [
            'Used is what a company owes, with VAT, and its orders on account that are placed and not invoiced yet. Available is the credit limit less what is used.',
          ]
        : []),
    ],
  }
}

type AccountGroup = 'all' | 'owing' | 'overdue' | 'over_limit' | 'on_stop'

interface AccountRow extends LedgerCompany, AccountFigures {}

const groupSql: Record<AccountGroup, RawBuilder<unknown>> = {
  all: sql`true`,
  owing: sql`balance > 0`,
  overdue: sql`overdue > 0`,
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
