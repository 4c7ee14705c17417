import { CardRow, CardTable, cardCell } from '../../../../ui/CardTable.tsx'
import { definePage } from '../../../../ui/page.ts'
import type { ColumnSortLink } from '../../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../../admin/table/AdminListFrame.tsx'
import { ChoiceField, PeriodFields } from '../../../admin/table/FilterFields.tsx'
import { ListResult } from '../../../admin/table/ListResult.tsx'
import { type AdminListProps, type FilterOption, toRowsParameter } from '../../../admin/table/list-page.ts'
import { RowCountLinks } from '../../../admin/table/RowCountLinks.tsx'
import { FilterForm } from '../../../admin/table/TableTools.tsx'
import { pluralize } from '../../../catalogue/listing.ts'
import { type PickListSort, pickListsUrl } from '../../picking/pick-list.ts'
import { BackToPicking } from './BackToPicking.tsx'
import { type PickListItem, type PickListsChoice, toPickListsUrl } from './lists-view.ts'

interface PickListsPageProps extends AdminListProps<PickListsChoice, PickListItem> {
  sorts: Record<PickListSort, ColumnSortLink>
  staff: FilterOption[]
}

/** All pick lists: those that are being picked, or the finished ones. */
export function PickListsPage(props: PickListsPageProps) {
  const { choice, sorts, rows, total } = props
  return (
    <AdminListFrame
      current="picking"
      section="pick-lists"
      title="Pick lists"
      filtersLabel="Which pick lists"
      filterForm={<PickListFilters {...props} />}
      rowCountLinks={
        <RowCountLinks
          name="Pick lists"
          rows={choice.rows}
          total={total}
          toUrl={each => toPickListsUrl({ ...choice, rows: each })}
        />
      }
      list={props}
      footer={<BackToPicking />}
    >
      <ListResult
        name="pick lists"
        matches={pluralize(total, 'pick list')}
        hasRows={rows.length > 0}
        clearUrl={toClearUrl(choice)}
        none={choice.group === 'open' ? 'No list is being picked.' : 'No list has been finished yet.'}
      />
      {rows.length > 0 && (
        <CardTable caption="Pick lists" columns={[sorts.number, sorts.person, 'Picked', sorts.finished]}>
          {rows.map(({ id, url, made, madeBy, progress, isShort, finished }) => (
            <CardRow key={id} url={url} kind="Pick list" reference={String(id)} below={made}>
              <td className={cardCell}>
                <span className="text-sm text-steel md:hidden">Made by </span>
                {madeBy}
              </td>
              <td className={`${cardCell} font-semibold max-md:mt-2 ${isShort ? 'text-late' : ''}`}>
                {progress}
              </td>
              <td className="py-3 text-right max-md:block max-md:py-0 max-md:text-left">
                <span className="text-sm text-steel md:hidden">Finished </span>
                {finished ?? 'not yet'}
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
    </AdminListFrame>
  )
}

export const pickListsPage = definePage('features/orders/admin/picking/PickListsPage', PickListsPage)

/** Null: no filter is set. */
const toClearUrl = (choice: PickListsChoice): string | null =>
  choice.who !== null || choice.from !== null || choice.until !== null
    ? toPickListsUrl({ ...choice, who: null, from: null, until: null })
    : null

/** By day and by who made it. */
function PickListFilters({ choice, staff }: PickListsPageProps) {
  const { group, who, from, until, sort, direction, rows } = choice
  return (
    <FilterForm
      action={pickListsUrl}
      hidden={{ show: group, sort, direction, rows: toRowsParameter(rows) }}
      clearUrl={toClearUrl(choice)}
    >
      <PeriodFields id="pick-list" from={from} until={until} />
      <ChoiceField id="pick-list" name="who" label="Made by" value={String(who ?? '')} options={staff} />
    </FilterForm>
  )
}
