import { formatPounds, type Pence } from '../../../lib/money.ts'
import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { NoRows } from '../../admin/table/NoRows.tsx'
import { RowCountLinks } from '../../admin/table/RowCountLinks.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { type ReservedChoice, type ReservedSort, toReservedUrl } from './reserved-stock-list.ts'

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

interface ReservedStockPageProps extends AdminListProps<ReservedChoice, ReservedOrder> {
  sorts: Record<ReservedSort, ColumnSortLink>
  /** Of all groups. */
  orderCount: number
  value: Pence
}

/** What unfinished orders reserve: staff can put it back into stock. */
export function ReservedStockPage(props: ReservedStockPageProps) {
  const { choice, sorts, rows, total, viewQuery } = props
  return (
    <AdminListFrame
      current="reserved-stock"
      section="reserved-stock"
      title="Reserved stock"
      intro={formatIntro(props)}
      filtersLabel="Orders by customer"
      rowCountLinks={
        <RowCountLinks
          name="Orders"
          rows={choice.rows}
          total={total}
          toUrl={each => toReservedUrl({ ...choice, rows: each })}
        />
      }
      list={props}
    >
      {rows.length === 0 && (
        <NoRows
          name="orders"
          {...(props.orderCount === 0 && { none: 'No stock is reserved: there are no unfinished orders.' })}
        />
      )}
      {rows.length > 0 && (
        <CardTable
          caption="Unfinished orders that reserve stock"
          columns={['Order', sorts.customer, 'Goods', sorts.since, sorts.value]}
        >
          {rows.map(order => (
            <ReservedOrderRow key={order.reference} order={order} view={viewQuery} />
          ))}
        </CardTable>
      )}
    </AdminListFrame>
  )
}

/** Null: there are none. */
const formatIntro = ({ orderCount, value }: ReservedStockPageProps): string | null =>
  orderCount === 0
    ? null
    : `${pluralize(orderCount, 'order')} at the checkout, not paid or completed yet, with goods worth ${formatPounds(value)} ex VAT. Reserved goods go back into stock by themselves when the time is up. Goods you release can be sold to others at once; the customer can still pay while stock lasts.`

export const reservedStockPage = definePage('features/orders/admin/ReservedStockPage', ReservedStockPage)

function ReservedOrderRow({ order, view }: { order: ReservedOrder; view: string }) {
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
          <input type="hidden" name="view" value={view} />
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
