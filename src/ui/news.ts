/** What one part of a page tells the others that stand in it. Sums are whole pence, excluding VAT. */
export interface News {
  basket: { count: number; subtotal: number }
}

type Heard<Name extends keyof News> = (news: News[Name]) => void

const listeners: { [Name in keyof News]: Set<Heard<Name>> } = { basket: new Set() }

export function tell<Name extends keyof News>(name: Name, news: News[Name]): void {
  for (const heard of listeners[name]) heard(news)
}

/** Calls `heard` with each piece of news; the answer stops it. */
export function listen<Name extends keyof News>(name: Name, heard: Heard<Name>): () => void {
  listeners[name].add(heard)
  return () => void listeners[name].delete(heard)
}
