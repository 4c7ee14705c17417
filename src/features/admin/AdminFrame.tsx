import type { ReactNode } from 'react'
import { useVisitor } from '../../ui/visitor.tsx'
import { includesRight } from '../accounts/staff/staff-right.ts'
import { AdminMenu } from './AdminMenu.tsx'
import { type AdminSection, adminSections } from './navigation.ts'

interface AdminFrameProps {
  /** Null: the page belongs to no section. */
  current: AdminSection | null
  /** The page's one main heading. */
  title: ReactNode
  /** Stands beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of every staff page: the menu with the current section marked, and the page's heading. */
export function AdminFrame({ current, title, action, children }: AdminFrameProps) {
  const { staffRights } = useVisitor()
  const sections = adminSections.filter(({ right }) => includesRight(staffRights, right))
  return (
    <div className="wrap py-4 lg:pt-2 lg:pb-6">
      <AdminMenu sections={sections} current={current} />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        {action}
      </div>
      {children}
    </div>
  )
}
