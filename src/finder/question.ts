import type { QueryOf } from '../shared/call.ts'
import type { finderSearch } from './contract.ts'
import { isBlankPlate, type Plate, readPlate } from './plate.ts'

/** What a finder search asks the catalogue. Slugs are '' where nothing was chosen. */
export type Question =
  | { kind: 'machine'; make: string; model: string; variantId: number | null }
  | { kind: 'plate'; make: string; plateKind: 'serial' | 'mach'; plate: Plate }

export type Verdict =
  | { kind: 'ask'; question: Question }
  /** A number was given by somebody who may not look it up (specification §6). */
  | { kind: 'locked' }
  | { kind: 'nothing' }

/** Contract §3: a make alone finds nothing, and so do an empty number and '0'; a number goes before a model. */
export function judgeSearch(asked: QueryOf<typeof finderSearch>, isFullCustomer: boolean): Verdict {
  const { manufacturer: make, model, variant } = asked
  const typed = isBlankPlate(asked.serial_number) ? asked.mach_number : asked.serial_number
  if (!isBlankPlate(typed)) {
    if (!isFullCustomer) return { kind: 'locked' }
    const plate = readPlate(typed)
    const plateKind = typed === asked.serial_number ? 'serial' : 'mach'
    return plate ? { kind: 'ask', question: { kind: 'plate', make, plateKind, plate } } : { kind: 'nothing' }
  }
  if (variant !== '' && !/^[1-9]\d{0,8}$/.test(variant)) return { kind: 'nothing' }
  if (variant === '' && (make === '' || model === '')) return { kind: 'nothing' }
  const variantId = variant === '' ? null : Number(variant)
  return { kind: 'ask', question: { kind: 'machine', make, model, variantId } }
}
