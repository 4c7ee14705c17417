import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { definePage } from '../../../ui/page.ts'
import { EmptyCatalogue } from '../../catalogue/EmptyCatalogue.tsx'
import type { CatalogueExamples } from '../../catalogue/examples.ts'
import { AttributeGroups } from '../attributes/AttributeGroups.tsx'
import { getRequestKind } from '../hash/choose.ts'
import type { FinderState } from '../hash/hash.ts'
import type { PanelMakes } from '../machines/make-choice.ts'
import { Results } from '../results/Results.tsx'
import { DescriptionForm } from './DescriptionForm.tsx'
import { MachineForm } from './MachineForm.tsx'
import { type FinderMethod, MethodLinks } from './MethodLinks.tsx'
import { PlateNumberForm } from './PlateNumberForm.tsx'
import { useAttributes, useMakes, useTree } from './useChoices.tsx'
import { getAnswer, useFinder } from './useFinder.tsx'

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
            <DescriptionForm {...{ state, navigate }} examples={examples.descriptions} />
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
