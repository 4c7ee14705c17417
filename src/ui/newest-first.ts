/** The list with `item` in front, without its older self, and no longer than `most`. */
export function addNewestFirst<Item>(
  items: readonly Item[],
  item: Item,
  keyOf: (item: Item) => string,
  most: number,
): Item[] {
  return [item, ...items.filter(other => keyOf(other) !== keyOf(item))].slice(0, most)
}
