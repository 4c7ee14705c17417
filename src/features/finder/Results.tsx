import { Pagination } from '../../ui/Pagination.tsx'
import { ListingTable } from '../catalogue/ListingTable.tsx'
import { counted } from '../catalogue/listing.ts'
import { searchWords } from '../search/messages.ts'
import type { FinderAnswer } from './answer.ts'
import { Chips } from './Chips.tsx'
import { goToPage } from './choose.ts'
import { Failed } from './Failed.tsx'
import { type FinderState, formatHash } from './hash.ts'
import { type Help, Locked } from './Locked.tsx'
import { finderWords } from './messages.ts'
import { ResultsHeading } from './ResultsHeading.tsx'
import type { Manufacturer } from './schemas.ts'
import { getAnswer, type Outcome } from './useFinder.tsx'
import { usePatience } from './usePatience.tsx'
import { useHeadingFocus, useScrollToAnswer } from './useResultsFocus.tsx'

interface ResultsProps extends Help {
  state: FinderState
  make: Manufacturer | null
  outcome: Outcome
  isAsked: boolean
  again: () => void
}

/** Where the results stand: for the button that leads to them from below long lists. */
export const resultsId = 'filters-found'

/** The filters found, or why there are none. */
export function Results({ state, make, outcome, isAsked, again, ...help }: ResultsProps) {
  const heading = useHeadingFocus(state.page)
  const section = useScrollToAnswer(outcome, state)
  const answer = getAnswer(outcome)
  const [patience, restart] = usePatience(outcome.kind === 'loading', state)
  const retry = () => {
    restart()
    again()
  }
  return (
    <section
      ref={section}
      id={resultsId}
      aria-label="Filters found"
      aria-busy={outcome.kind === 'loading'}
      className="min-w-0 max-lg:mt-8"
    >
      <Chips state={state} groups={answer?.attributes ?? null} />
      <p role="status" className="sr-only">
        {patience === 'none' ? toStatusText(outcome) : 'Loading…'}
      </p>
      {outcome.kind === 'failed' && <Failed text={outcome.text} again={again} />}
      {!isAsked && <Empty text={finderWords.idle} />}
      {isAsked && outcome.kind === 'loading' && !answer && <p className="py-6 text-steel">Loading…</p>}
      {patience === 'spent' && <Failed text={finderWords.slow} again={retry} />}
      {isAsked && answer && answer.locked > 0 && <Locked rows={answer.locked} state={state} {...help} />}
      {isAsked && answer && answer.locked === 0 && (
        <div className={outcome.kind === 'loading' ? 'opacity-60' : undefined}>
          <ResultsHeading {...{ state, make, answer }} ref={heading} />
          <List state={state} answer={answer} />
        </div>
      )}
    </section>
  )
}

function toStatusText(outcome: Outcome): string {
  if (outcome.kind !== 'found') return ''
  const { total, locked } = outcome.answer
  if (locked > 0) return finderWords.denied
  return total === 0 ? searchWords.nothing : counted(total, 'product')
}

function List({ state, answer }: { state: FinderState; answer: FinderAnswer }) {
  const { rows, total, page, pages } = answer
  if (total === 0) return <Empty text={searchWords.nothing} hint={getHint(state)} />
  return (
    <>
      <ListingTable rows={rows} caption={`Filters found, page ${page} of ${pages}`} />
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={toPageHash(state)} label="Filters found" />
      </div>
    </>
  )
}

// The number of the page is put behind it.
function toPageHash(state: FinderState): string {
  const hash = formatHash(goToPage(state, 1))
  return hash.includes('?') ? hash : `${hash}?`
}

// What may help: a machine has only the filters that it has.
function getHint({ mode, attributes }: FinderState): string | undefined {
  if (mode !== 'search' && mode !== 'type') return undefined
  return Object.keys(attributes).length > 0 ? finderWords.fewerFilters : finderWords.fewerWords
}

function Empty({ text, hint }: { text: string; hint?: string }) {
  return (
    <div className="rounded border border-dashed border-edge px-4 py-10 text-center text-steel">
      <p>{text}</p>
      {hint && <p className="mt-1 text-sm">{hint}</p>}
    </div>
  )
}
