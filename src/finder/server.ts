import type { Visitors } from '../accounts/server.ts'
import type { Person } from '../accounts/visitor.ts'
import type { House } from '../platform/house.ts'
import { KeptAnswers } from '../platform/kept-answers.ts'
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

/** `index`: what the search has in memory; without it, and while it is read, the database counts. */
export function makeFinderShelf(
  { db, now }: Pick<House, 'db' | 'now'>,
  index: Pick<SearchIndex, 'current' | 'attributes'> | null = null,
): FinderShelf {
  const choices = new KeptAnswers<MakeChoice[]>()
  const lists = new KeptAnswers<KeptJson>()
  // Apart from the lists: made-up names of makes must not push those out.
  const trees = new KeptAnswers<KeptJson>()
  const attributes = new KeptAnswers<Attribute[]>()
  const nowMs = () => now().getTime()
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
    makeChoices: () => choices.get('', nowMs(), () => makeChoices(db)),
    tree: slug => trees.get(slug, nowMs(), () => treeJson(slug)),
    makes: () => lists.get('makes', nowMs(), async () => keepJson(JSON.stringify(await shallowMakes(db)))),
    wholeTree: () => lists.get('whole', nowMs(), () => treeJson(null)),
    attributes: async () => fromMemory() ?? attributes.get('', nowMs(), () => attributeGroups(db)),
    forget() {
      for (const kept of [choices, lists, trees, attributes]) kept.forget()
    },
  }
}

/** Whose prices are shown; null: the list's. */
export function companyOf(person: Person | null): number | null {
  return person?.company?.id ?? null
}
