import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import type { AdminFilter } from '../../admin/AdminFilters.tsx'
import { type Direction, type Sorting, toSortLink } from '../../admin/table/sorting.ts'
import { type AgeBand, ageBandNames, ageBands, type LedgerCompany, type OpenInvoice } from '../ledger.ts'

export const openInvoicesUrl = '/admin/open-invoices' as const
export const openInvoicesExportUrl = `${openInvoicesUrl}/export.csv` as const

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
  new URLSearchParams({ show, ...(query !== '' && { query }), sort, direction }).toString()

export const toOpenInvoicesUrl = (choice: OpenInvoiceChoice): string =>
  `${openInvoicesUrl}?${toOpenInvoicesQuery(choice)}`

const usualDirections: Record<OpenSort, Direction> = {
  number: 'down',
  company: 'up',
  due: 'up',
  total: 'down',
  open: 'down',
}

export function toOpenSortLinks(choice: OpenInvoiceChoice): Record<OpenSort, ColumnSortLink> {
  const toLink = (sort: OpenSort, name: string) =>
    toSortLink(choice, { sort, name, usual: usualDirections[sort] }, sorting =>
      toOpenInvoicesUrl({ ...choice, ...sorting }),
    )
  return {
    number: toLink('number', 'Invoice'),
    company: toLink('company', 'Company'),
    due: toLink('due', 'Due'),
    total: toLink('total', 'Total'),
    open: toLink('open', 'Open'),
  }
}

export const toOpenFilters = (choice: OpenInvoiceChoice, counts: Record<OpenFilter, number>): AdminFilter[] =>
  openFilters.map(show => ({
    name: filterNames[show],
    url: toOpenInvoicesUrl({ ...choice, show }),
    count: counts[show],
    isCurrent: show === choice.show,
  }))
