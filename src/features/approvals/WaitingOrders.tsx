import { formatPounds } from '../../lib/money.ts'
import { RejectOrder } from './RejectOrder.tsx'
import type { RejectedReason } from './reason.ts'
import { approvalRefusalMessages } from './rules.ts'
import type { WaitingRow } from './view.ts'

interface WaitingOrdersProps {
  rows: WaitingRow[]
  total: number
  canDecide: boolean
  refused: RejectedReason | null
}

/** The company's requests that await a head buyer's decision, the oldest first. */
export function WaitingOrders({ rows, total, canDecide, refused }: WaitingOrdersProps) {
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" tabIndex={-1} className="text-xl">
        Waiting for approval{total > 0 && ` (${total})`}
      </h2>
      {total === 0 && (
        <p className="mt-2 text-steel">No order is waiting. You get an email for each new one.</p>
      )}
      <ul className="mt-3 space-y-3">
        {rows.map(row => (
          <li key={row.id} className="card p-4 sm:p-5">
            <WaitingOrder
              row={row}
              canDecide={canDecide && !row.isOwn}
              refused={refused?.id === row.id ? refused : null}
            />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="mt-3">The {rows.length} oldest are shown. The others come as these are decided.</p>
      )}
    </section>
  )
}

interface WaitingOrderProps {
  row: WaitingRow
  canDecide: boolean
  refused: RejectedReason | null
}

function WaitingOrder({ row, canDecide, refused }: WaitingOrderProps) {
  return (
    <article aria-labelledby={`order-${row.id}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 id={`order-${row.id}`} className="text-lg">
          {row.sender}{' '}
          <a href={row.url} className="link code ml-1 text-base">
            {row.reference}
          </a>
        </h3>
        <p className="whitespace-nowrap">
          <span className="text-lg font-semibold">{formatPounds(row.total)}</span>
          <span className="text-sm text-steel"> inc VAT</span>
        </p>
      </div>
      <p className="text-sm text-steel">
        Sent <time dateTime={row.iso}>{row.when}</time>
        {row.purchaseOrder !== '' && (
          <>
            {' '}
            · order number <span className="wrap-anywhere text-ink">{row.purchaseOrder}</span>
          </>
        )}
      </p>
      <ul className="mt-3 space-y-1">
        {row.lines.map(line => (
          <li key={line.code} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2">
            <span className="text-right whitespace-nowrap text-steel">{line.quantity} ×</span>
            <span>
              <span className="code mr-1">{line.code}</span> {line.title}
            </span>
          </li>
        ))}
        {row.more > 0 && (
          <li className="pl-16 text-steel">
            and {row.more} more {row.more === 1 ? 'line' : 'lines'}
          </li>
        )}
      </ul>
      {canDecide ? (
        <div className="mt-4 flex flex-wrap gap-3">
          <a href={row.checkoutUrl} className="button button-next">
            Review and place<span className="sr-only"> order {row.reference}</span>
          </a>
          <RejectOrder row={row} refused={refused} />
        </div>
      ) : (
        <p className="mt-4 border-l-4 border-edge pl-3">{approvalRefusalMessages.not_yours_to_give}</p>
      )}
    </article>
  )
}
