import type { ListingRow } from '../catalogue/listing.ts'
import { toListingRow } from '../search/listed-product.ts'
import type { FittedProduct } from './fitted.ts'
import { finderPath, formatHash, nothingChosen } from './hash.ts'
import {
  filtersPath,
  formatMachineName,
  getMachineImage,
  toMakeUrl,
  toModelUrl,
  toNewListUrl,
  toVariantUrl,
} from './machine.ts'
import type { MakeChoice } from './make-choice.ts'
import type { Manufacturer } from './schemas.ts'

export interface Crumb {
  name: string
  url: string
}

export interface MakesPageProps {
  /** Those to be shown: all, or those of one letter. */
  makes: MakeChoice[]
  total: number
  /** Where there are too many for one page. */
  letters: string[]
  letter: string | null
}

export interface MakePageProps {
  make: MakeChoice
  /** Its machines can be looked up by the number on their plates. */
  hasNumbers: boolean
  types: { name: string; models: { name: string; url: string; variants: number }[] }[]
  page: number
  pages: number
}

export interface ModelPageProps {
  make: MakeChoice
  model: { name: string; slug: string }
  modelType: string
  image: string
  variants: { id: number; name: string; url: string; filters: number }[]
}

export interface VariantPageProps {
  /** 'JCB 3CX 2012-2018' */
  name: string
  modelType: string
  image: string
  breadcrumbs: Crumb[]
  rows: ListingRow[]
  total: number
  page: number
  pages: number
  /** This page; '&page=N' may follow. */
  pageUrl: string
  /** The same machine in the finder. */
  finderUrl: string
  /** A product list of its filters. */
  newListUrl: string
}

export const rowsOnPage = 30

export const homeCrumb: Crumb = { name: 'Home', url: '/' }
export const makesCrumb: Crumb = { name: 'Makes', url: filtersPath }

const mostMakesOnPage = 300

/** All makes, or those of one letter where they are many; null: none begins so. */
export function toMakesView(all: MakeChoice[], wanted: string): MakesPageProps | null {
  const total = all.length
  if (total <= mostMakesOnPage) return wanted === '' ? { makes: all, total, letters: [], letter: null } : null
  const letters = [...new Set(all.map(make => getLetter(make)))].sort()
  const letter = wanted === '' ? letters[0]! : wanted
  if (!letters.includes(letter)) return null
  return { makes: all.filter(make => getLetter(make) === letter), total, letters, letter }
}

function getLetter({ slug }: MakeChoice): string {
  return slug.charAt(0).toUpperCase()
}

export function toMakesUrl(letter: string): string {
  return `${filtersPath}?letter=${encodeURIComponent(letter)}`
}

export function toMakeCrumb(make: MakeChoice): Crumb {
  return { name: make.name, url: toMakeUrl(make.slug) }
}

export function toModelCrumb(make: MakeChoice, model: { name: string; slug: string }): Crumb {
  return { name: model.name, url: toModelUrl(make.slug, model.slug) }
}

// More would weigh more than a page may (200 KB).
const modelsOnPage = 400

/** The models of a make by kind, so many to a page; null: there is no such page. */
export function toMakeView(tree: Manufacturer, page: number): MakePageProps | null {
  const { name, slug, model_types: types = [] } = tree
  const count = types.reduce((sum, { models }) => sum + models.length, 0)
  const pages = Math.max(1, Math.ceil(count / modelsOnPage))
  if (page > pages) return null
  let before = (page - 1) * modelsOnPage
  let room = modelsOnPage
  const typesOnPage = types.map(type => {
    const models = type.models.slice(before, before + room)
    before = Math.max(0, before - type.models.length)
    room -= models.length
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
    hasNumbers: hasNumbers(tree),
    types: typesOnPage.filter(({ models }) => models.length > 0),
    page,
    pages,
  }
}

export function hasNumbers(make: Pick<Manufacturer, 'serial_numbers_count' | 'show_mach_number'>): boolean {
  return make.serial_numbers_count > 0 || make.show_mach_number
}

/** Where one variant stands: its make, kind and model, in the words of the tree. */
export interface VariantLocation {
  make: MakeChoice
  modelType: string
  model: { name: string; slug: string }
  variant: { id: number; name: string }
}

export function toVariantView(
  place: VariantLocation,
  filters: { total: number; list: FittedProduct[] },
  page: number,
): VariantPageProps {
  const { make, modelType, model, variant } = place
  const chosen = { manufacturer: make.slug, model: model.slug, variant: String(variant.id) }
  return {
    name: formatMachineName({ make: make.name, model: model.name, variant: variant.name }),
    modelType,
    image: getMachineImage(modelType),
    breadcrumbs: [homeCrumb, makesCrumb, toMakeCrumb(make), toModelCrumb(make, model)],
    rows: filters.list.map(toFittedRow),
    total: filters.total,
    page,
    pages: Math.max(1, Math.ceil(filters.total / rowsOnPage)),
    pageUrl: `${toVariantUrl(make.slug, model.slug, variant.id)}?`,
    finderUrl: finderPath + formatHash({ ...nothingChosen, mode: 'make', ...chosen }),
    newListUrl: toNewListUrl(variant.id),
  }
}

/** A row of the listing table that says where the part sits instead of why it was found. */
export function toFittedRow(product: FittedProduct): ListingRow {
  return { ...toListingRow(product, null), hint: toPositionHint(product) }
}

/** 'Engine oil' '×1'. */
export function toPositionHint({ position, quantity }: { position: string; quantity: number }): {
  name: string
  value: string
} {
  return { name: position === '' ? 'Takes' : position, value: `×${quantity}` }
}

/** schema.org breadcrumbs: search engines show the way to a machine. */
export function toBreadcrumbData(crumbs: readonly Crumb[], baseUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: baseUrl + crumb.url,
    })),
  }
}
