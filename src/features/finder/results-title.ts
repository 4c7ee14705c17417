import type { FinderState } from './hash.ts'
import { formatMachineName } from './machine.ts'

interface FoundMachine {
  model: string | null
  variantName: string | null
}

/** What the results are results of: the machine that was found, or else what was asked, in the visitor's own words. */
export function formatResultsTitle(state: FinderState, make: string | null, found: FoundMachine): string {
  const { mode, query, byPlate, serial, machNumber } = state
  if (mode !== 'make') return query === '' ? 'By size and shape' : `“${query}”`
  if (make !== null && found.model !== null) return machineTitle(make, found.model, found.variantName)
  if (!byPlate) return make === null ? 'Unknown machine' : `Unknown ${make} machine`
  const number = machNumber === '' ? `Serial number ${serial}` : `Mach number ${machNumber}`
  return make === null ? number : `${make}, ${number.charAt(0).toLowerCase()}${number.slice(1)}`
}

function machineTitle(make: string, model: string, variant: string | null): string {
  return variant === null ? `${make} ${model}` : formatMachineName({ make, model, variant })
}
