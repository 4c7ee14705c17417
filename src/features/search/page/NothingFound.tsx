import { TextLink } from '../../../ui/Actions.tsx'
import { CallLink, EmailLink, useShop } from '../../../ui/contact.tsx'
import { EmptyCatalogue } from '../../catalogue/EmptyCatalogue.tsx'
import type { CatalogueExamples } from '../../catalogue/messages.ts'
import type { MachineLink } from '../engine/machines/machine-names.ts'
import { searchMessages } from '../messages.ts'
import { toSearchUrl } from '../query/filters.ts'
import { MachineLinkList } from './VariantChoices.tsx'

interface NothingFoundProps {
  query: string
  suggestions: string[]
  machines: MachineLink[]
  clearUrl: string | null
  /** Null: the catalogue is empty. */
  examples: CatalogueExamples | null
}

/** An empty result: near numbers first, then other ways to search (R-UX-40). */
export function NothingFound({ query, suggestions, machines, clearUrl, examples }: NothingFoundProps) {
  if (!examples) {
    return (
      <div className="mt-6">
        <EmptyCatalogue />
      </div>
    )
  }
  const hasWords = /[\p{L}\p{N}]/u.test(query)
  return (
    <section className="card mt-6 max-w-3xl p-6 sm:p-8">
      <h2 className="text-xl">{searchMessages.nothing}</h2>
      <MachineLinkList machines={machines} />
      {suggestions.length > 0 && (
        <>
          <p className="mt-3">Did you mean one of these numbers?</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {suggestions.map(code => (
              <li key={code}>
                <a href={toSearchUrl(code)} className="code button">
                  {code}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="mt-4 list-disc space-y-2 pl-5 marker:text-steel">
        {clearUrl && (
          <li>
            <TextLink href={clearUrl}>Clear all filters</TextLink> and search again.
          </li>
        )}
        {query !== '' && !hasWords && <li>Type letters or digits: symbols alone are not a part number.</li>}
        {hasWords && (
          <>
            <li>Check the spelling. Spaces, hyphens and capitals in a part number don’t matter.</li>
            <li>Leave off the last letters of the number: they often only describe the packaging.</li>
            <li>
              {`Try the make of your machine or the type of filter${examples.machine === null ? '' : `, such as “${examples.machine}”`}.`}
            </li>
          </>
        )}
        <li>
          Find what fits{' '}
          <TextLink href="/find-replacement-filters">by machine, by its plate or by kind and size</TextLink>.
        </li>
        <StillStuck />
      </ul>
    </section>
  )
}

function StillStuck() {
  const { phone, email } = useShop()
  if (phone === null && email === null) return null
  return (
    <li>
      Still stuck? {phone === null ? 'Write to' : 'Call'}{' '}
      {phone === null ? (
        <EmailLink className="link whitespace-nowrap" />
      ) : (
        <CallLink className="link whitespace-nowrap" />
      )}
      : we know filters.
    </li>
  )
}
