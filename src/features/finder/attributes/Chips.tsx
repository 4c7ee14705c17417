import { CrossIcon } from '../../../ui/Icons.tsx'
import { clearOptions, toggleAttributeOption } from '../hash/choose.ts'
import { type FinderState, formatHash, hasChosen } from '../hash/hash.ts'
import type { Attribute } from '../schemas.ts'

/** The chosen options, each with a button that removes it. */
export function Chips({ state, groups }: { state: FinderState; groups: readonly Attribute[] | null }) {
  if (!hasChosen(state.attributes)) return null
  const formatLabel = (id: string, value: string) => {
    const group = groups?.find(one => one.id === id)
    const label = group?.options.find(option => option.value === value)?.label ?? value
    return group && id !== 'type' && id !== 'brand' ? `${group.name}: ${label}` : label
  }
  return (
    <ul aria-label="Filters chosen" className="mb-4 flex flex-wrap items-center gap-2">
      {Object.entries(state.attributes).flatMap(([id, values]) =>
        values.map(value => (
          <li key={`${id} ${value}`}>
            <a
              href={formatHash(toggleAttributeOption(state, id, value))}
              className="inline-flex min-h-9 items-center gap-2 rounded border border-edge bg-surface px-3 text-sm hover:bg-sunk"
            >
              <span className="sr-only">Remove filter: </span>
              {formatLabel(id, value)}
              <CrossIcon className="size-3.5" />
            </a>
          </li>
        )),
      )}
      <li>
        <a href={formatHash(clearOptions(state))} className="link inline-block px-2 py-2 text-sm">
          Clear all
        </a>
      </li>
    </ul>
  )
}
