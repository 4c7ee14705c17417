import type { Visitors } from '../accounts/server.ts'
import type { Person } from '../accounts/visitor.ts'
import type { House } from '../platform/house.ts'
import { LruCache } from '../platform/lru-cache.ts'
import type { Pages } from '../platform/page-routes.ts'
import type { SearchIndex } from '../search/server.ts'
import { attributeGroups } from './attribute-data.server.ts'
import type { Attribute } from './contract.ts'
import { type KeptJson, keepJson } from './kept-json.server.ts'
import type { MakeChoice } from './make-choice.ts'
import { makeChoices, makeTrees, shallowMakes } from './tree-data.server.ts'

export { filtersOf } from './data.ts'

export interface FinderWiring {
  house: House
  visitors: Visitors
  pages: Pages
  shelf: FinderShelf
}

/** What the finder keeps in this process until the catalogue changes. */
export interface FinderShelf {
  /** For the drop-down lists of pages, by name. */
  makeChoices(): Promise<MakeChoice[]>
  /** A list of one make, whole (contract §3); empty when there is none of that name. */
  tree(slug: string): Promise<KeptJson>
  /** All makes without their models. */
  makes(): Promise<KeptJson>
  wholeTree(): Promise<KeptJson>
  attributes(): Promise<Attribute[]>
  forget(): void
}

// When no notification of a change arrives (a proxy in between swallows LISTEN), a list is still never older than this.
const maxAgeSeconds = 300
const maxListBytes = 16 * 1024 * 1024
// All makes of a large catalogue are some megabytes of JSON, and their compressed forms.
const maxTreeBytes = 48 * 1024 * 1024

const getJsonBytes = (value: object): number => 2 * JSON.stringify(value).length
const getTreeBytes = ({ text, packed }: KeptJson): number =>
  2 * text.length + packed.reduce((sum, { bytes }) => sum + bytes.length, 0)

/** `index`: what the search has in memory; without it, and while it is read, the database counts. */
export function makeFinderShelf(
  { db, now }: Pick<House, 'db' | 'now'>,
  index: Pick<SearchIndex, 'current' | 'attributes'> | null = null,
): FinderShelf {
  const choices = new LruCache<MakeChoice[]>({ maxBytes: maxListBytes, getBytes: getJsonBytes, now })
  const attributes = new LruCache<Attribute[]>({ maxBytes: maxListBytes, getBytes: getJsonBytes, now })
  const lists = new LruCache<KeptJson>({ maxBytes: maxTreeBytes, getBytes: getTreeBytes, now })
  // Counted once for each reading of the catalogue; a tick in the finder is answered by the same index.
  const counted = new WeakMap<object, Attribute[]>()
  const fromMemory = (): Attribute[] | null => {
    const current = index?.current()
    if (!index || !current) return null
    const groups = counted.get(current) ?? index.attributes()
    if (groups) counted.set(current, groups)
    return groups
  }
  const treeJson = async (slug: string | null) => keepJson(`[${(await makeTrees(db, slug)).join(',')}]`)
  return {
    makeChoices: () => choices.getOrLoad('', maxAgeSeconds, () => makeChoices(db)),
    tree: slug => lists.getOrLoad(`make ${slug}`, maxAgeSeconds, () => treeJson(slug)),
    makes: () =>
      lists.getOrLoad('makes', maxAgeSeconds, async () => keepJson(JSON.stringify(await shallowMakes(db)))),
    wholeTree: () => lists.getOrLoad('whole', maxAgeSeconds, () => treeJson(null)),
    attributes: async () =>
      fromMemory() ?? attributes.getOrLoad('', maxAgeSeconds, () => attributeGroups(db)),
    forget() {
      for (const cache of [choices, lists, attributes]) cache.invalidate()
    },
  }
}

/** Whose prices are shown; null: the list's. */
export function companyOf(person: Person | null): number | null {
  return person?.company?.id ?? null
}
