import { Card } from '../../../ui/Card.tsx'
import { StateLabel } from '../../../ui/StateLabel.tsx'
import type { OrderReturnItem } from './order-returns.ts'

/** The returns of an order, on its page. */
export function ReturnsSection({ returns }: { returns: readonly OrderReturnItem[] }) {
  if (returns.length === 0) return null
  return (
    <Card id="returns" heading={returns.length === 1 ? 'Return' : 'Returns'} className="mt-6">
      <ul className="divide-y divide-rule">
        {returns.map(({ number, url, date, state, goods }) => (
          <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-6 py-1 last:pb-0">
            <div className="min-w-0">
              <a href={url} className="link code tap-target">
                {number}
              </a>
              <span className="block note">{`${goods}, requested on ${date}`}</span>
            </div>
            <StateLabel state={state} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
