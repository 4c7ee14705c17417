import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountArea } from '../accounts/area.ts'
import { StateLabel } from '../orders/StateLabel.tsx'
import { showPounds } from '../shared/money.ts'
import { Pagination } from '../ui/Pagination.tsx'
import { definePage } from '../ui/page.ts'
import type { QuoteRow } from './account-view.ts'

export interface QuotesPageProps {
  area: AccountArea
  rows: QuoteRow[]
  page: number
  pages: number
}

/** A person's quotes, newest first. */
export function QuotesPage({ area, rows, page, pages }: QuotesPageProps) {
  return (
    <AccountFrame area={area} current="quotes" title="Quotes">
      {rows.length === 0 ? <NoQuotes /> : <QuoteTable rows={rows} />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url="/account/quotes?" label="Quotes" />
      </div>
    </AccountFrame>
  )
}

export const quotesPage = definePage('quotes/QuotesPage', QuotesPage)

const cell = 'py-3 pr-4 max-md:block max-md:py-0 max-md:pr-0'

// A table where there is room, on a phone a card for each quote.
function QuoteTable({ rows }: { rows: QuoteRow[] }) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Your quotes, newest first</caption>
      <thead className="text-sm text-steel max-md:sr-only">
        <tr className="border-b border-edge">
          {['Quote', 'Asked for', 'Your order number', 'State', 'Total'].map(name => (
            <th
              key={name}
              scope="col"
              className={`py-2 font-semibold ${name === 'Total' ? 'text-right' : 'pr-4'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <tr
            key={row.reference}
            className="border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4"
          >
            <th scope="row" className={`${cell} font-normal`}>
              <a href={row.url} className="link code inline-block py-1">
                {row.reference}
              </a>
              <span className="block text-sm text-steel">{row.goods}</span>
            </th>
            <td className={`${cell} whitespace-nowrap max-md:mt-2`}>{row.date}</td>
            <td className={`${cell} wrap-anywhere`}>
              {row.purchaseOrder !== '' && (
                <>
                  <span className="text-sm text-steel md:sr-only">Your order number </span>
                  {row.purchaseOrder}
                </>
              )}
            </td>
            <td className={`${cell} max-md:mt-2`}>
              <StateLabel state={row.state} />
              {row.validUntil !== null && (
                <span className="block text-sm whitespace-nowrap text-steel">until {row.validUntil}</span>
              )}
            </td>
            <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:right-4 max-md:bottom-4 max-md:block max-md:py-0">
              {row.total === null ? (
                <span className="text-steel">To be quoted</span>
              ) : (
                <>
                  <span className="font-semibold">{showPounds(row.total)}</span>
                  <span className="text-sm text-steel"> inc VAT</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
