import { useSyncExternalStore } from 'react'
import { checkoutWords } from './messages.ts'

/** Specification §5: a warning that can be switched off for good. It stops nobody. */
export function OrderNumberWarning() {
  const isWanted = useSyncExternalStore(subscribe, readWanted, () => true)
  if (!isWanted) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 border-l-4 border-late pl-3 text-sm">
      {checkoutWords.orderNumberEmpty}
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

function readWanted(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
