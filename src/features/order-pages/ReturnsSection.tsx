import { Card } from '../../ui/Card.tsx'
import { type StateDescription, StateLabel } from '../../ui/StateLabel.tsx'
import type { Order } from '../orders/order.ts'

/** What the returns of an order add to its page. */
export interface OrderReturns {
  /** Where goods of it are returned; null: nothing can be. */
  formUrl: string | null
  /** The newest first. */
  returns: OrderReturnItem[]
}

export interface OrderReturnItem {
  number: string
  url: string
  date: string
  state: StateDescription
  /** 'Oil filter, spin-on and 2 more'. */
  goods: string
}

/** The feature of returns provides it (src/app.ts). */
export type LoadOrderReturns = (order: Pick<Order, 'id' | 'reference' | 'state'>) => Promise<OrderReturns>

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
