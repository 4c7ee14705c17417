/**
 * A short list that this browser alone keeps, the newest first. What cannot be read, or kept, is an empty list: nobody
 * is told, because nobody asked for it.
 */
export function readStoredList<Item>(key: string, isItem: (value: unknown) => value is Item): Item[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isItem) : []
  } catch {
    return []
  }
}

export function writeStoredList(key: string, items: readonly unknown[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(items))
  } catch {
    // Storage may be full or switched off.
  }
}
