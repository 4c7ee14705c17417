import { type ReactNode, useId, useState } from 'react'
import { counted, narrowed, showCount } from './listing.ts'

// From here a list is searched rather than read.
const longFrom = 9

interface SearchedListProps<Row> {
  /** Where links lead to it: 'fits'. */
  id: string
  heading: string
  hint: string
  /** How many there are in all; more than there are rows when only some of them are here. */
  total: number
  rows: Row[]
  textOf: (row: Row) => string
  none: string
  head: ReactNode
  /** The table's bodies, of the rows that are left. */
  children: (rows: Row[]) => ReactNode
  /** Below the table: where the rest is. */
  foot?: ReactNode
}

/** A table under a heading that a buyer narrows by typing; with few rows, just the table. */
export function SearchedList<Row>(props: SearchedListProps<Row>) {
  const { id, heading, hint, total, rows, textOf, none, head, children, foot } = props
  const [typed, setTyped] = useState('')
  const headingId = useId()
  const shown = narrowed(rows, typed, textOf)
  const isLong = rows.length >= longFrom
  return (
    <section id={id} aria-labelledby={headingId} className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={headingId} className="text-xl">
          {heading}
          {total >= longFrom && <span className="ml-2 font-normal text-steel">{showCount(total)}</span>}
        </h2>
        {isLong && (
          <label className="needs-script flex items-center gap-2 text-sm text-steel">
            <span className="sr-only">{heading}: search by</span> {hint}
            <input
              type="search"
              value={typed}
              onChange={event => setTyped(event.target.value)}
              className="input w-44"
            />
          </label>
        )}
      </div>
      {total === 0 ? (
        <p className="mt-3 text-steel">{none}</p>
      ) : (
        // What scrolls must be reachable by key (WCAG 2.1.1).
        <div className="mt-2 max-h-[27.5rem] overflow-y-auto" tabIndex={isLong ? 0 : undefined}>
          <table className="w-full max-sm:text-sm">
            <caption className="sr-only">{heading}</caption>
            <thead className="sticky top-0 bg-ground">
              <tr className="border-b border-ink text-left text-sm text-steel">{head}</tr>
            </thead>
            {children(shown)}
          </table>
        </div>
      )}
      <p role="status" className="mt-2 text-sm text-steel">
        {typed.trim() !== '' && (shown.length === 0 ? 'Nothing matches.' : counted(shown.length, 'row'))}
      </p>
      {foot}
    </section>
  )
}

export function Head({ children, right = false }: { children: ReactNode; right?: boolean }) {
  return (
    <th scope="col" className={`py-2 font-semibold ${right ? 'text-right' : 'pr-4'}`}>
      {children}
    </th>
  )
}
