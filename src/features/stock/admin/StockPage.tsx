import { cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import { type ColumnSortLink, SortHeading } from '../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { NoRows } from '../../admin/table/NoRows.tsx'
import { formatCount, pluralize } from '../../catalogue/listing.ts'
import { goodsInUrl, stockUrl } from '../stock.ts'
import { deliveriesUrl } from './delivery-list.ts'
import { movementsUrl } from './movement-list.ts'
import type { StockListChoice, StockSort } from './stock-list.ts'
import type { ListedStock } from './view.ts'

interface StockPageProps extends AdminListProps<StockListChoice, ListedStock> {
  sorts: Record<StockSort, ColumnSortLink>
  /** The query means more parts than are listed. */
  isCut: boolean
}

/** All parts with what is on hand, allocated and available. */
export function StockPage(props: StockPageProps) {
  const { sorts, choice, rows, total, isCut } = props
  const { show, query, sort, direction } = choice
  return (
    <AdminListFrame
      current="stock"
      section="stock"
      title="Stock"
      action={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <a href={movementsUrl} className="link inline-flex min-h-11 items-center">
            Movements
          </a>
          <a href={deliveriesUrl} className="link inline-flex min-h-11 items-center">
            Deliveries
          </a>
          <a href={goodsInUrl} className="button button-strong">
            Book goods in
          </a>
        </div>
      }
      search={{
        id: 'stock-query',
        name: 'Find a part',
        label: 'Stock',
        query,
        hidden: { show, sort, direction },
        hint: 'By part number, however it’s written, or words of the title',
      }}
      filtersLabel="Stock by state"
      list={props}
    >
      {query !== '' && (
        <p className="mb-4">
          {isCut
            ? `The ${pluralize(total, 'part')} that fit “${query}” best: type more of it for fewer.`
            : `${pluralize(total, 'part')} for “${query}”.`}{' '}
          <a href={stockUrl} className="link">
            Show all parts
          </a>
        </p>
      )}
      {rows.length === 0 ? <NoRows name="parts" query={query} /> : <StockTable rows={rows} sorts={sorts} />}
    </AdminListFrame>
  )
}

export const stockPage = definePage('features/stock/admin/StockPage', StockPage)

const figureHeading = 'py-1 pl-4 text-right font-semibold whitespace-nowrap'

function StockTable({ rows, sorts }: { rows: ListedStock[]; sorts: StockPageProps['sorts'] }) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Stock of each part</caption>
      <thead className="text-sm text-steel max-md:mb-3 max-md:block">
        <tr className="border-b border-edge max-md:flex max-md:flex-wrap max-md:gap-x-4">
          <SortHeading link={sorts.code} className="py-1 pr-4 font-semibold" />
          <SortHeading link={sorts.bin} className="py-1 pr-4 font-semibold" />
          <SortHeading link={sorts.on_hand} className={figureHeading} />
          <th scope="col" className={`${figureHeading} max-md:sr-only`}>
            Allocated
          </th>
          <SortHeading link={sorts.available} className={figureHeading} />
          <th scope="col" className={`${figureHeading} max-md:sr-only`}>
            Low level
          </th>
          <th scope="col" className="py-1 pl-6 font-semibold max-md:sr-only">
            Lead time
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <StockTableRow key={row.code} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function StockTableRow({ row }: { row: ListedStock }) {
  const { code, title, url, bin, onHand, allocated, available, isLow, lowStock, leadTime, isWithdrawn } = row
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-3 max-md:gap-x-4 max-md:gap-y-2 max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`${cardCell} font-normal max-md:col-span-3`}>
        <a href={url} className="link code -my-1 inline-block py-1">
          {code}
        </a>
        <span className="block text-sm">
          {title}
          {isWithdrawn && <span className="text-steel"> · Withdrawn</span>}
        </span>
      </th>
      <td
        className={`${cardCell} max-md:col-span-3 wrap-anywhere md:min-w-20 ${bin === '' ? 'max-md:hidden' : ''}`}
      >
        <span className="text-sm text-steel md:hidden">Bin </span>
        {bin}
      </td>
      <Figure name="On hand" value={onHand} />
      <Figure name="Allocated" value={allocated} />
      <Figure name="Available" value={available} tone={available < 0 || isLow ? 'low' : 'plain'} />
      <td
        className={`py-3 pl-4 text-right tabular-nums max-md:block max-md:p-0 max-md:text-left max-md:text-sm ${lowStock === null ? 'max-md:hidden' : ''}`}
      >
        <span className="text-steel md:hidden">Low level </span>
        {lowStock !== null && formatCount(lowStock)}
      </td>
      <td
        className={`py-3 pl-6 max-md:col-span-2 max-md:block max-md:p-0 max-md:text-sm ${leadTime === '' ? 'max-md:hidden' : ''}`}
      >
        <span className="text-steel md:hidden">Lead time </span>
        {leadTime}
      </td>
    </tr>
  )
}

function Figure({ name, value, tone = 'plain' }: { name: string; value: number; tone?: 'plain' | 'low' }) {
  return (
    <td className="py-3 pl-4 text-right tabular-nums max-md:block max-md:p-0 max-md:text-left">
      <span className="block text-sm text-steel md:hidden">{name}</span>
      <span className={tone === 'low' ? 'font-semibold text-danger' : undefined}>
        {value < 0 ? `−${formatCount(-value)}` : formatCount(value)}
      </span>
    </td>
  )
}
