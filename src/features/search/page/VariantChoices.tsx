import type { MachineLinks, VariantChoice } from '../engine/machines/machine-links.ts'
import { type Results, toQueryUrl } from '../facets/filter-links.ts'

const maxOpen = 3
// The engine lists no more.
const maxListed = 40

interface VariantChoicesProps {
  machines: MachineLinks
  results: Results
}

/** 'Which JCB 3CX?': the variants of the model that was named. The results below are of all of them. */
export function VariantChoices({ machines: { model, links, variants }, results }: VariantChoicesProps) {
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
      <VariantList variants={variants.slice(0, maxOpen)} results={results} />
      {variants.length > maxOpen && (
        <details>
          <summary className="link inline-block cursor-pointer py-2 text-sm">
            {variants.length - maxOpen} more
          </summary>
          <VariantList variants={variants.slice(maxOpen)} results={results} />
          {variants.length >= maxListed && <MoreVariants modelUrl={links[0]!.url} />}
        </details>
      )}
    </section>
  )
}

function MoreVariants({ modelUrl }: { modelUrl: string }) {
  const [, , make] = modelUrl.split('/')
  return (
    <p className="mt-2">
      And more:{' '}
      <a href={`/find-replacement-filters#make?manufacturer=${make}`} className="link">
        choose by engine or serial number
      </a>
      .
    </p>
  )
}

function VariantList({ variants, results }: { variants: VariantChoice[]; results: Results }) {
  return (
    <ul className="mt-1.5 flex flex-wrap gap-2">
      {variants.map(variant => (
        <VariantLink key={variant.query} variant={variant} url={toQueryUrl(results, variant.query)} />
      ))}
    </ul>
  )
}

function VariantLink({ variant, url }: { variant: VariantChoice; url: string }) {
  const facts = listFacts(variant).join(' · ')
  return (
    <li className="max-sm:w-full">
      <a
        href={url}
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
