import { formatPounds } from '../../../lib/money.ts'
import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import { ListResult } from '../../admin/table/ListResult.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { pluralize } from '../../catalogue/listing.ts'
import { type QuoteListChoice, type QuoteSort, quotesUrl } from './quote-list.ts'
import type { AdminQuoteListItem } from './view.ts'

interface AdminQuotesPageProps extends AdminListProps<QuoteListChoice, AdminQuoteListItem> {
  sorts: Record<QuoteSort, ColumnSortLink>
}

/** Quotes, grouped by state, with a search field, saved views and an export. */
export function AdminQuotesPage(props: AdminQuotesPageProps) {
  const { choice, rows, total } = props
  const { query } = choice
  return (
    <AdminListFrame
      current="quotes"
      section="quotes"
      title="Quotes"
      action={
        <a href="/admin/quotes/new" className="button button-strong">
          New quote for a caller
        </a>
      }
      search={{
        id: 'quote-query',
        name: 'Find a quote',
        label: 'All quotes',
        query,
        hidden: { state: 'all' },
        hint: 'By quote, PO or part number, name, company, email, telephone, postcode or day',
      }}
      filtersLabel="Quotes by status"
      list={props}
    >
      <ListResult
        name="quotes"
        matches={pluralize(total, 'quote')}
        hasRows={rows.length > 0}
        query={query}
        all={{ name: 'Show all quotes', url: quotesUrl }}
      />
      {rows.length > 0 && <QuoteTable {...props} />}
    </AdminListFrame>
  )
}

export const adminQuotesPage = definePage('features/quotes/admin/AdminQuotesPage', AdminQuotesPage)

function QuoteTable({ rows, sorts }: AdminQuotesPageProps) {
  return (
    <CardTable caption="Quotes" columns={['Quote', 'Customer', sorts.requested, sorts.until, 'Goods ex VAT']}>
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
