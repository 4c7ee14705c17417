import type { MachineLinks, VariantChoice } from '../engine/machines/machine-links.ts'
import { toSearchUrl } from './search-view.ts'

const maxOpen = 3

/** 'Which JCB 3CX?': the variants of the model that was named. The results below are of all of them. */
export function VariantChoices({ machines: { model, links, variants } }: { machines: MachineLinks }) {
  if (model === null) return null
  return (
    <section aria-labelledby="variants" className="card mt-4 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="variants" className="text-base">
          Which {model}?
        </h2>
        <a href={links[0]!.url} className="link py-1 text-sm">
          All filters of the {model}
        </a>
      </div>
      <VariantList variants={variants.slice(0, maxOpen)} />
      {variants.length > maxOpen && (
        <details>
          <summary className="link inline-block cursor-pointer py-2 text-sm">
            {variants.length - maxOpen} more
          </summary>
          <VariantList variants={variants.slice(maxOpen)} />
        </details>
      )}
    </section>
  )
}

function VariantList({ variants }: { variants: VariantChoice[] }) {
  return (
    <ul className="mt-1.5 flex flex-wrap gap-2">
      {variants.map(variant => (
        <VariantLink key={variant.query} variant={variant} />
      ))}
    </ul>
  )
}

function VariantLink({ variant }: { variant: VariantChoice }) {
  const facts = listFacts(variant).join(' · ')
  return (
    <li className="max-sm:w-full">
      <a
        href={toSearchUrl(variant.query)}
        rel="nofollow"
        className="flex min-h-11 flex-wrap items-center gap-x-3 rounded border border-edge px-3 py-1.5 hover:bg-sunk"
      >
        <span>{variant.name}</span>
        {facts !== '' && <span className="text-sm text-steel">{facts}</span>}
      </a>
    </li>
  )
}

/** Engine and years, unless the name has them. */
function listFacts({ name, engine, years }: VariantChoice): string[] {
  const isInName = (text: string) => text.split(' ').every(word => word === 'to' || name.includes(word))
  return [engine ?? '', years].filter(fact => fact !== '' && !isInName(fact))
}
