import { useEffect, useRef, useState } from 'react'
import { formatPounds, pence } from '../../../lib/money.ts'
import { emit, listen, type UiEvents } from '../../../ui/browser/events.ts'
import { send } from '../../../ui/browser/send.ts'
import { BasketIcon } from '../../../ui/Icons.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import type { readBasket } from '../../basket/schemas.ts'
import { AddRefusal } from './AddRefusal.tsx'

/** The basket's item count and subtotal (whole pence, excluding VAT). */
export function MiniBasket(props: UiEvents['basket']) {
  const { count, subtotal } = useBasketSummary(props)
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <>
      <a
        ref={link}
        href="/basket"
        className="ml-auto flex min-h-11 items-center whitespace-nowrap hover:text-link"
      >
        <span className="sr-only">
          Basket, {count} {count === 1 ? 'item' : 'items'}, {formatPounds(pence(subtotal))} excluding VAT
        </span>
        <span aria-hidden="true" className="flex items-center gap-2">
          <BasketIcon className="size-6 md:hidden" />
          <span className="font-semibold max-md:hidden">Basket</span>
          <span
            className={`min-w-7 rounded-full px-2 text-center text-sm leading-6 font-semibold ${count > 0 ? 'bg-amber text-on-amber' : 'bg-sunk text-steel'}`}
          >
            {count}
          </span>
          {count > 0 && (
            <span className="text-steel max-xs:hidden">
              {formatPounds(pence(subtotal))} <span className="text-sm max-lg:hidden">ex VAT</span>
            </span>
          )}
        </span>
      </a>
      <AddRefusal anchor={link} />
    </>
  )
}

function useBasketSummary(initial: UiEvents['basket']): UiEvents['basket'] {
  const [basket, setBasket] = useState(initial)
  useEffect(() => listen('basket', setBasket), [])
  useEffect(() => {
    // Like a page that Back restores, a prefetched one shows an outdated basket.
    const [navigation] = performance.getEntriesByType('navigation') as NavigationTiming[]
    if (navigation?.deliveryType === 'navigational-prefetch') void reloadBasket()
  }, [])
  useRestoredByBack(() => void reloadBasket())
  return basket
}

// TypeScript's DOM types do not have it yet.
interface NavigationTiming extends PerformanceNavigationTiming {
  deliveryType?: string
}

async function reloadBasket(): Promise<void> {
  try {
    const { count, subtotal } = await send<typeof readBasket>('GET /basket', {})
    emit('basket', { count, subtotal: Math.round(subtotal * 100) })
  } catch {
    // The old figure stays: the visitor did not request the update, and the basket page itself is always current.
  }
}
