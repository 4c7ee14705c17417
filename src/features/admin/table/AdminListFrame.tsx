import type { ReactNode } from 'react'
import { FindForm, type FindFormProps } from '../../../ui/FindForm.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { AdminFilters } from '../AdminFilters.tsx'
import { AdminFrame } from '../AdminFrame.tsx'
import type { AdminSection } from '../navigation.ts'
import type { AdminListProps } from './list-page.ts'
import { toExportUrl, toViewUrl, type ViewSection } from './saved-view.ts'
import { TableTools } from './TableTools.tsx'

interface AdminListFrameProps {
  current: AdminSection
  section: ViewSection
  title: string
  /** Stands beside the heading. */
  action?: ReactNode
  list: Pick<AdminListProps<unknown, unknown>, 'viewQuery' | 'views' | 'filters' | 'page' | 'pages'>
  /** What the list is about, below its heading. */
  intro?: ReactNode
  search?: Omit<FindFormProps, 'action'>
  /** 'Accounts by state'; for a list that has groups. */
  filtersLabel?: string
  /** `FilterForm` */
  filterForm?: ReactNode
  /** `RowCountLinks` */
  rowCountLinks?: ReactNode
  /** The rows, and what is said of them. */
  children: ReactNode
  /** Below the pages. */
  footer?: ReactNode
}

/** The frame of a list of staff: search field, groups, saved views, export and pages. */
export function AdminListFrame(props: AdminListFrameProps) {
  const { current, section, title, action, intro, list, search, filtersLabel, filterForm, rowCountLinks } =
    props
  const { viewQuery, views, filters, page, pages } = list
  // In the place of the search for orders that the other pages have.
  const isOrderList = section === 'orders'
  const searchForm = search && <FindForm action={toViewUrl(section, '')} {...search} />
  return (
    <AdminFrame
      current={current}
      title={title}
      action={isOrderList ? <div className="w-full max-w-xl lg:w-xl">{searchForm}</div> : action}
      hasOwnOrderSearch={isOrderList}
    >
      {intro && <p className="-mt-4 mb-6 max-w-prose">{intro}</p>}
      {searchForm && !isOrderList && <div className="mb-6">{searchForm}</div>}
      {filtersLabel && <AdminFilters label={filtersLabel} filters={filters} />}
      <TableTools
        section={section}
        views={views}
        query={viewQuery}
        exportUrl={`${toExportUrl(section)}?${viewQuery}`}
      >
        {filterForm}
      </TableTools>
      {props.children}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-8 gap-y-3">
        <Pagination page={page} pages={pages} url={toViewUrl(section, viewQuery)} label={title} />
        {rowCountLinks}
      </div>
      {props.footer}
    </AdminFrame>
  )
}
