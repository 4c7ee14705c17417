import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { definePage } from '../../ui/page.ts'
import { AttributeGroups } from './AttributeGroups.tsx'
import { getSearchKind } from './choose.ts'
import { DescriptionForm } from './DescriptionForm.tsx'
import type { FinderState } from './hash.ts'
import { MachineForm } from './MachineForm.tsx'
import type { PanelMakes } from './make-choice.ts'
import { PlateForm } from './PlateForm.tsx'
import { Results } from './Results.tsx'
import { useAttributes, useMakes, useTree } from './useChoices.tsx'
import { getAnswer, useFinder } from './useFinder.tsx'
import { type Way, Ways } from './Ways.tsx'

export interface FinderPageProps extends PanelMakes {
  isSignedIn: boolean
  phone: string
  email: string
}

/** Choices at the side, the filters beside them, all of it in the hash of the address. */
export function FinderPage({ isSignedIn, phone, email, ...carried }: FinderPageProps) {
  const makes = useMakes(carried)
  const { state, outcome, go, again } = useFinder()
  const tree = useTree(state.manufacturer)
  const way = wayOf(state)
  const attributes = useAttributes(way === 'type' || way === 'search')
  const answer = getAnswer(outcome)
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={[{ name: 'Home', url: '/' }]} />
      <h1 className="mt-1 text-2xl">Find replacement filters</h1>
      <Ways way={way} state={state} />
      <div className="mt-6 gap-8 lg:grid lg:grid-cols-[17rem_1fr]">
        <section aria-label="Your choice">
          {way === 'machine' && <MachineForm {...{ makes, state, tree, go }} />}
          {way === 'plate' && <PlateForm {...{ makes, state, tree, go }} />}
          {way === 'search' && <DescriptionForm {...{ state, go }} />}
          {(way === 'type' || way === 'search') && (
            <AttributeGroups
              {...attributes}
              groups={answer?.attributes ?? attributes.groups}
              total={answer?.total ?? null}
              {...{ state, go }}
            />
          )}
        </section>
        <Results
          {...{ state, outcome, again, isSignedIn, phone, email }}
          make={tree.make}
          isAsked={getSearchKind(state) !== null}
        />
      </div>
    </div>
  )
}

export const finderPage = definePage('features/finder/FinderPage', FinderPage)

function wayOf({ mode, byPlate }: FinderState): Way {
  if (mode === 'type' || mode === 'search') return mode
  return byPlate ? 'plate' : 'machine'
}
