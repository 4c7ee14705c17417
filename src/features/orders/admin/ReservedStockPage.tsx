import { formatPounds, type Pence } from '../../../lib/money.ts'
import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { RowCountLinks } from '../../admin/table/RowCountLinks.tsx'
import { useStaffRight } from '../../admin/use-staff-right.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import {
  type ReservedChoice,
  type ReservedGroup,
  type ReservedSort,
  toReservedUrl,
} from './reserved-stock-list.ts'

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
  /** 0: its goods are about to go back into stock. */
  minutesLeft: number
  until: string
  /** The first of its lines. `url`: the stock of the part. */
  lines: { code: string; quantity: number; url: string }[]
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
      {rows.length === 0 ? (
        <p className="card p-6">
          {props.orderCount === 0 ? noneOfGroup.all : noneOfGroup[choice.show]}
          {props.orderCount > 0 && (
            <>
              {' '}
              <a href={toReservedUrl({ ...choice, show: 'all' })} className="link">
                Show all reserved stock
              </a>
            </>
          )}
        </p>
      ) : (
        <CardTable
          caption="Unfinished orders that reserve stock"
          columns={['Order', sorts.customer, 'Goods', sorts.until, sorts.value]}
          actions
        >
          {rows.map(order => (
            <ReservedOrderRow key={order.reference} order={order} view={viewQuery} />
          ))}
        </CardTable>
      )}
    </AdminListFrame>
  )
}

const noneOfGroup: Record<ReservedGroup, string> = {
  all: 'No stock is reserved.',
  guests: 'No guest reserves stock.',
  accounts: 'No customer with an account reserves stock.',
}

/** Null: there are none. */
function formatIntro({ orderCount, value }: ReservedStockPageProps): string | null {
  if (orderCount === 0) return null
  const hold = orderCount === 1 ? 'holds' : 'hold'
  return `${pluralize(orderCount, 'order')} at the checkout ${hold} goods worth ${formatPounds(value)} ex VAT. What isn’t paid for in time goes back into stock by itself.`
}

export const reservedStockPage = definePage('features/orders/admin/ReservedStockPage', ReservedStockPage)

function ReservedOrderRow({ order, view }: { order: ReservedOrder; view: string }) {
  const { reference, minutesLeft, until } = order
  return (
    <CardRow url={order.url} reference={reference} below={order.method}>
      <td className={`${cardCell} wrap-anywhere max-md:mt-2`}>
        {order.customer}
        <span className="block text-sm text-steel">{order.account}</span>
        <details className="text-sm text-steel">
          <summary className="link w-fit cursor-pointer max-md:-my-2 max-md:flex max-md:min-h-11 max-md:items-center">
            Details
          </summary>
          {`${order.browser}, since ${order.since}`}
        </details>
      </td>
      <td className={`${cardCell} max-md:mt-2`}>
        <Goods order={order} />
      </td>
      <td className={`${cardCell} whitespace-nowrap max-md:mt-2`}>
        <span className="font-semibold">{minutesLeft === 0 ? 'Time is up' : `${minutesLeft} min left`}</span>
        <span className="text-sm text-steel md:block">
          <span className="md:hidden"> · </span>
          {`until ${until}`}
        </span>
      </td>
      <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
        {formatPounds(order.value)}
      </td>
      <td className="no-print py-2 pl-4 max-md:mt-3 max-md:block max-md:p-0">
        <ReleaseForm order={order} view={view} />
      </td>
    </CardRow>
  )
}

/** Its first lines; those who work with the stock are led to that of each part. */
function Goods({ order: { lines, moreLines } }: { order: ReservedOrder }) {
  const isWarehouse = useStaffRight('warehouse')
  return (
    <ul>
      {lines.map(({ code, quantity, url }) => (
        <li key={code} className="whitespace-nowrap">
          {isWarehouse ? (
            <a
              href={url}
              className="link code max-md:-my-1.5 max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {code}
            </a>
          ) : (
            <span className="code">{code}</span>
          )}{' '}
          × {quantity.toLocaleString('en-GB')}
        </li>
      ))}
      {moreLines > 0 && <li className="text-steel">{`and ${pluralize(moreLines, 'more line')}`}</li>}
    </ul>
  )
}

/** Says what follows before the goods are released. */
function ReleaseForm({ order, view }: { order: ReservedOrder; view: string }) {
  return (
    <details className="relative md:ml-auto md:w-fit">
      <summary className="button w-fit px-3 md:ml-auto md:min-h-9 md:py-1 md:text-sm">
        Release…<span className="sr-only"> the goods of order {order.reference}</span>
      </summary>
      <form
        method="post"
        action={order.releaseUrl}
        className="mt-2 md:absolute md:top-full md:right-0 md:z-10 md:w-72 md:rounded md:border md:border-rule md:bg-surface md:p-4 md:shadow-float"
      >
        <input type="hidden" name="seen" value={order.version} />
        <input type="hidden" name="view" value={view} />
        <p className="mb-2 text-sm">
          Others can buy the goods at once. The customer can still pay while stock lasts.
        </p>
        <button type="submit" className="button button-danger px-3 md:min-h-9 md:py-1 md:text-sm">
          Release the goods
        </button>
      </form>
    </details>
  )
}
