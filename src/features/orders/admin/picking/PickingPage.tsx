import { cardCell } from '../../../../ui/CardTable.tsx'
import { definePage } from '../../../../ui/page.ts'
import { AdminFilters } from '../../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../../admin/AdminFrame.tsx'
import { formatCount } from '../../../catalogue/listing.ts'
import { maxOrdersOnList, pickingUrl, pickListsUrl } from '../../picking/pick-list.ts'
import type { PickingProps, QueueItem } from './queue-view.ts'

interface PickingPageProps extends PickingProps {
  requestKey: string
  notice: string | null
}

/** What can be picked, and the lists that are being picked. */
export function PickingPage(props: PickingPageProps) {
  const { summary, notice, filters, services, areas, rows } = props
  return (
    <AdminFrame current="picking" title="Picking">
      <p className="-mt-4 mb-6">{summary}</p>
      {notice !== null && (
        <p role="alert" className="mb-6 rounded border-2 border-danger bg-surface p-4 font-semibold">
          {notice}
        </p>
      )}
      <OpenLists {...props} />
      <section aria-labelledby="queue">
        <h2 id="queue" className="mb-2 text-lg">
          To pick
        </h2>
        <AdminFilters label="Which orders" filters={filters} />
        {services.length > 0 && <AdminFilters label="Orders by service" name="Service" filters={services} />}
        {areas.length > 0 && <AdminFilters label="Orders by location" name="Location" filters={areas} />}
        {rows.length === 0 ? (
          <p className="card p-6">Nothing can be picked just now.</p>
        ) : (
          <QueueForm {...props} />
        )}
      </section>
    </AdminFrame>
  )
}

export const pickingPage = definePage('features/orders/admin/picking/PickingPage', PickingPage)

function OpenLists({ lists, listCount }: Pick<PickingPageProps, 'lists' | 'listCount'>) {
  return (
    <section aria-labelledby="open-lists" className="mb-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="open-lists" className="text-lg">
          Being picked
        </h2>
        <a
          href={listCount > lists.length ? pickListsUrl : `${pickListsUrl}?show=finished`}
          className="link inline-flex min-h-11 items-center"
        >
          {listCount > lists.length
            ? `All ${formatCount(listCount)} lists, and the finished ones`
            : 'Finished lists'}
        </a>
      </div>
      {lists.length === 0 && <p className="text-steel">No list is being picked.</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {lists.map(({ id, url, made, progress }) => (
          <li key={id}>
            <a href={url} className="card block h-full border-l-4 border-l-amber p-4 hover:bg-sunk">
              <span className="block text-lg font-semibold">Pick list {id}</span>
              <span className="block font-semibold">{progress}</span>
              <span className="block text-sm text-steel">{made}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function QueueForm({ rows, total, sorts, tickLinks, requestKey }: PickingPageProps) {
  return (
    <form method="post" action={pickingUrl} noValidate>
      <input type="hidden" name="request" value={requestKey} />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <nav aria-label="Sorted by">
          <ul className="flex flex-wrap items-center gap-x-4">
            {sorts.map(({ name, url, isCurrent }) => (
              <li key={name}>
                <a
                  href={url}
                  aria-current={isCurrent ? 'true' : undefined}
                  className="link inline-flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:no-underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ul className="flex flex-wrap items-center gap-x-4">
          {tickLinks.map(({ name, url }) => (
            <li key={name}>
              <a href={url} className="link inline-flex min-h-11 items-center">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {total > rows.length && (
        <p className="mb-2">{`These are the first ${rows.length} of ${formatCount(total)}.`}</p>
      )}
      <table className="w-full text-left max-md:block">
        <caption className="sr-only">Orders that can be picked</caption>
        <thead className="text-sm text-steel max-md:sr-only">
          <tr className="border-b border-edge">
            {['Order', 'Customer', 'Leaves', 'Delivery', 'Goods', 'Location'].map(name => (
              <th key={name} scope="col" className="py-2 pr-4 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block max-md:space-y-3">
          {rows.map(row => (
            <QueueRow key={row.reference} row={row} />
          ))}
        </tbody>
      </table>
      <div className="sticky bottom-0 -mx-4 mt-4 border-t border-edge bg-ground px-4 py-3 md:static md:mx-0 md:border-0 md:px-0">
        <button type="submit" className="button button-next max-sm:w-full">
          Make pick list
        </button>
        <span className="ml-3 text-sm text-steel max-sm:hidden">{`Of up to ${maxOrdersOnList} orders.`}</span>
      </div>
    </form>
  )
}

function QueueRow({ row }: { row: QueueItem }) {
  const { reference, url, customer, since, promise, isDue, delivery, goods, isWhole, areas } = row
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-[auto_1fr] max-md:gap-x-5 max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`${cardCell} font-normal max-md:col-span-2`}>
        <div className="-my-2.5 flex min-h-11 items-center gap-3">
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
