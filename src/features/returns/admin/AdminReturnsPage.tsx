import { CardRow, CardTable, cardCell } from '../../../ui/CardTable.tsx'
import { definePage } from '../../../ui/page.ts'
import type { ColumnSortLink } from '../../../ui/SortHeading.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import { AdminListFrame } from '../../admin/table/AdminListFrame.tsx'
import { ChoiceField, PeriodFields } from '../../admin/table/FilterFields.tsx'
import { ListResult } from '../../admin/table/ListResult.tsx'
import { type AdminListProps, toOptions } from '../../admin/table/list-page.ts'
import { FilterForm } from '../../admin/table/TableTools.tsx'
import { pluralize } from '../../catalogue/listing.ts'
import { reasonNames } from '../returns.ts'
import {
  adminReturnsUrl,
  type ReturnGroup,
  type ReturnListChoice,
  type ReturnSort,
  toReturnsUrl,
} from './return-list.ts'
import type { AdminReturnListItem } from './view.ts'

interface AdminReturnsPageProps extends AdminListProps<ReturnListChoice, AdminReturnListItem> {
  sorts: Record<ReturnSort, ColumnSortLink>
}

/** The returns, what is to be done first, with a search field, filters, saved views and an export. */
export function AdminReturnsPage(props: AdminReturnsPageProps) {
  const { choice, sorts, rows, total } = props
  const { query } = choice
  return (
    <AdminListFrame
      current="returns"
      section="returns"
      title="Returns"
      search={{
        id: 'return-query',
        name: 'Find a return',
        label: 'All returns',
        query,
        hidden: { state: 'all' },
        hint: 'By return number, order number, name, company or email',
      }}
      filtersLabel="Returns by status"
      filterForm={<ReturnFilters choice={choice} />}
      list={props}
    >
      <ListResult
        name="returns"
        matches={pluralize(total, 'return')}
        hasRows={rows.length > 0}
        query={query}
        clearUrl={toClearUrl(choice)}
        all={{ name: 'Show what is to do', url: adminReturnsUrl }}
        none={noneOfGroup[choice.group]}
      />
      {rows.length > 0 && (
        <CardTable
          caption="Returns"
          columns={[sorts.requested, 'Order', sorts.customer, 'Reason', sorts.step, 'Quantity']}
        >
          {rows.map(row => (
            <CardRow key={row.number} url={row.url} reference={row.number} below={row.goods}>
              <td className={`${cardCell} max-md:mt-1`}>
                <span className="text-sm text-steel md:hidden">Order </span>
                <a
                  href={`/admin/orders/${row.reference}`}
                  className="link code max-md:inline-flex max-md:min-h-11 max-md:items-center"
                >
                  {row.reference}
                </a>
              </td>
              <td className={`${cardCell} wrap-anywhere md:min-w-36`}>{row.customer}</td>
              <td className={cardCell}>
                <span className="text-sm text-steel md:hidden">Reason </span>
                {row.reason}
              </td>
              <td className={`${cardCell} max-md:text-sm`}>
                <span className="max-md:absolute max-md:top-4 max-md:right-4">
                  <StateLabel state={row.state} />
                </span>
                <span className="block text-sm whitespace-nowrap text-steel">
                  <span className="md:hidden">Requested </span>
                  {row.date}
                </span>
              </td>
              <td className="py-3 text-right whitespace-nowrap max-md:block max-md:py-0 max-md:text-left">
                {row.pieces}
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
    </AdminListFrame>
  )
}

export const adminReturnsPage = definePage('features/returns/admin/AdminReturnsPage', AdminReturnsPage)

const noneOfGroup: Record<ReturnGroup, string> = {
  open: 'No return needs anything.',
  requested: 'No return is to be authorised.',
  authorised: 'No goods are on their way back.',
  received: 'No goods are to be inspected.',
  inspected: 'No return is to be credited.',
  finished: 'No return is finished yet.',
  all: 'No returns yet.',
}

/** Null: no filter is set. */
const toClearUrl = (choice: ReturnListChoice): string | null =>
  choice.reason !== '' || choice.from !== null || choice.until !== null
    ? toReturnsUrl({ ...choice, reason: '', from: null, until: null })
    : null

/** By reason and day of request, within the current group. */
function ReturnFilters({ choice }: { choice: ReturnListChoice }) {
  const { group, query, reason, from, until, sort, direction } = choice
  return (
    <FilterForm
      action={adminReturnsUrl}
      hidden={{ state: group, query, sort, direction }}
      clearUrl={toClearUrl(choice)}
    >
      <PeriodFields id="return" from={from} until={until} />
      <ChoiceField id="return" name="reason" label="Reason" value={reason} options={toOptions(reasonNames)} />
    </FilterForm>
  )
}
