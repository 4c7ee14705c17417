import type { ReactNode } from 'react'

/** The classes of a cell of a card table. */
export const cardCell = 'py-3 pr-4 max-md:block max-md:py-0 max-md:pr-0'

/** A table of documents where there is room, on a phone a card for each. The last column is a sum, to the right. */
export function CardTable({
  caption,
  columns,
  children,
}: {
  caption: string
  columns: readonly string[]
  /** CardRow elements. */
  children: ReactNode
}) {
  return (
    <table className="w-full text-left max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-steel max-md:sr-only">
        <tr className="border-b border-edge">
          {columns.map((name, nth) => (
            <th
              key={name}
              scope="col"
              className={`py-2 font-semibold ${nth === columns.length - 1 ? 'text-right' : 'pr-4'}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block max-md:space-y-3">{children}</tbody>
    </table>
  )
}

/** One document: its number as the link, a word below it, and the other cells. */
export function CardRow({
  url,
  reference,
  below,
  children,
}: {
  url: string
  reference: string
  below: string
  children: ReactNode
}) {
  return (
    <tr className="border-b border-rule align-top max-md:relative max-md:block max-md:rounded max-md:border max-md:bg-surface max-md:p-4">
      <th scope="row" className={`${cardCell} font-normal`}>
        <a href={url} className="link code -my-1 inline-block py-1">
          {reference}
        </a>
        <span className="block text-sm text-steel">{below}</span>
      </th>
      {children}
    </tr>
  )
}

/** The buyer's own order number, named on a phone, where no head of a column says what it is. */
export function OrderNumberCell({ name, value }: { name: string; value: string }) {
  return (
    <td className={`${cardCell} wrap-anywhere`}>
      {value !== '' && (
        <>
          <span className="text-sm text-steel md:sr-only">{name} </span>
          {value}
        </>
      )}
    </td>
  )
}
