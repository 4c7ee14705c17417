import { definePage } from '../../../ui/page.ts'
import { type ColumnSortLink, SortMenu } from '../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import { ChoiceField, PeriodFields } from '../../admin/table/FilterFields.tsx'
import { ListResult } from '../../admin/table/ListResult.tsx'
import {
  type AdminListProps,
  type FilterOption,
  maxCounted,
  toOptions,
  toRowsParameter,
} from '../../admin/table/list-page.ts'
import { RowCountLinks } from '../../admin/table/RowCountLinks.tsx'
import { FilterForm } from '../../admin/table/TableTools.tsx'
import { formatCount, pluralize } from '../../catalogue/listing.ts'
import { movementReasons, stockUrl } from '../stock.ts'
import { BackLink } from './BackLink.tsx'
import { type MovementListChoice, type MovementSort, movementsUrl, toMovementsUrl } from './movement-list.ts'
import { MovementsTable } from './StockTables.tsx'
import type { ListedMovement } from './view.ts'

interface MovementsPageProps extends AdminListProps<MovementListChoice, ListedMovement> {
  sorts: Record<MovementSort, ColumnSortLink>
  staff: FilterOption[]
  /** There are more than the pages list. */
  isCut: boolean
}

/** All that changed what is on hand. */
export function MovementsPage(props: MovementsPageProps) {
  const { choice, rows, total, isCut, sorts } = props
  const { query, sort, direction } = choice
  return (
    <AdminListFrame
      current="stock"
      section="movements"
      title="Stock movements"
      search={{
        id: 'movement-query',
        name: 'Find a part',
        label: 'Stock movements',
        query,
        hidden: { sort, direction, rows: toRowsParameter(choice.rows) },
        hint: 'By part number, however it’s written',
      }}
      filterForm={<MovementFilters {...props} />}
      rowCountLinks={
        <RowCountLinks
          name="Movements"
          rows={choice.rows}
          total={total}
          toUrl={each => toMovementsUrl({ ...choice, rows: each })}
        />
      }
      list={props}
      footer={<BackLink url={stockUrl} name="Stock of all parts" />}
    >
      <ListResult
        name="movements"
        matches={isCut ? `More than ${formatCount(maxCounted)} movements` : pluralize(total, 'movement')}
        hasRows={rows.length > 0}
        query={query}
        clearUrl={toClearUrl(choice)}
        all={{ name: 'Show all movements', url: movementsUrl }}
        none="No stock movements yet."
      />
      {isCut && (
        <p className="mb-2 text-sm text-steel">
          {`These are the ${direction === 'down' ? 'newest' : 'oldest'} ${formatCount(maxCounted)}: filter by day for the others.`}
        </p>
      )}
      {rows.length > 0 && <SortMenu links={[sorts.time]} />}
      {rows.length > 0 && <MovementsTable movements={rows} sort={sorts.time} />}
    </AdminListFrame>
  )
}

export const movementsPage = definePage('features/stock/admin/MovementsPage', MovementsPage)

/** Null: no filter is set. */
const toClearUrl = (choice: MovementListChoice): string | null =>
  choice.reason !== '' || choice.who !== null || choice.from !== null || choice.until !== null
    ? toMovementsUrl({ ...choice, reason: '', who: null, from: null, until: null })
    : null

function MovementFilters({ choice, staff }: MovementsPageProps) {
  const { query, reason, who, from, until, sort, direction, rows } = choice
  return (
    <FilterForm
      action={movementsUrl}
      hidden={{ query, sort, direction, rows: toRowsParameter(rows) }}
      clearUrl={toClearUrl(choice)}
    >
      <PeriodFields id="movement" from={from} until={until} />
      <ChoiceField
        id="movement"
        name="reason"
        label="Reason"
        value={reason}
        options={toOptions(movementReasons)}
      />
      <ChoiceField id="movement" name="who" label="Who" value={String(who ?? '')} options={staff} />
    </FilterForm>
  )
}
