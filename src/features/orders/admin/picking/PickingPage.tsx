import { upperFirst } from '../../../../lib/text.ts'
import { FormNotice } from '../../../../ui/forms/FormResult.tsx'
import { Pagination } from '../../../../ui/Pagination.tsx'
import { definePage } from '../../../../ui/page.ts'
import { AdminFilters } from '../../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../../admin/AdminFrame.tsx'
import { ChoiceField } from '../../../admin/table/FilterFields.tsx'
import { NoRows } from '../../../admin/table/NoRows.tsx'
import { RowCountLinks } from '../../../admin/table/RowCountLinks.tsx'
import type { SavedView } from '../../../admin/table/saved-view.ts'
import { FilterForm, TableTools } from '../../../admin/table/TableTools.tsx'
import { formatCount } from '../../../catalogue/listing.ts'
import { maxOrdersOnList, pickingUrl, pickListsUrl } from '../../picking/pick-list.ts'
import { type QueueChoice, queueExportUrl, toQueueQuery, toQueueUrl } from '../../picking/queue.ts'
import { QueueTable } from './QueueTable.tsx'
import type { PickingProps } from './queue-view.ts'

interface PickingPageProps extends PickingProps {
  views: SavedView[]
  requestKey: string
  notice: string | null
}

/** What can be picked, and the lists that are being picked. */
export function PickingPage(props: PickingPageProps) {
  const { choice, summary, notice, filters, views, rows, total, page, pages } = props
  const query = toQueueQuery(choice)
  return (
    <AdminFrame current="picking" title="Picking">
      <p className="-mt-4 mb-6">{summary}</p>
      <FormNotice text={notice} />
      <OpenLists {...props} />
      <section aria-labelledby="queue">
        <h2 id="queue" className="mb-2 text-lg">
          To pick
        </h2>
        <AdminFilters label="Which orders" filters={filters} />
        <TableTools section="picking" views={views} query={query} exportUrl={`${queueExportUrl}?${query}`}>
          <QueueFilters {...props} />
        </TableTools>
        {rows.length === 0 ? (
          <NoRows name="orders" clearUrl={toClearUrl(choice)} none="Nothing can be picked just now." />
        ) : (
          <QueueForm {...props} />
        )}
        <div className="mt-6 flex flex-wrap items-center justify-center gap-x-8 gap-y-3">
          <Pagination page={page} pages={pages} url={toQueueUrl(choice)} label="Orders to pick" />
          <RowCountLinks
            name="Orders"
            rows={choice.rows}
            total={total}
            toUrl={each => toQueueUrl({ ...choice, rows: each })}
          />
        </div>
      </section>
    </AdminFrame>
  )
}

export const pickingPage = definePage('features/orders/admin/picking/PickingPage', PickingPage)

function OpenLists({ lists, listCount }: Pick<PickingPageProps, 'lists' | 'listCount'>) {
  const isCut = listCount > lists.length
  return (
    <section aria-labelledby="open-lists" className="mb-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="open-lists" className="text-lg">
          Being picked
        </h2>
        <a
          href={isCut ? pickListsUrl : `${pickListsUrl}?show=finished`}
          className="link inline-flex min-h-11 items-center"
        >
          {isCut ? `All ${formatCount(listCount)} lists, and the finished ones` : 'Finished lists'}
        </a>
      </div>
      {lists.length === 0 && <p className="text-steel">No list is being picked.</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {lists.map(({ id, url, made, madeBy, progress }) => (
          <li key={id}>
            <a href={url} className="card block h-full border-l-4 border-l-amber p-4 hover:bg-sunk">
              <span className="block text-lg font-semibold">Pick list {id}</span>
              <span className="block font-semibold">{progress}</span>
              <span className="block text-sm text-steel">{`${made} by ${madeBy}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Null: no filter is set. */
const toClearUrl = (choice: QueueChoice): string | null =>
  choice.service !== '' || choice.area !== '' || choice.goods !== ''
    ? toQueueUrl({ ...choice, service: '', area: '', goods: '' })
    : null

function QueueFilters({ choice, services, areas }: PickingPageProps) {
  const { sort, direction, service, area, due, goods, rows } = choice
  return (
    <FilterForm
      action={pickingUrl}
      hidden={{ sort, direction, due: due ? '1' : '', rows: String(rows) }}
      clearUrl={toClearUrl(choice)}
    >
      <ChoiceField id="queue" name="service" label="Delivery" value={service} options={services} />
      <ChoiceField id="queue" name="area" label="Location" value={area} options={areas} />
      <ChoiceField
        id="queue"
        name="goods"
        label="Goods"
        value={goods}
        options={[
          { value: 'whole', name: 'All on hand' },
          { value: 'part', name: 'Not all on hand' },
        ]}
      />
    </FilterForm>
  )
}

function QueueForm(props: PickingPageProps) {
  const { choice, rows, total, sorting, tickLinks, requestKey, page } = props
  return (
    <form method="post" action={pickingUrl} noValidate>
      <input type="hidden" name="request" value={requestKey} />
      <input type="hidden" name="view" value={`${toQueueQuery(choice)}&page=${page}`} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-sm text-steel">
          {upperFirst(sorting)}.
          {total > rows.length &&
            ` These are ${rows.length} of ${formatCount(total)}; a list is made of ticks of one page.`}
        </p>
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
      <QueueTable {...props} />
      <div className="sticky bottom-0 -mx-4 mt-4 border-t border-edge bg-ground px-4 py-3 md:static md:mx-0 md:border-0 md:px-0">
        <button type="submit" className="button button-next max-sm:w-full">
          Make pick list
        </button>
        <span className="ml-3 text-sm text-steel max-sm:hidden">{`Of up to ${maxOrdersOnList} orders.`}</span>
      </div>
    </form>
  )
}
