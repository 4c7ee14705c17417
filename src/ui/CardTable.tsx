import type { ReactNode } from 'react'
import { ColumnHeading, TableHead } from './ColumnHeading.tsx'

/** A table of documents; on phones a card for each. The last columns are amounts and right-aligned, one unless `amounts` says how many; `actions` adds one for buttons. Columns with a link sort the table. */
export function CardTable({
  caption,
  columns,
  amounts = 1,
  actions = false,
  wideOnly = [],
  children,
}: {
  caption: string
  columns: readonly (string | ColumnSortLink)[]
  amounts?: number
  actions?: boolean
  /** The columns that narrow windows leave out, by their places. */
  wideOnly?: readonly number[]
  children: ReactNode
}) {
  const sorts = columns.filter(column => typeof column !== 'string')
  return (
    <>
      {sorts.length > 0 && <SortMenu links={sorts} />}
      <table className="w-full text-left max-md:block">
        <caption className="sr-only">{caption}</caption>
        <TableHead className={sorts.length > 0 ? 'max-md:hidden' : 'max-md:sr-only'}>
          {columns.map((column, nth) => {
            const align = nth >= columns.length - amounts ? 'text-right whitespace-nowrap' : ''
            const side = `${align} ${nth < columns.length - 1 ? 'pr-4' : ''} ${wideOnly.includes(nth) ? 'max-lg:hidden' : ''}`
            return typeof column === 'string' ? (
              <ColumnHeading key={column} className={side}>
                {column}
              </ColumnHeading>
            ) : (
              <SortHeading key={column.name} link={column} className={`font-semibold ${side}`} />
            )
          })}
          {actions && (
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          )}
        </TableHead>
        <tbody className="max-md:block max-md:space-y-3">{children}</tbody>
      </table>
    </>
  )
}

/** One document: its number as a link with a note below, and the other cells. */
export function CardRow({
  url,
  kind,
  reference,
  below,
  children,
}: {
  url: string
  /** Before the number: 'Pick list'. */
  kind?: string
  reference: string
  below: ReactNode
  children: ReactNode
}) {
  return (
    <tr className="card-row">
      <th scope="row" className="card-cell">
        <a href={url} className="link -my-2.5 tap-target gap-x-1">
          {kind !== undefined && `${kind} `}
          <span className="code">{reference}</span>
        </a>
        <span className="block note">{below}</span>
      </th>
      {children}
    </tr>
  )
}

export interface ColumnSortLink {
  name: string
  /** The list sorted by it, or the other way round. */
  url: string
  /** Null: the list is not sorted by it. */
  direction: 'up' | 'down' | null
}

/** On phones, where the headings of the columns are gone: what the list is sorted by, with the other choices behind it. */
function SortMenu({ links }: { links: readonly ColumnSortLink[] }) {
  const current = links.find(({ direction }) => direction !== null)
  return (
    <details className="no-print mb-3 md:hidden">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center gap-1">
        {current ? `Sorted by: ${current.name}` : 'Sort by …'}
        {current && <Arrow direction={current.direction!} />}
      </summary>
      <ul className="card p-2">
        {links.map(link => (
          <li key={link.name}>
            <a
              href={link.url}
              aria-current={link.direction === null ? undefined : 'true'}
              className="flex min-h-11 items-center gap-1 border-l-4 border-transparent px-3 aria-[current]:border-amber aria-[current]:font-semibold"
            >
              {link.name}
              {link.direction !== null && <Arrow direction={link.direction} />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Arrow = ({ direction }: { direction: 'up' | 'down' }) => (
  <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'}</span>
)

const labels = { up: 'ascending', down: 'descending' } as const

function SortHeading({ link, className }: { link: ColumnSortLink; className: string }) {
  const { name, url, direction } = link
  return (
    <th scope="col" aria-sort={direction === null ? undefined : labels[direction]} className={className}>
      <a href={url} className="link tap-target gap-1 whitespace-nowrap">
        {name}
        {direction !== null && <Arrow direction={direction} />}
      </a>
    </th>
  )
}
