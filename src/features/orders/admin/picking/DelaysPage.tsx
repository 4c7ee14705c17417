import { CardRow, CardTable, cardCell } from '../../../../ui/CardTable.tsx'
import { definePage } from '../../../../ui/page.ts'
import type { ColumnSortLink } from '../../../../ui/SortHeading.tsx'
import { AdminListFrame } from '../../../admin/table/AdminListFrame.tsx'
import type { AdminListProps } from '../../../admin/table/list-page.ts'
import { RowCountLinks } from '../../../admin/table/RowCountLinks.tsx'
import type { DelaySort } from '../../picking/endangered.ts'
import { type DelayedRow, type DelaysChoice, toDelaysUrl } from './delays-view.ts'

interface DelaysPageProps extends AdminListProps<DelaysChoice, DelayedRow> {
  sorts: Record<DelaySort, ColumnSortLink>
}

/** The orders whose promised day cannot be met, for staff to e-mail their customers. */
export function DelaysPage(props: DelaysPageProps) {
  const { choice, sorts, rows, total, viewQuery } = props
  const isEmpty = rows.length === 0 && choice.reason === 'all'
  return (
    <AdminListFrame
      current="orders"
      section="promised-days"
      title="Promised days we can’t keep"
      intro={
        isEmpty
          ? null
          : 'Email each customer the new day, or that it isn’t known yet; an order that needs no email comes back here when its day moves or its goods are short again.'
      }
      filtersLabel="Orders by reason"
      rowCountLinks={
        <RowCountLinks
          name="Orders"
          rows={choice.rows}
          total={total}
          toUrl={each => toDelaysUrl({ ...choice, rows: each })}
        />
      }
      list={props}
    >
      {isEmpty && <p className="card p-6">Every promised day can be kept, as far as we know.</p>}
      {rows.length === 0 && !isEmpty && (
        <p className="card p-6">
          No order is here for this reason.{' '}
          <a href={toDelaysUrl({ ...choice, reason: 'all' })} className="link">
            All orders
          </a>
        </p>
      )}
      {rows.length > 0 && (
        <CardTable
          caption="Orders whose promised day can’t be kept"
          columns={[sorts.order, sorts.customer, 'Why', sorts.promised]}
          actions
        >
          {rows.map(({ reference, url, checkUrl, version, customer, promised, reason, detail }) => (
            <CardRow key={reference} url={url} reference={reference} below={null} hasButton>
              <td className={`${cardCell} wrap-anywhere`}>{customer}</td>
              <td className={cardCell}>
                {reason}
                {detail !== '' && <span className="block text-sm text-late">{detail}</span>}
              </td>
              <td className="py-3 text-right whitespace-nowrap max-md:block max-md:py-0 max-md:text-left">
                <span className="text-sm text-steel md:hidden">Promised </span>
                {promised}
              </td>
              <td className="py-1.5 pl-4 max-md:block max-md:pt-3 max-md:pb-0 max-md:pl-0">
                <div className="flex items-center gap-x-4 md:max-lg:flex-col md:max-lg:items-end lg:justify-end">
                  <a href={url} className="button whitespace-nowrap max-sm:px-3">
                    Tell customer…<span className="sr-only"> of {reference}</span>
                  </a>
                  <form method="post" action={checkUrl}>
                    <input type="hidden" name="seen" value={version} />
                    <input type="hidden" name="view" value={viewQuery} />
                    <button type="submit" className="link min-h-11 cursor-pointer whitespace-nowrap">
                      No email needed<span className="sr-only"> for {reference}</span>
                    </button>
                  </form>
                </div>
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
    </AdminListFrame>
  )
}

export const delaysPage = definePage('features/orders/admin/picking/DelaysPage', DelaysPage)
