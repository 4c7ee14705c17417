/** What one part of a page tells the others that stand in it. Sums are whole pence, excluding VAT. */
export interface UiEvents {
  basket: { count: number; subtotal: number }
}

type Listener<Name extends keyof UiEvents> = (news: UiEvents[Name]) => void

const listeners: { [Name in keyof UiEvents]: Set<Listener<Name>> } = { basket: new Set() }

export function emit<Name extends keyof UiEvents>(name: Name, news: UiEvents[Name]): void {
  for (const heard of listeners[name]) heard(news)
}

/** Calls `heard` with each piece of news; the answer stops it. */
export function listen<Name extends keyof UiEvents>(name: Name, heard: Listener<Name>): () => void {
  listeners[name].add(heard)
  return () => void listeners[name].delete(heard)
}
