import type { ReactNode } from 'react'
import { definePage } from '../../../ui/page.ts'
import { type ColumnSortLink, SortHeading, SortMenu } from '../../../ui/SortHeading.tsx'
import { renderUnbroken } from '../../../ui/unbroken.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import { ListResult } from '../../admin/table/ListResult.tsx'
import type { AdminListProps } from '../../admin/table/list-page.ts'
import { formatCount, pluralize } from '../../catalogue/listing.ts'
import { deliveriesUrl, goodsInUrl, movementsUrl, stockUrl } from '../stock.ts'
import type { StockFilter, StockListChoice, StockSort } from './stock-list.ts'
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
      <ListResult
        name="parts"
        matches={isCut ? `The ${formatCount(total)} parts that fit best` : pluralize(total, 'part')}
        hasRows={rows.length > 0}
        query={query}
        all={{ name: 'Show all parts', url: stockUrl }}
        none={noneOfGroup[show]}
      />
      {rows.length > 0 && <SortMenu links={Object.values(sorts)} />}
      {rows.length > 0 && <StockTable rows={rows} sorts={sorts} />}
    </AdminListFrame>
  )
}

export const stockPage = definePage('features/stock/admin/StockPage', StockPage)

const noneOfGroup: Record<StockFilter, string> = {
  all: 'No parts yet.',
  low: 'No part is below its low-stock level.',
  back_orders: 'No order is waiting for a part.',
  none: 'Every part is on hand.',
}

const figureHeading = 'py-1 pl-4 text-right font-semibold whitespace-nowrap'

function StockTable({ rows, sorts }: { rows: ListedStock[]; sorts: StockPageProps['sorts'] }) {
  const hasLowLevels = rows.some(({ lowStock }) => lowStock !== null)
  const hasLeadTimes = rows.some(({ leadTime }) => leadTime !== '')
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">Stock of each part</caption>
      <thead className="text-sm text-steel max-md:hidden">
        <tr className="border-b border-edge">
          <SortHeading link={sorts.code} className="py-1 pr-4 font-semibold" />
          <SortHeading link={sorts.bin} className="py-1 pr-4 font-semibold" />
          <SortHeading link={sorts.on_hand} className={figureHeading} />
          <th scope="col" className={`${figureHeading}`}>
            Allocated
          </th>
          <SortHeading link={sorts.available} className={figureHeading} />
          {hasLowLevels && (
            <th scope="col" className={`${figureHeading}`}>
              Low level
            </th>
          )}
          {hasLeadTimes && (
            <th scope="col" className="py-1 pl-6 font-semibold">
              Lead time
            </th>
          )}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">
        {rows.map(row => (
          <StockTableRow key={row.code} row={row} columns={{ hasLowLevels, hasLeadTimes }} />
        ))}
      </tbody>
    </table>
  )
}

interface StockTableRowProps {
  row: ListedStock
  /** A row of the page has such a value. */
  columns: { hasLowLevels: boolean; hasLeadTimes: boolean }
}

function StockTableRow({ row, columns }: StockTableRowProps) {
  const { code, title, url, bin, onHand, allocated, available, isLow, lowStock, leadTime, isWithdrawn } = row
  return (
    <tr className="border-b border-rule align-baseline max-md:relative max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:rounded max-md:border max-md:bg-surface max-md:px-4 max-md:py-2">
      <th
        scope="row"
        className="py-2 pr-4 font-normal max-md:w-full max-md:p-0 lg:flex lg:items-baseline lg:gap-4"
      >
        <a
          href={url}
          className="link code shrink-0 max-md:inline-flex max-md:min-h-11 max-md:items-center lg:min-w-44"
        >
          {code}
        </a>
        <span className="block wrap-anywhere">
          {renderUnbroken(title)}
          {isWithdrawn && <span className="text-steel"> · Withdrawn</span>}
        </span>
      </th>
      <td
        className={`py-2 pr-4 wrap-anywhere max-md:absolute max-md:top-5 max-md:right-4 max-md:block max-md:max-w-1/2 max-md:p-0 max-md:text-right max-md:text-lg max-md:leading-none max-md:font-semibold md:min-w-20 ${bin === '' ? 'max-md:hidden' : ''}`}
      >
        <span className="sr-only md:hidden">Bin </span>
        {bin}
      </td>
      <StockCell name="On hand">{formatSigned(onHand)}</StockCell>
      <StockCell name="Allocated">{formatSigned(allocated)}</StockCell>
      <StockCell name="Available">
        <span className={available <= 0 || isLow ? 'font-semibold text-danger' : undefined}>
          {formatSigned(available)}
        </span>
      </StockCell>
      {columns.hasLowLevels && (
        <StockCell name="Low level">{lowStock === null ? null : formatCount(lowStock)}</StockCell>
      )}
      {columns.hasLeadTimes && (
        <StockCell name="Lead time" isText>
          {leadTime || null}
        </StockCell>
      )}
    </tr>
  )
}

/** On phones, where the headings are gone, the value follows its name. */
function StockCell({
  name,
  isText = false,
  children,
}: {
  name: string
  isText?: boolean
  /** Null: there is none. */
  children: ReactNode
}) {
  return (
    <td
      className={`py-2 tabular-nums max-md:block max-md:p-0 max-md:text-sm ${isText ? 'pl-6' : 'pl-4 md:text-right'} ${children === null ? 'max-md:hidden' : ''}`}
    >
      <span className="text-steel md:hidden">{name} </span>
      {children}
    </td>
  )
}

const formatSigned = (count: number): string => (count < 0 ? `−${formatCount(-count)}` : formatCount(count))
