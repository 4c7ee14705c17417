import { createRandom } from '../random.ts'
import type { DemoSerialRange } from '../rows.ts'
import type { Make } from './makes.ts'

export type PlateRange = Pick<DemoSerialRange, 'kind' | 'prefix' | 'from' | 'to'>

const rangeLength = 6000
const maxVariants = 12

/**
 * Generates the serial ranges of one variant. Ranges of a model's variants follow each other; the last is often
 * open-ended; two in a hundred overlap, as in real data. JCB's begin above three million and never overlap, because
 * 910000–919999 and 2000001–2299999 belong to a fixed product's machine alone.
 */
export function generateSerialRanges(
  make: Make,
  model: number,
  variantIndex: number,
  count: number,
): PlateRange[] {
  if (make.plateNumber === 'none') return []
  const random = createRandom('plate', make.name, model, variantIndex)
  const isJcb = make.name === 'JCB'
  const start = (isJcb ? 3_000_000 : 100_000) + (model * maxVariants + variantIndex) * rangeLength
  const overlap = !isJcb && variantIndex > 0 && random.chance(0.02) ? 500 : 0
  const isOpenEnded = variantIndex === count - 1 && random.chance(0.6)
  const range: PlateRange = {
    kind: make.plateNumber,
    prefix: generatePrefix(make, model),
    from: start + 1 - overlap,
    to: isOpenEnded && !isJcb ? null : start + rangeLength,
  }
  // Some plates have two numbers: a machine number and a serial number.
  return isJcb && random.chance(0.3)
    ? [range, { ...range, kind: 'serial', from: range.from + 2_000_000, to: range.to! + 2_000_000 }]
    : [range]
}

const makesWithPrefix = new Set(['Caterpillar', 'Bobcat'])

function generatePrefix(make: Make, model: number): string {
  if (!makesWithPrefix.has(make.name) && !make.isInvented) return ''
  const random = createRandom('prefix', make.name, model)
  return Array.from({ length: 3 }, () => random.pick([...'ABCDEFGHJKLMNPRSTUWXYZ'])).join('')
}
