import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatPounds, pence } from '../../../lib/money.ts'
import { emit, listen, type UiEvents } from '../../../ui/browser/events.ts'
import { send } from '../../../ui/browser/send.ts'
import { BasketIcon, CrossIcon } from '../../../ui/Icons.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import type { readBasket } from '../../basket/schemas.ts'

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

/**
 * Why the last part was not added (R-BASKET-11): below the mini basket, at the top of the window while that is out of
 * sight, and there until it is closed.
 */
function AddRefusal({ anchor }: { anchor: RefObject<HTMLElement | null> }) {
  const [text, setText] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => listen('addRefused', refusal => setText(refusal.text)), [])
  useEffect(() => {
    if (text === null) return
    const place = () => {
      const bottom = anchor.current?.getBoundingClientRect().bottom ?? 0
      if (panel.current) panel.current.style.top = `${Math.max(bottom, 0) + gap}px`
    }
    place()
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    for (const event of ['scroll', 'resize']) window.addEventListener(event, place, options)
    return () => controller.abort()
  }, [text, anchor])

  function close() {
    setText(null)
    // The pressed button disappears.
    anchor.current?.focus()
  }

  return (
    <div
      role="alert"
      ref={panel}
      className="no-print fixed right-4 z-40 max-w-[min(24rem,calc(100vw-2rem))] sm:right-6"
    >
      {text !== null && (
        <div className="flex items-center gap-2 rounded border border-l-4 border-rule border-l-danger bg-surface py-2 pr-2 pl-4 shadow-float">
          <p className="min-w-0 grow py-1 wrap-anywhere">{text}</p>
          <button
            type="button"
            aria-label="Dismiss message"
            className="inline-flex size-11 shrink-0 cursor-pointer items-center justify-center rounded text-steel hover:bg-sunk"
            onClick={close}
          >
            <CrossIcon className="size-4" />
          </button>
        </div>
      )}
    </div>
  )
}

const gap = 8
