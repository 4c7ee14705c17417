import { type Brand, brands, house } from './brands.ts'
import { type FilterType, filterTypes, type TypeKey } from './filter-types.ts'
import { dice, shuffled } from './random.ts'

/** Filters that may stand in for each other: the same measures and ratings, from several brands. */
export interface Group {
  index: number
  type: TypeKey
  od: number
  height: number
  width: number | undefined
  inner: number | undefined
  thread: string
  choices: Record<string, string | number>
  /** Brands of which we sell one; the house comes first. */
  sold: readonly Brand[]
  /** Brands whose numbers only refer to it. */
  others: readonly Brand[]
  /** Pence ex VAT before the brand's factor. */
  usualPrice: number
}

interface Slot {
  type: TypeKey
  sold: number
  /** Products of the block before this slot. */
  before: number
}

/** Groups come in blocks of the same make-up, so that any of them can be drawn without drawing the ones before. */
export const block = makeBlock()
export const groupsInBlock = block.length
export const productsInBlock = block.reduce((sum, slot) => sum + slot.sold, 0)

const slotsOfType = new Map<TypeKey, number[]>()
for (const [at, slot] of block.entries())
  slotsOfType.set(slot.type, [...(slotsOfType.get(slot.type) ?? []), at])

/** Which group of a block serves: `choice` is any whole number ≥ 0. */
export function groupOfType(type: TypeKey, blockIndex: number, choice: number): number {
  const slots = slotsOfType.get(type)!
  return blockIndex * groupsInBlock + slots[choice % slots.length]!
}

export function soldIn(groupIndex: number): number {
  return block[groupIndex % groupsInBlock]!.sold
}

/** The place of a group's first product among all drawn products. */
export function firstProduct(groupIndex: number): number {
  return Math.floor(groupIndex / groupsInBlock) * productsInBlock + block[groupIndex % groupsInBlock]!.before
}

export function drawGroup(seed: number, index: number): Group {
  const slot = block[index % groupsInBlock]!
  const type: FilterType = filterTypes[slot.type]
  const by = dice(seed, 'group', index)
  const measures = slot.type === 'airInner' ? innerMeasures(seed, index, by) : measuresOf(type, by)
  const order = shuffled(makersOf(type), by)
  const choices = Object.fromEntries(
    Object.entries(type.choices).map(([name, values]) => [name, by.pick(values)]),
  )
  const [low, high] = type.price
  const dearness = Math.min(1, Math.max(0, 0.1 + 0.6 * measures.rank + 0.3 * by.next()))
  return {
    index,
    type: slot.type,
    ...measures,
    choices,
    sold: [house, ...order.slice(0, slot.sold - 1)],
    others: order.slice(slot.sold - 1),
    usualPrice: low * (high / low) ** dearness,
  }
}

function makersOf(type: FilterType): Brand[] {
  return brands.filter(brand => brand.shapes[type.line] !== undefined)
}

function measuresOf(type: FilterType, by: ReturnType<typeof dice>) {
  const at = by.between(0, type.sizes.length - 1)
  const [first, second, third] = type.sizes[at]!
  const rank = type.sizes.length > 1 ? at / (type.sizes.length - 1) : 0.5
  const flat = typeof third === 'number'
  // Diameters stay what the family says; lengths vary a little, as they do between makers.
  return {
    od: first,
    height: flat ? third : second + by.between(0, 3) * 2,
    width: flat ? second : undefined,
    inner: type.bore ? Math.round(first * type.bore) : undefined,
    thread: flat ? '' : third,
    rank,
  }
}

/** An inner air element goes into the outer one that stands before it in the block, with room to turn it. */
function innerMeasures(seed: number, index: number, by: ReturnType<typeof dice>) {
  const outer = drawGroup(seed, index - 1)
  const od = outer.inner! - by.between(4, 10)
  return {
    od,
    height: outer.height - by.between(6, 16),
    width: undefined,
    inner: Math.round(od * 0.74),
    thread: '',
    rank: outer.od / 410,
  }
}

function makeBlock(): Slot[] {
  const by = dice('block')
  const keys = Object.keys(filterTypes) as TypeKey[]
  const list = keys.flatMap(type =>
    type === 'airInner' ? [] : Array<TypeKey>(filterTypes[type].weight).fill(type),
  )
  const ordered = shuffled(list, by).flatMap((type): TypeKey[] =>
    type === 'airOuter' ? [type, 'airInner'] : [type],
  )
  let before = 0
  return ordered.map(type => {
    const kind: FilterType = filterTypes[type]
    const sold = by.between(1, Math.min(kind.brands, makersOf(kind).length + 1))
    const slot = { type, sold, before }
    before += sold
    return slot
  })
}
