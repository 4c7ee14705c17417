import { formatPounds } from '../../../lib/money.ts'
import { Card } from '../../../ui/Card.tsx'
import { ColumnHeading } from '../../../ui/ColumnHeading.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { LineNotes } from '../../basket/lines/LineNotes.tsx'
import { OrderLinesSection } from '../../basket/lines/OrderLinesSection.tsx'
import type { AdminOrderPageProps } from '../view.ts'

type OrderProps = Pick<AdminOrderPageProps, 'order'>
type LineView = OrderProps['order']['lines'][number]

/**
 * The lines as they were ordered: prices and titles do not follow the catalogue. Unlike in the customer's
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
        <thead className="note max-sm:sr-only">
          <tr className="border-b border-edge">
            <ColumnHeading>Product</ColumnHeading>
            {[...columns, 'Each', 'Ex VAT'].map(name => (
              <th
                key={name}
                scope="col"
                className="px-3 py-2 text-right font-semibold whitespace-nowrap last:pr-0"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
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

export function StillToGo({ order: { toCome, despatch } }: OrderProps) {
  const isForWarehouse = useStaffRight('warehouse')
  if (!toCome || (despatch && isForWarehouse)) return null
  return (
    <Card id="to-go" heading="Still to go" className="mb-6">
      <ul className="mt-1 divide-y divide-rule">
        {toCome.lines.map(line => (
          <Line key={line.position} line={line} isHeld={despatch === null} />
        ))}
      </ul>
      {toCome.more > 0 && (
        <p className="mt-2 note">{`and ${toCome.more} more ${toCome.more === 1 ? 'line' : 'lines'}`}</p>
      )}
    </Card>
  )
}

/** First what can be done about it now, or when it comes. */
function Line({
  line: { code, title, quantity, due, goods, canGo },
  isHeld,
}: {
  line: NonNullable<OrderProps['order']['toCome']>['lines'][number]
  isHeld: boolean
}) {
  const isDueFirst = !isHeld && !canGo
  return (
    <li className="grid gap-x-6 py-3 last:pb-0 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]">
      <p className="text-pretty wrap-anywhere">
        <span className="whitespace-nowrap">
          {`${quantity.toLocaleString('en-GB')} × `}
          <span className="code">{code}</span>
        </span>
        <span className="block">{title}</span>
      </p>
      <p className="flex flex-col text-pretty max-md:mt-1">
        {isHeld && <span className="font-semibold text-late">Held</span>}
        {!isHeld && canGo && <span className="font-semibold text-stock">{goods}</span>}
        <span
          className={`${isDueFirst ? 'font-semibold' : 'text-sm'} ${due.isLate ? 'text-late' : isDueFirst ? '' : 'text-steel'}`}
        >
          {due.text}
        </span>
        {(isHeld || !canGo) && <span className="note">{goods}</span>}
      </p>
    </li>
  )
}
