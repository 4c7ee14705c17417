import { Fragment } from 'react'
import { cardCell } from '../../../ui/CardTable.tsx'
import { SortHeading } from '../../../ui/SortHeading.tsx'
import type { queueSorts } from '../picking/queue.ts'
import type { PickingProps, QueueItem } from './queue-view.ts'

const columns = [
  'age',
  'customer',
  'cut_off',
  'service',
  'pieces',
  'location',
] as const satisfies (typeof queueSorts)[number][]

/** Characters of a promise. 'About 28 November – 5 December' wraps. */
const maxUnbroken = 20

/** The orders that can be picked, with their ticks. */
export function QueueTable({ rows, sorts, sorting }: Pick<PickingProps, 'rows' | 'sorts' | 'sorting'>) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">{`Orders that can be picked, ${sorting}`}</caption>
      <thead className="note max-md:hidden">
        <tr className="border-b border-edge">
          {columns.map(column => (
            <SortHeading key={column} link={sorts[column]} className="pr-4 font-semibold" />
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <QueueRow key={row.reference} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function QueueRow({ row }: { row: QueueItem }) {
  const { reference, url, customer, since, promise, isDue, delivery, goods, onHand, areas } = row
  return (
    <tr className="card-row queue-row">
      <th scope="row" className={cardCell}>
        <div className="queue-order">
          <label>
            <input
              type="checkbox"
              name="orders[]"
              value={reference}
              defaultChecked={row.isTicked}
              aria-label={`Pick ${reference}`}
            />
          </label>
          <div>
            <a href={url} className="link code">
              {reference}
            </a>
            <span className="queue-time">{since}</span>
          </div>
        </div>
      </th>
      <td className={cardCell}>{customer}</td>
      <td
        className={`${cardCell} ${isDue ? 'font-semibold text-late' : ''} ${promise.length > maxUnbroken ? '' : 'whitespace-nowrap'}`}
      >
        {promise}
      </td>
      <td className={cardCell}>{delivery}</td>
      <td className={cardCell}>
        {goods.map((text, nth) => (
          <Fragment key={text}>
            {nth > 0 && ' '}
            <span className="whitespace-nowrap">{text}</span>
          </Fragment>
        ))}
        {onHand !== '' && (
          <span className="block text-sm whitespace-nowrap text-late max-md:inline">{` ${onHand}`}</span>
        )}
      </td>
      <td className={cardCell}>
        {areas !== '' && <span className="sr-only md:hidden">Location </span>}
        {areas}
      </td>
    </tr>
  )
}
