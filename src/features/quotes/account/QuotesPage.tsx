import { formatPounds } from '../../../lib/money.ts'
import { NextLink, SubmitButton } from '../../../ui/Actions.tsx'
import { CardRow, CardTable } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import type { QuoteRow } from './view.ts'

interface QuotesPageProps {
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
      actions
      caption="Your quotes, newest first"
      columns={['Quote', 'Status and expiry', 'Total inc VAT']}
    >
      {rows.map(row => (
        <CardRow key={row.reference} url={row.url} reference={row.reference} below={<Below {...row} />}>
          <td className={`card-cell max-md:mt-2`}>
            <StateLabel state={row.state} />
            {row.validUntil !== null && (
              <span className="block md:whitespace-nowrap">{`Order by ${row.validUntil}`}</span>
            )}
            <span className="block note md:whitespace-nowrap">{`Requested on ${row.date}`}</span>
          </td>
          <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
            {row.total === null ? (
              <span className="text-steel">{row.state.tone === 'ended' ? 'No price' : 'To be quoted'}</span>
            ) : (
              <>
                <span className="font-semibold">{formatPounds(row.total)}</span>
                <span className="note md:hidden"> inc VAT</span>
              </>
            )}
          </td>
          <td className="py-2 pl-5 max-md:mt-3 max-md:block max-md:p-0 max-md:empty:hidden">
            <QuoteActions {...row} />
          </td>
        </CardRow>
      ))}
    </CardTable>
  )
}

function Below({ goods, buyer, purchaseOrder }: QuoteRow) {
  return (
    <>
      {buyer === null ? goods : `${goods} · by ${buyer}`}
      {purchaseOrder !== '' && <span className="block wrap-anywhere">{`PO number ${purchaseOrder}`}</span>}
    </>
  )
}

function QuoteActions({ goods, orderUrl, askAgainUrl, pdfUrl }: QuoteRow) {
  if ([orderUrl, askAgainUrl, pdfUrl].every(url => url === null)) return null
  return (
    <div className="no-print flex items-center gap-x-4">
      {orderUrl !== null && (
        <a href={orderUrl} className="button button-next px-4 whitespace-nowrap md:min-h-10">
          Order<span className="sr-only"> the quote for {goods}</span>
        </a>
      )}
      {askAgainUrl !== null && (
        <form method="post" action={askAgainUrl}>
          <SubmitButton className="px-3 whitespace-nowrap md:min-h-10">
            Ask again<span className="sr-only"> for {goods}</span>
          </SubmitButton>
        </form>
      )}
      {pdfUrl !== null && (
        <a href={pdfUrl} className="link inline-flex min-h-10 items-center whitespace-nowrap">
          PDF<span className="sr-only"> of the quote for {goods}</span>
        </a>
      )}
    </div>
  )
}

function NoQuotes() {
  return (
    <div className="card max-w-xl p-6">
      <p>
        You haven’t asked for a quote yet. For large quantities, or delivery we don’t list, choose “Ask for a
        quote” as the delivery of your order and we’ll email you our prices.
      </p>
      <p className="mt-4">
        <NextLink href="/find-replacement-filters">Find your filter</NextLink>
      </p>
    </div>
  )
}
