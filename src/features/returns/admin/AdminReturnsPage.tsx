import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { FindOrder } from '../../orders/FindOrder.tsx'
import { StateLabel } from '../../orders/StateLabel.tsx'
import { type AdminReturnListItem, adminReturnsUrl } from './view.ts'

export interface AdminReturnsPageProps {
  filters: AdminFilter[]
  rows: AdminReturnListItem[]
  /** As it was typed. */
  query: string
  total: number
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

/** The returns, what is to be done first, with a search field. */
export function AdminReturnsPage({
  filters,
  rows,
  query,
  total,
  page,
  pages,
  pageUrl,
}: AdminReturnsPageProps) {
  return (
    <AdminFrame current="returns" title="Returns">
      <FindOrder
        action={adminReturnsUrl}
        label="All returns"
        query={query}
        what="a return"
        hint="By return number, order number, name, company or email"
      >
        <input type="hidden" name="state" value="all" />
      </FindOrder>
      <div className="mt-6">
        <AdminFilters label="Returns by status" filters={filters} />
      </div>
      {query !== '' && (
        <p className="mb-4">
          {pluralize(total, 'return')} for “{query}”.{' '}
          <a href={adminReturnsUrl} className="link">
            Show what is to do
          </a>
        </p>
      )}
      {rows.length === 0 && query === '' && <p className="card p-6">No returns to show.</p>}
      {rows.length > 0 && (
        <CardTable caption="Returns" columns={['Return', 'Order', 'Customer', 'Reason', 'Status']}>
          {rows.map(row => (
            <CardRow key={row.number} url={row.url} reference={row.number} below={row.goods}>
              <td className={`${cardCell} max-md:mt-2`}>
                <a href={`/admin/orders/${row.reference}`} className="link code -my-1 inline-block py-1">
                  {row.reference}
                </a>
              </td>
              <td className={`${cardCell} wrap-anywhere`}>{row.customer}</td>
              <td className={cardCell}>{row.reason}</td>
              <td className="py-3 text-right max-md:mt-2 max-md:block max-md:py-0 max-md:text-left">
                <StateLabel state={row.state} />
                <span className="block text-sm whitespace-nowrap text-steel">{row.date}</span>
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={pageUrl} label="Returns" />
      </div>
    </AdminFrame>
  )
}

export const adminReturnsPage = definePage('features/returns/admin/AdminReturnsPage', AdminReturnsPage)
