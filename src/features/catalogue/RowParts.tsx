import { Stock } from '../../ui/Stock.tsx'
import { imageUrl } from '../media/links.ts'
import { AddToBasket } from './AddToBasket.tsx'
import { AskForQuote } from './AskForQuote.tsx'
import { getOrderAdvice, isInStock, type ListingRow, toNeutralOnRequest } from './listing.ts'

// The parts of a listed product that tables and cards share.

/** Its stock, and the day of its delivery or whether it can be ordered. */
export function RowStock({ row, deliveryDay }: { row: ListingRow; deliveryDay: string | null }) {
  const advice = getOrderAdvice(row)
  return (
    <>
      <span className="listing-stock">
        <Stock {...toNeutralOnRequest(row.stock, row.saleState)} />
      </span>
      {deliveryDay !== null && isInStock(row) && <small>Delivery {deliveryDay}</small>}
      {advice !== null && <small>{advice}</small>}
    </>
  )
}

export function RowPicture({ row }: { row: ListingRow }) {
  if (!row.image) return <span className="block size-[3.125rem] rounded border border-rule bg-sunk" />
  const { filename, alt } = row.image
  return (
    <a href={row.url} tabIndex={-1} className="block size-[3.125rem]">
      <img
        src={imageUrl(filename, 50)}
        srcSet={`${imageUrl(filename, 100)} 2x`}
        alt={alt}
        width={50}
        height={50}
        loading="lazy"
        className="size-full rounded border border-rule bg-white object-contain"
      />
    </a>
  )
}

const linkButtonClass = 'button w-full md:min-h-10 md:w-auto'

interface BuyNowProps {
  row: ListingRow
  /** How many the field offers first. */
  quantity?: number
}

/** Add, or where it cannot be bought a link to its page or to the form for a quote. */
export function BuyNow({ row, quantity }: BuyNowProps) {
  if (row.canBuy) return <AddToBasket id={row.id} code={row.code} quantity={quantity} compact />
  const viewLink = <ViewLink row={row} />
  if (row.saleState !== 'price_on_request') return viewLink
  return <AskForQuote code={row.code} className={linkButtonClass} fallback={viewLink} />
}

function ViewLink({ row }: { row: ListingRow }) {
  return (
    <a href={row.url} className={linkButtonClass}>
      View<span className="sr-only"> {row.code}</span>
    </a>
  )
}
