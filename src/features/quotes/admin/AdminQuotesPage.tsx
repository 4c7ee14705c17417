import { formatPounds } from '../../../lib/money.ts'
import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { type AdminFilter, AdminFilters } from '../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { StateLabel } from '../../orders/StateLabel.tsx'
import type { AdminQuoteListItem } from './view.ts'

export interface AdminQuotesPageProps {
  /** The groups of quotes; the current one is listed. */
  filters: AdminFilter[]
  rows: AdminQuoteListItem[]
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

/** Quotes, grouped by state. */
export function AdminQuotesPage({ filters, rows, page, pages, pageUrl }: AdminQuotesPageProps) {
  return (
    <AdminFrame current="quotes" title="Quotes">
      <AdminFilters label="Quotes by status" filters={filters} />
      {rows.length === 0 ? <p className="card p-6">No quotes to show.</p> : <QuoteTable rows={rows} />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={pageUrl} label="Quotes" />
      </div>
    </AdminFrame>
  )
}

export const adminQuotesPage = definePage('features/quotes/admin/AdminQuotesPage', AdminQuotesPage)

function QuoteTable({ rows }: { rows: AdminQuoteListItem[] }) {
  return (
    <CardTable caption="Quotes" columns={['Quote', 'Customer', 'Requested', 'Status', 'Goods ex VAT']}>
      {rows.map(row => (
        <CardRow
          key={row.reference}
          url={row.url}
          reference={row.reference}
          below={pluralize(row.lineCount, 'line')}
        >
          <td className={`${cardCell} wrap-anywhere max-md:mt-2`}>
            {row.company || row.name}
            {row.company !== '' && <span className="block text-sm text-steel">{row.name}</span>}
          </td>
          <td className={`${cardCell} max-md:mt-1 max-md:text-sm`}>
            <span className="md:hidden">Requested </span>
            <span className="whitespace-nowrap">{row.requestedAt}</span>
          </td>
          <td className={`${cardCell} max-md:mt-2`}>
            <StateLabel state={row.state} />
            {row.validUntil !== null && (
              <span className="block text-sm whitespace-nowrap text-steel">until {row.validUntil}</span>
            )}
          </td>
          <td className="py-3 text-right font-semibold whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
            {formatPounds(row.goods)}
            <span className="text-sm font-normal text-steel md:hidden"> ex VAT</span>
          </td>
        </CardRow>
      ))}
    </CardTable>
  )
}
