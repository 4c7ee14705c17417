import { useSyncExternalStore } from 'react'
import { checkoutMessages } from '../messages.ts'

/**
 * A warning that can be suppressed permanently (R-CHECKOUT-13). It looks like a hint: it does not prevent the order, and
 * most private customers have no such number.
 */
export function OrderNumberWarning() {
  const isEnabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  if (!isEnabled) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm text-steel">
      <span>{checkoutMessages.orderNumberEmpty}</span>
      <span>(fine if you don’t use one)</span>
      <button
        type="button"
        className="min-h-11 cursor-pointer underline underline-offset-2 hover:text-ink"
        onClick={() => {
          localStorage.setItem(storageKey, 'off')
          for (const listener of listeners) listener()
        }}
      >
        Don’t warn me again
      </button>
    </p>
  )
}

const storageKey = 'order-number-warning'
const listeners = new Set<() => void>()

function readEnabled(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
