import { send } from '../../../ui/browser/send.ts'
import type { search } from '../../search/schemas.ts'
import { getRequestKind, goToPage } from '../hash/choose.ts'
import type { FinderState } from '../hash/hash.ts'
import { type FinderAnswer, isBeyondEnd, toMachineAnswer, toSearchAnswer } from '../results/answer.ts'
import type { Attribute, attributes, finderSearch, Manufacturer, manufacturers } from '../schemas.ts'

const pageSize = 10

/** The results for a state of the finder; null when the state needs no request. Throws like send(). */
export async function findFilters(state: FinderState, signal: AbortSignal): Promise<FinderAnswer | null> {
  const kind = getRequestKind(state)
  if (kind === null) return null
  const answer = await loadAnswer(state, kind, signal)
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

/** All makes, for pages that carry only some. */
export function loadMakes(): Promise<Manufacturer[]> {
  return send<typeof manufacturers>('GET /filter-finder/manufacturers', { query: { depth: '1' } })
}

const trees = new Map<string, Promise<Manufacturer | null>>()

/** One make with its models and variants; null when there is none of this slug. Requested once per page view. */
export function loadTree(slug: string): Promise<Manufacturer | null> {
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

export function loadAttributes(): Promise<Attribute[]> {
  groups ??= send<typeof attributes>('GET /filter-finder/attributes', {})
  groups.catch(() => {
    groups = null
  })
  return groups
}

function omitEmpty(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
