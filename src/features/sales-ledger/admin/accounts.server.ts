import { sql } from 'kysely'
import { limitToPage } from '../../../infra/database/columns.ts'
import { formatPounds, isNegative, isPositive } from '../../../lib/money.ts'
import { defineList, type ListRequest } from '../../back-office/table/define-list.server.ts'
import { moneyColumn } from '../../back-office/table/list-cell.ts'
import { formatLimitUse, toCredit } from '../../credit/credit.ts'
import { type AccountGroup, type AccountRow, readAccounts } from '../accounts.server.ts'
import { accountsUrl, toAccountUrl } from '../ledger.ts'

const groups: Record<AccountGroup, { name: string; empty: string }> = {
  all: { name: 'All accounts', empty: 'No company has an account yet.' },
  owing: { name: 'Owing', empty: 'No company owes anything.' },
  overdue: { name: 'Overdue', empty: 'Nothing is overdue.' },
  near_limit: { name: 'Near the limit', empty: 'No company has used 80% of its limit.' },
  over_limit: { name: 'Over the limit', empty: 'No company is over its limit.' },
  on_stop: { name: 'On stop', empty: 'No account is on stop.' },
}

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
      ...moneyColumn<AccountRow>('Balance', ({ balance }) => balance, { isStrong: true }),
      sort: { usual: 'down', by: sql`balance` },
    },
    overdue: {
      ...moneyColumn<AccountRow>('Overdue', ({ overdue }) => overdue, { isBad: isPositive }),
      sort: { usual: 'down', by: sql`overdue` },
    },
    limit: {
      ...moneyColumn<AccountRow>('Credit limit', ({ creditLimit }) => creditLimit),
      cell: ({ creditLimit }) => (creditLimit === null ? 'No limit' : formatPounds(creditLimit)),
    },
    used: {
      ...moneyColumn<AccountRow>('Used', row => toCredit(row).used),
      sort: { usual: 'down', by: sql`greatest(0, balance + "toInvoice")` },
    },
    available: {
      ...moneyColumn<AccountRow>('Available', row => toCredit(row).available, { isBad: isNegative }),
      sort: {
        usual: 'up',
        by: sql`"creditLimit" - greatest(0, balance + "toInvoice")`,
        isNullable: true,
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
