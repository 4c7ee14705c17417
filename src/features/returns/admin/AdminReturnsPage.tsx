import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { FindForm } from '../../../ui/FindForm.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { ChoiceField, PeriodFields } from '../../admin/table/FilterFields.tsx'
import type { SavedView } from '../../admin/table/saved-view.ts'
import { FilterForm, TableTools } from '../../admin/table/TableTools.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { StateLabel } from '../../orders/StateLabel.tsx'
import { reasonNames } from '../returns.ts'
import {
  adminReturnsUrl,
  type ReturnListChoice,
  type ReturnSort,
  returnsExportUrl,
  toReturnsQuery,
  toReturnsUrl,
} from './return-list.ts'
import type { AdminReturnListItem } from './view.ts'

export interface AdminReturnsPageProps {
  choice: ReturnListChoice
  /** The groups of returns; the current one is listed. */
  filters: AdminFilter[]
  views: SavedView[]
  sorts: Record<ReturnSort, ColumnSortLink>
  rows: AdminReturnListItem[]
  total: number
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

/** The returns, what is to be done first, with a search field, filters, saved views and an export. */
export function AdminReturnsPage(props: AdminReturnsPageProps) {
  const { choice, filters, views, sorts, rows, total, page, pages, pageUrl } = props
  const { query } = choice
  return (
    <AdminFrame current="returns" title="Returns">
      <FindForm
        id="return-query"
        name="Find a return"
        action={adminReturnsUrl}
        label="All returns"
        query={query}
        hidden={{ state: 'all' }}
        hint="By return number, order number, name, company or email"
      />
      <div className="mt-6">
        <AdminFilters label="Returns by status" filters={filters} />
      </div>
      <TableTools
        section="returns"
        views={views}
        query={toReturnsQuery(choice)}
        exportUrl={`${returnsExportUrl}?${toReturnsQuery(choice)}`}
      >
        <ReturnFilters choice={choice} />
      </TableTools>
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
        <CardTable
          caption="Returns"
          columns={[sorts.requested, 'Order', sorts.customer, 'Reason', sorts.step]}
        >
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

/** By reason and day of request, within the current group. */
function ReturnFilters({ choice }: { choice: ReturnListChoice }) {
  const { group, query, reason, from, until, sort, direction } = choice
  return (
    <FilterForm
      action={adminReturnsUrl}
      hidden={{ state: group, query, sort, direction }}
      isActive={reason !== '' || from !== null || until !== null}
      clearUrl={toReturnsUrl({ ...choice, reason: '', from: null, until: null })}
    >
      <PeriodFields id="return" from={from} until={until} />
      <ChoiceField id="return" name="reason" label="Reason" value={reason} options={reasonNames} />
    </FilterForm>
  )
}
