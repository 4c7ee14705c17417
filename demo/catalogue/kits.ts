import { filterTypes, type TypeKey } from './filter-types.ts'
import { listGroupCodes } from './group-codes.ts'
import { block, firstProductOf, generateGroup, groupOfType, groupsInBlock } from './product-groups.ts'
import { codeOf } from './products.ts'
import { createRandom } from './random.ts'
import type { DemoKitComponent } from './rows.ts'

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

export const fixedKits: readonly DemoKitComponent[] = [
  { kitCode: 'FH-EDGE-1', productCode: 'FH-OIL-1', quantity: 2 },
  { kitCode: 'FH-EDGE-1', productCode: 'FH-FUEL-1', quantity: 2 },
]

/** Contents of the service kits among the first `products` generated products: as many filters as each kit states. */
export function* generateKits(seed: number, products: number): Generator<DemoKitComponent> {
  for (let index = 0; firstProductOf(index) < products; index++) {
    if (block[index % groupsInBlock]!.type !== 'kit') continue
    const contents = generateContents(seed, index, products)
    const group = generateGroup(seed, index)
    for (const [brandIndex, brand] of group.stockedBrands.entries()) {
      if (firstProductOf(index) + brandIndex >= products) return
      const kitCode = codeOf(brand, group)
      for (const { productCode, quantity } of contents) yield { kitCode, productCode, quantity }
    }
  }
}

function generateContents(seed: number, kit: number, products: number): Omit<DemoKitComponent, 'kitCode'>[] {
  const random = createRandom(seed, 'kit', kit)
  const blockIndex = Math.floor(kit / groupsInBlock)
  const contents: Omit<DemoKitComponent, 'kitCode'>[] = []
  let remaining = Number(generateGroup(seed, kit).choices.Filters)
  for (const type of kitTypes) {
    const group = groupOfType(type, blockIndex, random.between(0, filterTypes[type].weight - 1))
    // Larger engines usually have two fuel filters.
    const quantity = Math.min(remaining, type === 'fuelSpin' && random.chance(0.5) ? 2 : 1)
    if (quantity === 0) break
    if (firstProductOf(group) >= products) continue
    contents.push({ productCode: listGroupCodes(seed, group)[0]!, quantity })
    remaining -= quantity
  }
  return contents
}
