import { formatPounds } from '../../../lib/money.ts'
import { upperFirst } from '../../../lib/text.ts'
import { CardRow, CardTable, cardCell, OrderNumberCell } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { FindOrder } from '../FindOrder.tsx'
import { StateLabel } from '../StateLabel.tsx'
import type { AdminOrderListItem } from './page-props.ts'

export interface AdminOrdersPageProps {
  /** The groups of orders; the current one is listed. */
  filters: AdminFilter[]
  rows: AdminOrderListItem[]
  /** As it was typed. */
  query: string
  total: number
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
  /** How the rows are sorted. */
  sorting: string
}

/** All orders, grouped by state, with a search field. */
export function AdminOrdersPage({
  filters,
  rows,
  query,
  total,
  page,
  pages,
  pageUrl,
  sorting,
}: AdminOrdersPageProps) {
  return (
    <AdminFrame current="orders" title="Orders">
      <FindOrder
        action="/admin/orders"
        label="All orders"
        query={query}
        hint="By order number, email, name, company, PO number, part number or tracking number"
      >
        <input type="hidden" name="state" value="all" />
      </FindOrder>
      <div className="mt-6">
        <AdminFilters label="Orders by status" filters={filters} />
      </div>
      {query !== '' && (
        <p className="mb-4">
          {pluralize(total, 'order')} for “{query}”.{' '}
          <a href="/admin/orders" className="link">
            Show all orders, newest first
          </a>
        </p>
      )}
      {rows.length === 0 && query === '' && <p className="card p-6">No orders to show.</p>}
      {rows.length > 0 && <p className="mb-2 text-sm text-steel">{upperFirst(sorting)}.</p>}
      {rows.length > 0 && <OrderTable rows={rows} sorting={sorting} />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={pageUrl} label="Orders" />
      </div>
    </AdminFrame>
  )
}

export const adminOrdersPage = definePage('features/orders/admin/AdminOrdersPage', AdminOrdersPage)

function OrderTable({ rows, sorting }: Pick<AdminOrdersPageProps, 'rows' | 'sorting'>) {
  return (
    <CardTable
      caption={`Orders, ${sorting}`}
      columns={['Order', 'Customer', 'PO number', 'Status', 'Total inc VAT']}
    >
      {rows.map(row => (
        <CardRow key={row.reference} url={row.url} reference={row.reference} below={row.at}>
          <td className={`${cardCell} wrap-anywhere max-md:mt-2`}>
            {row.company || row.name}
            <span className="block text-sm text-steel">
              {row.company !== '' && `${row.name}, `}
              {row.email}
            </span>
          </td>
          <OrderNumberCell name="PO number" value={row.purchaseOrder} />
          <td className={`${cardCell} max-md:mt-2`}>
            <StateLabel state={row.state} />
            {row.promised !== null && <span className="block whitespace-nowrap">{row.promised}</span>}
            {row.canGoOutWhole !== null && (
              <span className={`block ${row.canGoOutWhole ? 'text-stock' : 'text-late'}`}>
                {row.canGoOutWhole ? 'All on hand' : 'Not all on hand'}
              </span>
            )}
            <span className="block text-sm whitespace-nowrap text-steel">{row.method}</span>
          </td>
          <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
            <span className="font-semibold">{formatPounds(row.total)}</span>
            <span className="block text-sm text-steel">{pluralize(row.lineCount, 'line')}</span>
          </td>
        </CardRow>
      ))}
    </CardTable>
  )
}
