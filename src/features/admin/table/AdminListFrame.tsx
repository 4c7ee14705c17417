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
  search: Omit<FindFormProps, 'action'>
  /** 'Accounts by state' */
  filtersLabel: string
  /** `FilterForm` */
  filterForm?: ReactNode
  /** `RowCountLinks` */
  rowCountLinks?: ReactNode
  /** The rows, and what is said of them. */
  children: ReactNode
}

/** The frame of a list of staff: search field, groups, saved views, export and pages. */
export function AdminListFrame(props: AdminListFrameProps) {
  const { current, section, title, action, list, search, filtersLabel, filterForm, rowCountLinks, children } =
    props
  const { viewQuery, views, filters, page, pages } = list
  return (
    <AdminFrame current={current} title={title} action={action}>
      <FindForm action={toViewUrl(section, '')} {...search} />
      <div className="mt-6">
        <AdminFilters label={filtersLabel} filters={filters} />
      </div>
      <TableTools
        section={section}
        views={views}
        query={viewQuery}
        exportUrl={`${toExportUrl(section)}?${viewQuery}`}
      >
        {filterForm}
      </TableTools>
      {children}
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-8 gap-y-3">
        <Pagination page={page} pages={pages} url={toViewUrl(section, viewQuery)} label={title} />
        {rowCountLinks}
      </div>
    </AdminFrame>
  )
}
