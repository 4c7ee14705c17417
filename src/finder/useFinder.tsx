import { useCallback, useEffect, useRef, useState } from 'react'
import { Refused } from '../ui/send.ts'
import type { Answer } from './answer.ts'
import { find } from './ask.browser.ts'
import { asked, keepsRows } from './choose.ts'
import { type FinderState, finderPath, nothingChosen, readHash, writeHash } from './hash.ts'
import { finderWords } from './words.ts'

export type Outcome =
  | { kind: 'idle' }
  /** `before` stays in sight, dimmed, until the new answer is there. */
  | { kind: 'loading'; before: Answer | null }
  | { kind: 'failed'; text: string }
  | { kind: 'found'; answer: Answer }

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
  const [held, setHeld] = useState<Held>({ of: nothingChosen, round, outcome: { kind: 'idle' } })

  useEffect(() => {
    const mine = new AbortController()
    const hold = (outcome: Outcome) => {
      // Rule 43: an answer to an older choice never replaces a newer one.
      if (!mine.signal.aborted) setHeld({ of: state, round, outcome })
    }
    find(state, mine.signal).then(
      answer => hold(answer ? { kind: 'found', answer } : { kind: 'idle' }),
      (error: unknown) =>
        hold({ kind: 'failed', text: error instanceof Refused ? error.message : finderWords.failed }),
    )
    return () => mine.abort()
  }, [state, round])

  const isAnswered = held.of === state && held.round === round
  return {
    state,
    outcome: isAnswered ? held.outcome : waiting(held, state),
    go(next) {
      const hash = writeHash(next)
      if (hash === location.hash) return setRound(round + 1)
      location.hash = hash
      // At once: until the event came, a box just ticked would stand empty again.
      follow()
    },
    again: () => setRound(round + 1),
  }
}

interface Held {
  of: FinderState
  round: number
  outcome: Outcome
}

function waiting({ of, outcome }: Held, state: FinderState): Outcome {
  if (asked(state) === null) return { kind: 'idle' }
  const answer = answerOf(outcome)
  return { kind: 'loading', before: keepsRows(of, state) ? answer : null }
}

/** What is there to be shown, new or still old. */
export function answerOf(outcome: Outcome): Answer | null {
  if (outcome.kind === 'found') return outcome.answer
  return outcome.kind === 'loading' ? outcome.before : null
}

function useHash(): { state: FinderState; follow: () => void } {
  const [state, setState] = useState(nothingChosen)
  const last = useRef(nothingChosen)
  const follow = useCallback(() => {
    const next = readHash(location.hash)
    // The skip link's '#main' leads to the content, and the address keeps the choice.
    if (!next) return history.replaceState(null, '', finderPath + writeHash(last.current))
    if (writeHash(next) === writeHash(last.current)) return
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
