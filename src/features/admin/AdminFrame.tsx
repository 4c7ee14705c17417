import type { ReactNode } from 'react'
import { useVisitor } from '../../ui/visitor.tsx'
import { includesRight } from '../accounts/staff/staff-right.ts'
import { type AdminSection, adminSections } from './navigation.ts'

interface AdminFrameProps {
  current: AdminSection
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
    <div className="wrap py-4 lg:py-6">
      <nav aria-label="Back office" className="no-print mb-6">
        <details className="open-wide card lg:rounded-none lg:border-x-0 lg:border-t-0 lg:bg-transparent">
          <summary className="flex min-h-11 items-center justify-between gap-4 px-4 font-semibold">
            {adminSections.find(({ section }) => section === current)?.name}
            <span aria-hidden="true" className="turns">
              ▾
            </span>
          </summary>
          <ul className="border-t border-rule p-2 lg:-mb-px lg:flex lg:flex-wrap lg:gap-x-2 lg:border-t-0 lg:p-0">
            {sections.map(({ section, name, url }) => (
              <li key={section}>
                <a
                  href={url}
                  aria-current={section === current ? 'page' : undefined}
                  className="flex min-h-11 items-center border-l-4 border-transparent px-3 hover:bg-sunk aria-[current=page]:border-amber aria-[current=page]:font-semibold lg:border-b-4 lg:border-l-0"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </nav>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        {action}
      </div>
      {children}
    </div>
  )
}
