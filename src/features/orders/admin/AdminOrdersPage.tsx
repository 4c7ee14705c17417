import { formatPounds } from '../../../lib/money.ts'
import { upperFirst } from '../../../lib/text.ts'
import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { searchShortcut } from '../../../ui/search-shortcut.client.ts'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import { ChoiceField, PeriodFields } from '../../admin/table/FilterFields.tsx'
import { ListResult } from '../../admin/table/ListResult.tsx'
import { type AdminListProps, toOptions, toRowsParameter } from '../../admin/table/list-page.ts'
import { RowCountLinks } from '../../admin/table/RowCountLinks.tsx'
import { FilterForm } from '../../admin/table/TableTools.tsx'
import { formatCount, pluralize } from '../../catalogue/listing.ts'
import { GoodsLabel } from './GoodsLabel.tsx'
import type { OrderGroup } from './groups.ts'
import { maxListed, type OrderListChoice, type OrderSort, ordersUrl, toOrdersUrl } from './order-list.ts'
import type { AdminOrderListItem } from './page-props.ts'

export interface AdminOrdersPageProps extends AdminListProps<OrderListChoice, AdminOrderListItem> {
  /** Null: the group cannot be sorted by it. */
  sorts: Record<OrderSort, ColumnSortLink | null>
  /** How the rows are sorted. */
  sorting: string
  /** There are more than the pages list. */
  isCut: boolean
}

/** All orders, grouped by state, with a search field, filters, saved views and an export. */
export function AdminOrdersPage(props: AdminOrdersPageProps) {
  const { choice, rows, total, sorting, isCut } = props
  const { query } = choice
  const isOlderLeft = isCut && query === ''
  return (
    <AdminListFrame
      current="orders"
      section="orders"
      title="Orders"
      search={{
        id: 'order-query',
        name: 'Find an order',
        label: 'All orders',
        query,
        hidden: { state: 'all', rows: toRowsParameter(choice.rows) },
        shortcut: searchShortcut,
        hint: 'By any number, name, company, email, telephone, postcode, day or card’s last four',
      }}
      filtersLabel="Orders by status"
      filterForm={<OrderFilters choice={choice} />}
      rowCountLinks={
        <RowCountLinks
          name="Orders"
          rows={choice.rows}
          total={total}
          toUrl={each => toOrdersUrl({ ...choice, rows: each })}
        />
      }
      list={props}
    >
      <ListResult
        name="orders"
        matches={formatFound(total)}
        hasRows={rows.length > 0}
        query={query}
        clearUrl={toClearUrl(choice)}
        all={{ name: 'Show all orders', url: ordersUrl }}
        advice="Check the number, or try a name, a postcode or a PO number."
        none={noneMessages[choice.group]}
      />
      {isOlderLeft && <p className="mb-2 text-sm text-steel">{`${upperFirst(sorting)}. ${olderNote}`}</p>}
      {rows.length > 0 && <OrderTable {...props} />}
    </AdminListFrame>
  )
}

const olderNote = `These are ${formatCount(maxListed)} of more: search or filter by day for the others.`

export const adminOrdersPage = definePage('features/orders/admin/AdminOrdersPage', AdminOrdersPage)

const noneMessages: Partial<Record<OrderGroup, string>> = {
  placed: 'Nothing is to be despatched just now.',
  held: 'No order is held.',
  part_despatched: 'No order has a part still to go.',
  back_orders: 'No order is waiting for goods alone.',
  refunds: 'Every refund has gone through.',
  messages: 'Every message has an answer.',
}

const formatFound = (total: number): string =>
  total > maxListed
    ? `More than ${formatCount(maxListed)} orders, the newest ${formatCount(maxListed)} here,`
    : pluralize(total, 'order')

/** Null: no filter is set. */
const toClearUrl = (choice: OrderListChoice): string | null =>
  choice.from !== null || choice.until !== null || choice.method !== ''
    ? toOrdersUrl({ ...choice, from: null, until: null, method: '' })
    : null

/** By day and payment, within the current group. */
function OrderFilters({ choice }: { choice: OrderListChoice }) {
  const { group, query, from, until, method, sort, direction, rows } = choice
  return (
    <FilterForm
      action={ordersUrl}
      hidden={{ state: group, query, sort, direction, rows: toRowsParameter(rows) }}
      clearUrl={toClearUrl(choice)}
    >
      <PeriodFields id="order" from={from} until={until} />
      <ChoiceField
        id="order"
        name="method"
        label="Payment"
        value={method}
        options={toOptions({ account: 'On account', card: 'By card', free: 'Nothing to pay' })}
      />
    </FilterForm>
  )
}

function OrderTable({ rows, sorts, sorting }: AdminOrdersPageProps) {
  return (
    <CardTable
      caption={`Orders, ${sorting}`}
      columns={[
        sorts.day ?? 'Order',
        sorts.customer ?? 'Customer',
        'PO number, payment',
        sorts.promised ?? 'Status',
        sorts.total ?? 'Total inc VAT',
      ]}
    >
      {rows.map(row => (
        <CardRow
          key={row.reference}
          url={row.url}
          reference={row.reference}
          below={<span className="whitespace-nowrap">{row.at}</span>}
        >
          <td className={`${cardCell} wrap-anywhere max-md:mt-2 md:min-w-32`}>
            {row.company || row.name}
            <span className={`block text-sm text-steel ${row.company === '' ? 'md:max-lg:hidden' : ''}`}>
              {row.company === '' ? row.email : row.name}
            </span>
          </td>
          <td className={`${cardCell} wrap-anywhere`}>
            {row.purchaseOrder !== '' && (
              <>
                <span className="text-sm text-steel md:sr-only">PO number </span>
                <span
                  className={
                    row.purchaseOrder.length <= 16
                      ? 'whitespace-nowrap'
                      : 'block md:max-w-[20ch] lg:max-w-[28ch]'
                  }
                >
                  {row.purchaseOrder}
                </span>
              </>
            )}
            <span className={row.purchaseOrder === '' ? undefined : 'block text-sm text-steel'}>
              {row.method}
            </span>
          </td>
          <td className={`${cardCell} max-md:mt-2`}>
            <span className="flex flex-wrap items-baseline gap-x-3">
              <StateLabel state={row.state} />
              {row.share && <GoodsLabel share={row.share} />}
            </span>
            {row.promised !== '' && (
              <span className={`block md:min-w-28 ${row.isLate ? 'font-semibold text-late' : ''}`}>
                {row.promised}
              </span>
            )}
            {row.detail !== '' && (
              <span className="block text-sm text-steel wrap-anywhere">{renderUnbroken(row.detail)}</span>
            )}
          </td>
          <td className="py-3 text-right whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 max-md:block max-md:py-0">
            <span className="font-semibold">{formatPounds(row.total)}</span>
            <span className="block text-sm text-steel">{pluralize(row.lineCount, 'line')}</span>
          </td>
        </CardRow>
      ))}
    </CardTable>
  )
}
