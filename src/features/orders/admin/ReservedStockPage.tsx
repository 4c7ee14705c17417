import { formatPounds, type Pence } from '../../../lib/money.ts'
import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { AdminFrame } from '../../admin/AdminFrame.tsx'
import { pluralize } from '../../catalogue/listing.ts'

export interface ReservedOrder {
  reference: string
  url: string
  releaseUrl: string
  version: string
  method: string
  /** The company, or the name. */
  customer: string
  /** 'Guest, sam@example.org'. */
  account: string
  /** 'Session 3fa91c20, from 192.0.2.1'. */
  browser: string
  /** '09:12'. */
  since: string
  until: string
  /** The first of its lines. */
  lines: { code: string; quantity: number }[]
  moreLines: number
  value: Pence
}

interface ReservedStockPageProps {
  orders: ReservedOrder[]
  /** Of all pages. */
  orderCount: number
  value: Pence
  page: number
  pages: number
}

/** What unfinished orders reserve: staff can put it back into stock. */
export function ReservedStockPage({ orders, orderCount, value, page, pages }: ReservedStockPageProps) {
  return (
    <AdminFrame current="reserved-stock" title="Reserved stock">
      <p className="mb-6 max-w-prose">
        {orderCount === 0
          ? 'No stock is reserved: there are no unfinished orders.'
          : `${pluralize(orderCount, 'order')} at the checkout, not paid or completed yet, with goods worth ${formatPounds(value)} ex VAT. Reserved goods go back into stock by themselves when the time is up. Goods you release can be sold to others at once; the customer can still pay while stock lasts.`}
      </p>
      {orders.length > 0 && (
        <CardTable
          caption="Unfinished orders that reserve stock, newest first"
          columns={['Order', 'Customer', 'Goods', 'Reserved', 'Value ex VAT']}
        >
          {orders.map(order => (
            <ReservedOrderRow key={order.reference} order={order} />
          ))}
        </CardTable>
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url="/admin/reserved-stock?" label="Reserved stock" />
      </div>
    </AdminFrame>
  )
}

export const reservedStockPage = definePage('features/orders/admin/ReservedStockPage', ReservedStockPage)

function ReservedOrderRow({ order }: { order: ReservedOrder }) {
  const { reference, lines, moreLines } = order
  return (
    <CardRow url={order.url} reference={reference} below={order.method}>
      <td className={`${cardCell} wrap-anywhere max-md:mt-2`}>
        {order.customer}
        <span className="block text-sm text-steel">{order.account}</span>
        <span className="block text-sm text-steel">{order.browser}</span>
      </td>
      <td className={`${cardCell} max-md:mt-2`}>
        <ul className="text-sm">
          {lines.map(({ code, quantity }) => (
            <li key={code}>
              <span className="code">{code}</span> × {quantity.toLocaleString('en-GB')}
            </li>
          ))}
          {moreLines > 0 && <li className="text-steel">{`and ${pluralize(moreLines, 'more line')}`}</li>}
        </ul>
      </td>
      <td className={`${cardCell} max-md:mt-2`}>
        <span className="md:hidden">Reserved </span>
        <span className="whitespace-nowrap">{`${order.since} to ${order.until}`}</span>
        <form method="post" action={order.releaseUrl} className="no-print">
          <input type="hidden" name="seen" value={order.version} />
          <button type="submit" className="link min-h-11 cursor-pointer">
            Release<span className="sr-only"> the goods of order {reference}</span>
          </button>
        </form>
      </td>
      <td className="py-3 text-right font-semibold whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
        {formatPounds(order.value)}
      </td>
    </CardRow>
  )
}
