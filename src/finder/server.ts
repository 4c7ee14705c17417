import type { Visitors } from '../accounts/server.ts'
import type { Person } from '../accounts/visitor.ts'
import type { House } from '../platform/house.ts'
import { KeptAnswers } from '../platform/kept-answers.ts'
import type { Pages } from '../platform/page-routes.ts'
import { attributeGroups } from './attribute-data.server.ts'
import type { Attribute } from './contract.ts'
import { type KeptJson, keepJson } from './kept-json.server.ts'
import type { MakeChoice } from './make-choice.ts'
import { makeChoices, makeTrees, shallowMakes } from './tree-data.server.ts'

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

export function makeFinderShelf({ db, now }: Pick<House, 'db' | 'now'>): FinderShelf {
  const choices = new KeptAnswers<MakeChoice[]>()
  const json = new KeptAnswers<KeptJson>()
  const attributes = new KeptAnswers<Attribute[]>()
  const nowMs = () => now().getTime()
  const treeJson = async (slug: string | null) => keepJson(`[${(await makeTrees(db, slug)).join(',')}]`)
  return {
    makeChoices: () => choices.get('', nowMs(), () => makeChoices(db)),
    tree: slug => json.get(`make ${slug}`, nowMs(), () => treeJson(slug)),
    makes: () => json.get('makes', nowMs(), async () => keepJson(JSON.stringify(await shallowMakes(db)))),
    wholeTree: () => json.get('whole', nowMs(), () => treeJson(null)),
    attributes: () => attributes.get('', nowMs(), () => attributeGroups(db)),
    forget() {
      for (const kept of [choices, json, attributes]) kept.forget()
    },
  }
}

/** Whose prices are shown; null: the list's. */
export function companyOf(person: Person | null): number | null {
  return person?.company?.id ?? null
}
