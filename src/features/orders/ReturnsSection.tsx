import { StateLabel } from '../../ui/StateLabel.tsx'
import type { OrderReturnItem } from './account/order-returns.ts'

/** The returns of an order, on its page. */
export function ReturnsSection({ returns }: { returns: readonly OrderReturnItem[] }) {
  if (returns.length === 0) return null
  return (
    <section aria-labelledby="returns" className="card mt-6 p-5">
      <h2 id="returns" className="text-lg">
        {returns.length === 1 ? 'Return' : 'Returns'}
      </h2>
      <ul className="divide-y divide-rule">
        {returns.map(({ number, url, date, state, goods }) => (
          <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-6 py-1 last:pb-0">
            <div className="min-w-0">
              <a href={url} className="link code inline-flex min-h-11 items-center">
                {number}
              </a>
              <span className="block text-sm text-steel">{`${goods}, requested on ${date}`}</span>
            </div>
            <StateLabel state={state} />
          </li>
        ))}
      </ul>
    </section>
  )
}
