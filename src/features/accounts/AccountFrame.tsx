import type { ReactNode } from 'react'
import type { AccountArea, AccountPlace } from './area.ts'

interface AccountFrameProps {
  /** From `areaOf` (area.ts). */
  area: AccountArea
  current: AccountPlace
  /** The page's one main heading. */
  title: ReactNode
  /** Stands beside the heading: the one thing to do here. */
  action?: ReactNode
  children: ReactNode
}

/** What surrounds every page of an account: its menu, with the current place marked, and the page's heading. */
export function AccountFrame({ area, current, title, action, children }: AccountFrameProps) {
  return (
    <div className="wrap grid gap-x-10 gap-y-4 py-4 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-8">
      <AccountMenu area={area} current={current} />
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

// On a phone a fold that names the place; beside the page where there is room.
function AccountMenu({ area, current }: { area: AccountArea; current: AccountPlace }) {
  const here = area.places.find(({ place }) => place === current)
  return (
    <nav aria-label="Your account" className="no-print">
      <details className="open-wide card lg:border-0 lg:bg-transparent">
        <summary className="flex min-h-11 items-center justify-between gap-4 px-4 font-semibold">
          <span>
            <span className="font-normal text-steel">Your account: </span>
            {here?.name}
          </span>
          <span aria-hidden="true" className="turns">
            ▾
          </span>
        </summary>
        <p className="hidden truncate px-3 pb-2 text-sm text-steel lg:block">{area.name}</p>
        <ul className="border-t border-rule p-2 lg:border-t-0 lg:p-0">
          {area.places.map(({ place, name, url }) => (
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
