import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { countDaysBetween, type IsoDate, toLondonTime } from '../../../lib/dates.ts'
import { formatPounds } from '../../../lib/money.ts'
import { line } from '../../../lib/validate.ts'
import { type AdminDeps, addAdminPage } from '../../admin/service.ts'
import { addCsvExport, listSavedViews, maxExportedRows } from '../../admin/table/service.ts'
import { formatDocumentNumber } from '../../orders/documents/document.ts'
import { accountsUrl, toCredit } from '../ledger.ts'
import { accountsPage } from './AccountsPage.tsx'
import {
  type AccountRow,
  accountFilters,
  accountSorts,
  accountsExportUrl,
  toAccountFilters,
  toAccountListUrl,
  toAccountSortLinks,
  toAccountsQuery,
} from './account-list.ts'
import { openInvoicesPage } from './OpenInvoicesPage.tsx'
import {
  type OpenInvoiceRow,
  openFilters,
  openInvoicesExportUrl,
  openInvoicesUrl,
  openSorts,
  toOpenFilters,
  toOpenInvoicesQuery,
  toOpenInvoicesUrl,
  toOpenSortLinks,
} from './open-invoice-list.ts'
import { listAllOpenInvoices } from './open-invoice-queries.server.ts'
import { listAccounts } from './queries.ts'
import { toListedAccount, toListedInvoice } from './view.ts'

const pageSize = 50
const right = 'accounts'
const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)
const direction = z.enum(['up', 'down']).catch('up')
const accountQuery = z.object({
  show: z.enum(accountFilters).catch('all'),
  query: line(100).catch(''),
  sort: z.enum(accountSorts).catch('name'),
  direction,
  page: pageNumber,
})
const invoiceQuery = z.object({
  show: z.enum(openFilters).catch('all'),
  query: line(100).catch(''),
  sort: z.enum(openSorts).catch('due'),
  direction,
  page: pageNumber,
})

const getToday = ({ now }: AppContext): IsoDate => toLondonTime(now()).date

/** All companies with what they owe, and the export (R-LEDGER-1, R-ADMIN-6). */
export function accountListRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addAdminPage(
    deps,
    accountsUrl,
    { right, query: accountQuery },
    async ({ query: { page, ...choice }, staff }) => {
      const [{ rows, counts, totals }, views] = await Promise.all([
        listAccounts(db, choice, { size: pageSize, page, today: getToday(context) }),
        listSavedViews(db, staff.id, 'accounts', toAccountsQuery(choice)),
      ])
      if (rows.length === 0 && page > 1) return { to: toAccountListUrl(choice) }
      const props = {
        choice,
        filters: toAccountFilters(choice, counts),
        views,
        sorts: toAccountSortLinks(choice),
        rows: rows.map(toListedAccount),
        total: counts.all,
        sums: { balance: formatPounds(totals.balance), overdue: formatPounds(totals.overdue) },
        page,
        pages: Math.ceil(counts[choice.show] / pageSize),
        pageUrl: toAccountListUrl(choice),
      }
      return toPageResult(accountsPage, props, { title: 'Accounts' })
    },
  )

  addCsvExport(app, deps, accountsExportUrl, {
    right,
    query: accountQuery,
    fileName: 'accounts',
    columns: ['Account', 'Company', 'On stop', 'Balance', 'Overdue', 'Credit limit', 'Used', 'Available'],
    listIds: async ({ page: _, ...choice }) =>
      (await listAccounts(db, choice, { size: maxExportedRows, page: 1, today: getToday(context) })).rows,
    listRows: async rows => rows.map(toAccountExport),
  })
}

/** The open invoices of all companies, and the export (R-LEDGER-9, R-ADMIN-6). */
export function openInvoiceRoutes(app: FastifyInstance, deps: AdminDeps): void {
  const { context } = deps
  const { db } = context

  addAdminPage(
    deps,
    openInvoicesUrl,
    { right, query: invoiceQuery },
    async ({ query: { page, ...choice }, staff }) => {
      const today = getToday(context)
      const [{ rows, counts, sum }, views] = await Promise.all([
        listAllOpenInvoices(db, choice, { size: pageSize, page, today }),
        listSavedViews(db, staff.id, 'open-invoices', toOpenInvoicesQuery(choice)),
      ])
      if (rows.length === 0 && page > 1) return { to: toOpenInvoicesUrl(choice) }
      const props = {
        choice,
        filters: toOpenFilters(choice, counts),
        views,
        sorts: toOpenSortLinks(choice),
        rows: rows.map(row => toListedInvoice(row, today)),
        total: counts[choice.show],
        sum: formatPounds(sum),
        page,
        pages: Math.ceil(counts[choice.show] / pageSize),
        pageUrl: toOpenInvoicesUrl(choice),
      }
      return toPageResult(openInvoicesPage, props, { title: 'Open invoices' })
    },
  )

  addCsvExport(app, deps, openInvoicesExportUrl, {
    right,
    query: invoiceQuery,
    fileName: 'open-invoices',
    columns: invoiceColumns,
    listIds: async ({ page: _, ...choice }) =>
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
