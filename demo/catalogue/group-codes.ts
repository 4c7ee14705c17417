import { generateGroup } from './product-groups.ts'
import { codeOf } from './products.ts'

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
