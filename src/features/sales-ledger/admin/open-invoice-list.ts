import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { toGroupFilters, toListQuery } from '../../admin/table/list-page.ts'
import { type SortColumns, type Sorting, toSortLinks } from '../../admin/table/sorting.ts'
import { type AgeBand, ageBandNames, ageBands, type LedgerCompany, type OpenInvoice } from '../ledger.ts'

export const openInvoicesUrl = '/admin/open-invoices' as const

export const openFilters = ['all', 'overdue', ...ageBands] as const
export type OpenFilter = 'all' | 'overdue' | AgeBand

const filterNames: Record<OpenFilter, string> = { all: 'All', overdue: 'Overdue', ...ageBandNames }

export const openSorts = ['number', 'company', 'due', 'total', 'open'] as const
export type OpenSort = (typeof openSorts)[number]

/** What the list shows. `query`: a part of the company's name, or an account, invoice, order or PO number; '' for all. */
export interface OpenInvoiceChoice extends Sorting<OpenSort> {
  show: OpenFilter
  query: string
}

/** An open invoice with its company. */
export interface OpenInvoiceRow extends OpenInvoice {
  company: Pick<LedgerCompany, 'name' | 'accountNumber'>
}

/** What follows the '?' of the list. */
export const toOpenInvoicesQuery = ({ show, query, sort, direction }: OpenInvoiceChoice): string =>
  toListQuery({ show, query, sort, direction })

const toOpenInvoicesUrl = (choice: OpenInvoiceChoice): string =>
  `${openInvoicesUrl}?${toOpenInvoicesQuery(choice)}`

const columns: SortColumns<OpenSort> = {
  number: { name: 'Invoice', usual: 'down' },
  company: { name: 'Company', usual: 'up' },
  due: { name: 'Due', usual: 'up' },
  total: { name: 'Total', usual: 'down' },
  open: { name: 'Open', usual: 'down' },
}

export const toOpenSortLinks = (choice: OpenInvoiceChoice): Record<OpenSort, ColumnSortLink> =>
  toSortLinks(choice, columns, sorting => toOpenInvoicesUrl({ ...choice, ...sorting }))

export const toOpenFilters = (choice: OpenInvoiceChoice, counts: Record<OpenFilter, number>): AdminFilter[] =>
  toGroupFilters(filterNames, choice.show, {
    count: show => counts[show],
    toUrl: show => toOpenInvoicesUrl({ ...choice, show }),
  })
