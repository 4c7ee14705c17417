import { CardRow, CardTable, cardCell } from '../../../../ui/CardTable.tsx'
import { definePage } from '../../../../ui/page.ts'
import type { ColumnSortLink } from '../../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../../admin/table/AdminListFrame.tsx'
import { ListResult } from '../../../admin/table/ListResult.tsx'
import { type AdminListProps, toRowsParameter } from '../../../admin/table/list-page.ts'
import { RowCountLinks } from '../../../admin/table/RowCountLinks.tsx'
import { formatCount, pluralize } from '../../../catalogue/listing.ts'
import { waitingUrl } from '../../picking/pick-list.ts'
import type { WaitingSort } from '../../picking/waiting.ts'
import { BackToPicking } from './BackToPicking.tsx'
import { toWaitingUrl, type WaitingChoice, type WaitingItem } from './waiting-view.ts'

interface WaitingPageProps extends AdminListProps<WaitingChoice, WaitingItem> {
  sorts: Record<WaitingSort, ColumnSortLink>
}

/** The orders that are to be sent all together, and wait for a part of their goods. */
export function WaitingPage(props: WaitingPageProps) {
  const { choice, sorts, rows, total } = props
  const { query, sort, direction } = choice
  return (
    <AdminListFrame
      current="picking"
      section="waiting"
      title="Waiting for the rest"
      intro="These customers want everything together. An order moves to picking once everything is here. To send part of it now, open the order."
      search={{
        id: 'waiting-query',
        name: 'Find a waiting order',
        label: 'Orders that wait',
        query,
        hidden: { sort, direction, rows: toRowsParameter(choice.rows) },
        hint: 'By order number, customer or missing part',
      }}
      rowCountLinks={
        <RowCountLinks
          name="Orders"
          rows={choice.rows}
          total={total}
          toUrl={each => toWaitingUrl({ ...choice, rows: each })}
        />
      }
      list={props}
      footer={<BackToPicking />}
    >
      <ListResult
        name="waiting orders"
        matches={pluralize(total, 'order')}
        hasRows={rows.length > 0}
        query={query}
        all={{ name: 'Show all that wait', url: waitingUrl }}
        none="No order is waiting for the rest of its goods."
      />
      {rows.length > 0 && (
        <CardTable
          caption="Orders that wait for the rest"
          columns={[sorts.age, sorts.customer, sorts.missing, 'Expected', sorts.here]}
        >
          {rows.map(({ reference, url, since, customer, missing, moreCount, expected, here }) => (
            <CardRow
              key={reference}
              url={url}
              reference={reference}
              below={<span className="whitespace-nowrap">{since}</span>}
            >
              <td className={`${cardCell} wrap-anywhere`}>{customer}</td>
              <td className={`${cardCell} font-semibold text-late`}>
                <span className="md:hidden">Missing: </span>
                {missing.map((part, nth) => (
                  <span key={part.key}>
                    {`${nth === 0 ? '' : ', '}${formatCount(part.quantity)} × `}
                    <a href={part.url} className="link code">
                      {part.code}
                    </a>
                  </span>
                ))}
                {moreCount > 0 && ` and ${formatCount(moreCount)} more`}
              </td>
              <td className={cardCell}>
                <span className="text-sm text-steel md:hidden">Expected: </span>
                {expected}
              </td>
              <td className="py-3 text-right max-md:block max-md:py-0 max-md:text-left">
                <span className="md:hidden">Here: </span>
                {here}
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
    </AdminListFrame>
  )
}

export const waitingPage = definePage('features/orders/admin/picking/WaitingPage', WaitingPage)
