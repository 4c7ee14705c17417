import { type ReactNode, useId, useState } from 'react'
import { formatCount, pluralize } from '../../../lib/count.ts'
import { filterRows } from '../listing.ts'

// From this number of rows on there is a filter.
const filterFromRows = 9

interface FilterableTableProps<Row> {
  /** The fragment of links to it: 'fits'. */
  id: string
  heading: string
  hint: string
  /** The number of all rows; `rows` may be only the first of them. */
  total: number
  rows: Row[]
  textOf: (row: Row) => string
  emptyText: string
  head: ReactNode
  /** Renders the table bodies of the filtered rows. */
  children: (rows: Row[]) => ReactNode
  /** Below the table: a link to the other rows. */
  foot?: ReactNode
}

/** A table with a heading and, when it is long, a text filter. */
export function FilterableTable<Row>(props: FilterableTableProps<Row>) {
  const { id, heading, hint, total, rows, textOf, emptyText, head, children, foot } = props
  const [filter, setFilter] = useState('')
  const headingId = useId()
  const filteredRows = filterRows(rows, filter, textOf)
  const isLong = rows.length >= filterFromRows
  return (
    <section id={id} aria-labelledby={headingId} className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={headingId} className="text-xl">
          {heading}
          {total >= filterFromRows && (
            <span className="ml-2 font-normal text-steel">{formatCount(total)}</span>
          )}
        </h2>
        {isLong && (
          <label className="needs-script flex items-center gap-2 note">
            <span className="sr-only">{heading}: search by</span> {hint}
            <input
              type="search"
              value={filter}
              onChange={event => setFilter(event.target.value)}
              className="input w-44"
            />
          </label>
        )}
      </div>
      {total === 0 ? (
        <p className="mt-3 text-steel">{emptyText}</p>
      ) : (
        // A scrollable area must be focusable (WCAG 2.1.1).
        <div className="mt-2 max-h-[27.5rem] overflow-y-auto" tabIndex={isLong ? 0 : undefined}>
          <table className="w-full max-sm:text-sm">
            <caption className="sr-only">{heading}</caption>
            <thead className="sticky top-0 bg-ground">
              <tr className="border-b border-ink text-left note">{head}</tr>
            </thead>
            {children(filteredRows)}
          </table>
        </div>
      )}
      <p role="status" className="mt-2 note">
        {filter.trim() !== '' &&
          (filteredRows.length === 0 ? 'Nothing matches.' : pluralize(filteredRows.length, 'row'))}
      </p>
      {foot}
    </section>
  )
}

export function ColumnHeading({ children, right = false }: { children: ReactNode; right?: boolean }) {
  return (
    <th scope="col" className={`py-2 font-semibold ${right ? 'text-right' : 'pr-4'}`}>
      {children}
    </th>
  )
}
