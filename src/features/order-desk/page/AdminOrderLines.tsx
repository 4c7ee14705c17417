import { formatPounds } from '../../../lib/money.ts'
import { ColumnHeading, ColumnHeadings, TableHead } from '../../../ui/ColumnHeading.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { LineNotes } from '../../basket/lines/LineNotes.tsx'
import { OrderLinesSection } from '../../basket/lines/OrderLinesSection.tsx'
import type { AdminOrderPageProps } from '../view.ts'

type OrderProps = Pick<AdminOrderPageProps, 'order'>
type LineView = OrderProps['order']['lines'][number]

/**
 * Drawn on the server only. The lines as they were ordered: prices and titles do not follow the catalogue. Unlike in the customer's
 * `OrderLinesTable`, the number is above the title and the quantity before the price.
 */
export function AdminOrderLines({
  order: { lines, totals, credited, paging, deliveryOrCollection, toCome, despatch },
}: OrderProps) {
  const isForWarehouse = useStaffRight('warehouse')
  const hasPieces = lines.some(({ pieces }) => pieces !== null)
  const hasOpen = lines.some(({ pieces }) => pieces !== null && pieces.open > 0)
  // The form above, or what is still to go, says what is on hand, and for whom, unless they have too many lines.
  const above = isForWarehouse && despatch ? despatch : toCome
  const hasOnHand = hasOpen && (above === null || above.more > 0)
  const columns = [
    ...(hasPieces ? ['Ordered', 'Despatched'] : ['Quantity']),
    ...(hasOpen ? ['To go'] : []),
    ...(hasOnHand ? ['On hand'] : []),
  ]
  return (
    <OrderLinesSection
      heading="What was ordered"
      totals={totals}
      paging={paging}
      credited={credited}
      {...(deliveryOrCollection.name === 'To collect from' && {
        totalOptions: { deliveryName: 'Collection' },
      })}
    >
      <table className="mt-2 w-full text-left">
        <caption className="sr-only">Products of this order, ex VAT</caption>
        <TableHead className="max-sm:sr-only">
          <ColumnHeading>Product</ColumnHeading>
          <ColumnHeadings
            names={[...columns, 'Each', 'Ex VAT']}
            className="px-3 text-right whitespace-nowrap last:pr-0"
          />
        </TableHead>
        <tbody>
          {lines.map((line, index) => (
            <tr
              // The lines of an order never change their order, and two may have the same code.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              className="order-line"
            >
              <th scope="row">
                <span className="code block">{line.code}</span>
                <Title text={line.title} />
                <LineNotes line={line} />
                <LinePiecesNote line={line} />
              </th>
              <td>{line.quantity.toLocaleString('en-GB')}</td>
              {line.pieces && <PieceCells pieces={line.pieces} hasOpen={hasOpen} hasOnHand={hasOnHand} />}
              <td>
                <span aria-hidden="true" className="sm:hidden">
                  ×{' '}
                </span>
                {formatPounds(line.unitPrice)}
              </td>
              <td>{formatPounds(line.lineTotal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </OrderLinesSection>
  )
}

const threadSize = /(\d[\d /]*-\d+ UN\w*)/

/** A title whose thread size does not break: '1 3/4-12 UN'. */
const Title = ({ text }: { text: string }) => {
  const [before, size, ...after] = text.split(threadSize)
  return size === undefined ? (
    text
  ) : (
    <>
      {before}
      <span className="whitespace-nowrap">{size}</span>
      {after.join('')}
    </>
  )
}

/** '2 credited, 1 won’t be sent'. */
function LinePiecesNote({ line: { pieces, credited, withdrawn = 0 } }: { line: LineView }) {
  const notes = [
    ...(credited > 0 ? [`${credited.toLocaleString('en-GB')} credited`] : []),
    ...(pieces && withdrawn > 0 ? [`${withdrawn.toLocaleString('en-GB')} won’t be sent`] : []),
  ]
  return notes.length > 0 && <span className="block note">{notes.join(', ')}</span>
}

interface PieceCellsProps {
  pieces: NonNullable<LineView['pieces']>
  hasOpen: boolean
  hasOnHand: boolean
}

/** On a phone they are one sentence in the last row of the line. */
function PieceCells({ pieces: { despatched, open, onHand }, hasOpen, hasOnHand }: PieceCellsProps) {
  const [sent, toGo, here] = [despatched, open, onHand].map(count => count.toLocaleString('en-GB'))
  const parts = [
    ...(despatched > 0 ? [`${sent} despatched`] : []),
    ...(open > 0 ? [`${toGo} to go`] : []),
    ...(open > 0 && hasOnHand ? [`${onHand > 0 ? here : 'none'} on hand`] : []),
  ]
  return (
    <>
      <td className="order-line-pieces">
        <span className="max-sm:hidden">{sent}</span>
        <span className="sm:hidden">{parts.join(' · ')}</span>
      </td>
      {hasOpen && <td className="max-sm:hidden">{toGo}</td>}
      {hasOnHand && <td className="max-sm:hidden">{open > 0 && here}</td>}
    </>
  )
}
