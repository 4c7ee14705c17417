import { formatPounds } from '../../../lib/money.ts'
import { CardRow, CardTable, cardCell, OrderNumberCell } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { StateLabel } from '../../orders/StateLabel.tsx'
import type { QuoteRow } from './view.ts'

export interface QuotesPageProps {
  navigation: AccountNavigation
  rows: QuoteRow[]
  page: number
  pages: number
}

/** The customer's quotes, newest first. */
export function QuotesPage({ navigation, rows, page, pages }: QuotesPageProps) {
  return (
    <AccountFrame navigation={navigation} current="quotes" title="Quotes">
      {rows.length === 0 ? <NoQuotes /> : <QuoteTable rows={rows} />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url="/account/quotes?" label="Quotes" />
      </div>
    </AccountFrame>
  )
}

export const quotesPage = definePage('features/quotes/account/QuotesPage', QuotesPage)

function QuoteTable({ rows }: { rows: QuoteRow[] }) {
  return (
    <CardTable
      caption="Your quotes, newest first"
      columns={['Quote', 'Asked for', 'PO number', 'State', 'Total']}
    >
      {rows.map(row => (
        <CardRow
          key={row.reference}
          url={row.url}
          reference={row.reference}
          below={row.buyer === null ? row.goods : `${row.goods} · by ${row.buyer}`}
        >
          <td className={`${cardCell} whitespace-nowrap max-md:mt-2`}>{row.date}</td>
          <OrderNumberCell name="PO number" value={row.purchaseOrder} />
          <td className={`${cardCell} max-md:mt-2`}>
            <StateLabel state={row.state} />
            {row.validUntil !== null && (
              <span className="block text-sm whitespace-nowrap text-steel">until {row.validUntil}</span>
            )}
          </td>
          <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:right-4 max-md:bottom-4 max-md:block max-md:py-0">
            {row.total === null ? (
              <span className="text-steel">{row.state.tone === 'ended' ? 'No price' : 'To be quoted'}</span>
            ) : (
              <>
                <span className="font-semibold">{formatPounds(row.total)}</span>
                <span className="text-sm text-steel"> inc VAT</span>
              </>
            )}
          </td>
        </CardRow>
      ))}
    </CardTable>
  )
}

function NoQuotes() {
  return (
    <div className="card max-w-xl p-6">
      <p>
        You have not asked for a quote yet. For large quantities, or for carriage that we do not list, choose
        “Ask for a quote” as the delivery of your order: we send you our prices by email.
      </p>
      <p className="mt-4">
        <a href="/find-replacement-filters" className="button button-next">
          Find your filter
        </a>
      </p>
    </div>
  )
}
