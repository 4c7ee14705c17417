import { formatPounds } from '../../lib/money.ts'
import { notOpenMessage } from '../../lib/not-open.ts'
import { CallLink, EmailLink, useShop } from '../../ui/contact.tsx'
import { definePage } from '../../ui/page.ts'
import { basketMessages } from '../basket/page-messages.ts'
import type { BasketReply } from '../basket/schemas.ts'
import { calculateMinimumShortfall, formatShortfall, toPence } from '../basket/view.ts'
import { askAgainUrl, quoteUrl } from '../quotes/links.ts'
import type { QuoteRefusal } from '../quotes/quote.ts'
import { checkoutMessages } from './messages.ts'

type NoCheckoutPageProps =
  | { why: 'not_open' }
  | { why: 'below_minimum'; basket: Pick<BasketReply, 'subtotal' | 'minimumOrderValue'> }
  /** `quote` null: it was an order for approval. */
  | { why: 'not_loadable'; reason: string; quote: { reason: QuoteRefusal; reference: string } | null }

/** Instead of the checkout: why there is none, and what to do instead. */
export function NoCheckoutPage(props: NoCheckoutPageProps) {
  if (props.why === 'below_minimum') return <BelowMinimum basket={props.basket} />
  return (
    <div className="wrap py-10">
      <div className="max-w-2xl">
        {props.why === 'not_open' ? <NotOpen /> : <NotLoadable reason={props.reason} quote={props.quote} />}
      </div>
    </div>
  )
}

export const noCheckoutPage = definePage('features/checkout/NoCheckoutPage', NoCheckoutPage)

export const notOpenTitle = 'Not open yet'

/** While the shop lacks what a sale needs (R-EMPTY-2). */
function NotOpen() {
  const { phone, email } = useShop()
  return (
    <>
      <h1 className="text-2xl sm:text-3xl">{notOpenTitle}</h1>
      <p className="mt-3 text-lg">{notOpenMessage}</p>
      {(phone !== null || email !== null) && (
        <p className="mt-5 flex flex-wrap items-center gap-3">
          <span>Do you need a part now?</span>
          <CallLink className="button">{number => <>Call {number}</>}</CallLink>
          <EmailLink className="button">{address => <>Email {address}</>}</EmailLink>
        </p>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        <LinkButton to="/">Home page</LinkButton>
        <LinkButton to="/basket">Your basket</LinkButton>
      </p>
    </>
  )
}

/** A basket that is too small: what is missing, and the ways to add it (R-BASKET-8). */
function BelowMinimum({ basket }: Pick<Extract<NoCheckoutPageProps, { why: 'below_minimum' }>, 'basket'>) {
  const shortfall = calculateMinimumShortfall(basket)
  return (
    <div className="wrap py-6 md:py-8">
      <h1 className="text-2xl md:text-3xl">Checkout</h1>
      <div className="card mt-4 max-w-2xl border-l-4 border-l-amber p-5">
        <p className="text-lg font-semibold">
          {basketMessages.minimumOrder(formatPounds(toPence(basket.minimumOrderValue)).slice(1))}
        </p>
        <p className="mt-2">
          Your basket comes to {formatPounds(toPence(basket.subtotal))} ex VAT.{' '}
          {shortfall !== null && <>{formatShortfall(shortfall)} and you can check out.</>}
        </p>
        <p className="mt-5 flex flex-wrap gap-3">
          <LinkButton to="/basket" isNext>
            {checkoutMessages.returnToBasket}
          </LinkButton>
          <LinkButton to="/order-pad">Order pad</LinkButton>
          <LinkButton to="/">Find a filter</LinkButton>
        </p>
      </div>
    </div>
  )
}

/** A quote or an order for approval that cannot be ordered (any more). */
function NotLoadable({ reason, quote }: Omit<Extract<NoCheckoutPageProps, { why: 'not_loadable' }>, 'why'>) {
  const canAskAgain = quote?.reason === 'expired' || quote?.reason === 'withdrawn'
  return (
    <>
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
          Ask again to put the same products and quantities back in your basket. Then choose “Ask for a quote”
          as the delivery, or order them straight away.
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
          <LinkButton to={quoteUrl(quote.reference)}>See the quote</LinkButton>
        ) : (
          <LinkButton to="/account/orders">Your orders</LinkButton>
        )}
        <LinkButton to="/basket">Your basket</LinkButton>
      </div>
    </>
  )
}

function LinkButton({ to, isNext = false, children }: { to: string; isNext?: boolean; children: string }) {
  return (
    <a href={to} className={isNext ? 'button button-next' : 'button'}>
      {children}
    </a>
  )
}
