import { useEffect, useState } from 'react'
import { formatAddFilters, formatKitName } from '../messages.ts'
import type { MachineFilters as Filters } from '../schemas.ts'
import { fetchMachineFilters } from './calls.client.ts'
import { type ListFormValues, listMissingLines, type NewFormLine, toFormLine } from './form-state.ts'

interface MachineFiltersPanelProps {
  form: ListFormValues
  onAdd: (lines: NewFormLine[]) => void
}

/** Buttons that add all filters of the chosen machine, or those of one service. */
export function MachineFiltersPanel({ form, onAdd }: MachineFiltersPanelProps) {
  const machineFilters = useMachineFilters(form.variant)
  if (!machineFilters || machineFilters.filters.length === 0) return null
  const { filters } = machineFilters
  const lines = filters.map(toFormLine)
  const missing = listMissingLines(form, lines)
  if (missing.length === 0) {
    return (
      <p role="status" className="mt-2 text-steel">
        All filters of this machine are on the list.
      </p>
    )
  }
  const kits = machineFilters.kits
    .map(({ hours, product_ids }) => ({
      hours,
      lines: lines.filter(({ productId }) => product_ids.includes(productId)),
    }))
    .filter(kit => listMissingLines(form, kit.lines).length > 0 && kit.lines.length < lines.length)
  return (
    <div className="mt-3 rounded bg-sunk p-4">
      <p>This machine takes {filters.length === 1 ? 'one filter' : `${filters.length} filters`}.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button button-strong" onClick={() => onAdd(lines)}>
          {formatAddFilters(missing.length, lines.length)}
        </button>
        {kits.map(kit => (
          <button key={kit.hours} type="button" className="button" onClick={() => onAdd(kit.lines)}>
            {formatKitName(kit.hours)} <span className="font-normal text-steel">({kit.lines.length})</span>
          </button>
        ))}
      </div>
      <p className="mt-2 text-sm text-steel">
        Service intervals are typical: check your machine’s handbook for the right ones.
      </p>
    </div>
  )
}

/** The filters of a variant; null until they are loaded, and after a failure. */
function useMachineFilters(variant: string): Filters | null {
  const [loaded, setLoaded] = useState<{ variant: string; filters: Filters } | null>(null)
  useEffect(() => {
    if (variant === '') return
    const controller = new AbortController()
    fetchMachineFilters(variant, controller.signal).then(
      filters => setLoaded({ variant, filters }),
      () => {},
    )
    return () => controller.abort()
  }, [variant])
  return loaded?.variant === variant ? loaded.filters : null
}
