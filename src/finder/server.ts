import type { Visitors } from '../accounts/server.ts'
import type { Person } from '../accounts/visitor.ts'
import type { House } from '../platform/house.ts'
import { KeptAnswers } from '../platform/kept-answers.ts'
import type { Pages } from '../platform/page-routes.ts'
import type { Attribute } from './contract.ts'
import { allMakes, attributeGroups, type MakeRow, makeTrees } from './data.ts'
import type { MakeChoice } from './make-choice.ts'

export interface FinderWiring {
  house: House
  visitors: Visitors
  pages: Pages
  shelf: FinderShelf
}

/** What the finder keeps in this process until the catalogue changes. */
export interface FinderShelf {
  makes(): Promise<MakeRow[]>
  /** For the drop-down lists of pages. */
  makeChoices(): Promise<MakeChoice[]>
  /** The JSON of contract §3 of one make; null: there is none of that name. */
  tree(slug: string): Promise<string | null>
  /** The same of all makes, a list. */
  wholeTree(): Promise<string>
  attributes(): Promise<Attribute[]>
  forget(): void
}

export function makeFinderShelf({ db, now }: Pick<House, 'db' | 'now'>): FinderShelf {
  const makes = new KeptAnswers<MakeRow[]>()
  const trees = new KeptAnswers<string | null>()
  const whole = new KeptAnswers<string>()
  const attributes = new KeptAnswers<Attribute[]>()
  const nowMs = () => now().getTime()
  const shelf: FinderShelf = {
    makes: () => makes.get('', nowMs(), () => allMakes(db)),
    async makeChoices() {
      return (await shelf.makes()).map(({ name, slug }) => ({ name, slug }))
    },
    tree: slug => trees.get(slug, nowMs(), async () => (await makeTrees(db, slug))[0]?.json ?? null),
    wholeTree: () =>
      whole.get('', nowMs(), async () => `[${(await makeTrees(db, null)).map(tree => tree.json).join(',')}]`),
    attributes: () => attributes.get('', nowMs(), () => attributeGroups(db)),
    forget() {
      for (const kept of [makes, trees, whole, attributes]) kept.forget()
    },
  }
  return shelf
}

/** Whose prices are shown; null: the list's. */
export function companyOf(person: Person | null): number | null {
  return person?.company?.id ?? null
}
