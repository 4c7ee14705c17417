import { CrossIcon } from '../../../ui/Icons.tsx'
import type { PartKind, Understood } from '../query/understood.ts'
import { type Results, toQueryUrl } from './filter-links.ts'

/** A plain word needs no name. */
const kindNames: Record<PartKind, string | null> = {
  number: 'Number',
  machine: 'Machine',
  kind: 'Kind',
  brand: 'Brand',
  size: 'Size',
  word: null,
}

/** How the query was understood: a chip for each part, and what was left out because nothing has all of it. */
export function Understanding({ understood, results }: { understood: Understood; results: Results }) {
  const { parts, dropped } = understood
  const labels = parts.map(({ kind, label }) => {
    const isTyped = kind === 'word' && results.query.includes(label)
    return (kind === 'kind' || kind === 'word') && !isTyped ? label.toLowerCase() : label
  })
  // A single word is understood as itself.
  const isPlain = parts.length < 2 && dropped.length === 0 && parts[0]?.kind !== 'machine'
  if (isPlain) return null
  return (
    <>
      {dropped.length > 0 && (
        <p className="mt-2" role="status">
          Nothing has all of this. Results for <strong>{labels.join(', ')}</strong>, without{' '}
          {dropped.map(text => `“${text}”`).join(' and ')}.
        </p>
      )}
      <ul aria-label="Your search" className="mt-3 flex flex-wrap items-center gap-2">
        {parts.map(({ kind, label, without }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may name a part twice
          <li key={at}>
            <a
              href={toQueryUrl(results, without)}
              className="inline-flex min-h-9 items-center gap-2 rounded border border-edge bg-surface px-3 text-sm hover:bg-sunk"
            >
              <span className="sr-only">Remove </span>
              <span>
                {kindNames[kind] && <span className="text-steel">{kindNames[kind]}: </span>}
                {label}
              </span>
              <CrossIcon className="size-3.5" />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
