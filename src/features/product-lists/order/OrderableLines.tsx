import { formatPounds, priceOnRequestText } from '../../../lib/money.ts'
import { Stock } from '../../../ui/Stock.tsx'
import { LineNotes } from '../../basket/lines/LineNotes.tsx'
import { Thumbnail } from '../../basket/Thumbnail.tsx'
import { AskForQuote } from '../../catalogue/AddToBasket.tsx'
import { preventLineBreaks } from '../../catalogue/details.ts'
import type { ListingRow } from '../../catalogue/listing.ts'
import type { OrderableLine } from '../view.ts'

/** The products of a list: on screen with prices and stock, in print with a box to tick. */
export function OrderableLines({ lines, machines }: { lines: OrderableLine[]; machines: number }) {
  return (
    <table className="mt-6 w-full text-left max-sm:block">
      <caption className="sr-only">The parts of this list</caption>
      <thead className="note max-sm:sr-only">
        <tr className="border-b border-edge">
          <th scope="col" className="py-2 pr-4 font-semibold">
            Part
          </th>
          <th scope="col" className="py-2 pr-4 font-semibold">
            Position and interval
          </th>
          <th scope="col" className="py-2 pr-4 text-right font-semibold">
            Quantity
          </th>
          <th scope="col" className="no-print py-2 pr-4 font-semibold">
            Stock
          </th>
          <th scope="col" className="no-print py-2 text-right font-semibold">
            Each ex VAT
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {lines.map((line, index) => (
          // A product may be on the list twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
          <Row key={index} line={line} machines={machines} />
        ))}
      </tbody>
    </table>
  )
}

// On a phone, aligned with the text and not with the picture.
const textIndent = 'max-sm:pl-[3.875rem]'

function Row({
  line: { row, quantity, entry, position, interval },
  machines,
}: {
  line: OrderableLine
  machines: number
}) {
  return (
    <tr className="border-b border-rule align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3">
      <th scope="row" className="font-normal max-sm:col-span-2 sm:py-3 sm:pr-4">
        <span className="flex gap-3">
          <span aria-hidden="true" className="mt-3 hidden size-5 shrink-0 border border-ink print:block" />
          <Thumbnail image={row.image === null ? null : { ...row.image, alt: '' }} px={50} />
          <span className="min-w-0">
            <span className="code block text-lg">{row.code}</span>
            <a href={row.url} className="link -my-1 inline-block py-1">
              {preventLineBreaks(row.title)}
            </a>
            <LineNotes line={{ entry }} />
          </span>
        </span>
      </th>
      <td className={`text-sm max-sm:col-span-2 ${textIndent} sm:py-3.5 sm:pr-4`}>
        {position !== '' && <span className="sm:block">{position} </span>}
        {interval !== '' && <span className="whitespace-nowrap text-steel sm:block">{interval}</span>}
      </td>
      <td className={`whitespace-nowrap ${textIndent} sm:py-3 sm:pr-4 sm:text-right`}>
        <span className="font-semibold">
          <span className="sm:hidden">×</span>
          {(quantity * machines).toLocaleString('en-GB')}
        </span>
        {machines > 1 && <span className="block note">{quantity} per machine</span>}
      </td>
      <td
        className={`no-print text-sm whitespace-nowrap max-sm:order-last max-sm:col-span-2 ${textIndent} sm:py-3.5 sm:pr-4`}
      >
        <Stock {...row.stock} />
      </td>
      <td className="no-print text-right whitespace-nowrap sm:py-3">
        <PriceEach row={row} quantity={quantity * machines} />
      </td>
    </tr>
  )
}

function PriceEach({ row, quantity }: { row: ListingRow; quantity: number }) {
  if (row.price !== null) return formatPounds(row.price)
  if (row.saleState === 'discontinued') return null
  return (
    <>
      <span className="block">{priceOnRequestText}</span>
      <AskForQuote code={row.code} quantity={quantity} className="link inline-block py-2 text-sm sm:py-1" />
    </>
  )
}
