import type { QueryOf } from '../../../lib/calls/call.ts'
import { isBlankMachineSerial, type MachineSerial, parseMachineSerial } from '../machine-serial.ts'
import type { finderSearch } from '../schemas.ts'

/** A validated finder search. Slugs are '' where nothing was chosen. */
export type MachineQuery =
  | { kind: 'machine'; make: string; model: string; variantId: number | null }
  | { kind: 'plate'; make: string; plateKind: 'serial' | 'mach'; plate: MachineSerial; typed: string }

export type SearchDecision =
  | { kind: 'search'; query: MachineQuery }
  /** The visitor may not search by number. */
  | { kind: 'locked' }
  | { kind: 'nothing' }

/** A make alone finds nothing, nor does a blank number (R-FINDER-5); a number takes precedence over a model. */
export function decideSearch(
  parameters: QueryOf<typeof finderSearch>,
  isFullCustomer: boolean,
): SearchDecision {
  const { manufacturer: make, model, variant } = parameters
  const typed = isBlankMachineSerial(parameters.serial_number)
    ? parameters.mach_number
    : parameters.serial_number
  if (!isBlankMachineSerial(typed)) {
    if (!isFullCustomer) return { kind: 'locked' }
    const plate = parseMachineSerial(typed)
    const plateKind = typed === parameters.serial_number ? 'serial' : 'mach'
    return plate
      ? { kind: 'search', query: { kind: 'plate', make, plateKind, plate, typed } }
      : { kind: 'nothing' }
  }
  if (variant !== '' && !/^[1-9]\d{0,8}$/.test(variant)) return { kind: 'nothing' }
  if (variant === '' && (make === '' || model === '')) return { kind: 'nothing' }
  const variantId = variant === '' ? null : Number(variant)
  return { kind: 'search', query: { kind: 'machine', make, model, variantId } }
}
