import { formatPounds } from '../../lib/money.ts'
import { definePage } from '../../ui/page.ts'
import { basketMessages } from '../basket/page-messages.ts'
import type { BasketReply } from '../basket/schemas.ts'
import { calculateMinimumShortfall, formatShortfall, toPence } from '../basket/view.ts'
import { checkoutMessages } from './messages.ts'

export interface BelowMinimumPageProps {
  basket: Pick<BasketReply, 'subtotal' | 'minimumOrderValue'>
}

/** Instead of the checkout of a basket that is too small: what is missing, and the ways to add it (R-BASKET-8). */
export function BelowMinimumPage({ basket }: BelowMinimumPageProps) {
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
          <a href="/basket" className="button button-next">
            {checkoutMessages.returnToBasket}
          </a>
          <a href="/order-pad" className="button">
            Order pad
          </a>
          <a href="/" className="button">
            Find a filter
          </a>
        </p>
      </div>
    </div>
  )
}

export const belowMinimumPage = definePage('features/checkout/BelowMinimumPage', BelowMinimumPage)
