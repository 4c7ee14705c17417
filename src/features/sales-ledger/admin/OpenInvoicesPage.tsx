import { FindForm } from '../../../ui/FindForm.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import type { SavedView } from '../../admin/table/saved-view.ts'
import { TableTools } from '../../admin/table/TableTools.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { accountsUrl } from '../ledger.ts'
import { OpenInvoicesTable } from './LedgerTables.tsx'
import {
  type OpenInvoiceChoice,
  type OpenSort,
  openInvoicesExportUrl,
  openInvoicesUrl,
  toOpenInvoicesQuery,
} from './open-invoice-list.ts'
import type { ListedInvoice } from './view.ts'

interface OpenInvoicesPageProps {
  choice: OpenInvoiceChoice
  filters: AdminFilter[]
  views: SavedView[]
  sorts: Record<OpenSort, ColumnSortLink>
  rows: ListedInvoice[]
  /** Of what the filter lists. */
  total: number
  sum: string
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

/** The open invoices of all accounts, by age. */
export function OpenInvoicesPage(props: OpenInvoicesPageProps) {
  const { choice, filters, views, sorts, rows, total, sum, page, pages, pageUrl } = props
  const { show, query, sort, direction } = choice
  return (
    <AdminFrame
      current="accounts"
      title="Open invoices"
      action={
        <a href={accountsUrl} className="button">
          All accounts
        </a>
      }
    >
      <FindForm
        id="invoice-query"
        name="Find an invoice"
        action={openInvoicesUrl}
        label="Open invoices"
        query={query}
        hidden={{ show, sort, direction }}
        hint="By company, or the number of the account, invoice, order or PO"
      />
      <div className="mt-6">
        <AdminFilters label="Open invoices by age" filters={filters} />
      </div>
      <TableTools
        section="open-invoices"
        views={views}
        query={toOpenInvoicesQuery(choice)}
        exportUrl={`${openInvoicesExportUrl}?${toOpenInvoicesQuery(choice)}`}
      />
      <p className="mb-4">
        {`${pluralize(total, 'invoice')}${query === '' ? '' : ` for “${query}”`}, ${sum} open.`}
        {query !== '' && (
          <>
            {' '}
            <a href={openInvoicesUrl} className="link">
              Show all
            </a>
          </>
        )}
      </p>
      {rows.length > 0 && <OpenInvoicesTable invoices={rows} sorts={sorts} />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={pageUrl} label="Open invoices" />
      </div>
    </AdminFrame>
  )
}

export const openInvoicesPage = definePage('features/sales-ledger/admin/OpenInvoicesPage', OpenInvoicesPage)
