import { useState } from 'react'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { TextField } from '../../../ui/forms/Field.tsx'
import { definePage } from '../../../ui/page.ts'
import { EmptyCatalogue } from '../../catalogue/EmptyCatalogue.tsx'
import type { CatalogueExamples } from '../../catalogue/messages.ts'
import { searchMessages } from '../../search/messages.ts'
import { isQueryTooLong } from '../../search/query-length.ts'
import { AttributeGroups } from '../attributes/AttributeGroups.tsx'
import { enterQuery, type FinderState, formatHash, getRequestKind, switchMethod } from '../hash/hash.ts'
import type { PanelMakes } from '../machines/machine.ts'
import { getAnswer } from '../results/answer.ts'
import { Results } from '../results/Results.tsx'
import { MachineForm, PlateNumberForm } from './MachineForm.tsx'
import { useAttributes, useFinder, useMakes, useTree } from './useFinder.tsx'

export interface FinderPageProps extends PanelMakes {
  isSignedIn: boolean
  /** Null: the catalogue is empty. */
  examples: CatalogueExamples | null
  /** 'Tuesday 24 November', for what is in stock; null: no day can be promised. */
  deliveryDay: string | null
}

/** Choices in a sidebar, results beside them; the state is in the URL's hash. */
export function FinderPage({ isSignedIn, examples, deliveryDay, ...panelMakes }: FinderPageProps) {
  const makes = useMakes(panelMakes)
  const { state, outcome, navigate, retry } = useFinder()
  const tree = useTree(state.manufacturer)
  const method = getMethod(state)
  const attributes = useAttributes(method === 'type' || method === 'search')
  const answer = getAnswer(outcome)
  if (!examples) return <EmptyFinder />
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[{ name: 'Home', url: '/' }]} />
      <h1 className="mt-1 text-2xl">Find replacement filters</h1>
      <MethodLinks method={method} state={state} />
      <div className={`mt-6 gap-8 lg:grid ${columnsOf[method]}`}>
        <section aria-label="Your choice">
          {method === 'machine' && <MachineForm {...{ makes, state, tree, navigate }} />}
          {method === 'plate' && <PlateNumberForm {...{ makes, state, tree, navigate, isSignedIn }} />}
          {method === 'search' && (
            <DescriptionForm key={state.query} {...{ state, navigate }} examples={examples.descriptions} />
          )}
          {(method === 'type' || method === 'search') && (
            <AttributeGroups
              {...attributes}
              groups={answer?.attributes ?? attributes.groups}
              total={answer?.total ?? null}
              {...{ state, navigate }}
            />
          )}
        </section>
        <Results
          {...{ state, makes, outcome, retry, isSignedIn, deliveryDay }}
          make={tree.make}
          hasRequest={getRequestKind(state) !== null}
        />
      </div>
    </div>
  )
}

// A whole PIN fits into its field, and a measure beside the options.
const columnsOf: Record<FinderMethod, string> = {
  machine: 'lg:grid-cols-[16rem_1fr] xl:grid-cols-[17rem_1fr]',
  plate: 'narrow-results lg:grid-cols-[20rem_1fr]',
  type: 'narrow-results lg:grid-cols-[16rem_1fr] xl:grid-cols-[20rem_1fr]',
  search: 'lg:grid-cols-[16rem_1fr] xl:grid-cols-[17rem_1fr]',
}

function EmptyFinder() {
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[{ name: 'Home', url: '/' }]} />
      <h1 className="mt-1 mb-6 text-2xl">Find replacement filters</h1>
      <EmptyCatalogue />
    </div>
  )
}

export const finderPage = definePage('features/finder/page/FinderPage', FinderPage)

function getMethod({ mode, byPlate }: FinderState): FinderMethod {
  if (mode === 'type' || mode === 'search') return mode
  return byPlate ? 'plate' : 'machine'
}

type FinderMethod = 'machine' | 'plate' | 'type' | 'search'

const methods: readonly (readonly [FinderMethod, string])[] = [
  ['machine', 'By machine'],
  ['plate', 'By serial number'],
  ['type', 'By size and shape'],
  ['search', 'By description'],
]

/** The four methods of finding a filter, as links: each has a hash of its own. */
function MethodLinks({ method, state }: { method: FinderMethod; state: FinderState }) {
  return (
    <nav aria-label="Ways to find a filter" className="needs-script no-print mt-4 border-b border-rule">
      <ul className="-mb-px flex gap-x-1 overflow-x-auto max-sm:grid max-sm:grid-cols-2">
        {methods.map(([target, name]) => (
          <li key={target}>
            <a
              href={formatHash(switchMethod(state, target))}
              aria-current={target === method ? 'true' : undefined}
              className="flex min-h-11 items-center border-b-3 border-transparent px-3 text-steel whitespace-nowrap hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-amber aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface DescriptionFormProps {
  state: FinderState
  navigate: (next: FinderState) => void
  /** '“cabin filter JCB” or “93 × 142”'; null: none. */
  examples: string | null
}

// Keyed by the query in the hash, so that after Back the field shows the query of that entry.
function DescriptionForm({ state, navigate, examples }: DescriptionFormProps) {
  const [typed, setTyped] = useState(state.query)
  return (
    <form
      action="/search"
      method="get"
      className="mb-5"
      onSubmit={event => {
        event.preventDefault()
        navigate(enterQuery(state, typed))
      }}
    >
      <TextField
        id="description"
        name="query"
        label="Description or number"
        hint={examples === null ? undefined : `Such as ${examples}.`}
        error={isQueryTooLong(state.query) ? searchMessages.tooLong : null}
        width="full"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      <SubmitButton className="mt-2 w-full">Search</SubmitButton>
    </form>
  )
}
