import { nameMeasuresOnce } from '../../catalogue/details.ts'
import { type ListingRow, toEquivalentRow } from '../../catalogue/listing.ts'
import { toListingRow } from '../../search/listed-product.ts'
import { finderPath, formatHash, nothingChosen } from '../hash/hash.ts'
import {
  type FilterList,
  filtersPath,
  formatMachineName,
  getMachineDrawingUrl,
  type MakeChoice,
  toMakeUrl,
  toModelUrl,
  toNewListUrl,
  toVariantUrl,
} from '../machines/machine.ts'
import { createAddAllOffer, groupByPosition } from '../positions/position-groups.ts'
import type { Manufacturer, ModelType } from '../schemas.ts'

export interface MachineCrumb {
  name: string
  url: string
}

export type MakesPageProps = NonNullable<ReturnType<typeof toMakesView>>
export type MakePageProps = NonNullable<ReturnType<typeof toMakeView>>
export type ModelPageProps = ReturnType<typeof toModelView>
/** `deliveryDay`: 'Tuesday 24 November', for what is in stock; null: no day can be promised. */
export type VariantPageProps = ReturnType<typeof toVariantView> & { deliveryDay: string | null }

export const rowsOnPage = 30

export const homeCrumb: MachineCrumb = { name: 'Home', url: '/' }
export const makesCrumb: MachineCrumb = { name: 'Makes', url: filtersPath }

const maxMakesOnPage = 300

/** All makes, or those of one letter when there are many ('': the first letter); null when no make starts with it. */
export function toMakesView(all: MakeChoice[], requestedLetter: string) {
  const total = all.length
  if (total <= maxMakesOnPage)
    return requestedLetter === '' ? { makes: all, total, letters: [], letter: null } : null
  const letters = [...new Set(all.map(make => getLetter(make)))].sort()
  const letter = requestedLetter === '' ? letters[0]! : requestedLetter
  if (!letters.includes(letter)) return null
  return { makes: all.filter(make => getLetter(make) === letter), total, letters, letter }
}

function getLetter({ slug }: MakeChoice): string {
  return slug.charAt(0).toUpperCase()
}

export function toMakesUrl(letter: string): string {
  return `${filtersPath}?letter=${encodeURIComponent(letter)}`
}

export function toMakeCrumb(make: MakeChoice): MachineCrumb {
  return { name: make.name, url: toMakeUrl(make.slug) }
}

export function toModelCrumb(make: MakeChoice, model: { name: string; slug: string }): MachineCrumb {
  return { name: model.name, url: toModelUrl(make.slug, model.slug) }
}

// A page stays below 200 KB.
const modelsOnPage = 400

/** A page of a make's models by kind of machine; null when there is no such page. */
export function toMakeView(tree: Manufacturer, page: number) {
  const { name, slug, model_types: types = [] } = tree
  const count = types.reduce((sum, { models }) => sum + models.length, 0)
  const pages = Math.max(1, Math.ceil(count / modelsOnPage))
  if (page > pages) return null
  let skipped = (page - 1) * modelsOnPage
  let capacity = modelsOnPage
  const typesOnPage = types.map(type => {
    const models = type.models.slice(skipped, skipped + capacity)
    skipped = Math.max(0, skipped - type.models.length)
    capacity -= models.length
    return {
      name: type.name,
      models: models.map(model => ({
        name: model.name,
        url: toModelUrl(slug, model.slug),
        variants: model.variants.length,
      })),
    }
  })
  return {
    make: { name, slug },
    /** Its machines can be looked up by serial or mach number. */
    hasNumbers: hasNumbers(tree),
    types: typesOnPage.filter(({ models }) => models.length > 0),
    page,
    pages,
  }
}

export function hasNumbers(make: Pick<Manufacturer, 'serial_numbers_count' | 'show_mach_number'>): boolean {
  return make.serial_numbers_count > 0 || make.show_mach_number
}

