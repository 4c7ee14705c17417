import { formatPounds } from '../../lib/money.ts'
import { ChevronIcon } from '../../ui/Icons.tsx'
import type { BasketReply } from './schemas.ts'
import { Thumbnail } from './Thumbnail.tsx'
import type { Totals } from './totals.ts'
import { countRows, toPence } from './view.ts'

interface BasketOverviewProps {
  basket: BasketReply
  /** For the address and delivery chosen so far. */
  totals: Totals
  /** '£8.00', 'FREE', 'We will quote'. */
  deliveryText: string
  /** Items of a loaded order cannot be changed. */
  isLoaded?: boolean
}

/** The read-only basket beside the stages; on a phone a collapsible bar with the total. */
export function BasketOverview({ basket, totals, deliveryText, isLoaded = false }: BasketOverviewProps) {
  const name = isLoaded ? 'Items' : 'Your basket'
  return (
    <details className="card open-wide group">
      <summary className="flex min-h-14 items-center justify-between gap-4 px-4 font-semibold">
        <span className="flex items-center gap-2">
          {name} ({basket.count}) <ChevronIcon className="turns size-4" />
        </span>
        <span className="text-lg">{formatPounds(totals.discountedTotal)}</span>
      </summary>
      <div className="px-5 pt-1 pb-5 lg:pt-5">
        <h2 className="text-lg max-lg:sr-only">{name}</h2>
        <OverviewItems basket={basket} />
        <OverviewTotals basket={basket} totals={totals} deliveryText={deliveryText} />
        {!isLoaded && (
          <a href="/basket" className="link mt-3 inline-flex min-h-11 items-center">
            Change basket
          </a>
        )}
      </div>
    </details>
  )
}

interface OverviewItemsProps {
  basket: BasketReply
  /** Loads the lines beyond the first page. */
  onShowAll?: () => Promise<void>
}

export function OverviewItems({ basket, onShowAll }: OverviewItemsProps) {
  const more = countRows(basket) - basket.items.length
  return (
    <>
      <ul>
        {basket.items.map(item => {
          const detail = basket.items_detail[item.rowId]
          return (
            <li key={item.rowId} className="flex items-center gap-3 border-b border-rule py-3">
              <Thumbnail image={detail?.primary_image} px={50} />
              <span className="min-w-0 grow text-sm">
                <span className="block font-semibold">{item.name}</span>
                <span className="code">{detail?.code}</span> × {item.qty}
              </span>
              <span>{formatPounds(toPence(item.subtotal))}</span>
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <p className="border-b border-rule py-3 text-sm">
          and {more.toLocaleString('en-GB')} more {more === 1 ? 'line' : 'lines'}
          {onShowAll && (
            <button
              type="button"
              className="link ml-3 min-h-11 cursor-pointer"
              onClick={() => void onShowAll()}
            >
              Show all lines
            </button>
          )}
        </p>
      )}
    </>
  )
}

/** Goods, vouchers, delivery and VAT, and the amount to pay. */
export function OverviewTotals({ basket, totals, deliveryText }: BasketOverviewProps) {
  const isDiscounted = basket.discounts.length > 0
  return (
    <dl className="mt-3 space-y-1.5 text-sm">
      <OverviewLine name="Subtotal" text={formatPounds(totals.subtotal)} />
      {basket.discounts.map(({ rowId, code, price, summary }) => (
        <OverviewLine
          key={rowId}
          name={`Voucher ${code}`}
          text={price > 0 ? `−${formatPounds(toPence(price))}` : summary}
        />
      ))}
      <OverviewLine name="Delivery" text={deliveryText} />
      <OverviewLine name="VAT" text={formatPounds(totals.discountedVat)} />
      <div className="flex items-baseline justify-between gap-4 pt-1 text-lg font-semibold">
        <dt>{isDiscounted ? 'You pay' : 'Total'}</dt>
        <dd>{formatPounds(totals.discountedTotal)}</dd>
      </div>
    </dl>
  )
}

function OverviewLine({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}
