import { type Brand, brands, ownBrand } from './brands.ts'
import { type FilterType, filterTypes, type TypeKey } from './filter-types.ts'
import { createRandom, shuffle } from './random.ts'

/** Interchangeable filters of several brands: the same dimensions and ratings. */
export interface ProductGroup {
  index: number
  type: TypeKey
  od: number
  height: number
  width: number | undefined
  innerDiameter: number | undefined
  thread: string
  choices: Record<string, string | number>
  /** Brands with a product in the catalogue; the own brand comes first. */
  stockedBrands: readonly Brand[]
  /** Brands that appear only in cross-references. */
  otherBrands: readonly Brand[]
  /** Pence ex VAT, before the brand's price factor. */
  basePrice: number
}

interface Slot {
  type: TypeKey
  stockedBrands: number
  /** The number of products in the block before this slot. */
  firstProductIndex: number
}

/** Groups repeat in blocks of the same types, so that any group can be generated without the ones before it. */
export const block = createBlock()
export const groupsInBlock = block.length
export const productsInBlock = block.reduce((sum, slot) => sum + slot.stockedBrands, 0)

const slotsOfType = new Map<TypeKey, number[]>()
for (const [at, slot] of block.entries())
  slotsOfType.set(slot.type, [...(slotsOfType.get(slot.type) ?? []), at])

/** Selects a group of a type within a block; `choice` is any whole number ≥ 0. */
export function groupOfType(type: TypeKey, blockIndex: number, choice: number): number {
  const slots = slotsOfType.get(type)!
  return blockIndex * groupsInBlock + slots[choice % slots.length]!
}

/** The index of a group's first product among all generated products. */
export function firstProductOf(groupIndex: number): number {
  return (
    Math.floor(groupIndex / groupsInBlock) * productsInBlock +
    block[groupIndex % groupsInBlock]!.firstProductIndex
  )
}

export function generateGroup(seed: number, index: number): ProductGroup {
  const slot = block[index % groupsInBlock]!
  const type: FilterType = filterTypes[slot.type]
  const random = createRandom(seed, 'group', index)
  const dimensions =
    slot.type === 'airInner' ? generateInnerDimensions(seed, index, random) : generateDimensions(type, random)
  const shuffledBrands = shuffle(listBrands(type), random)
  const choices = Object.fromEntries(
    Object.entries(type.choices).map(([name, values]) => [name, random.pick(values)]),
  )
  const [low, high] = type.price
  const priceLevel = Math.min(1, Math.max(0, 0.1 + 0.6 * dimensions.rank + 0.3 * random.next()))
  return {
    index,
    type: slot.type,
    ...dimensions,
    choices,
    stockedBrands: [ownBrand, ...shuffledBrands.slice(0, slot.stockedBrands - 1)],
    otherBrands: shuffledBrands.slice(slot.stockedBrands - 1),
    basePrice: low * (high / low) ** priceLevel,
  }
}

function listBrands(type: FilterType): Brand[] {
  return brands.filter(brand => brand.codePatterns[type.line] !== undefined)
}

function generateDimensions(type: FilterType, random: ReturnType<typeof createRandom>) {
  const at = random.between(0, type.sizes.length - 1)
  const [first, second, third] = type.sizes[at]!
  const rank = type.sizes.length > 1 ? at / (type.sizes.length - 1) : 0.5
  const isBox = typeof third === 'number'
  // Diameters are exact; lengths vary a little, as they do between makers.
  return {
    od: first,
    height: isBox ? third : second + random.between(0, 3) * 2,
    width: isBox ? second : undefined,
    innerDiameter: type.boreRatio ? Math.round(first * type.boreRatio) : undefined,
    thread: isBox ? '' : third,
    rank,
  }
}

/** An inner air element fits, with clearance, into the outer one that precedes it in the block. */
function generateInnerDimensions(seed: number, index: number, random: ReturnType<typeof createRandom>) {
  const outer = generateGroup(seed, index - 1)
  const od = outer.innerDiameter! - random.between(4, 10)
  return {
    od,
    height: outer.height - random.between(6, 16),
    width: undefined,
    innerDiameter: Math.round(od * 0.74),
    thread: '',
    rank: outer.od / 410,
  }
}

function createBlock(): Slot[] {
  const random = createRandom('block')
  const keys = Object.keys(filterTypes) as TypeKey[]
  const list = keys.flatMap(type =>
    type === 'airInner' ? [] : Array<TypeKey>(filterTypes[type].weight).fill(type),
  )
  const ordered = shuffle(list, random).flatMap((type): TypeKey[] =>
    type === 'airOuter' ? [type, 'airInner'] : [type],
  )
  let firstProductIndex = 0
  return ordered.map(type => {
    const kind: FilterType = filterTypes[type]
    const stockedBrands = random.between(1, Math.min(kind.maxBrands, listBrands(kind).length + 1))
    const slot = { type, stockedBrands, firstProductIndex }
    firstProductIndex += stockedBrands
    return slot
  })
}
