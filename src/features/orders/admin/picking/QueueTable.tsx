import { Fragment } from 'react'
import { cardCell } from '../../../../ui/CardTable.tsx'
import { SortHeading } from '../../../../ui/SortHeading.tsx'
import type { queueSorts } from '../../picking/queue.ts'
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
      <thead className="text-sm text-steel max-md:hidden">
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
    <tr className="border-b border-rule align-top max-md:relative max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:rounded max-md:border max-md:bg-surface max-md:py-2 max-md:pr-3 max-md:pl-12 max-md:before:order-2 max-md:before:basis-full">
      <th scope="row" className={`${cardCell} font-normal max-md:contents`}>
        <div className="flex gap-2 max-md:contents">
          <label className="-mt-2.5 flex size-11 shrink-0 cursor-pointer items-center max-md:absolute max-md:top-2 max-md:left-0 max-md:mt-0 max-md:justify-center md:-mr-3">
            <input
              type="checkbox"
              name="orders[]"
              value={reference}
              defaultChecked={row.isTicked}
              aria-label={`Pick ${reference}`}
              className="size-6"
            />
          </label>
          <div className="max-md:contents">
            <a
              href={url}
              className="link code -my-2.5 flex min-h-11 items-center max-md:order-1 max-md:my-0 max-md:inline-flex"
            >
              {reference}
            </a>
            <span className="block text-sm whitespace-nowrap text-steel max-md:order-4">{since}</span>
          </div>
        </div>
      </th>
      <td className={`${cardCell} wrap-anywhere max-md:order-2 md:min-w-28`}>{customer}</td>
      <td
        className={`${cardCell} max-md:order-1 max-md:ml-auto ${isDue ? 'font-semibold text-late' : ''} ${promise.length > maxUnbroken ? '' : 'whitespace-nowrap'}`}
      >
        {promise}
      </td>
      <td className={`${cardCell} max-md:order-5 max-md:text-sm`}>{delivery}</td>
      <td className={`${cardCell} max-md:order-3 max-md:text-sm`}>
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
      <td className={`${cardCell} wrap-anywhere max-md:order-6 max-md:text-sm`}>
        {areas !== '' && <span className="sr-only md:hidden">Location </span>}
        {areas}
      </td>
    </tr>
  )
}
