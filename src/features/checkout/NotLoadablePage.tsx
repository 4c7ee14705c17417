import { definePage } from '../../ui/page.ts'
import { askAgainUrl, quoteUrl } from '../quotes/links.ts'
import type { QuoteRefusal } from '../quotes/quote.ts'

interface NotLoadablePageProps {
  /** Why it cannot be ordered. */
  reason: string
  /** Null: it was an order for approval. */
  quote: { reason: QuoteRefusal; reference: string } | null
}

/** A quote or an order for approval that cannot be ordered (any more): why, and what to do instead. */
export function NotLoadablePage({ reason, quote }: NotLoadablePageProps) {
  const canAskAgain = quote?.reason === 'expired' || quote?.reason === 'withdrawn'
  return (
    <div className="wrap py-10">
      <div className="max-w-2xl">
        <h1 className="text-2xl sm:text-3xl">
          {quote ? (
            <>
              Quote <span className="code">{quote.reference}</span>
            </>
          ) : (
            'Order for approval'
          )}
        </h1>
        <p className="mt-3 text-lg">{reason}</p>
        {canAskAgain && (
          <p className="mt-3">
            Ask again to put the same products and quantities back in your basket. Then choose “Ask for a
            quote” as the delivery, or order them straight away.
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          {quote && canAskAgain && (
            <form method="post" action={askAgainUrl(quote.reference)}>
              <button type="submit" className="button button-next">
                Ask again
              </button>
            </form>
          )}
          {quote ? (
            <a href={quoteUrl(quote.reference)} className="button">
              See the quote
            </a>
          ) : (
            <a href="/account/orders" className="button">
              Your orders
            </a>
          )}
          <a href="/basket" className="button">
            Your basket
          </a>
        </div>
      </div>
    </div>
  )
}

export const notLoadablePage = definePage('features/checkout/NotLoadablePage', NotLoadablePage)
