import type { FinderState } from '../hash/hash.ts'
import { formatMachineName } from '../machines/machine.ts'

interface MatchedMachine {
  model: string | null
  variantName: string | null
}

/** The heading of the results: the machine, or else the query or number as the visitor typed it. */
export function formatResultsTitle(state: FinderState, make: string | null, machine: MatchedMachine): string {
  const { mode, query, byPlate, serial, machNumber } = state
  if (mode !== 'make') return query === '' ? 'By size and shape' : `“${query}”`
  if (make !== null && machine.model !== null)
    return formatMachineTitle(make, machine.model, machine.variantName)
  if (!byPlate) return make === null ? 'Unknown machine' : `Unknown ${make} machine`
  const number = machNumber === '' ? `Serial number ${serial}` : `Mach number ${machNumber}`
  return make === null ? number : `${make}, ${number.charAt(0).toLowerCase()}${number.slice(1)}`
}

function formatMachineTitle(make: string, model: string, variant: string | null): string {
  return variant === null ? `${make} ${model}` : formatMachineName({ make, model, variant })
}
