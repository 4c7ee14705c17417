import { formatPounds } from '../../lib/money.ts'
import { StateLabel } from '../../ui/StateLabel.tsx'
import type { DecidedRow } from './view.ts'

/** The latest decisions: by whom, and why. */
export function DecidedOrders({ rows }: { rows: DecidedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="decided" className="mt-10">
      <h2 id="decided" className="text-xl">
        Decided
      </h2>
      <ul className="mt-3">
        {rows.map(row => (
          <li key={row.reference} className="border-t border-rule py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="flex flex-wrap items-baseline gap-x-4">
                <StateLabel state={row.state} />
                <a href={row.url} className="link code">
                  {row.reference}
                </a>
              </p>
              <p className="whitespace-nowrap">
                {formatPounds(row.total)}
                <span className="text-sm text-steel"> inc VAT</span>
              </p>
            </div>
            {row.reason !== '' && <p className="mt-1 wrap-anywhere">“{row.reason}”</p>}
            <p className="text-sm text-steel">
              Requested by {row.sender}, {row.decidedBy === '' ? 'decided' : `decided by ${row.decidedBy}`}{' '}
              <time dateTime={row.iso}>{row.when}</time>
              {row.placed && (
                <>
                  {' '}
                  · placed as{' '}
                  <a href={row.placed.url} className="link code">
                    {row.placed.reference}
                  </a>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
