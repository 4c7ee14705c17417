import { useCallback, useEffect, useRef, useState } from 'react'
import { RequestError, send } from '../../../ui/browser/send.ts'
import type { search } from '../../search/schemas.ts'
import {
  type FinderState,
  finderPath,
  formatHash,
  getRequestKind,
  goToPage,
  hasSameRows,
  nothingChosen,
  parseHash,
} from '../hash/hash.ts'
import type { MakeChoice, PanelMakes } from '../machines/machine.ts'
import { finderMessages } from '../messages.ts'
import {
  type FinderAnswer,
  getAnswer,
  isBeyondEnd,
  type Outcome,
  toMachineAnswer,
  toSearchAnswer,
} from '../results/answer.ts'
import { foundResults } from '../results/found-results.client.ts'
import type { Attribute, attributes, finderSearch, Manufacturer, manufacturers } from '../schemas.ts'

/** The finder's state is the URL's hash: choices change the hash, and every change of it (Back, a link) loads results. */
export function useFinder() {
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
    navigate(next: FinderState) {
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

/** The makes to choose from: those in the page's props until all are loaded. */
export function useMakes({ makes, isComplete }: PanelMakes): MakeChoice[] {
  const [all, setAll] = useState(makes)
  useEffect(() => {
    // After a failure the makes of the page remain, beside a link to the page of all makes.
    if (!isComplete) loadMakes().then(setAll, () => {})
  }, [isComplete])
  return all
}

export interface Tree {
  make: Manufacturer | null
  isLoading: boolean
  hasFailed: boolean
}

export function useTree(slug: string): Tree {
  const [tree, setTree] = useState<Tree & { slug: string }>({ slug: '', ...noTree })
  useEffect(() => {
    if (slug === '') return
    let isNeeded = true
    const update = (make: Manufacturer | null, hasFailed: boolean) =>
      isNeeded && setTree({ slug, make, isLoading: false, hasFailed })
    loadTree(slug).then(
      make => update(make, false),
      () => update(null, true),
    )
    return () => {
      isNeeded = false
    }
  }, [slug])
  if (slug === '') return noTree
  return tree.slug === slug ? tree : { ...noTree, isLoading: true }
}

const noTree: Tree = { make: null, isLoading: false, hasFailed: false }

export function useAttributes(isNeeded: boolean) {
  const [groups, setGroups] = useState<Attribute[] | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (isNeeded && !hasFailed) loadAttributes().then(setGroups, () => setFailed(true))
  }, [isNeeded, hasFailed])
  return { groups, hasFailed, retry: () => setFailed(false) }
}

const pageSize = 10

/** The results for a state of the finder; null when the state needs no request. Throws like send(). */
async function findFilters(state: FinderState, signal: AbortSignal): Promise<FinderAnswer | null> {
  const kind = getRequestKind(state)
  if (kind === null) return null
  const [answer] = await Promise.all([loadAnswer(state, kind, signal), foundResults.load()])
  // The page of an old link may be beyond the end by now: the last page is loaded instead.
  return isBeyondEnd(answer) ? loadAnswer(goToPage(state, answer.pages), kind, signal) : answer
}

async function loadAnswer(
  state: FinderState,
  kind: 'finder' | 'search',
  signal: AbortSignal,
): Promise<FinderAnswer> {
  const { page } = state
  if (kind === 'search') {
    const filters = JSON.stringify(state.attributes)
    const query = {
      query: state.query,
      scope: 'products',
      'with-hint': 1,
      size: pageSize,
      page,
      filters,
      'filter-finder': 1,
    }
    return toSearchAnswer(await send<typeof search>('GET /search', { query, signal }))
  }
  const { manufacturer, model, variant, serial, machNumber } = state
  const chosen = { model, variant, serial_number: serial, mach_number: machNumber }
  const query = { mode: 'make', manufacturer, ...omitEmpty(chosen), page }
  return toMachineAnswer(await send<typeof finderSearch>('GET /filter-finder/search', { query, signal }))
}

function loadMakes(): Promise<Manufacturer[]> {
  return send<typeof manufacturers>('GET /filter-finder/manufacturers', { query: { depth: '1' } })
}

const trees = new Map<string, Promise<Manufacturer | null>>()

/** One make with its models and variants; null when there is none of this slug. Requested once per page view. */
function loadTree(slug: string): Promise<Manufacturer | null> {
  const cached = trees.get(slug)
  if (cached) return cached
  const tree = send<typeof manufacturers>('GET /filter-finder/manufacturers', {
    query: { manufacturer: slug },
  }).then(([make]) => make ?? null)
  trees.set(slug, tree)
  tree.catch(() => trees.delete(slug))
  return tree
}

let groups: Promise<Attribute[]> | null = null

function loadAttributes(): Promise<Attribute[]> {
  groups ??= send<typeof attributes>('GET /filter-finder/attributes', {})
  groups.catch(() => {
    groups = null
  })
  return groups
}

function omitEmpty(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
