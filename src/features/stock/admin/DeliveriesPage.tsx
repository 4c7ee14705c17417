import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import { ChoiceField, PeriodFields } from '../../admin/table/FilterFields.tsx'
import { ListResult } from '../../admin/table/ListResult.tsx'
import { type AdminListProps, type FilterOption, toRowsParameter } from '../../admin/table/list-page.ts'
import { RowCountLinks } from '../../admin/table/RowCountLinks.tsx'
import { FilterForm } from '../../admin/table/TableTools.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { goodsInUrl, stockUrl } from '../stock.ts'
import { BackLink } from './BackLink.tsx'
import {
  type DeliveryListChoice,
  type DeliverySort,
  deliveriesUrl,
  toDeliveriesUrl,
} from './delivery-list.ts'
import type { ListedDelivery } from './view.ts'

interface DeliveriesPageProps extends AdminListProps<DeliveryListChoice, ListedDelivery> {
  sorts: Record<DeliverySort, ColumnSortLink>
  staff: FilterOption[]
}

/** The deliveries of suppliers that were booked in. */
export function DeliveriesPage(props: DeliveriesPageProps) {
  const { choice, rows, total, sorts } = props
  const { query, sort, direction } = choice
  return (
    <AdminListFrame
      current="stock"
      section="deliveries"
      title="Deliveries booked in"
      action={
        <a href={goodsInUrl} className="button button-strong">
          Book goods in
        </a>
      }
      search={{
        id: 'delivery-query',
        name: 'Find a delivery',
        label: 'Deliveries',
        query,
        hidden: { sort, direction, rows: toRowsParameter(choice.rows) },
        hint: 'By supplier, delivery note or part number',
      }}
      filterForm={<DeliveryFilters {...props} />}
      rowCountLinks={
        <RowCountLinks
          name="Deliveries"
          rows={choice.rows}
          total={total}
          toUrl={each => toDeliveriesUrl({ ...choice, rows: each })}
        />
      }
      list={props}
      footer={<BackLink url={stockUrl} name="Stock of all parts" />}
    >
      <ListResult
        name="deliveries"
        matches={pluralize(total, 'delivery', 'deliveries')}
        hasRows={rows.length > 0}
        query={query}
        clearUrl={toClearUrl(choice)}
        all={{ name: 'Show all deliveries', url: deliveriesUrl }}
        none="No deliveries have been booked in yet."
      />
      {rows.length > 0 && (
        <CardTable
          caption="Deliveries that were booked in"
          columns={[sorts.note, sorts.supplier, sorts.day, 'Goods']}
        >
          {rows.map(row => (
            <CardRow key={row.url} url={row.url} reference={row.deliveryNote} below={null}>
              <td className={`${cardCell} wrap-anywhere`}>
                <span className="text-steel md:hidden">From </span>
                {row.supplier}
                <span className="md:hidden">: {row.goods}</span>
              </td>
              <td className={`${cardCell} max-md:text-sm max-md:text-steel`}>
                <span className="md:hidden">Booked in </span>
                {row.at}
                <span className="md:hidden"> by </span>
                <span className="text-sm text-steel md:block">{row.who}</span>
              </td>
              <td className="py-3 text-right max-md:hidden">{row.goods}</td>
            </CardRow>
          ))}
        </CardTable>
      )}
    </AdminListFrame>
  )
}

export const deliveriesPage = definePage('features/stock/admin/DeliveriesPage', DeliveriesPage)

/** Null: no filter is set. */
const toClearUrl = (choice: DeliveryListChoice): string | null =>
  choice.who !== null || choice.from !== null || choice.until !== null
    ? toDeliveriesUrl({ ...choice, who: null, from: null, until: null })
    : null

function DeliveryFilters({ choice, staff }: DeliveriesPageProps) {
  const { query, who, from, until, sort, direction, rows } = choice
  return (
    <FilterForm
      action={deliveriesUrl}
      hidden={{ query, sort, direction, rows: toRowsParameter(rows) }}
      clearUrl={toClearUrl(choice)}
    >
      <PeriodFields id="delivery" from={from} until={until} />
      <ChoiceField id="delivery" name="who" label="Who" value={String(who ?? '')} options={staff} />
    </FilterForm>
  )
}
