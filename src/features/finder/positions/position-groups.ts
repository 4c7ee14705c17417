import { positionOrder } from '../../catalogue/positions.ts'
import type { FitPosition } from '../machines/machine.ts'

/** What is listed under a position: the products that fit there, and the same parts of other brands. */
export interface PositionGroup<Filter, Equivalent> {
  /** 'Engine oil' */
  heading: string
  filters: { filter: Filter; quantity: number }[]
  equivalents: Equivalent[]
}

interface PositionedFilter {
  id: number
  type: string
  /** In the order of a service. */
  positions: readonly FitPosition[]
}

interface EquivalentOfFilter {
  id: number
  equivalentTo: number
}

const maxEquivalents = 4

/**
 * The filters by position, in their order; a filter with several positions is in each of them. `equivalents`: the best
 * first; each position has the best of its filters.
 */
export function groupByPosition<Filter extends PositionedFilter, Equivalent extends EquivalentOfFilter>(
  filters: readonly Filter[],
  equivalents: readonly Equivalent[],
): PositionGroup<Filter, Equivalent>[] {
  const groups = new Map<string, PositionGroup<Filter, Equivalent>>()
  for (const filter of filters) {
    for (const { name, quantity } of filter.positions) {
      const heading = formatHeading(name, filter.type)
      const key = heading.toLowerCase()
      const group = groups.get(key) ?? { heading, filters: [], equivalents: [] }
      group.filters.push({ filter, quantity })
      groups.set(key, group)
    }
  }
  // A filter with several positions brings a later position forward.
  return [...groups.values()]
    .sort((a, b) => getRank(a.heading) - getRank(b.heading))
    .map(group => ({ ...group, equivalents: pickEquivalents(group, equivalents) }))
}

function getRank(heading: string): number {
  const at = positionOrder.indexOf(heading)
  return at < 0 ? positionOrder.length : at
}

function pickEquivalents<Filter extends PositionedFilter, Equivalent extends EquivalentOfFilter>(
  { filters }: PositionGroup<Filter, Equivalent>,
  equivalents: readonly Equivalent[],
): Equivalent[] {
  const filterIds = new Set(filters.map(({ filter }) => filter.id))
  const byId = new Map<number, Equivalent>()
  for (const equivalent of equivalents) {
    if (filterIds.has(equivalent.equivalentTo) && !byId.has(equivalent.id))
      byId.set(equivalent.id, equivalent)
  }
  return [...byId.values()].slice(0, maxEquivalents)
}

/** 'Engine oil' for 'engine oil' and 'ENGINE OIL'; the type of the filter when the catalogue names no position. */
export function formatHeading(position: string, type: string): string {
  const text = position.trim() || type
  const isShouted = text.length > 4 && text === text.toUpperCase()
  const calm = isShouted ? text.toLowerCase() : text
  return calm.charAt(0).toUpperCase() + calm.slice(1)
}
