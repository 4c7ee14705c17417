/** The list with `item` first, without an older item of the same key, cut to `maxLength`. */
export function addNewestFirst<Item>(
  items: readonly Item[],
  item: Item,
  getKey: (item: Item) => string,
  maxLength: number,
): Item[] {
  return [item, ...items.filter(other => getKey(other) !== getKey(item))].slice(0, maxLength)
}
