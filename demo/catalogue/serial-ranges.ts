import type { Make } from './makes.ts'
import { dice } from './random.ts'
import type { SerialRow } from './rows.ts'

export type Range = Pick<SerialRow, 'kind' | 'prefix' | 'from' | 'to'>

const rangeLength = 6000
const mostVariants = 12

/**
 * The numbers on the plates of one variant. Ranges of the variants of a model follow each other; the last is often
 * open; two in a hundred overlap, as in real books. JCB's begin above three million and never overlap: the contract
 * keeps 910000–919999 and 2000001–2299999 for one machine alone.
 */
export function rangesOf(make: Make, model: number, nth: number, count: number): Range[] {
  if (make.plate === 'none') return []
  const by = dice('plate', make.name, model, nth)
  const kept = make.name === 'JCB'
  const start = (kept ? 3_000_000 : 100_000) + (model * mostVariants + nth) * rangeLength
  const overlap = !kept && nth > 0 && by.chance(0.02) ? 500 : 0
  const open = nth === count - 1 && by.chance(0.6)
  const range: Range = {
    kind: make.plate,
    prefix: prefixOf(make, model),
    from: start + 1 - overlap,
    to: open && !kept ? null : start + rangeLength,
  }
  // Two numbers on one plate: what it is sold by and what the maker counts by.
  return kept && by.chance(0.3)
    ? [range, { ...range, kind: 'serial', from: range.from + 2_000_000, to: range.to! + 2_000_000 }]
    : [range]
}

const lettered = new Set(['Caterpillar', 'Bobcat'])

function prefixOf(make: Make, model: number): string {
  if (!lettered.has(make.name) && !make.invented) return ''
  const by = dice('prefix', make.name, model)
  return Array.from({ length: 3 }, () => by.pick([...'ABCDEFGHJKLMNPRSTUWXYZ'])).join('')
}
