import { pluralize } from '../../../lib/count.ts'
import { Pagination } from '../../../ui/Pagination.tsx'
import { GroupedListingTable, ListingTable } from '../../catalogue/ListingTable.tsx'
import { searchMessages } from '../../search/messages.ts'
import { PlateLinkList } from '../../search/page/PlateLinkList.tsx'
import { Chips } from '../attributes/Chips.tsx'
import { goToPage } from '../hash/choose.ts'
import { type FinderState, formatHash } from '../hash/hash.ts'
import type { MakeChoice } from '../machines/make-choice.ts'
import { finderMessages } from '../messages.ts'
import { getAnswer, type Outcome } from '../page/useFinder.tsx'
import { AddAll } from '../positions/AddAll.tsx'
import type { Manufacturer } from '../schemas.ts'
import type { FinderAnswer } from './answer.ts'
import { IdleHelp } from './IdleHelp.tsx'
import { LoadFailure } from './LoadFailure.tsx'
import { LockedResults } from './LockedResults.tsx'
import { ResultsHeading } from './ResultsHeading.tsx'
import { useHeadingFocus, useScrollToResults } from './useResultsFocus.tsx'
import { useWaitingStage } from './useWaitingStage.tsx'

interface ResultsProps {
  isSignedIn: boolean
  state: FinderState
  makes: readonly MakeChoice[]
  make: Manufacturer | null
  outcome: Outcome
  hasRequest: boolean
  deliveryDay: string | null
  retry: () => void
}

/** The target of the button that scrolls from long lists of options to the results. */
export const resultsId = 'filters-found'

/** The filters found, or why there are none. */
export function Results(props: ResultsProps) {
  const { state, makes, make, outcome, hasRequest, retry, isSignedIn, deliveryDay } = props
  const heading = useHeadingFocus(state.page)
  const section = useScrollToResults(outcome, state, make)
  const answer = getAnswer(outcome)
  const [waitingStage, restart] = useWaitingStage(outcome.kind === 'loading', state)
  const retryFromStart = () => {
    restart()
    retry()
  }
  return (
    <section
      ref={section}
      id={resultsId}
      aria-label="Filters found"
      aria-busy={outcome.kind === 'loading'}
      className="min-w-0 scroll-mt-4 max-lg:mt-6"
    >
      <Chips state={state} groups={answer?.attributes ?? null} />
      <p role="status" className="sr-only">
        {waitingStage === 'none' ? toStatusText(outcome) : 'Loading…'}
      </p>
      {outcome.kind === 'failed' && <LoadFailure text={outcome.text} retry={retry} />}
      {!hasRequest && <IdleHelp {...{ state, makes, make }} />}
      {hasRequest && outcome.kind === 'loading' && !answer && <p className="py-6 text-steel">Loading…</p>}
      {waitingStage === 'long' && <LoadFailure text={finderMessages.slow} retry={retryFromStart} />}
      {hasRequest && answer && answer.locked > 0 && (
        <LockedResults rows={answer.locked} state={state} isSignedIn={isSignedIn} />
      )}
      {hasRequest && answer && answer.locked === 0 && (
        <div className={outcome.kind === 'loading' ? 'opacity-60' : undefined}>
          <ResultsHeading {...{ state, make, answer }} ref={heading} />
          <ResultsList {...{ state, answer, deliveryDay }} />
        </div>
      )}
    </section>
  )
}

function toStatusText(outcome: Outcome): string {
  if (outcome.kind !== 'found') return ''
  const { total, locked, candidates } = outcome.answer
  if (locked > 0) return finderMessages.denied
  if (total > 0) return pluralize(total, 'product')
  return candidates.length === 0
    ? searchMessages.nothing
    : `${searchMessages.nothing}. ${pluralize(candidates.length, 'machine')} may have this number.`
}

interface ResultsListProps {
  state: FinderState
  answer: FinderAnswer
  deliveryDay: string | null
}

function ResultsList({ state, answer, deliveryDay }: ResultsListProps) {
  const { rows, groups, addAll, candidates, total, page, pages } = answer
  const caption = `Filters found, page ${page} of ${pages}`
  if (total === 0) {
    return (
      <>
        <EmptyResults text={searchMessages.nothing} hint={getHint(state)} />
        <PlateLinkList plates={candidates} />
      </>
    )
  }
  return (
    <>
      {addAll && <AddAll key={formatHash(goToPage(state, 1))} offer={addAll} />}
      {groups ? (
        <GroupedListingTable {...{ groups, caption, deliveryDay }} level={3} />
      ) : (
        <ListingTable rows={rows} caption={caption} />
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={toPageHash(state)} label="Filters found" />
      </div>
    </>
  )
}

// Pagination appends '&page=N'.
function toPageHash(state: FinderState): string {
  const hash = formatHash(goToPage(state, 1))
  return hash.includes('?') ? hash : `${hash}?`
}

// No hint for a machine: another choice would be another machine.
function getHint({ mode, attributes }: FinderState): string | undefined {
  if (mode !== 'search' && mode !== 'type') return undefined
  return Object.keys(attributes).length > 0 ? finderMessages.fewerFilters : finderMessages.fewerWords
}

function EmptyResults({ text, hint }: { text: string; hint?: string }) {
  return (
    <div className="rounded border border-dashed border-edge px-4 py-10 text-center text-steel">
      <p>{text}</p>
      {hint && <p className="mt-1 text-sm">{hint}</p>}
    </div>
  )
}
