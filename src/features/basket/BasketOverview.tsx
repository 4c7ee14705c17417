import { formatPounds } from '../../lib/money.ts'
import { ChevronIcon } from '../../ui/Icons.tsx'
import { TotalLines } from '../../ui/TotalLines.tsx'
import { LineNotes } from './lines/LineNotes.tsx'
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
  isBrief?: boolean
}

/**
 * The read-only basket beside the stages, always in sight; on a phone a bar with the total that opens. `isBrief`: the
 * total alone, where the goods are listed beside it already.
 */
export function BasketOverview({ basket, isLoaded = false, isBrief = false, ...sums }: BasketOverviewProps) {
  const name = isLoaded ? 'Items' : 'Your basket'
  const total = <OverviewTotal {...sums} />
  if (isBrief) {
    return (
      <div className={`card flex min-h-14 items-center justify-between gap-4 px-4 lg:px-5 ${barClass}`}>
        <h2 className="text-base lg:text-lg">Total</h2>
        {total}
      </div>
    )
  }
  return (
    <details
      className={`card open-wide group open:max-lg:max-h-[80dvh] open:max-lg:overflow-y-auto ${barClass}`}
    >
      <summary className="sticky top-0 flex min-h-14 items-center justify-between gap-4 bg-surface px-4 font-semibold">
        <span className="flex items-center gap-2 whitespace-nowrap">
          {name} ({basket.count}) <ChevronIcon className="turns size-4" />
        </span>
        {total}
      </summary>
      <div className="px-5 pt-1 pb-3 lg:pt-5">
        <h2 className="text-lg max-lg:sr-only">{name}</h2>
        <OverviewItems basket={basket} />
        <div className="sticky bottom-0 bg-surface pb-2">
          <OverviewTotals basket={basket} {...sums} />
        </div>
        {!isLoaded && (
          <a href="/basket" className="link tap-target">
            Change basket
          </a>
        )}
      </div>
    </details>
  )
}

// On a phone the bar stays on top while the page is scrolled, from edge to edge.
const barClass =
  'max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0 max-lg:shadow-float sm:max-lg:-mx-6 sm:max-lg:px-6'

function OverviewTotal({ totals }: Pick<BasketOverviewProps, 'totals'>) {
  return (
    <span className="text-right text-lg/6 font-semibold">
      {formatPounds(totals.discountedTotal)}
      {totals.discountedVat > 0 && <span className="text-sm font-normal text-steel"> inc VAT</span>}
    </span>
  )
}

interface OverviewItemsProps {
  basket: BasketReply
  onShowAll?: () => Promise<void>
}

/** More lines than this are folded. */
const unfoldedLines = 5

export function OverviewItems({ basket, onShowAll }: OverviewItemsProps) {
  const rows = countRows(basket)
  const folded = basket.items.slice(unfoldedLines)
  const notLoaded = rows - basket.items.length
  const countLines = (lines: number) =>
    `${lines.toLocaleString('en-GB')} more ${lines === 1 ? 'line' : 'lines'}`
  return (
    <>
      <p className="text-right note">ex VAT</p>
      <OverviewList basket={basket} items={basket.items.slice(0, unfoldedLines)} />
      {folded.length > 0 && (
        <details className="border-b border-rule">
          <summary className="link flex min-h-11 cursor-pointer items-center gap-1.5 text-sm">
            {countLines(rows - unfoldedLines)} <ChevronIcon className="turns size-4" />
          </summary>
          <OverviewList basket={basket} items={folded} />
          {notLoaded > 0 && (
            <p className="py-3 text-sm">
              and {countLines(notLoaded)}
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
        </details>
      )}
    </>
  )
}

function OverviewList({ basket, items }: { basket: BasketReply; items: BasketReply['items'] }) {
  return (
    <ul>
      {items.map(item => {
        const detail = basket.items_detail[item.rowId]
        return (
          <li key={item.rowId} className="flex items-center gap-3 border-b border-rule py-2.5">
            <Thumbnail image={detail?.primary_image} px={50} />
            <span className="min-w-0 grow text-sm">
              <span className="block font-semibold">{item.name}</span>
              <span className="code">{detail?.code}</span> × {item.qty}
              <LineNotes line={{ entry: item }} />
            </span>
            <span>{formatPounds(toPence(item.subtotal))}</span>
          </li>
        )
      })}
    </ul>
  )
}

export function OverviewTotals({
  basket,
  totals,
  ...delivery
}: Omit<BasketOverviewProps, 'isLoaded' | 'isBrief'>) {
  const vouchers = basket.discounts.map(({ price, ...voucher }) => ({ ...voucher, amount: toPence(price) }))
  const deliveryNote = totals.deliveryCost ? 'ex VAT' : null
  return (
    <TotalLines
      totals={toItemisedTotals(totals, vouchers)}
      deliveryNote={deliveryNote}
      {...delivery}
      className="mt-3 text-sm"
    />
  )
}
