import type { ReactNode } from 'react'
import { type RowCount, rowCounts } from '../../../lib/row-count.ts'
import { StandaloneLink, SubmitButton, TextLink } from '../../../ui/Actions.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { SelectField } from '../../../ui/forms/FormFields.tsx'
import type { FilterOption } from './list-filter.ts'
import type { SavedView } from './list-url.ts'

interface TableToolsProps {
  section: string
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
            <TextField
              id="view-name"
              name="name"
              label="Name of the view"
              hint="Only you can see it. A view with the same name is replaced."
              width="full"
              required
              autoComplete="off"
            />
          </div>
          <SubmitButton className="button-strong">Save view</SubmitButton>
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
        <SubmitButton className="button-strong">Show</SubmitButton>
        {clearUrl !== null && <StandaloneLink href={clearUrl}>Clear</StandaloneLink>}
      </form>
    </details>
  )
}

/** Fields of `FilterForm`. `id`: of the list, such as 'order'. */

interface ChoiceFieldProps {
  id: string
  name: string
  label: string
  value: string
  /** Besides ''. */
  options: readonly FilterOption[]
  /** What '' is called. */
  none?: string
}

export function ChoiceField({ id, name, label, value, options, none = 'Any' }: ChoiceFieldProps) {
  return (
    <SelectField id={`${id}-${name}`} name={name} label={label} defaultValue={value}>
      <option value="">{none}</option>
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
    </SelectField>
  )
}

interface ListResultProps {
  /** What the list is of: 'orders'. */
  name: string
  /** '8 orders': what is found. */
  matches: string
  hasRows: boolean
  /** As it was typed; '': nothing is searched. */
  query?: string
  /** The list without its filters; null: none is set. */
  clearUrl?: string | null
  /** Without the search. */
  all?: { name: string; url: string }
  /** What else to search for, when nothing is found. */
  advice?: string
  /** When there are no rows, nothing is searched and no filter is set. */
  none?: string | undefined
  /** Said after `none`: where there may be rows. */
  other?: { name: string; url: string } | null
}

/** What a search and filters find, with the way back to the whole list; in a card when there are no rows. */
export function ListResult(props: ListResultProps) {
  const { name, matches, hasRows, query = '', clearUrl = null, all, advice, none, other } = props
  const isChosen = query !== '' || clearUrl !== null
  if (!isChosen && hasRows) return null
  if (!isChosen) {
    return (
      <p className="card p-6">
        {none ?? `There are no ${name} here.`}
        {other && (
          <>
            {' '}
            <TextLink href={other.url}>{other.name}</TextLink>
          </>
        )}
      </p>
    )
  }
  const what = `${query === '' ? '' : ` for “${query}”`}${clearUrl === null ? '' : ' with these filters'}`
  return (
    <p className={hasRows ? 'mb-4' : 'card p-6'}>
      {hasRows ? `${matches}${what}.` : `No ${name}${what}.`}
      {!hasRows && query !== '' && advice && ` ${advice}`}
      {clearUrl !== null && (
        <>
          {' '}
          <TextLink href={clearUrl}>Clear the filters</TextLink>
        </>
      )}
      {query !== '' && all && (
        <>
          {' '}
          <TextLink href={all.url}>{all.name}</TextLink>
        </>
      )}
    </p>
  )
}

interface RowCountLinksProps {
  /** What the rows are: 'Orders'. */
  name: string
  rows: RowCount
  /** Rows on all pages: with few there is nothing to choose. */
  total: number
  toUrl: (rows: RowCount) => string
}

/** How many rows a page of a list should have: links, so that a saved view has it too. */
export function RowCountLinks({ name, rows, total, toUrl }: RowCountLinksProps) {
  if (total <= rowCounts[0]) return null
  const label = `${name} per page`
  return (
    <nav aria-label={label} className="no-print flex items-center gap-1 note">
      <span className="mr-1">{label}</span>
      {rowCounts.map(count => (
        <a
          key={count}
          href={toUrl(count)}
          aria-label={`${count} ${label.toLowerCase()}`}
          aria-current={count === rows ? 'true' : undefined}
          className="inline-flex size-11 items-center justify-center rounded text-link hover:bg-sunk aria-[current]:bg-sunk aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {count}
        </a>
      ))}
    </nav>
  )
}
