import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestError } from '../../ui/send.ts'
import type { FinderAnswer } from './answer.ts'
import { getSearchKind, hasSameRows } from './choose.ts'
import { type FinderState, finderPath, formatHash, nothingChosen, parseHash } from './hash.ts'
import { findFilters } from './load-filters.client.ts'
import { finderWords } from './messages.ts'

export type Outcome =
  | { kind: 'idle' }
  /** `before` stays in sight, dimmed, until the new answer is there. */
  | { kind: 'loading'; before: FinderAnswer | null }
  | { kind: 'failed'; text: string }
  | { kind: 'found'; answer: FinderAnswer }

export interface Finder {
  state: FinderState
  outcome: Outcome
  go: (next: FinderState) => void
  again: () => void
}

/** The finder's state is the hash: choices write it, and whatever writes it (Back, a link) is followed at once. */
export function useFinder(): Finder {
  const { state, follow } = useHash()
  const [round, setRound] = useState(0)
  const [settled, setSettled] = useState<SettledOutcome>({
    of: nothingChosen,
    round,
    outcome: { kind: 'idle' },
  })

  useEffect(() => {
    const mine = new AbortController()
    const settle = (outcome: Outcome) => {
      // Rule 43: an answer to an older choice never replaces a newer one.
      if (!mine.signal.aborted) setSettled({ of: state, round, outcome })
    }
    findFilters(state, mine.signal).then(
      answer => settle(answer ? { kind: 'found', answer } : { kind: 'idle' }),
      (error: unknown) =>
        settle({ kind: 'failed', text: error instanceof RequestError ? error.message : finderWords.failed }),
    )
    return () => mine.abort()
  }, [state, round])

  const isAnswered = settled.of === state && settled.round === round
  return {
    state,
    outcome: isAnswered ? settled.outcome : toWaitingOutcome(settled, state),
    go(next) {
      const hash = formatHash(next)
      if (hash === location.hash) return setRound(round + 1)
      location.hash = hash
      // At once: until the event came, a box just ticked would stand empty again.
      follow()
    },
    again: () => setRound(round + 1),
  }
}

interface SettledOutcome {
  of: FinderState
  round: number
  outcome: Outcome
}

function toWaitingOutcome({ of, outcome }: SettledOutcome, state: FinderState): Outcome {
  if (getSearchKind(state) === null) return { kind: 'idle' }
  const answer = getAnswer(outcome)
  return { kind: 'loading', before: hasSameRows(of, state) ? answer : null }
}

/** What is there to be shown, new or still old. */
export function getAnswer(outcome: Outcome): FinderAnswer | null {
  if (outcome.kind === 'found') return outcome.answer
  return outcome.kind === 'loading' ? outcome.before : null
}

function useHash(): { state: FinderState; follow: () => void } {
  const [state, setState] = useState(nothingChosen)
  const last = useRef(nothingChosen)
  const follow = useCallback(() => {
    const next = parseHash(location.hash)
    // The skip link's '#main' leads to the content, and the address keeps the choice.
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
