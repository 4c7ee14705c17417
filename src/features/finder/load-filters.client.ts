import { send } from '../../ui/send.ts'
import type { search } from '../search/schemas.ts'
import { type FinderAnswer, isBeyondEnd, toMachineAnswer, toSearchAnswer } from './answer.ts'
import { getSearchKind, goToPage } from './choose.ts'
import type { FinderState } from './hash.ts'
import type { Attribute, attributes, finderSearch, Manufacturer, manufacturers } from './schemas.ts'

const pageSize = 10

/** What a state of the finder finds; null when it asks nothing. Throws like send(). */
export async function findFilters(state: FinderState, signal: AbortSignal): Promise<FinderAnswer | null> {
  const kind = getSearchKind(state)
  if (kind === null) return null
  const answer = await loadAnswer(state, kind, signal)
  // An old link may name a page that is no longer there.
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
  const query = { mode: 'make', manufacturer, ...withoutEmpty(chosen), page }
  return toMachineAnswer(await send<typeof finderSearch>('GET /filter-finder/search', { query, signal }))
}

/** Every make, where a page carries only some. */
export function loadMakes(): Promise<Manufacturer[]> {
  return send<typeof manufacturers>('GET /filter-finder/manufacturers', { query: { depth: '1' } })
}

const trees = new Map<string, Promise<Manufacturer | null>>()

/** One make with its models and variants; asked once in the life of a page. */
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

function withoutEmpty(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
