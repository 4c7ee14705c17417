/** One value that components share outside React, for `useSyncExternalStore`. */
export interface Store<Value> {
  read(): Value
  change(next: Value): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    read: () => value,
    change(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
