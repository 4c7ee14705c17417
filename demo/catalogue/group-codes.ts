import { drawGroup } from './product-groups.ts'
import { codeOf } from './products.ts'

const kept = new Map<string, readonly string[]>()
const mostKept = 20_000

/** Codes of a group's products, the house's first. The same groups are asked for again and again: they are kept. */
export function drawSold(seed: number, groupIndex: number): readonly string[] {
  const key = `${seed}/${groupIndex}`
  const before = kept.get(key)
  if (before) return before
  const group = drawGroup(seed, groupIndex)
  const codes = group.sold.map(brand => codeOf(brand, group))
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, codes)
  return codes
}
