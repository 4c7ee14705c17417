import { formatPounds } from '../../../lib/money.ts'
import { type RowCount, rowCounts } from '../../../lib/row-count.ts'
import { upperFirst } from '../../../lib/text.ts'
import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { FindForm } from '../../../ui/FindForm.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { ChoiceField, PeriodFields } from '../../admin/table/FilterFields.tsx'
import { RowCountLinks } from '../../admin/table/RowCountLinks.tsx'
import type { SavedView } from '../../admin/table/saved-view.ts'
import { FilterForm, TableTools } from '../../admin/table/TableTools.tsx'
import { formatCount, pluralize } from '../../catalogue/listing.ts'
import { StateLabel } from '../StateLabel.tsx'
import {
  maxFound,
  maxListed,
  type OrderListChoice,
  type OrderSort,
  ordersExportUrl,
  ordersUrl,
  toOrdersQuery,
  toOrdersUrl,
} from './order-list.ts'
import type { AdminOrderListItem } from './page-props.ts'

export interface AdminOrdersPageProps {
  choice: OrderListChoice
  /** The groups of orders; the current one is listed. */
  filters: AdminFilter[]
  views: SavedView[]
  /** Null: the group cannot be sorted by it. */
  sorts: Record<OrderSort, ColumnSortLink | null>
  /** How the rows are sorted. */
  sorting: string
  rows: AdminOrderListItem[]
  total: number
  /** There are more than the pages list. */
  isCut: boolean
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

/** All orders, grouped by state, with a search field, filters, saved views and an export. */
export function AdminOrdersPage(props: AdminOrdersPageProps) {
  const { choice, filters, views, rows, total, page, pages, pageUrl, sorting, isCut } = props
  const { query } = choice
  return (
    <AdminFrame current="orders" title="Orders">
      <FindForm
        id="order-query"
        name="Find an order"
        hidden={{ state: 'all', ...toRowsField(choice.rows) }}
        action={ordersUrl}
        label="All orders"
        query={query}
        hint="By number of the order, PO, invoice, part or parcel, by name, company, email, telephone, postcode, day, or the card’s last four"
      />
      <div className="mt-6">
        <AdminFilters label="Orders by status" filters={filters} />
      </div>
      <TableTools
        section="orders"
        views={views}
        query={toOrdersQuery(choice)}
        exportUrl={`${ordersExportUrl}?${toOrdersQuery(choice)}`}
      >
        <OrderFilters choice={choice} />
      </TableTools>
      {query !== '' && (
        <p className="mb-4">
          {formatFound(total)} for “{query}”.{' '}
          <a href={ordersUrl} className="link">
            Show all orders
          </a>
        </p>
      )}
      {rows.length === 0 && query === '' && <p className="card p-6">No orders to show.</p>}
      {rows.length > 0 && (
        <p className="mb-2 text-sm text-steel">
          {upperFirst(sorting)}.{isCut && query === '' && ` ${olderNote}`}
        </p>
      )}
      {rows.length > 0 && <OrderTable {...props} />}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-8 gap-y-3">
        <Pagination page={page} pages={pages} url={pageUrl} label="Orders" />
        {total > rowCounts[0] && (
          <RowCountLinks
            name="Orders"
            rows={choice.rows}
            toUrl={each => toOrdersUrl({ ...choice, rows: each })}
          />
        )}
      </div>
    </AdminFrame>
  )
}

const olderNote = `These are ${formatCount(maxListed)} of more: search or filter by day for the others.`

export const adminOrdersPage = definePage('features/orders/admin/AdminOrdersPage', AdminOrdersPage)

const formatFound = (total: number): string => {
  if (total > maxFound)
    return `More than ${formatCount(maxFound)} orders, the newest ${formatCount(maxListed)} here,`
  if (total === maxListed + 1) return `More than ${formatCount(maxListed)} orders, the newest here,`
  if (total > maxListed) return `${pluralize(total, 'order')}, the newest ${formatCount(maxListed)} here,`
  return pluralize(total, 'order')
}

const toRowsField = (rows: RowCount): Record<string, string> =>
  rows === rowCounts[0] ? {} : { rows: String(rows) }

/** By day and payment, within the current group. */
function OrderFilters({ choice }: { choice: OrderListChoice }) {
  const { group, query, from, until, method, sort, direction, rows } = choice
  return (
    <FilterForm
      action={ordersUrl}
      hidden={{ state: group, query, sort, direction, ...toRowsField(rows) }}
      isActive={from !== null || until !== null || method !== ''}
      clearUrl={toOrdersUrl({ ...choice, from: null, until: null, method: '' })}
    >
      <PeriodFields id="order" from={from} until={until} />
      <ChoiceField
        id="order"
        name="method"
        label="Payment"
        value={method}
        options={{ account: 'On account', card: 'By card' }}
      />
    </FilterForm>
  )
}

function OrderTable({ rows, sorts, sorting }: AdminOrdersPageProps) {
  return (
    <CardTable
      caption={`Orders, ${sorting}`}
      columns={[
        sorts.day ?? 'Order',
        'Customer',
        'PO number, payment',
        sorts.promised ?? 'Status',
        sorts.total ?? 'Total inc VAT',
      ]}
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
          <td className={`${cardCell} wrap-anywhere`}>
            {row.purchaseOrder !== '' && (
              <>
                <span className="text-sm text-steel md:sr-only">PO number </span>
                {row.purchaseOrder}
              </>
            )}
            <span className="block text-sm text-steel">{row.method}</span>
          </td>
          <td className={`${cardCell} max-md:mt-2`}>
            <span className="flex flex-wrap items-baseline gap-x-3">
              <StateLabel state={row.state} />
              {row.canGoOutWhole !== null && (
                <span
                  className={`text-sm whitespace-nowrap ${row.canGoOutWhole ? 'text-stock' : 'text-late'}`}
                >
                  {row.canGoOutWhole ? 'All on hand' : 'Not all on hand'}
                </span>
              )}
            </span>
            {row.promised !== null && <span className="block whitespace-nowrap">{row.promised}</span>}
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
