import { z } from 'zod'
import type { AppContext, Db } from '../../../infra/app-context.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { line } from '../../../lib/calls/validate.ts'
import { toBreadcrumbData } from '../../catalogue/product-page/structured-data.ts'
import { filtersPath, toMakeUrl, toModelUrl, toVariantSlug, toVariantUrl } from '../machines/machine.ts'
import { countFilters, getMachineFilters, getMakeTrees, listMakeChoices } from '../queries.ts'
import type { Manufacturer } from '../schemas.ts'
import { type FinderDeps, getCompanyId } from '../service.ts'
import { makePage } from './MakePage.tsx'
import { makesPage } from './MakesPage.tsx'
import { modelPage } from './ModelPage.tsx'
import {
  homeCrumb,
  type MachineCrumb,
  makesCrumb,
  rowsOnPage,
  toMakeCrumb,
  toMakesUrl,
  toMakesView,
  toMakeView,
  toModelCrumb,
  toModelView,
  toVariantView,
} from './machine-view.ts'
import { variantPage } from './VariantPage.tsx'

const cacheSeconds = 30

const slug = z.string().min(1).max(100)
const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)

/** The machines as pages with URLs of their own: for visitors without JavaScript, bookmarks and search engines. */
export function machineRoutes(deps: FinderDeps): void {
  addMakesPage(deps)
  addMakePage(deps)
  addModelPage(deps)
  addVariantPage(deps)
}

function addMakesPage({ context, pages }: FinderDeps): void {
  // ?make= comes from the drop-down list of a page without JavaScript.
  const makesQuery = z.object({ make: line(100), letter: line(4) })
  pages.getCached(filtersPath, { query: makesQuery, cacheSeconds }, async ({ query }) => {
    const makes = await listMakeChoices(context.db)
    if (query.make !== '') {
      return { to: makes.some(make => make.slug === query.make) ? toMakeUrl(query.make) : filtersPath }
    }
    const view = toMakesView(makes, query.letter.toUpperCase())
    if (!view) throw new Problem(404)
    const letter = query.letter === '' ? null : view.letter
    return toPageResult(makesPage, view, {
      title: `Filters by make of machine${letter ? `: ${letter}` : ''}`,
      description: `Replacement filters for the machines of ${makes.length} makes.`,
      canonical: letter ? toMakesUrl(letter) : filtersPath,
      jsonLd: toJsonLd(context, [homeCrumb, makesCrumb]),
    })
  })
}

function addMakePage({ context, pages }: FinderDeps): void {
  const options = {
    params: z.object({ make: slug }),
    query: z.object({ page: pageNumber }),
    cacheSeconds,
  }
  pages.getCached(`${filtersPath}/:make`, options, async ({ params, query }) => {
    const make = await getMake(context.db, params.make)
    if (make.slug !== params.make) return { to: toMakeUrl(make.slug), status: 301 as const }
    const view = toMakeView(make, query.page)
    if (!view) throw new Problem(404)
    const kinds = view.types.map(type => type.name.toLowerCase()).join(', ')
    return toPageResult(makePage, view, {
      title: `${make.name} filters by model`,
      description: `Replacement filters for ${make.name} machines${kinds && `: ${kinds}`}.`.slice(0, 300),
      canonical: toMakeUrl(make.slug) + (query.page > 1 ? `?page=${query.page}` : ''),
      jsonLd: toJsonLd(context, [homeCrumb, makesCrumb, toMakeCrumb(make)]),
    })
  })
}

function addModelPage({ context, pages }: FinderDeps): void {
  const options = { params: z.object({ make: slug, model: slug }), cacheSeconds }
  pages.getCached(`${filtersPath}/:make/:model`, options, async ({ params }) => {
    const { make, type, model, isCanonical } = await getModel(context.db, params.make, params.model)
    const url = toModelUrl(make.slug, model.slug)
    if (!isCanonical) return { to: url, status: 301 as const }
    const counts = await countFilters(
      context.db,
      model.variants.map(variant => variant.id),
    )
    return toPageResult(modelPage, toModelView(make, type.name, model, counts), {
      title: `${make.name} ${model.name} filters`,
      description: `Replacement filters for each variant of the ${make.name} ${model.name}.`,
      canonical: url,
      jsonLd: toJsonLd(context, [homeCrumb, makesCrumb, toMakeCrumb(make), toModelCrumb(make, model)]),
    })
  })
}

function addVariantPage({ context, visitors, pages, getDeliveryDay }: FinderDeps): void {
  const options = {
    params: z.object({ make: slug, model: slug, variant: slug }),
    query: z.object({ page: pageNumber }),
    cacheSeconds,
    visitors,
  }
  pages.getCached(`${filtersPath}/:make/:model/:variant`, options, async ({ params, query, visitor }) => {
    const { make, type, model, isCanonical } = await getModel(context.db, params.make, params.model)
    const variant = findVariant(model.variants, params.variant)
    if (!variant) throw new Problem(404)
    const url = toVariantUrl(make.slug, model.slug, variant.id)
    if (!isCanonical || String(variant.id) !== params.variant) return { to: url, status: 301 as const }
    const filters = await getMachineFilters(
      context.db,
      { kind: 'machine', make: make.slug, model: model.slug, variantId: variant.id },
      { size: rowsOnPage, page: query.page, companyId: getCompanyId(visitor.person), withOffers: true },
    )
    if (filters.list.length === 0 && query.page > 1) throw new Problem(404)
    const view = toVariantView({ make, modelType: type.name, model, variant }, filters, query.page)
    return toPageResult(
      variantPage,
      { ...view, deliveryDay: getDeliveryDay() },
      {
        title: `Filters for ${view.name}`,
        description: `${view.total} replacement filters for ${view.name}, by position, with prices and stock.`,
        canonical: query.page > 1 ? `${url}?page=${query.page}` : url,
        noindex: view.total === 0,
        jsonLd: toJsonLd(context, [...view.breadcrumbs, { name: variant.name, url }]),
      },
    )
  })
}

/** The make of this slug in any case; a Problem (404) when there is none. */
async function getMake(db: Db, makeSlug: string): Promise<Manufacturer> {
  const [make] = await getMakeTrees(db, makeSlug)
  if (make) return make
  if (makeSlug !== makeSlug.toLowerCase()) return getMake(db, makeSlug.toLowerCase())
  throw new Problem(404)
}

/** The model of these slugs in any case; a Problem (404) when there is none. `isCanonical`: both slugs are exact. */
async function getModel(db: Db, makeSlug: string, modelSlug: string) {
  const make = await getMake(db, makeSlug)
  for (const slug of [modelSlug, modelSlug.toLowerCase()]) {
    for (const type of make.model_types ?? []) {
      const model = type.models.find(one => one.slug === slug)
      if (model) return { make, type, model, isCanonical: make.slug === makeSlug && slug === modelSlug }
    }
  }
  throw new Problem(404)
}

function findVariant<Variant extends { id: number; name: string }>(
  variants: readonly Variant[],
  idOrSlug: string,
): Variant | undefined {
  return (
    variants.find(({ id }) => String(id) === idOrSlug) ??
    variants.find(({ name }) => toVariantSlug(name) === idOrSlug.toLowerCase())
  )
}

function toJsonLd(context: AppContext, crumbs: MachineCrumb[]): object[] {
  return [toBreadcrumbData(crumbs, context.baseUrl())]
}
