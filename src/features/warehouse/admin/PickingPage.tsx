import { Fragment, useEffect, useRef, useState } from 'react'
import { formatCount, pluralize } from '../../../lib/count.ts'
import { CodeLink, StandaloneLink, SubmitButton } from '../../../ui/Actions.tsx'
import { Section } from '../../../ui/Card.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import { FormNotice } from '../../../ui/forms/FormResult.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFilters } from '../../back-office/AdminFilters.tsx'
import { AdminFrame } from '../../back-office/AdminFrame.tsx'
import {
  ChoiceField,
  FilterForm,
  ListResult,
  RowCountLinks,
  TableTools,
} from '../../back-office/table/ListTools.tsx'
import type { SavedView } from '../../back-office/table/list-url.ts'
import { maxOrdersOnList, pickingUrl, pickListsUrl } from '../picking/pick-list.ts'
import { type QueueChoice, queueExportUrl, toQueueQuery, toQueueUrl } from '../picking/queue.ts'
import type { PickingProps } from './queue-view.ts'

interface PickingPageProps extends PickingProps {
  views: SavedView[]
  requestKey: string
  notice: string | null
}

export function PickingPage(props: PickingPageProps) {
  const { choice, summary, notice, filters, views, rows, total, page, pages } = props
  const query = toQueueQuery(choice)
  return (
    <AdminFrame current="picking" title="Picking">
      <p className="-mt-4 mb-6">{summary}</p>
      <FormNotice text={notice} />
      <OpenLists {...props} />
      <Section id="queue" heading="To pick" headingClassName="mb-2 text-lg">
        <AdminFilters label="Which orders" filters={filters} />
        <TableTools section="picking" views={views} query={query} exportUrl={`${queueExportUrl}?${query}`}>
          <QueueFilters {...props} />
        </TableTools>
        <ListResult
          name="orders"
          matches={pluralize(total, 'order')}
          hasRows={rows.length > 0}
          clearUrl={toClearUrl(choice)}
          none="Nothing can be picked just now."
        />
        {rows.length > 0 && <QueueForm {...props} />}
        <div className="mt-6 flex flex-wrap items-center justify-center gap-x-8 gap-y-3">
          <Pagination page={page} pages={pages} url={toQueueUrl(choice)} label="Orders to pick" />
          <RowCountLinks
            name="Orders"
            rows={choice.rows}
            total={total}
            toUrl={each => toQueueUrl({ ...choice, rows: each })}
          />
        </div>
      </Section>
    </AdminFrame>
  )
}

export const pickingPage = definePage('features/warehouse/admin/PickingPage', PickingPage)

function OpenLists({ lists, listCount }: Pick<PickingPageProps, 'lists' | 'listCount'>) {
  const isCut = listCount > lists.length
  return (
    <section aria-labelledby="open-lists" className="mb-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="open-lists" className="text-lg">
          Being picked
        </h2>
        <StandaloneLink href={isCut ? pickListsUrl : `${pickListsUrl}?show=finished`}>
          {isCut ? `All ${formatCount(listCount)} lists, and the finished ones` : 'Finished lists'}
        </StandaloneLink>
      </div>
      {lists.length === 0 && <p className="text-steel">No list is being picked.</p>}
      <ul className="grid gap-2 lg:grid-cols-2 lg:gap-x-4">
        {lists.map(({ id, url, madeBy, progress }) => (
          <li
            key={id}
            className="card flex items-center justify-between gap-4 border-l-4 border-l-amber px-3 py-0"
          >
            <p className="min-w-0 py-1 wrap-anywhere">
              <span className="font-semibold">Pick list {id}</span> {progress}{' '}
              <span className="note">{madeBy}</span>
            </p>
            <a href={url} className="link inline-flex min-h-11 shrink-0 items-center">
              Continue<span className="sr-only"> pick list {id}</span>
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
  const { choice, rows, total, sorts, sorting, tickLinks, requestKey, page } = props
  const form = useRef<HTMLFormElement>(null)
  const [tickedCount, setTickedCount] = useState<number | null>(null)
  const countTicks = () => setTickedCount(form.current!.querySelectorAll(':checked').length)
  // The browser may have restored ticks that the page was not rendered with.
  useEffect(countTicks, [])
  return (
    <form ref={form} method="post" action={pickingUrl} noValidate onChange={countTicks}>
      <input type="hidden" name="request" value={requestKey} />
      <input type="hidden" name="view" value={`${toQueueQuery(choice)}&page=${page}`} />
      <div className="mb-2 flex flex-wrap items-center gap-x-6">
        <div className="flex flex-wrap items-center gap-x-3">
          <span aria-hidden="true" className="text-steel">
            Tick
          </span>
          <ul className="contents">
            {tickLinks.map(({ name, label, url }) => (
              <li key={name}>
                <a href={url} aria-label={name} className="link tap-target">
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
        {total > rows.length && (
          <p className="note">
            {`${rows.length} of ${formatCount(total)} orders. A list is made of the ticks on one page.`}
          </p>
        )}
      </div>
      <CardTable caption={`Orders that can be picked, ${sorting}`} columns={Object.values(sorts)} amounts={0}>
        {rows.map(row => (
          <QueueRow key={row.reference} row={row} />
        ))}
      </CardTable>
      <MakeListBar tickedCount={tickedCount} />
    </form>
  )
}

/** `tickedCount`: null without JavaScript. */
function MakeListBar({ tickedCount }: { tickedCount: number | null }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-edge bg-ground px-4 py-3">
      <SubmitButton className="button-next max-sm:grow">
        {tickedCount === null || tickedCount === 0 ? 'Make pick list' : `Make pick list of ${tickedCount}`}
      </SubmitButton>
      {tickedCount !== null && (
        <p aria-live="polite" className="note">
          {tickedCount === 0 ? 'None ticked' : `${tickedCount} ticked`}
          {tickedCount > maxOrdersOnList && `, a list takes up to ${maxOrdersOnList}`}
        </p>
      )}
    </div>
  )
}

/** Characters of a promise. 'About 28 November – 5 December' wraps. */
const maxUnbroken = 20

function QueueRow({ row }: { row: PickingProps['rows'][number] }) {
  const { reference, url, customer, since, promise, isDue, delivery, goods, onHand, areas } = row
  return (
    <tr className="card-row queue-row">
      <th scope="row" className="card-cell">
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
            <CodeLink href={url}>{reference}</CodeLink>
            <span className="queue-time">{since}</span>
          </div>
        </div>
      </th>
      <td className="card-cell">{customer}</td>
      <td
        className={`card-cell ${isDue ? 'font-semibold text-late' : ''} ${promise.length > maxUnbroken ? '' : 'whitespace-nowrap'}`}
      >
        {promise}
      </td>
      <td className="card-cell">{delivery}</td>
      <td className="card-cell">
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
      <td className="card-cell">
        {areas !== '' && <span className="sr-only md:hidden">Location </span>}
        {areas}
      </td>
    </tr>
  )
}
