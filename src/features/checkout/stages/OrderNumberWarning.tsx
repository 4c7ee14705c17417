import { useSyncExternalStore } from 'react'
import { checkoutMessages } from '../messages.ts'

/** A warning that can be suppressed permanently (R-CHECKOUT-13). It does not prevent the order. */
export function OrderNumberWarning() {
  const isEnabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  if (!isEnabled) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 border-l-4 border-late pl-3 text-sm">
      {checkoutMessages.orderNumberEmpty}
      <button
        type="button"
        className="link min-h-11 cursor-pointer"
        onClick={() => {
          localStorage.setItem(storageKey, 'off')
          for (const listener of listeners) listener()
        }}
      >
        Don't warn me again
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
