import { CardRow, CardTable, cardCell } from '../../../../ui/CardTable.tsx'
import { Pagination } from '../../../../ui/Pagination.tsx'
import { definePage } from '../../../../ui/page.ts'
import { type AdminFilter, AdminFilters } from '../../../admin/AdminFilters.tsx'
import { AdminFrame } from '../../../admin/AdminFrame.tsx'
import { pickingUrl } from '../../picking/pick-list.ts'
import type { PickListItem } from './lists-view.ts'

interface PickListsPageProps {
  filters: AdminFilter[]
  rows: PickListItem[]
  page: number
  pages: number
  /** '&page=N' is appended. */
  pageUrl: string
}

/** All pick lists: those that are being picked, or the finished ones. */
export function PickListsPage({ filters, rows, page, pages, pageUrl }: PickListsPageProps) {
  return (
    <AdminFrame current="picking" title="Pick lists">
      <AdminFilters label="Which pick lists" filters={filters} />
      {rows.length === 0 && <p className="card p-6">No pick lists to show.</p>}
      {rows.length > 0 && (
        <CardTable caption="Pick lists, the newest first" columns={['Pick list', 'Picked', 'Finished']}>
          {rows.map(({ id, url, made, progress, finished }) => (
            <CardRow key={id} url={url} reference={`Pick list ${id}`} below={made}>
              <td className={`${cardCell} font-semibold max-md:mt-2`}>{progress}</td>
              <td className="py-3 text-right max-md:block max-md:py-0 max-md:text-left">
                <span className="text-sm text-steel md:hidden">Finished: </span>
                {finished ?? 'not yet'}
              </td>
            </CardRow>
          ))}
        </CardTable>
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={pageUrl} label="Pick lists" />
      </div>
      <p className="mt-6">
        <a href={pickingUrl} className="link inline-flex min-h-11 items-center">
          Back to picking
        </a>
      </p>
    </AdminFrame>
  )
}

export const pickListsPage = definePage('features/orders/admin/picking/PickListsPage', PickListsPage)
