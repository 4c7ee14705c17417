import type { ReactNode } from 'react'
import { type ColumnSortLink, SortHeading, SortMenu } from './SortHeading.tsx'

/** A table of documents; on phones a card for each. The last columns are amounts and right-aligned, one unless `amounts` says how many; `actions` adds one for buttons. Columns with a link sort the table. */
export function CardTable({
  caption,
  columns,
  amounts = 1,
  actions = false,
  children,
}: {
  caption: string
  columns: readonly (string | ColumnSortLink)[]
  amounts?: number
  actions?: boolean
  children: ReactNode
}) {
  const sorts = columns.filter(column => typeof column !== 'string')
  return (
    <>
      {sorts.length > 0 && <SortMenu links={sorts} />}
      <table className="w-full text-left max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead className={`note ${sorts.length > 0 ? 'max-md:hidden' : 'max-md:sr-only'}`}>
          <tr className="border-b border-edge">
            {columns.map((column, nth) => {
              const align = nth >= columns.length - amounts ? 'text-right whitespace-nowrap' : ''
              const side = `${align} ${nth < columns.length - 1 ? 'pr-4' : ''}`
              return typeof column === 'string' ? (
                <th key={column} scope="col" className={`py-2 font-semibold ${side}`}>
                  {column}
                </th>
              ) : (
                <SortHeading key={column.name} link={column} className={`font-semibold ${side}`} />
              )
            })}
            {actions && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
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
