export interface FittedFilter {
  id: number
  type: string
  /** '' when the catalogue does not say. */
  position: string
}

/**
 * One filter for each position on a machine, since the catalogue lists several makers' filters for each: the first that
 * can be bought. Filters without a position count by type. Service kits are left out: they contain the same filters.
 */
export function chooseOnePerPosition<Filter extends FittedFilter>(
  filters: readonly Filter[],
  canBuy: (filter: Filter) => boolean,
): Filter[] {
  const byPosition = new Map<string, Filter>()
  for (const filter of filters) {
    if (isKit(filter.type)) continue
    const position = filter.position === '' ? `type ${filter.type}` : filter.position
    const current = byPosition.get(position)
    if (!current || (!canBuy(current) && canBuy(filter))) byPosition.set(position, filter)
  }
  return [...byPosition.values()]
}

/** Whether a type or a position is that of a service kit. */
export function isKit(description: string): boolean {
  return description.toLowerCase().includes('kit')
}
