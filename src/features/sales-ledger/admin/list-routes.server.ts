import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { countDaysBetween, type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import type { AdminDeps } from '../../admin/service.ts'
import { toExportUrl } from '../../admin/table/saved-view.ts'
import { listParameters } from '../../admin/table/schemas.ts'
import { addCsvExport, addListPage, maxExportedRows } from '../../admin/table/service.ts'
import { formatDocumentNumber } from '../../orders/documents/document.ts'
import { toCredit } from '../ledger.ts'
import { accountsPage } from './AccountsPage.tsx'
import {
  type AccountRow,
  accountFilters,
  accountSorts,
  toAccountFilters,
  toAccountSortLinks,
  toAccountsQuery,
} from './account-list.ts'
import { openInvoicesPage } from './OpenInvoicesPage.tsx'
import {
  type OpenInvoiceRow,
  openFilters,
  openSorts,
  toOpenFilters,
  toOpenInvoicesQuery,
  toOpenSortLinks,
} from './open-invoice-list.ts'
import { listAllOpenInvoices } from './open-invoice-queries.server.ts'
import { listAccounts } from './queries.ts'
import { toListedAccount, toListedInvoice } from './view.ts'

const right = 'accounts'
const { query, page } = listParameters
const direction = listParameters.direction.transform(value => value ?? 'up')
const accountQuery = z.object({
  show: z.enum(accountFilters).catch('all'),
  query,
  sort: z.enum(accountSorts).catch('name'),
  direction,
  page,
})
const invoiceQuery = z.object({
  show: z.enum(openFilters).catch('all'),
  query,
  sort: z.enum(openSorts).catch('due'),
  direction,
  page,
})

const getToday = ({ now }: AppContext): IsoDate => toLondonTime(now()).date

/** All companies with what they owe, and the export (R-LEDGER-1, R-ADMIN-6). */
export function accountListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addListPage(deps, 'accounts', {
    right,
    title: 'Accounts',
    page: accountsPage,
    query: accountQuery,
    toQuery: toAccountsQuery,
    loadProps: async (choice, window) => {
      const { rows, counts, totals } = await listAccounts(db, choice, { ...window, today: getToday(context) })
      return {
        filters: toAccountFilters(choice, counts),
        sorts: toAccountSortLinks(choice),
        rows: rows.map(toListedAccount),
        total: counts[choice.show],
        matches: counts.all,
        sums: {
          balance: formatPounds(totals.balance),
          overdue: totals.overdue > 0 ? formatPounds(totals.overdue) : 'nothing',
        },
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('accounts'), {
    right,
    query: accountQuery,
    fileName: 'accounts',
    columns: ['Account', 'Company', 'On stop', 'Balance', 'Overdue', 'Credit limit', 'Used', 'Available'],
    listIds: async choice =>
      (await listAccounts(db, choice, { size: maxExportedRows, page: 1, today: getToday(context) })).rows,
    listRows: async rows => rows.map(toAccountExport),
  })
}

/** The open invoices of all companies, and the export (R-LEDGER-9, R-ADMIN-6). */
export function openInvoiceRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addListPage(deps, 'open-invoices', {
    right,
    title: 'Open invoices',
    page: openInvoicesPage,
    query: invoiceQuery,
    toQuery: toOpenInvoicesQuery,
    loadProps: async (choice, window) => {
      const today = getToday(context)
      const { rows, counts, sum } = await listAllOpenInvoices(db, choice, { ...window, today })
      return {
        filters: toOpenFilters(choice, counts),
        sorts: toOpenSortLinks(choice),
        rows: rows.map(row => toListedInvoice(row, today)),
        total: counts[choice.show],
        sum: formatPounds(sum),
      }
    },
  })

  addCsvExport(app, deps, toExportUrl('open-invoices'), {
    right,
    query: invoiceQuery,
    fileName: 'open-invoices',
    columns: invoiceColumns,
    listIds: async choice =>
      (await listAllOpenInvoices(db, choice, { size: maxExportedRows, page: 1, today: getToday(context) }))
        .rows,
    listRows: async rows => rows.map(row => toInvoiceExport(row, getToday(context))),
  })
}

function toAccountExport(row: AccountRow): CsvValue[] {
  const { accountNumber, name, onStop, balance, overdue } = row
  const { limit, used, available } = toCredit(row)
  return [
    accountNumber,
    name,
    onStop ? 'Yes' : '',
    { pence: balance },
    { pence: overdue },
    limit === null ? '' : { pence: limit },
    { pence: used },
    available === null ? '' : { pence: available },
  ]
}

const invoiceColumns = [
  'Invoice',
  'Date',
  'Due',
  'Days overdue',
  'Account',
  'Company',
  'Order number',
  'PO number',
  'Total',
  'Open',
]

function toInvoiceExport(row: OpenInvoiceRow, today: IsoDate): CsvValue[] {
  const { number, issuedOn, dueOn, company, reference, purchaseOrder, total, open } = row
  return [
    formatDocumentNumber('invoice', number),
    issuedOn,
    dueOn ?? '',
    dueOn !== null && dueOn < today ? countDaysBetween(dueOn, today) : '',
    company.accountNumber,
    company.name,
    reference,
    purchaseOrder,
    { pence: total },
    { pence: open },
  ]
}
