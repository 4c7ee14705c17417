import { codeOf, listGroupCodes } from './group-codes.ts'
import { listKitContents } from './kit-contents.ts'
import { block, firstProductOf, generateGroup, groupsInBlock } from './product-groups.ts'
import type { DemoKitComponent } from './rows.ts'

export const fixedKits: readonly DemoKitComponent[] = [
  { kitCode: 'FH-EDGE-1', productCode: 'FH-OIL-1', quantity: 2 },
  { kitCode: 'FH-EDGE-1', productCode: 'FH-FUEL-1', quantity: 2 },
]

/** Contents of the service kits among the first `products` generated products: as many filters as each kit states. */
export function* generateKits(seed: number, products: number): Generator<DemoKitComponent> {
  for (let index = 0; firstProductOf(index) < products; index++) {
    if (block[index % groupsInBlock]!.type !== 'kit') continue
    const contents = listKitContents(seed, index, products)
    const group = generateGroup(seed, index)
    for (const [brandIndex, brand] of group.stockedBrands.entries()) {
      if (firstProductOf(index) + brandIndex >= products) return
      const kitCode = codeOf(brand, group)
      for (const { group: part, quantity } of contents) {
        yield { kitCode, productCode: listGroupCodes(seed, part)[0]!, quantity }
      }
    }
  }
}
