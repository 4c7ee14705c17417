import type { ReactNode } from 'react'
import type { SavedView, ViewSection } from './saved-view.ts'

interface TableToolsProps {
  section: ViewSection
  views: SavedView[]
  /** What follows the '?' of the list as it is shown. */
  query: string
  /** The list as it is shown, as a CSV file. */
  exportUrl: string
  /** A form of filters: `FilterForm`. */
  children?: ReactNode
}

/** What staff can do with a list as a whole: open and save views, filter it, export it. Plain links and forms. */
export function TableTools({ section, views, query, exportUrl, children }: TableToolsProps) {
  return (
    <div className="button-row no-print mb-2 flex flex-wrap items-center gap-x-5">
      {children}
      <details>
        <summary className={toolName}>Save this view…</summary>
        <form
          method="post"
          action="/admin/views"
          className="card mt-1 mb-3 flex max-w-xl flex-wrap items-end gap-3 p-4"
        >
          <input type="hidden" name="section" value={section} />
          <input type="hidden" name="query" value={query} />
          <div className="min-w-0 grow basis-56">
            <label htmlFor="view-name" className="block font-semibold">
              Name of the view
            </label>
            <p id="view-name-hint" className="note">
              Only you can see it. A view with the same name is replaced.
            </p>
            <input
              id="view-name"
              name="name"
              required
              autoComplete="off"
              aria-describedby="view-name-hint"
              className="input mt-1 w-full"
            />
          </div>
          <button type="submit" className="button button-strong">
            Save view
          </button>
        </form>
      </details>
      <a href={exportUrl} download className={toolName}>
        Export CSV
      </a>
      {views.length > 0 && <Views views={views} />}
    </div>
  )
}

// The space beside it shows the background that an open one has.
const toolName = 'link -mx-2 inline-flex min-h-11 w-fit cursor-pointer items-center rounded px-2'

function Views({ views }: { views: SavedView[] }) {
  return (
    <nav
      aria-label="Saved views"
      className="flex min-w-0 flex-wrap items-center gap-x-3 max-md:basis-full md:border-l md:border-rule md:pl-5"
    >
      <span aria-hidden="true" className="note">
        Your views
      </span>
      <ul className="flex min-w-0 flex-wrap gap-x-2">
        {views.map(({ id, name, url, isCurrent }) => (
          <li key={id} className="inline-flex max-w-full items-center">
            <a
              href={url}
              aria-current={isCurrent ? 'page' : undefined}
              className="link inline-flex min-h-11 min-w-0 items-center wrap-anywhere aria-[current=page]:font-semibold aria-[current=page]:no-underline"
            >
              {name}
            </a>
            <form method="post" action={`/admin/views/${id}/remove`} className="flex">
              <button
                type="submit"
                aria-label={`Remove the view ${name}`}
                className="min-h-11 min-w-11 cursor-pointer text-steel hover:text-danger"
              >
                <span aria-hidden="true">×</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface FilterFormProps {
  action: string
  /** Hidden fields: name → value. */
  hidden: Record<string, string>
  /** The list without these filters; null: none is set. */
  clearUrl: string | null
  children: ReactNode
}

/** The filters of a list besides its groups: a GET form, open while a filter is set. */
export function FilterForm({ action, hidden, clearUrl, children }: FilterFormProps) {
  return (
    <details open={clearUrl !== null}>
      <summary className={toolName}>Filter…</summary>
      <form method="get" action={action} className="card mt-1 mb-3 flex flex-wrap items-end gap-4 p-4">
        {Object.entries(hidden)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        {children}
        <button type="submit" className="button button-strong">
          Show
        </button>
        {clearUrl !== null && (
          <a href={clearUrl} className="link tap-target">
            Clear
          </a>
        )}
      </form>
    </details>
  )
}
