import { useEffect, useState } from 'react'
import { Refused } from '../ui/send.ts'
import type { Answer } from './answer.ts'
import { attributeGroups, find, treeOf } from './ask.browser.ts'
import type { Attribute, Manufacturer } from './contract.ts'
import { type FinderState, finderPath, nothingChosen, readHash, writeHash } from './hash.ts'
import { finderWords } from './words.ts'

export type Outcome =
  | { kind: 'idle' }
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
  const [state, setState] = useState(nothingChosen)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' })
  const [round, setRound] = useState(0)

  useEffect(() => {
    let last = nothingChosen
    const follow = () => {
      const next = readHash(location.hash)
      // The skip link's '#main' leads to the content, and the address keeps the choice.
      if (!next) history.replaceState(null, '', finderPath + writeHash(last))
      else {
        last = next
        setState(next)
      }
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    const mine = new AbortController()
    // Turning a page keeps the old rows until the new ones are there; any other choice clears them.
    setOutcome(before => ({
      kind: 'loading',
      before: before.kind === 'found' && state.page !== before.answer.page ? before.answer : null,
    }))
    find(state, mine.signal).then(
      answer => {
        // Rule 43: an answer to an older choice never replaces a newer one.
        if (!mine.signal.aborted) setOutcome(answer ? { kind: 'found', answer } : { kind: 'idle' })
      },
      (error: unknown) => {
        if (mine.signal.aborted) return
        setOutcome({ kind: 'failed', text: error instanceof Refused ? error.message : finderWords.failed })
      },
    )
    return () => mine.abort()
  }, [state, round])

  return {
    state,
    outcome,
    go(next) {
      const hash = writeHash(next)
      if (hash === location.hash) setRound(round + 1)
      else location.hash = hash
    },
    again: () => setRound(round + 1),
  }
}

export interface Tree {
  make: Manufacturer | null
  isLoading: boolean
  hasFailed: boolean
}

/** Models and variants of the chosen make. */
export function useTree(slug: string): Tree {
  const [tree, setTree] = useState<Tree & { slug: string }>({ slug: '', ...noTree })
  useEffect(() => {
    if (slug === '') return
    let isWanted = true
    const show = (make: Manufacturer | null, hasFailed: boolean) =>
      isWanted && setTree({ slug, make, isLoading: false, hasFailed })
    treeOf(slug).then(
      make => show(make, false),
      () => show(null, true),
    )
    return () => {
      isWanted = false
    }
  }, [slug])
  if (slug === '') return noTree
  return tree.slug === slug ? tree : { ...noTree, isLoading: true }
}

const noTree: Tree = { make: null, isLoading: false, hasFailed: false }

/** The groups to choose from, asked for when they are first shown; null until then. */
export function useAttributes(isWanted: boolean): Attribute[] | null {
  const [groups, setGroups] = useState<Attribute[] | null>(null)
  useEffect(() => {
    if (isWanted) attributeGroups().then(setGroups, () => {})
  }, [isWanted])
  return groups
}