/** The variants of a model, with the number of products of each (`counts`, by variant id). */
export function toModelView(
  make: MakeChoice,
  modelType: string,
  model: ModelType['models'][number],
  counts: ReadonlyMap<number, number>,
) {
  return {
    make: { name: make.name, slug: make.slug },
    model: { name: model.name, slug: model.slug },
    modelType,
    image: getMachineDrawingUrl(modelType),
    variants: model.variants.map(({ id, name }) => ({
      id,
      name,
      url: toVariantUrl(make.slug, model.slug, id),
      filters: counts.get(id) ?? 0,
    })),
  }
}

export interface VariantLocation {
  make: MakeChoice
  modelType: string
  model: { name: string; slug: string }
  variant: { id: number; name: string }
}

export function toVariantView(
  location: VariantLocation,
  filters: Pick<FilterList, 'total' | 'list' | 'equivalents' | 'choices'>,
  page: number,
) {
  const { make, modelType, model, variant } = location
  const chosen = { manufacturer: make.slug, model: model.slug, variant: String(variant.id) }
  const addAll = createAddAllOffer(filters.choices)
  const addAllIds = new Set(addAll?.items.map(({ product }) => product))
  return {
    name: formatMachineName({ make: make.name, model: model.name, variant: variant.name }),
    modelType,
    image: getMachineDrawingUrl(modelType),
    breadcrumbs: [homeCrumb, makesCrumb, toMakeCrumb(make), toModelCrumb(make, model)],
    positions: groupByPosition(filters.list, filters.equivalents).map(group =>
      toPositionChoices(group.heading, [
        ...group.filters.map(({ filter, quantity }) => ({
          row: toListingRow(filter, null),
          quantity,
          isInAddAll: addAllIds.has(filter.id),
        })),
        ...group.equivalents.map(product => ({
          row: toEquivalentRow(product),
          quantity: null,
          isInAddAll: false,
        })),
      ]),
    ),
    ...{ addAll, total: filters.total, page },
    pages: Math.max(1, Math.ceil(filters.total / rowsOnPage)),
    /** Ready for '&page=N'. */
    pageUrl: `${toVariantUrl(make.slug, model.slug, variant.id)}?`,
    finderUrl: finderPath + formatHash({ ...nothingChosen, mode: 'make', ...chosen }),
    newListUrl: toNewListUrl(variant.id),
  }
}

/** 'Engine oil' '×1': where a product fits, and how many the machine takes there. */
export function toPositionHint(position: string, quantity: number): { name: string; value: string } {
  return { name: position === '' ? 'Takes' : position, value: `×${quantity}` }
}

/** A filter for a position of a machine. */
export interface BrandChoice {
  row: ListingRow
  /** How many the machine takes there; null: the machine does not list it, it is the same part as one that is listed. */
  quantity: number | null
  /** 'Add all available' adds it. */
  isInAddAll: boolean
}

/** The brands for a position of a machine. What all of them have in common is named once. */
export interface PositionChoices {
  heading: string
  /** 'Oil filter, spin-on'; null when the filters differ. */
  title: string | null
  facts: string[]
  /** How many the machine takes there; null when that depends on the filter. */
  quantity: number | null
  /** The titles and facts that are not common. */
  choices: BrandChoice[]
}

export function toPositionChoices(heading: string, choices: readonly BrandChoice[]): PositionChoices {
  const named = choices.map(({ row }) => nameMeasuresOnce(row.title, row.facts))
  const [first] = named
  const title = first && named.every(one => one.title === first.title) ? first.title : null
  const facts = (first?.facts ?? []).filter(fact => named.every(one => one.facts.includes(fact)))
  const quantities = new Set(choices.flatMap(({ quantity }) => quantity ?? []))
  return {
    heading,
    title,
    facts,
    quantity: quantities.size === 1 ? [...quantities][0]! : null,
    choices: choices.map((choice, at) => ({
      ...choice,
      row: {
        ...choice.row,
        title: named[at]!.title,
        facts: named[at]!.facts.filter(fact => !facts.includes(fact)),
      },
    })),
  }
}
