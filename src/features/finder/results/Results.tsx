import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pluralize } from '../../../lib/count.ts'
import { searchMessages } from '../../search/messages.ts'
import { type FilterChip, FilterChips } from '../../search/page/FilterChips.tsx'
import { clearOptions, type FinderState, formatHash, toggleAttributeOption } from '../hash/hash.ts'
import type { MakeChoice } from '../machines/machine.ts'
import { finderMessages } from '../messages.ts'
import type { Attribute, Manufacturer } from '../schemas.ts'
import { getAnswer, type Outcome } from './answer.ts'
import { foundResults } from './found-results.client.ts'
import { IdleHelp } from './IdleHelp.tsx'

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

export function Results(props: ResultsProps) {
  const { state, makes, make, outcome, hasRequest, retry, isSignedIn, deliveryDay } = props
  const heading = useHeadingFocus(state.page)
  const section = useScrollToResults(outcome, state, make)
  const answer = getAnswer(outcome)
  const late = foundResults.get()
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
      <FilterChips
        chips={listChips(state, answer?.attributes ?? null)}
        clearUrl={formatHash(clearOptions(state))}
        className="mb-4"
      />
      <p role="status" className="sr-only">
        {waitingStage === 'none' ? toStatusText(outcome) : 'Loading…'}
      </p>
      {outcome.kind === 'failed' && <LoadFailure text={outcome.text} retry={retry} />}
      {!hasRequest && <IdleHelp {...{ state, makes, make }} />}
      {hasRequest && outcome.kind === 'loading' && !answer && <p className="py-6 text-steel">Loading…</p>}
      {waitingStage === 'long' && <LoadFailure text={finderMessages.slow} retry={retryFromStart} />}
      {hasRequest && answer && late && (
        <div className={outcome.kind === 'loading' ? 'opacity-60' : undefined}>
          <late.FoundResults {...{ state, make, answer, isSignedIn, deliveryDay }} heading={heading} />
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

/** 'short': time to say that results are loading. 'long': time to offer another try. */
type WaitingStage = 'none' | 'short' | 'long'

// R-UX-16
const noticeAfterMs = 400
const retryAfterMs = 10_000

/** How long the request has been waiting for its answer; 'none' at first, and when it is answered. */
function useWaitingStage(isWaiting: boolean, request: unknown): [WaitingStage, restart: () => void] {
  const [attempt, setAttempt] = useState(0)
  const [wait, setWait] = useState<{ stage: WaitingStage; request: unknown; attempt: number } | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const report = (stage: WaitingStage) => setWait({ stage, request, attempt })
    const noticeTimer = setTimeout(() => report('short'), noticeAfterMs)
    const retryTimer = setTimeout(() => report('long'), retryAfterMs)
    return () => {
      clearTimeout(noticeTimer)
      clearTimeout(retryTimer)
    }
  }, [isWaiting, request, attempt])
  // Another request, or another attempt, starts the stages over.
  const isCurrent = isWaiting && wait !== null && wait.request === request && wait.attempt === attempt
  return [isCurrent ? wait.stage : 'none', () => setAttempt(attempt + 1)]
}

/** On a phone, scrolls to the results of a machine, unless the page was opened with them, and to why there are none. */
function useScrollToResults(outcome: Outcome, state: FinderState, make: Manufacturer | null) {
  const section = useRef<HTMLElement>(null)
  const openedWith = useRef<string | null>(null)
  const scrollToSection = useEffectEvent(() => {
    if (outcome.kind !== 'found') return
    const { top } = section.current!.getBoundingClientRect()
    const { total, locked } = outcome.answer
    const isFirst = openedWith.current === location.hash && total > 0 && locked === 0
    if (isFirst || state.mode !== 'make' || top < innerHeight * 0.6) return
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    section.current!.scrollIntoView({
      behavior: prefersReducedMotion ? 'auto' : 'smooth',
      // The number that was looked up stays visible above a short answer.
      block: total === 0 || locked > 0 ? 'nearest' : 'start',
    })
  })
  useEffect(() => {
    openedWith.current = location.hash
  }, [])
  useEffect(() => {
    if (outcome.kind === 'found') scrollToSection()
  }, [outcome])
  // The choices of the make are above the results: when they load later, they move them down.
  useEffect(() => {
    if (make) scrollToSection()
  }, [make])
  return section
}

/** R-UX-45: after a change of the page number the heading gets the focus. */
function useHeadingFocus(page: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const lastPage = useRef(page)
  useEffect(() => {
    if (lastPage.current !== page) heading.current?.focus()
    lastPage.current = page
  }, [page])
  return heading
}

function listChips(state: FinderState, groups: readonly Attribute[] | null): FilterChip[] {
  const formatLabel = (id: string, value: string) => {
    const group = groups?.find(one => one.id === id)
    const label = group?.options.find(option => option.value === value)?.label ?? value
    return group && id !== 'type' && id !== 'brand' ? `${group.name}: ${label}` : label
  }
  return Object.entries(state.attributes).flatMap(([id, values]) =>
    values.map(value => ({
      label: formatLabel(id, value),
      removeUrl: formatHash(toggleAttributeOption(state, id, value)),
    })),
  )
}

export function LoadFailure({ text, retry }: { text: string; retry: () => void }) {
  return (
    <div role="alert" className="card border-l-4 border-l-danger px-4 py-3">
      <p>{text}</p>
      <button type="button" className="button mt-3" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
