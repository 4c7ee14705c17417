import { formatPounds } from '../../lib/money.ts'
import type { LivePad } from './usePad.tsx'

/** What the lines that are ready come to, and the one thing to do next. */
export function PadSums({ live }: { live: LivePad }) {
  const { ready, rows, exVat, incVat } = live.view
  const left = rows.length - ready
  return (
    <aside
      aria-label="Totals"
      className="card sticky bottom-0 z-10 p-4 max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0 sm:max-lg:mx-0 lg:top-6 lg:bottom-auto lg:p-5"
    >
      <dl className="lg:space-y-1">
        <div className="flex items-baseline justify-between gap-4">
          <dt>Subtotal ex VAT</dt>
          <dd className="text-xl font-semibold">{formatPounds(exVat)}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 text-steel">
          <dt>Inc VAT (20 %)</dt>
          <dd>{formatPounds(incVat)}</dd>
        </div>
      </dl>
      <button
        type="submit"
        name="add"
        formAction="/order-pad/add"
        aria-disabled={ready === 0 || undefined}
        aria-busy={live.isAdding || undefined}
        className="button button-next mt-3 w-full text-lg"
      >
        {live.isAdding ? 'Adding…' : addLabel(ready)}
      </button>
      <p className="mt-2 text-sm text-steel max-lg:hidden">
        {left === 0
          ? 'Delivery is priced at checkout.'
          : `${left} ${left === 1 ? 'line stays' : 'lines stay'} here until you have looked at ${left === 1 ? 'it' : 'them'}.`}
      </p>
      <noscript>
        <button type="submit" formAction="/order-pad" className="button mt-3 w-full">
          Check again
        </button>
      </noscript>
    </aside>
  )
}

const addLabel = (ready: number): string => {
  if (ready === 0) return 'No line to add yet'
  return ready === 1 ? 'Add 1 line to basket' : `Add ${ready} lines to basket`
}
