import { filterTypes, type TypeKey } from './filter-types.ts'
import { drawSold } from './group-codes.ts'
import { block, drawGroup, firstProduct, groupOfType, groupsInBlock } from './product-groups.ts'
import { codeOf } from './products.ts'
import { dice } from './random.ts'
import type { KitRow } from './rows.ts'

/** What goes into a kit first: oil and fuel at every service, the rest as the interval grows. */
const served: readonly TypeKey[] = [
  'oilSpin',
  'fuelSpin',
  'airOuter',
  'separator',
  'hydReturn',
  'cabin',
  'hydPilot',
  'tankBreather',
]

export const fixedKits: readonly KitRow[] = [
  { kitCode: 'FH-EDGE-1', productCode: 'FH-OIL-1', quantity: 2 },
  { kitCode: 'FH-EDGE-1', productCode: 'FH-FUEL-1', quantity: 2 },
]

/** What the service kits among the first `products` drawn ones hold: as many filters as each kit says. */
export function* drawKits(seed: number, products: number): Generator<KitRow> {
  for (let index = 0; firstProduct(index) < products; index++) {
    if (block[index % groupsInBlock]!.type !== 'kit') continue
    const contents = contentsOf(seed, index, products)
    const group = drawGroup(seed, index)
    for (const [at, brand] of group.sold.entries()) {
      if (firstProduct(index) + at >= products) return
      const kitCode = codeOf(brand, group)
      for (const { productCode, quantity } of contents) yield { kitCode, productCode, quantity }
    }
  }
}

function contentsOf(seed: number, kit: number, products: number): Omit<KitRow, 'kitCode'>[] {
  const by = dice(seed, 'kit', kit)
  const blockIndex = Math.floor(kit / groupsInBlock)
  const contents: Omit<KitRow, 'kitCode'>[] = []
  let missing = Number(drawGroup(seed, kit).choices.Filters)
  for (const type of served) {
    const group = groupOfType(type, blockIndex, by.between(0, filterTypes[type].weight - 1))
    // Two fuel filters in a row are usual on larger engines.
    const quantity = Math.min(missing, type === 'fuelSpin' && by.chance(0.5) ? 2 : 1)
    if (quantity === 0) break
    if (firstProduct(group) >= products) continue
    contents.push({ productCode: drawSold(seed, group)[0]!, quantity })
    missing -= quantity
  }
  return contents
}
