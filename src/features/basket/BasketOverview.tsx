import { formatPounds } from '../../lib/money.ts'
import { ChevronIcon } from '../../ui/Icons.tsx'
import { TotalLines } from '../../ui/TotalLines.tsx'
import type { BasketReply } from './schemas.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { type Totals, toItemisedTotals } from './totals.ts'
import { countRows, toPence } from './view.ts'

interface BasketOverviewProps {
  basket: BasketReply
  /** For the address and delivery chosen so far. */
  totals: Totals
  /** In place of an unknown price of delivery: 'We will quote'. */
  unknownDelivery: string
  /** No delivery is chosen yet: its price is the lowest. */
  isLowestDelivery?: boolean
  /** Items of a loaded order cannot be changed. */
  isLoaded?: boolean
}

/** The read-only basket beside the stages; on a phone a collapsible bar with the total. */
export function BasketOverview({ basket, isLoaded = false, ...sums }: BasketOverviewProps) {
  const name = isLoaded ? 'Items' : 'Your basket'
  return (
    <details className="card open-wide group">
      <summary className="flex min-h-14 items-center justify-between gap-4 px-4 font-semibold">
        <span className="flex items-center gap-2">
          {name} ({basket.count}) <ChevronIcon className="turns size-4" />
        </span>
        <span className="text-lg">{formatPounds(sums.totals.discountedTotal)}</span>
      </summary>
      <div className="px-5 pt-1 pb-5 lg:pt-5">
        <h2 className="text-lg max-lg:sr-only">{name}</h2>
        <OverviewItems basket={basket} />
        <OverviewTotals basket={basket} {...sums} />
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
export function OverviewTotals({ basket, totals, ...delivery }: Omit<BasketOverviewProps, 'isLoaded'>) {
  const vouchers = basket.discounts.map(({ price, ...voucher }) => ({ ...voucher, amount: toPence(price) }))
  return <TotalLines totals={toItemisedTotals(totals, vouchers)} {...delivery} className="mt-3 text-sm" />
}
