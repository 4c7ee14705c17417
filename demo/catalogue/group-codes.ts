import type { Brand } from './brands.ts'
import { filterTypes } from './filter-types.ts'
import { uniquePartNumber } from './part-numbers.ts'
import { generateGroup, type ProductGroup } from './product-groups.ts'

/** A brand's code for a group: the same in products and cross-references. */
export function codeOf(brand: Brand, group: Pick<ProductGroup, 'index' | 'type'>): string {
  return uniquePartNumber(brand.codePatterns[filterTypes[group.type].line]!, group.index, brand.name)
}

const cachedCodes = new Map<string, readonly string[]>()
const maxCached = 20_000

/** Codes of a group's products, the own brand's first. Cached, because fitments use the same groups many times. */
export function listGroupCodes(seed: number, groupIndex: number): readonly string[] {
  const key = `${seed}/${groupIndex}`
  const cached = cachedCodes.get(key)
  if (cached) return cached
  const group = generateGroup(seed, groupIndex)
  const codes = group.stockedBrands.map(brand => codeOf(brand, group))
  if (cachedCodes.size >= maxCached) cachedCodes.clear()
  cachedCodes.set(key, codes)
  return codes
}
