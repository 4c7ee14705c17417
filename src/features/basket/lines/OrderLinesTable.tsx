import { formatPounds, type Pence } from '../../../lib/money.ts'
import { ColumnHeading, ColumnHeadings } from '../../../ui/ColumnHeading.tsx'
import { Thumbnail } from '../Thumbnail.tsx'
import { LineNotes } from './LineNotes.tsx'
import type { LineName } from './line-entry-schema.ts'

/** Without `url` the table is text only. */
interface OrderTableRow extends LineName {
  unitPrice: Pence
  quantity: number
  lineTotal: Pence
  /** Null: no longer sold. */
  url?: string | null
  image?: string | null
  /** How many of its pieces were credited. */
  credited?: number
}

interface OrderLinesTableProps {
  caption: string
  /** Headings of the columns unit price and line total. */
  each: string
  sum: string
  lines: readonly OrderTableRow[]
}

/** The lines of an order or a quote; on a phone each is '£4.00 × 3' below its name. */
export function OrderLinesTable({ caption, each, sum, lines }: OrderLinesTableProps) {
  return (
    <table className="mt-2 w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="note max-sm:sr-only">
        <tr className="border-b border-rule">
          <ColumnHeading>Product</ColumnHeading>
          <ColumnHeadings names={[each, 'Quantity']} className="px-3 text-right" />
          <ColumnHeading className="text-right">{sum}</ColumnHeading>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr
            // The lines of an order never change their order, and two may have the same code.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            className="border-b border-rule align-top max-sm:grid max-sm:grid-cols-[auto_auto_1fr] max-sm:py-3"
          >
            <th scope="row" className="font-normal max-sm:col-span-3 sm:py-3">
              <Product line={line} />
            </th>
            <td
              className={`text-right whitespace-nowrap sm:px-3 sm:py-3 ${line.url === undefined ? '' : 'max-sm:pl-[3.875rem]'}`}
            >
              {formatPounds(line.unitPrice)}
            </td>
            <td className="text-right whitespace-nowrap sm:px-3 sm:py-3">
              <span aria-hidden="true" className="px-1.5 sm:hidden">
                ×
              </span>
              {line.quantity.toLocaleString('en-GB')}
            </td>
            <td className="text-right whitespace-nowrap sm:py-3">{formatPounds(line.lineTotal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Product({ line }: { line: OrderTableRow }) {
  const { code, title, url, image = null, credited = 0 } = line
  return (
    <span className="flex gap-3">
      {url !== undefined && (
        <Thumbnail image={image === null ? null : { alt: '', filename: image }} px={50} />
      )}
      <span className="min-w-0">
        {url ? (
          <a href={url} className="link -my-2 tap-target py-2 font-semibold">
            {title}
          </a>
        ) : (
          <span className="font-semibold">{title}</span>
        )}
        {url === null && <span className="note"> (no longer sold)</span>}
        <span className="code block">{code}</span>
        <LineNotes line={line} />
        {credited > 0 && <span className="block note">{`${credited.toLocaleString('en-GB')} credited`}</span>}
      </span>
    </span>
  )
}
