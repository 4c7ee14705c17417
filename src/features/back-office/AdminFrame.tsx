import type { ReactNode } from 'react'
import { useVisitor } from '../../ui/visitor.tsx'
import { includesRight } from '../accounts/staff/staff-right.ts'
import { AdminMenu } from './AdminMenu.tsx'
import { type AdminSection, adminSections, orderRights } from './navigation.ts'
import { OrderSearch } from './OrderSearch.tsx'

interface AdminFrameProps {
  /** Null: the page belongs to no section. */
  current: AdminSection | null
  /** The page's one main heading. */
  title: ReactNode
  /** Stands beside the heading. */
  action?: ReactNode
  /** The page has a search for orders of its own. */
  hasOwnOrderSearch?: boolean
  children: ReactNode
}

/**
 * The frame of every staff page: the menu with the current section marked, the search for orders, the page's heading. The
 * search is beside the menu on phones, beside the heading on wide screens; an open menu has a row of its own.
 */
export function AdminFrame({ current, title, action, hasOwnOrderSearch, children }: AdminFrameProps) {
  const { staffRights } = useVisitor()
  const hasSearch = !hasOwnOrderSearch && includesRight(staffRights, orderRights)
  const sections = adminSections.filter(({ right }) => includesRight(staffRights, right))
  return (
    <div className="wrap py-4 lg:pt-2 lg:pb-6">
      <div
        className={`mb-6 grid items-start gap-x-3 gap-y-6 lg:gap-x-6 lg:gap-y-4 ${hasSearch ? 'grid-cols-[minmax(0,1fr)_auto]' : ''}`}
      >
        <div className={hasSearch ? 'min-w-0 max-lg:has-[>nav>details[open]]:col-span-2 lg:col-span-2' : ''}>
          <AdminMenu sections={sections} current={current} />
        </div>
        {hasSearch && <OrderSearch className="w-32 sm:w-64 lg:col-start-2 lg:row-start-2" />}
        <div
          className={`flex min-h-11 min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-3 ${hasSearch ? 'max-lg:col-span-2 lg:row-start-2' : ''}`}
        >
          <h1 className="self-start text-2xl md:text-3xl">{title}</h1>
          {action}
        </div>
      </div>
      {children}
    </div>
  )
}
