import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountArea } from '../accounts/area.ts'
import { counted } from '../catalogue/listing.ts'
import { showPounds } from '../shared/money.ts'
import { Pagination } from '../ui/Pagination.tsx'
import { definePage } from '../ui/page.ts'
import type { OrderRow } from './account-view.ts'
import { StateLabel } from './StateLabel.tsx'

export interface OrdersPageProps {
  area: AccountArea
  rows: OrderRow[]
  /** What was typed to filter by. */
  query: string
  total: number
  page: number
  pages: number
  /** Of this list; '&page=N' is put behind it. */
  pageUrl: string
  /** A head buyer sees his company's orders, and who ordered. */
  showsBuyers: boolean
}

/** A person's orders, newest first. */
export function OrdersPage(props: OrdersPageProps) {
  const { area, rows, query, total, page, pages } = props
  return (
    <AccountFrame area={area} current="orders" title="Orders">
      {(total > 0 || query !== '') && <FilterForm query={query} />}
      {query !== '' && (
        <p className="mt-4">
          {counted(total, 'order')} for “{query}”.{' '}
          <a href="/account/orders" className="link">
            Show all orders
          </a>
        </p>
      )}
      {rows.length > 0 && <OrderTable {...props} />}
      {total === 0 && query === '' && <NoOrders />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={props.pageUrl} label="Orders" />
      </div>
    </AccountFrame>
  )
}

export const ordersPage = definePage('orders/OrdersPage', OrdersPage)

function FilterForm({ query }: { query: string }) {
  return (
    <form method="get" action="/account/orders" role="search" aria-label="Your orders" className="max-w-xl">
      <label htmlFor="order-query" className="mb-1 block font-semibold">
        Find an order
      </label>
      <div className="flex gap-2">
        <input
          id="order-query"
          name="query"
          type="search"
          defaultValue={query}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="order-query-hint"
          className="input min-w-0"
        />
        <button type="submit" className="button button-strong px-4">
          Find
        </button>
      </div>
      <p id="order-query-hint" className="mt-1 text-sm text-steel">
        By order number, your own order number or part number
      </p>
    </form>
  )
}

const cell = 'py-3 pr-4 max-md:block max-md:py-0 max-md:pr-0'

// A table where there is room, on a phone a card for each order.
function OrderTable({ rows, showsBuyers }: OrdersPageProps) {
  return (
    <table className="mt-6 w-full text-left max-md:block">
      <caption className="sr-only">Your orders, newest first</caption>
      <thead className="text-sm text-steel max-md:sr-only">
        <tr className="border-b border-edge">
          {['Order', 'Date', 'Your order number', 'State', 'Total inc VAT'].map(name => (
            <th
              key={name}
              scope="col"
              className={`py-2 font-semibold ${name === 'Total inc VAT' ? 'text-right' : 'pr-4'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <tr
            key={row.reference}
            className="border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4"
          >
            <th scope="row" className={`${cell} font-normal`}>
              <a href={row.url} className="link code -my-1 inline-block py-1">
                {row.reference}
              </a>
              <span className="block text-sm text-steel">{row.goods}</span>
            </th>
            <td className={`${cell} max-md:mt-2`}>
              <span className="whitespace-nowrap">{row.date}</span>
              {showsBuyers && (
                <span className="block text-sm text-steel">by {row.buyer === null ? 'you' : row.buyer}</span>
              )}
            </td>
            <td className={`${cell} wrap-anywhere`}>
              {row.purchaseOrder !== '' && (
                <>
                  <span className="text-sm text-steel md:sr-only">Your order number </span>
                  {row.purchaseOrder}
                </>
              )}
            </td>
            <td className={`${cell} max-md:mt-2`}>
              <StateLabel state={row.state} />
            </td>
            <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
              <span className="font-semibold">{showPounds(row.total)}</span>
              <span className="text-sm text-steel md:hidden"> inc VAT</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NoOrders() {
  return (
    <div className="card max-w-xl p-6">
      <p>
        You have not ordered anything yet. Your orders will stand here, with their state and their invoices.
      </p>
      <p className="mt-4">
        <a href="/find-replacement-filters" className="button button-next">
          Find your filter
        </a>
      </p>
    </div>
  )
}
