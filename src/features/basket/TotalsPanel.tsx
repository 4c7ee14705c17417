import type { ReactNode } from 'react'
import { formatPounds, type Pence, pence } from '../../lib/money.ts'
import { notOpenMessage } from '../../lib/not-open.ts'
import { useShop } from '../../ui/contact.tsx'
import { basketMessages } from './page-messages.ts'
import type { BasketReply } from './schemas.ts'
import {
  calculateMinimumShortfall,
  calculateSavings,
  formatDeliveryPrice,
  formatShortfall,
  toPence,
} from './view.ts'

interface BasketTotalsProps {
  basket: BasketReply
  deliveryText: string | undefined
  isUpdating: boolean
}

/** The totals and the Checkout button, or the amount missing to the minimum order (R-BASKET-8). */
export function TotalsPanel({ basket, deliveryText, isUpdating }: BasketTotalsProps) {
  const { takesOrders } = useShop()
  const shortfall = calculateMinimumShortfall(basket)
  const deliveryCost = basket.shipping.price === null ? null : toPence(basket.shipping.price)
  const isDiscounted = basket.discounts.length > 0
  return (
    <section className="card p-6 print:ml-auto print:max-w-xs" aria-labelledby="totals-heading">
      <h2 id="totals-heading" className="sr-only">
        Totals
      </h2>
      <dl className={`space-y-3 ${isUpdating ? 'opacity-50' : ''}`}>
        <Amount name="Subtotal" amount={toPence(basket.subtotal)} />
        {takesOrders && (
          <Line name={<DeliveryName text={deliveryText} />}>{formatDeliveryPrice(deliveryCost)}</Line>
        )}
        <Amount name="VAT" amount={toPence(basket.tax)} />
        <Amount name="Total" amount={toPence(basket.total)} isMain={!isDiscounted} isLined />
        {isDiscounted && <YouPay basket={basket} />}
      </dl>
      {isDiscounted && (
        <p className="mt-2 text-sm text-steel">
          * after discounts, includes {formatPounds(toPence(basket.discounted_tax))} VAT
        </p>
      )}
      {takesOrders && shortfall === null && <CheckoutLink />}
      {takesOrders && shortfall !== null && (
        <MinimumOrder minimum={toPence(basket.minimumOrderValue)} shortfall={shortfall} />
      )}
      {!takesOrders && <p className="mt-5 border-l-4 border-late pl-3">{notOpenMessage}</p>}
    </section>
  )
}

function CheckoutLink() {
  const { takesCards } = useShop()
  return (
    <>
      <a href="/checkout" className="button button-next mt-5 min-h-12 w-full text-lg">
        Checkout
      </a>
      <p className="no-print mt-4 text-center text-sm text-steel">
        {takesCards ? 'Card, on account, or ask for a quote' : 'On account, or ask for a quote'}
      </p>
    </>
  )
}

function MinimumOrder({ minimum, shortfall }: { minimum: Pence; shortfall: Pence }) {
  return (
    <p className="mt-5 border-l-4 border-amber bg-wash p-3" id="minimum-order">
      {basketMessages.minimumOrder(formatPounds(minimum).slice(1))}
      <strong className="mt-1 block">{formatShortfall(shortfall)}</strong>
    </p>
  )
}

function YouPay({ basket }: { basket: BasketReply }) {
  const savings = calculateSavings(basket)
  return (
    <>
      {savings > 0 && (
        <Line name="Discounts, with VAT">
          <span className="text-stock">−{formatPounds(pence(savings))}</span>
        </Line>
      )}
      <Amount name="You pay*" amount={toPence(basket.discounted_total)} isMain />
    </>
  )
}

function DeliveryName({ text }: { text: string | undefined }) {
  return <>Delivery {text && <span className="text-sm text-steel">{text}</span>}</>
}

interface LineProps {
  name: ReactNode
  /** The amount to pay, in large type. */
  isMain?: boolean
  /** Below a separator line. */
  isLined?: boolean
}

function Amount({ amount, ...line }: LineProps & { amount: Pence }) {
  return <Line {...line}>{formatPounds(amount)}</Line>
}

function Line({ name, children, isMain = false, isLined = false }: LineProps & { children: ReactNode }) {
  const look = `${isMain ? 'font-semibold' : ''} ${isLined ? 'border-t border-edge pt-3' : ''}`
  return (
    <div className={`flex items-baseline justify-between gap-4 ${look}`}>
      <dt>{name}</dt>
      <dd className={isMain ? 'text-2xl' : ''}>{children}</dd>
    </div>
  )
}
