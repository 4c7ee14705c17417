import type { ReactNode } from 'react'
import { type Pence, pence, showPounds } from '../shared/money.ts'
import type { BasketReply } from './contract.ts'
import { pageWords } from './page-words.ts'
import { addMore, deliveryPriceText, minimumShort, penceOf, savedOf } from './view.ts'

interface BasketTotalsProps {
  basket: BasketReply
  deliveryText: string | undefined
  isUpdating: boolean
}

/** The sums and the way on: Checkout, or what is missing for the minimum order (Specification §5). */
export function BasketTotals({ basket, deliveryText, isUpdating }: BasketTotalsProps) {
  const short = minimumShort(basket)
  const carriage = basket.shipping.price === null ? null : penceOf(basket.shipping.price)
  const isDiscounted = basket.discounts.length > 0
  return (
    <section className="card p-6 print:ml-auto print:max-w-xs" aria-labelledby="totals-heading">
      <h2 id="totals-heading" className="sr-only">
        Totals
      </h2>
      <dl className={`space-y-3 ${isUpdating ? 'opacity-50' : ''}`}>
        <Sum name="Subtotal" amount={penceOf(basket.subtotal)} />
        <Line name={<DeliveryName text={deliveryText} />}>{deliveryPriceText(carriage)}</Line>
        <Sum name="VAT" amount={penceOf(basket.tax)} />
        <Sum name="Total" amount={penceOf(basket.total)} isMain={!isDiscounted} isLined />
        {isDiscounted && <YouPay basket={basket} />}
      </dl>
      {isDiscounted && (
        <p className="mt-2 text-sm text-steel">
          * after discounts, includes {showPounds(penceOf(basket.discounted_tax))} VAT
        </p>
      )}
      {short === null ? (
        <>
          <a href="/checkout" className="button button-next mt-5 min-h-12 w-full text-lg">
            Checkout
          </a>
          <p className="no-print mt-4 text-center text-sm text-steel">Card, on account, or ask for a quote</p>
        </>
      ) : (
        <MinimumOrder minimum={penceOf(basket.minimumOrderValue)} short={short} />
      )}
    </section>
  )
}

function MinimumOrder({ minimum, short }: { minimum: Pence; short: Pence }) {
  return (
    <p className="mt-5 border-l-4 border-amber bg-wash p-3" id="minimum-order">
      {pageWords.minimumOrder(showPounds(minimum).slice(1))}
      <strong className="mt-1 block">{addMore(short)}</strong>
    </p>
  )
}

function YouPay({ basket }: { basket: BasketReply }) {
  const saved = savedOf(basket)
  return (
    <>
      {saved > 0 && (
        <Line name="Discounts, with VAT">
          <span className="text-stock">−{showPounds(pence(saved))}</span>
        </Line>
      )}
      <Sum name="You pay*" amount={penceOf(basket.discounted_total)} isMain />
    </>
  )
}

function DeliveryName({ text }: { text: string | undefined }) {
  return <>Delivery {text && <span className="text-sm text-steel">{text}</span>}</>
}

interface LineProps {
  name: ReactNode
  /** What is paid: large. */
  isMain?: boolean
  /** Under a rule. */
  isLined?: boolean
}

function Sum({ amount, ...line }: LineProps & { amount: Pence }) {
  return <Line {...line}>{showPounds(amount)}</Line>
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
