import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/count.ts'
import { StandaloneLink } from '../../../ui/Actions.tsx'
import { CardTable } from '../../../ui/CardTable.tsx'
import type { ListedMovement, ListedPieces } from './view.ts'

const row =
  'border-b border-rule align-top max-md:relative max-md:rounded max-md:border max-md:bg-surface max-md:p-4'
const numberLink = 'link code max-md:-my-2 max-md:inline-flex max-md:min-h-11 max-md:items-center'
const amount = 'py-3 text-right tabular-nums max-md:block max-md:py-0 max-md:text-left'

interface OpenPiecesTableProps extends ListedPieces {
  heading: string
  none: string
  hasCodes?: boolean
  /** Stands beside the heading. */
  action?: ReactNode
  note?: string
}

export function OpenPiecesTable({
  heading: title,
  none,
  rows,
  total,
  hasCodes = false,
  action,
  note,
}: OpenPiecesTableProps) {
  return (
    <section aria-labelledby="open-orders">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="open-orders" className="text-lg">
          {title}
        </h2>
        {action}
      </div>
      {note !== undefined && <p className="-mt-1 mb-2 note">{note}</p>}
      {rows.length < total && (
        <p className="mb-2">{`These are the ${formatCount(rows.length)} oldest of ${formatCount(total)}.`}</p>
      )}
      {rows.length === 0 ? (
        <p className="card p-5">{none}</p>
      ) : (
        <CardTable
          caption={`${title}, oldest first`}
          columns={['Order', 'Since', 'Promised', 'Quantity', 'Can go now']}
          amounts={2}
        >
          {rows.map(pieces => (
            <OpenPiecesRow key={pieces.key} pieces={pieces} hasCode={hasCodes} />
          ))}
        </CardTable>
      )}
    </section>
  )
}

function OpenPiecesRow({ pieces, hasCode }: { pieces: ListedPieces['rows'][number]; hasCode: boolean }) {
  const { reference, url, customer, code, note, open, allocatable, since, promised } = pieces
  return (
    <tr className={`${row} max-md:block`}>
      <th scope="row" className={`card-cell font-normal`}>
        <a href={url} className={numberLink}>
          {reference}
        </a>
        {hasCode && <span className="code block text-sm">{code}</span>}
        <span className="block note wrap-anywhere max-md:hidden">{customer}</span>
        {note !== '' && <span className="block text-sm font-semibold">{note}</span>}
      </th>
      <td className={`card-cell whitespace-nowrap max-md:hidden`}>{since}</td>
      <td className={`card-cell max-md:text-sm`}>
        <span className="text-steel wrap-anywhere md:hidden">{`${customer} · `}</span>
        {promised}
      </td>
      <td className={`${amount} max-md:hidden md:pr-4`}>{formatCount(open)}</td>
      <td className={`${amount} font-semibold max-md:absolute max-md:top-4 max-md:right-4`}>
        {formatCount(allocatable)}
        <span className="font-normal text-steel md:hidden">{` of ${formatCount(open)} can go now`}</span>
      </td>
    </tr>
  )
}

export function MovementsTable({ movements }: { movements: ListedMovement[] }) {
  return (
    <CardTable
      caption="Changes of what is on hand, newest first"
      columns={['Reason', 'When, who', 'Change', 'On hand']}
      amounts={2}
    >
      {movements.map(movement => (
        <MovementTableRow key={movement.key} movement={movement} />
      ))}
    </CardTable>
  )
}

function MovementTableRow({ movement }: { movement: ListedMovement }) {
  const { at, change, onHand, reason, who, note, source } = movement
  return (
    <tr className={`${row} max-md:grid max-md:grid-cols-[auto_1fr] max-md:gap-x-6`}>
      <td className={`card-cell wrap-anywhere max-md:col-span-2 max-md:pr-14`}>
        <span className="font-semibold">{reason}</span>
        {source && (
          <>
            {' '}
            <a
              href={source.url}
              className={`link max-md:-my-2.5 max-md:inline-block max-md:py-2.5 ${source.name.length > 24 ? '' : 'whitespace-nowrap'}`}
            >
              {source.name}
            </a>
          </>
        )}
        {note !== '' && <span className="block text-sm">{note}</span>}
      </td>
      <td className={`card-cell max-md:text-sm max-md:text-steel`}>
        <span className="block whitespace-nowrap">{at}</span>
        <span className="block note wrap-anywhere">{who}</span>
      </td>
      <td
        className={`${amount} font-semibold whitespace-nowrap max-md:absolute max-md:top-4 max-md:right-4 md:pr-4`}
      >
        {change}
      </td>
      <td className={amount}>
        <span className="note md:hidden">On hand after </span>
        {formatCount(onHand)}
      </td>
    </tr>
  )
}

/** The way to the list that a page belongs to, below its content. */
export const BackLink = ({ url, name }: { url: string; name: string }) => (
  <p className="no-print mt-6">
    <StandaloneLink href={url}>{name}</StandaloneLink>
  </p>
)
