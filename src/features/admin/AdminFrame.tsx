import type { ReactNode } from 'react'
import { useVisitor } from '../../ui/visitor.tsx'
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
  const { isManager } = useVisitor()
  const sections = adminSections.filter(each => isManager || !('isForManagers' in each))
  return (
    <div className="wrap py-4 lg:py-8">
      <nav aria-label="Back office" className="no-print mb-6 border-b border-rule">
        <ul className="-mb-px flex flex-wrap items-stretch gap-x-2">
          <li aria-hidden="true" className="hidden items-center pr-4 text-sm text-steel sm:flex">
            Back office
          </li>
          {sections.map(({ section, name, url }) => (
            <li key={section}>
              <a
                href={url}
                aria-current={section === current ? 'page' : undefined}
                className="flex min-h-11 items-center border-b-4 border-transparent px-3 hover:bg-sunk aria-[current=page]:border-amber aria-[current=page]:font-semibold"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        {action}
      </div>
      {children}
    </div>
  )
}
