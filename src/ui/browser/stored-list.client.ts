/**
 * A short list in this browser's local storage. Returns an empty list when it cannot be read: the lists are a comfort
 * without which everything works.
 */
export function readStoredList<Item>(key: string, isItem: (value: unknown) => value is Item): Item[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isItem) : []
  } catch {
    return []
  }
}

export function writeStoredList(key: string, items: readonly unknown[]): void {
  try {
    if (items.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(items))
  } catch {
    // Storage may be full or disabled.
  }
}

/** The list with `item` first, without an older item of the same key, cut to `maxLength`. */
export function addNewestFirst<Item>(
  items: readonly Item[],
  item: Item,
  getKey: (item: Item) => string,
  maxLength: number,
): Item[] {
  return [item, ...items.filter(other => getKey(other) !== getKey(item))].slice(0, maxLength)
}
