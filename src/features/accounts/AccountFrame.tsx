import type { ReactNode } from 'react'
import type { AccountNavigation, AccountSection } from './navigation.ts'

interface AccountFrameProps {
  navigation: AccountNavigation
  current: AccountSection
  title: ReactNode
  /** The page's main action, beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of every account page: the menu with the current section marked, and the page's heading. */
export function AccountFrame({ navigation, current, title, action, children }: AccountFrameProps) {
  return (
    <div className="wrap grid gap-x-10 gap-y-4 py-4 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-8">
      <SideMenu navigation={navigation} current={current} />
      <div className="min-w-0">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          {action}
        </div>
        {children}
      </div>
    </div>
  )
}

// On a phone a folded menu that names the current section, on wide screens a column beside the page.
function SideMenu({ navigation, current }: { navigation: AccountNavigation; current: AccountSection }) {
  const currentSection = navigation.sections.find(({ section: place }) => place === current)
  return (
    <nav aria-label="Your account" className="no-print">
      <details className="open-wide card lg:border-0 lg:bg-transparent">
        <summary className="flex min-h-11 items-center justify-between gap-4 px-4 font-semibold">
          <span>
            <span className="font-normal text-steel">Your account: </span>
            {currentSection?.name}
          </span>
          <span aria-hidden="true" className="turns">
            ▾
          </span>
        </summary>
        <p className="hidden truncate px-3 pb-2 note lg:block">{navigation.name}</p>
        <ul className="border-t border-rule p-2 lg:border-t-0 lg:p-0">
          {navigation.sections.map(({ section: place, name, url }) => (
            <li key={place}>
              <a
                href={url}
                aria-current={place === current ? 'page' : undefined}
                className="flex min-h-11 items-center rounded border-l-4 border-transparent px-3 hover:bg-sunk aria-[current=page]:border-amber aria-[current=page]:bg-sunk aria-[current=page]:font-semibold"
              >
                {name}
              </a>
            </li>
          ))}
          <li className="mt-2 border-t border-rule pt-2">
            <form method="post" action="/logout">
              <button
                type="submit"
                className="flex min-h-11 w-full cursor-pointer items-center rounded border-l-4 border-transparent px-3 text-left hover:bg-sunk"
              >
                Sign out
              </button>
            </form>
          </li>
        </ul>
      </details>
    </nav>
  )
}
