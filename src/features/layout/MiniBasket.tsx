import { useEffect, useState } from 'react'
import { formatPounds, pence } from '../../lib/money.ts'
import { BasketIcon } from '../../ui/Icons.tsx'
import { emit, listen, type UiEvents } from '../../ui/news.ts'
import { send } from '../../ui/send.ts'
import type { readBasket } from '../basket/schemas.ts'

/** How much lies in the basket; `subtotal` is whole pence, excluding VAT. */
export function MiniBasket(props: UiEvents['basket']) {
  const { count, subtotal } = useBasketNews(props)
  return (
    <a href="/basket" className="ml-auto flex min-h-11 items-center whitespace-nowrap hover:text-link">
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
          <span className="text-steel max-xs:hidden md:max-lg:hidden">
            {formatPounds(pence(subtotal))} <span className="text-sm max-lg:hidden">ex VAT</span>
          </span>
        )}
      </span>
    </a>
  )
}

function useBasketNews(first: UiEvents['basket']): UiEvents['basket'] {
  const [basket, setBasket] = useState(first)
  useEffect(() => listen('basket', setBasket), [])
  useEffect(() => {
    // A page that was fetched ahead, or comes out of the browser's memory, shows the basket of then.
    const [way] = performance.getEntriesByType('navigation') as NavigationTiming[]
    if (way?.deliveryType === 'navigational-prefetch') void askBasket()
    const refresh = (event: PageTransitionEvent) => {
      if (event.persisted) void askBasket()
    }
    window.addEventListener('pageshow', refresh)
    return () => window.removeEventListener('pageshow', refresh)
  }, [])
  return basket
}

// Not yet among the browser's types.
interface NavigationTiming extends PerformanceNavigationTiming {
  deliveryType?: string
}

async function askBasket(): Promise<void> {
  try {
    const { count, subtotal } = await send<typeof readBasket>('GET /basket', {})
    emit('basket', { count, subtotal: Math.round(subtotal * 100) })
  } catch {
    // The old figure stays: nobody asked for a new one, and the basket page itself is always fresh.
  }
}
