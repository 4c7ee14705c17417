import { pluralize } from '../../../lib/count.ts'
import { formatPounds } from '../../../lib/money.ts'
import { NextLink, TextLink } from '../../../ui/Actions.tsx'
import { CardRow, CardTable } from '../../../ui/CardTable.tsx'
import { FindForm } from '../../../ui/FindForm.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { ParcelList } from '../../warehouse/despatch/Parcels.tsx'
import { OrderActions } from './OrderActions.tsx'
import type { OrderListItem } from './view.ts'

export interface OrdersPageProps {
  navigation: AccountNavigation
  rows: OrderListItem[]
  query: string
  total: number
  page: number
  pages: number
  /** Of this list; '&page=N' is appended. */
  pageUrl: string
  /** A head buyer sees the company's orders, and who ordered. */
  showsBuyers: boolean
  /** The number of an invoice that they typed and don't have; '' is no number. Null: nothing was opened. */
  missingDocument: string | null
}

export function OrdersPage(props: OrdersPageProps) {
  const { navigation, rows, query, total, page, pages, missingDocument } = props
  return (
    <AccountFrame navigation={navigation} current="orders" title="Orders">
      {(total > 0 || query !== '') && (
        <FindForm
          id="order-query"
          name="Find an order"
          action="/account/orders"
          label="Your orders"
          query={query}
          hint="By order number, PO number or part number"
        />
      )}
      {query !== '' && (
        <p className="mt-4">
          {pluralize(total, 'order')} for “{query}”.{' '}
          <TextLink href="/account/orders">Show all orders</TextLink>
        </p>
      )}
      {rows.length > 0 && <OrderTable {...props} />}
      {total === 0 && query === '' && <NoOrders />}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={props.pageUrl} label="Orders" />
      </div>
      <div className="mt-8">
        <FindForm
          id="document"
          name="Invoice or credit note number"
          action="/account/documents"
          label="Your invoices and credit notes"
          query={missingDocument ?? ''}
          hint="Such as INV-000042 or CN-000007"
          button="Open"
          {...(missingDocument !== null && {
            error: missingDocument === '' ? noNumber : noDocument,
            autoFocus: true,
          })}
        />
      </div>
    </AccountFrame>
  )
}

const noNumber = 'Enter the number of an invoice or a credit note.'
const noDocument = 'You have no invoice or credit note of this number.'

export const ordersPage = definePage('features/order-pages/account/OrdersPage', OrdersPage)

function OrderTable({ rows, showsBuyers }: OrdersPageProps) {
  return (
    <div className="mt-6">
      <CardTable
        actions
        caption="Your orders, newest first"
        columns={['Order', 'Status and arrival', 'Total inc VAT']}
      >
        {rows.map(row => (
          <CardRow
            key={row.reference}
            url={row.url}
            reference={row.reference}
            below={<Below row={row} showsBuyer={showsBuyers} />}
          >
            <td className={`card-cell max-md:mt-2`}>
              <StateLabel state={row.state} />
              {row.arrival !== null && <span className="block">{row.arrival}</span>}
              <ParcelList {...row.parcels} />
            </td>
            <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
              <span className="font-semibold">
                {row.total === null ? 'Free of charge' : formatPounds(row.total)}
              </span>
              {row.total !== null && <span className="note md:hidden"> inc VAT</span>}
            </td>
            <td className="py-2 pl-5 max-md:mt-3 max-md:block max-md:p-0">
              <OrderActions {...row} />
            </td>
          </CardRow>
        ))}
      </CardTable>
    </div>
  )
}

function Below({ row, showsBuyer }: { row: OrderListItem; showsBuyer: boolean }) {
  const { goods, madeFrom, date, buyer, purchaseOrder } = row
  return (
    <>
      {madeFrom === null ? goods : `${goods} · from ${madeFrom}`}
      <span className="block">
        {`Ordered ${date}`}
        {showsBuyer && ` by ${buyer === null ? 'you' : buyer}`}
      </span>
      {purchaseOrder !== '' && <span className="block wrap-anywhere">{`PO number ${purchaseOrder}`}</span>}
    </>
  )
}

function NoOrders() {
  return (
    <div className="card max-w-xl p-6">
      <p>You haven’t ordered anything yet. Your orders will appear here, with delivery dates and invoices.</p>
      <p className="mt-4">
        <NextLink href="/find-replacement-filters">Find your filter</NextLink>
      </p>
    </div>
  )
}
