/** Events between components of a page. Amounts are whole pence, excluding VAT. */
export interface UiEvents {
  basket: { count: number; subtotal: number }
  /** Something was not added to the basket: the first message of the server. */
  addRefused: { text: string }
}

type Listener<Name extends keyof UiEvents> = (payload: UiEvents[Name]) => void

const listeners: { [Name in keyof UiEvents]: Set<Listener<Name>> } = {
  basket: new Set(),
  addRefused: new Set(),
}

export function emit<Name extends keyof UiEvents>(name: Name, payload: UiEvents[Name]): void {
  for (const listener of listeners[name]) listener(payload)
}

/** Calls `listener` at each event; returns a function that removes it. */
export function listen<Name extends keyof UiEvents>(name: Name, listener: Listener<Name>): () => void {
  listeners[name].add(listener)
  return () => void listeners[name].delete(listener)
}
