import { useEffect, useState } from 'react'
import { filtersOf } from './calls.client.ts'
import { type Form, lineOf, missingOf, type NewLine } from './form.ts'
import { addFiltersWords, kitWords } from './messages.ts'
import type { MachineFilters as Filters } from './schemas.ts'

interface MachineFiltersProps {
  form: Form
  onAdd: (lines: NewLine[]) => void
}

/** What the chosen machine takes: all of it, or one of its services, with one press. */
export function MachineFilters({ form, onAdd }: MachineFiltersProps) {
  const found = useFilters(form.variant)
  if (!found || found.filters.length === 0) return null
  const lines = found.filters.map(lineOf)
  const missing = missingOf(form, lines)
  if (missing.length === 0) {
    return (
      <p role="status" className="mt-2 text-steel">
        All filters of this machine are on the list.
      </p>
    )
  }
  const kits = found.kits
    .map(({ hours, product_ids }) => ({
      hours,
      lines: lines.filter(({ productId }) => product_ids.includes(productId)),
    }))
    .filter(kit => missingOf(form, kit.lines).length > 0 && kit.lines.length < lines.length)
  return (
    <div className="mt-3 rounded bg-sunk p-4">
      <p>
        This machine takes {found.filters.length === 1 ? 'one filter' : `${found.filters.length} filters`}.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button button-strong" onClick={() => onAdd(lines)}>
          {addFiltersWords(missing.length, lines.length)}
        </button>
        {kits.map(kit => (
          <button key={kit.hours} type="button" className="button" onClick={() => onAdd(kit.lines)}>
            {kitWords(kit.hours)} <span className="font-normal text-steel">({kit.lines.length})</span>
          </button>
        ))}
      </div>
      <p className="mt-2 text-sm text-steel">
        Services are the usual ones: your machine’s handbook decides what falls due when.
      </p>
    </div>
  )
}

/** Null while they are not there; a failure suggests nothing. */
function useFilters(variant: string): Filters | null {
  const [found, setFound] = useState<{ variant: string; filters: Filters } | null>(null)
  useEffect(() => {
    if (variant === '') return
    const asking = new AbortController()
    filtersOf(variant, asking.signal).then(
      filters => setFound({ variant, filters }),
      () => {},
    )
    return () => asking.abort()
  }, [variant])
  return found?.variant === variant ? found.filters : null
}
