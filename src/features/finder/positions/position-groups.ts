import { addVat, formatPounds, type Pence, pence, standardVat } from '../../../lib/money.ts'
import { canBuy } from '../../catalogue/listing.ts'
import { positionOrder } from '../../catalogue/positions.ts'
import type { FittedEquivalent, FittedProduct, PositionChoice } from '../machines/machine.ts'

/** What is listed under a position: the products that fit there, and the same parts of other brands. */
export interface PositionGroup<Filter, Equivalent> {
  heading: string
  filters: { filter: Filter; quantity: number }[]
  equivalents: Equivalent[]
}

/** Its positions are in the order of a service. */
type PositionedFilter = Pick<FittedProduct, 'id' | 'type' | 'positions'>
type EquivalentOfFilter = Pick<FittedEquivalent, 'id' | 'equivalentTo'>

const maxEquivalents = 4

/** A filter with several positions is in each of them; each position has the best of the `equivalents` of its filters. */
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

export type FittedFilter = Pick<PositionChoice, 'id' | 'type' | 'position'>

/** The first that can be bought; without a position by type. Service kits are left out: they contain the same filters. */
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

export function isKit(description: string): boolean {
  return description.toLowerCase().includes('kit')
}

/** One product for each position of a machine, as 'Add all available' adds them. */
export interface AddAllOffer {
  items: { product: number; quantity: number }[]
  /** Of all pieces, ex VAT. */
  total: Pence
  /** The positions for which nothing can be bought now. */
  missing: string[]
  /** The machine has service kits too; they contain the same filters. */
  hasKits: boolean
}

/** `choices`: of each position the one to prefer first. Null when nothing can be bought. */
export function createAddAllOffer(choices: readonly PositionChoice[]): AddAllOffer | null {
  const chosen = chooseOnePerPosition(choices, canTakeAll)
  const items = new Map<number, number>()
  for (const { id, quantity } of chosen.filter(canTakeAll)) items.set(id, (items.get(id) ?? 0) + quantity)
  if (items.size === 0) return null
  const prices = new Map(chosen.map(({ id, price }) => [id, price ?? 0]))
  return {
    items: [...items].map(([product, quantity]) => ({ product, quantity })),
    total: pence([...items].reduce((sum, [id, quantity]) => sum + quantity * prices.get(id)!, 0)),
    missing: chosen
      .filter(choice => !canTakeAll(choice))
      .map(({ position, type }) => formatHeading(position, type)),
    hasKits: choices.some(({ type }) => isKit(type)),
  }
}

/** Whether all pieces that the machine takes at the position can be bought. */
function canTakeAll(choice: PositionChoice): boolean {
  return canBuy(choice) && (choice.backOrder || choice.available >= choice.quantity)
}

/** 'Add all available (3), £87.44' */
export function formatAddAll({ items, total }: AddAllOffer): string {
  return `Add all available (${items.length}), ${formatPounds(total)}`
}

/** What the button adds and what it leaves out. */
export function formatAddAllDescription({ total, missing, hasKits }: AddAllOffer): string {
  return [
    `One part for each position, as many as the machine takes: the cheapest in stock, otherwise on back order. ${formatPounds(addVat(total, standardVat))} with VAT.`,
    ...(missing.length > 0 ? [`Nothing can be ordered now for: ${missing.join('; ')}.`] : []),
    ...(hasKits ? ['Service kits are not included.'] : []),
  ].join(' ')
}
