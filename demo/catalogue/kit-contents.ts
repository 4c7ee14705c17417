import { filterTypes, type TypeKey } from './filter-types.ts'
import { firstProductOf, generateGroup, groupOfType, groupsInBlock } from './product-groups.ts'
import { createRandom } from './random.ts'

/** Filters of a kit in order of priority: oil and fuel are changed at every service. */
const kitTypes: readonly TypeKey[] = [
  'oilSpin',
  'fuelSpin',
  'airOuter',
  'separator',
  'hydReturn',
  'cabin',
  'hydPilot',
  'tankBreather',
]

/** Filters of a group of products, in a kit. */
export interface KitContent {
  /** The index of the group; the kit has its first product. */
  group: number
  quantity: number
}

/** What a kit holds (`kit`: the index of its group): as many filters as it states, of the first `products` products. */
export function listKitContents(seed: number, kit: number, products: number): KitContent[] {
  const random = createRandom(seed, 'kit', kit)
  const blockIndex = Math.floor(kit / groupsInBlock)
  const contents: KitContent[] = []
  let remaining = Number(generateGroup(seed, kit).choices.Filters)
  for (const type of kitTypes) {
    const group = groupOfType(type, blockIndex, random.between(0, filterTypes[type].weight - 1))
    // Larger engines usually have two fuel filters.
    const quantity = Math.min(remaining, type === 'fuelSpin' && random.chance(0.5) ? 2 : 1)
    if (quantity === 0) break
    if (firstProductOf(group) >= products) continue
    contents.push({ group, quantity })
    remaining -= quantity
  }
  return contents
}
