import { formatPounds } from '../../../lib/money.ts'
import { StandaloneLink } from '../../../ui/Actions.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { ParcelList } from '../../warehouse/despatch/Parcels.tsx'
import { OrderActions } from './OrderActions.tsx'
import type { OrderListItem } from './view.ts'

/** The newest orders, each with its day of arrival, to order again and with its invoice. */
export function LatestOrders({ rows }: { rows: readonly OrderListItem[] }) {
  return (
    <section aria-labelledby="latest" className="card px-5 pt-4 pb-2">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <h2 id="latest" className="text-lg">
          Latest orders
        </h2>
        {rows.length > 0 && <StandaloneLink href="/account/orders">All orders</StandaloneLink>}
      </div>
      {rows.length === 0 ? (
        <p className="pb-3">No orders yet. Your orders will appear here, with their invoices.</p>
      ) : (
        <ul className="grid gap-x-6 divide-y divide-rule md:grid-cols-[minmax(0,1fr)_15rem_max-content]">
          {rows.map(row => (
            <LatestOrder key={row.reference} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function LatestOrder({ row }: { row: OrderListItem }) {
  const { reference, url, goods, buyer, date, purchaseOrder, state, arrival, parcels, total } = row
  return (
    <li className="grid items-start gap-y-2 py-4 md:col-span-full md:grid-cols-subgrid">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-4">
          <a href={url} className="link code -my-2 tap-target">
            {reference}
          </a>
          <span className="font-semibold whitespace-nowrap">
            {total === null ? 'Free of charge' : formatPounds(total)}
            {total !== null && <span className="text-sm font-normal text-steel"> inc VAT</span>}
          </span>
        </p>
        <p className="wrap-anywhere">
          {goods}
          {buyer !== null && <span className="text-steel"> · {buyer}</span>}
        </p>
        <p className="text-sm wrap-anywhere text-steel">
          {date}
          {purchaseOrder !== '' && ` · PO number ${purchaseOrder}`}
        </p>
      </div>
      <div>
        <StateLabel state={state} />
        {arrival !== null && <p>{arrival}</p>}
        <ParcelList {...parcels} />
      </div>
      <OrderActions {...row} />
    </li>
  )
}
