import { pluralize } from '../../../lib/count.ts'
import { TextLink } from '../../../ui/Actions.tsx'
import { ChevronIcon } from '../../../ui/Icons.tsx'
import type { MachineLinks, VariantChoice } from '../engine/machines/machine-links.ts'
import type { MachineLink } from '../engine/machines/machine-names.ts'
import type { Results } from '../query/filters.ts'
import { toQueryUrl } from './search-view.ts'

const maxOpen = 3
// The engine lists no more.
const maxListed = 40

interface VariantChoicesProps {
  machines: MachineLinks
  results: Results
}

/** 'Which JCB 3CX?': the variants of the named model, behind one row on a phone, whose first screen has the results. */
export function VariantChoices({ machines: { model, links, variants }, results }: VariantChoicesProps) {
  if (model === null) return null
  return (
    <section aria-labelledby="variants" className="card mt-4">
      <h2 id="variants" className="sr-only">
        Which {model}?
      </h2>
      <details className="open-tablet">
        <summary className="flex min-h-12 items-center gap-2 px-4">
          <span className="font-semibold">Which {model}?</span>
          <span className="text-sm whitespace-nowrap text-steel">
            {pluralize(variants.length, 'variant')}
          </span>
          <ChevronIcon className="turns ml-auto size-4" />
        </summary>
        <div className="px-4 pb-3 md:pt-3">
          <div className="flex flex-wrap items-baseline gap-x-4">
            <span aria-hidden="true" className="font-semibold max-md:hidden">
              Which {model}?
            </span>
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
        </div>
      </details>
    </section>
  )
}

function MoreVariants({ modelUrl }: { modelUrl: string }) {
  const [, , make] = modelUrl.split('/')
  return (
    <p className="mt-2">
      And more:{' '}
      <TextLink href={`/find-replacement-filters#make?manufacturer=${make}`}>
        choose by engine or serial number
      </TextLink>
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
        {facts !== '' && <span className="note">{facts}</span>}
      </a>
    </li>
  )
}

/** Engine and years, unless the name has them. */
function listFacts({ name, engine, years }: VariantChoice): string[] {
  const isInName = (text: string) => text.split(' ').every(word => word === 'to' || name.includes(word))
  return [engine ?? '', years].filter(fact => fact !== '' && !isInName(fact))
}

export function MachineLinkList({ machines }: { machines: MachineLink[] }) {
  if (machines.length === 0) return null
  return (
    <section aria-labelledby="machines" className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="machines" className="text-base">
        Filters that fit
      </h2>
      <ul className="flex flex-wrap gap-2">
        {machines.map(({ label, url }) => (
          <li key={url}>
            <a href={url} className="button min-h-10">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
