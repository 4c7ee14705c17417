import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestError } from '../../../ui/browser/send.ts'
import { getRequestKind, hasSameRows } from '../hash/choose.ts'
import { type FinderState, finderPath, formatHash, nothingChosen, parseHash } from '../hash/hash.ts'
import { finderMessages } from '../messages.ts'
import { getAnswer, type Outcome } from '../results/answer.ts'
import { findFilters } from './load-filters.client.ts'

export interface Finder {
  state: FinderState
  outcome: Outcome
  navigate: (next: FinderState) => void
  retry: () => void
}

/** The finder's state is the URL's hash: choices change the hash, and every change of it (Back, a link) loads results. */
export function useFinder(): Finder {
  const { state, follow } = useHash()
  const [attempt, setAttempt] = useState(0)
  const [lastOutcome, setLastOutcome] = useState<StateOutcome>({
    of: nothingChosen,
    attempt,
    outcome: { kind: 'idle' },
  })

  useEffect(() => {
    const controller = new AbortController()
    const update = (outcome: Outcome) => {
      // R-UX-43: an older answer never replaces a newer one.
      if (!controller.signal.aborted) setLastOutcome({ of: state, attempt, outcome })
    }
    findFilters(state, controller.signal).then(
      answer => update(answer ? { kind: 'found', answer } : { kind: 'idle' }),
      (error: unknown) =>
        update({
          kind: 'failed',
          text: error instanceof RequestError ? error.message : finderMessages.failed,
        }),
    )
    return () => controller.abort()
  }, [state, attempt])

  const isCurrent = lastOutcome.of === state && lastOutcome.attempt === attempt
  return {
    state,
    outcome: isCurrent ? lastOutcome.outcome : toLoadingOutcome(lastOutcome, state),
    navigate(next) {
      const hash = formatHash(next)
      if (hash === location.hash) return setAttempt(attempt + 1)
      location.hash = hash
      // Without waiting for the hashchange event: until then a checkbox would render unchecked again.
      follow()
    },
    retry: () => setAttempt(attempt + 1),
  }
}

interface StateOutcome {
  of: FinderState
  attempt: number
  outcome: Outcome
}

function toLoadingOutcome({ of, outcome }: StateOutcome, state: FinderState): Outcome {
  if (getRequestKind(state) === null) return { kind: 'idle' }
  const answer = getAnswer(outcome)
  return { kind: 'loading', before: hasSameRows(of, state) ? answer : null }
}

function useHash(): { state: FinderState; follow: () => void } {
  const [state, setState] = useState(nothingChosen)
  const last = useRef(nothingChosen)
  const follow = useCallback(() => {
    const next = parseHash(location.hash)
    // '#main' of the skip link is no state: the URL keeps the choice.
    if (!next) return history.replaceState(null, '', finderPath + formatHash(last.current))
    if (formatHash(next) === formatHash(last.current)) return
    last.current = next
    setState(next)
  }, [])
  useEffect(() => {
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [follow])
  return { state, follow }
}
