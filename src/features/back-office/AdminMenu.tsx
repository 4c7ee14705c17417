import type { AdminSection, AdminSectionLink } from './navigation.ts'

interface AdminMenuProps {
  /** Those that the person's rights include. */
  sections: readonly AdminSectionLink[]
  current: AdminSection | null
}

/** So many fit on one line of 976 px, with 'More' beside them. */
const maxInLine = 9

/** The menu of the staff's pages: on phones one list to open; on wide screens one line, with the rarer sections behind 'More'. */
export function AdminMenu({ sections, current }: AdminMenuProps) {
  const isLong = sections.length > maxInLine
  const inLine = isLong ? sections.filter(({ isRare }) => !isRare) : sections
  const further = isLong ? sections.filter(({ isRare }) => isRare) : []
  const currentName = sections.find(({ section }) => section === current)?.name ?? 'Menu'
  const isFurther = further.some(({ section }) => section === current)
  return (
    <nav aria-label="Back office" className="no-print">
      <details className="open-wide card lg:rounded-none lg:border-x-0 lg:border-t-0 lg:bg-transparent">
        <summary className="flex min-h-11 items-center justify-between gap-4 px-4 font-semibold">
          {currentName}
          <span aria-hidden="true" className="turns">
            ▾
          </span>
        </summary>
        <div className="border-t border-rule p-2 lg:-mb-px lg:flex lg:justify-between lg:border-t-0 lg:p-0">
          <SectionList sections={inLine} current={current} className="lg:flex" />
          {further.length > 0 && (
            <details className="open-narrow relative">
              <summary
                aria-current={isFurther ? 'true' : undefined}
                className="flex min-h-11 items-center gap-2 border-b-4 border-transparent px-3 hover:bg-sunk aria-[current=true]:border-amber aria-[current=true]:font-semibold"
              >
                <span>{isFurther ? currentName : 'More'}</span>
                <span aria-hidden="true" className="turns">
                  ▾
                </span>
              </summary>
              <SectionList
                sections={further}
                current={current}
                className="lg:absolute lg:top-full lg:right-0 lg:z-30 lg:w-max lg:min-w-48 lg:rounded lg:border lg:border-rule lg:bg-surface lg:py-2 lg:shadow-float lg:[&_a]:border-b-0 lg:[&_a]:border-l-4"
              />
            </details>
          )}
        </div>
      </details>
    </nav>
  )
}

function SectionList({ sections, current, className }: AdminMenuProps & { className: string }) {
  return (
    <ul className={className}>
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
  )
}
