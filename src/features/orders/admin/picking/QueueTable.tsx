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

/** The orders that can be picked, with their ticks. */
export function QueueTable({ rows, sorts, sorting }: Pick<PickingProps, 'rows' | 'sorts' | 'sorting'>) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">{`Orders that can be picked, ${sorting}`}</caption>
      <thead className="text-sm text-steel max-md:mb-3 max-md:block">
        <tr className="border-b border-edge max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-4">
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
  const { reference, url, customer, since, promise, isDue, delivery, goods, isWhole, areas } = row
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-[auto_1fr] max-md:gap-x-5 max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`${cardCell} font-normal max-md:col-span-2`}>
        <div className="-my-2.5 flex min-h-11 items-center gap-3 max-md:justify-between">
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              name="orders[]"
              value={reference}
              defaultChecked={row.isTicked}
              className="size-6 shrink-0"
            />
            <span className="code">{reference}</span>
          </label>
          <a href={url} className="link inline-flex min-h-11 items-center text-sm">
            Open<span className="sr-only"> order {reference}</span>
          </a>
        </div>
        <span className="block text-sm text-steel">{since}</span>
      </th>
      <td className={`${cardCell} wrap-anywhere max-md:col-span-2`}>{customer}</td>
      <td className={`${cardCell} ${isDue ? 'font-semibold text-late' : ''}`}>{promise}</td>
      <td className={cardCell}>{delivery}</td>
      <td className={cardCell}>
        {goods}
        <span className={`block text-sm ${isWhole ? 'text-stock' : 'text-late'}`}>
          {isWhole ? 'All on hand' : 'Not all on hand'}
        </span>
      </td>
      <td className={`${cardCell} wrap-anywhere`}>
        {areas !== '' && <span className="text-sm text-steel md:hidden">Location </span>}
        {areas}
      </td>
    </tr>
  )
}
