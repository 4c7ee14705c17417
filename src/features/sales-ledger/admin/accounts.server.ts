import { sql } from 'kysely'
import { limitToPage } from '../../../infra/database/columns.ts'
import { formatPounds, type Pence } from '../../../lib/money.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import type { ListCell } from '../../back-office/table/list-cell.ts'
import { formatLimitUse, toCredit } from '../../credit/credit.ts'
import { type AccountGroup, readAccounts } from '../accounts.server.ts'
import { accountsUrl, toAccountUrl } from '../ledger.ts'

const groups: Record<AccountGroup, { name: string; empty: string }> = {
  all: { name: 'All accounts', empty: 'No company has an account yet.' },
  owing: { name: 'Owing', empty: 'No company owes anything.' },
  overdue: { name: 'Overdue', empty: 'Nothing is overdue.' },
  near_limit: { name: 'Near the limit', empty: 'No company has used 80% of its limit.' },
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
      cell: row => {
        const limitUse = formatLimitUse(toCredit(row))
        return [
          {
            inline: [
              { text: row.name, url: toAccountUrl(row.accountNumber) },
              ...(row.onStop ? [{ state: { text: 'On stop', tone: 'stopped' as const } }] : []),
              ...(limitUse === null ? [] : [{ state: { text: limitUse, tone: 'waiting' as const } }]),
            ],
          },
          { text: row.accountNumber, isCode: true, tone: 'muted' },
        ]
      },
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
