import { z } from 'zod'
import { show } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import { line } from '../../lib/validate.ts'
import { makePage } from './MakePage.tsx'
import { makesPage } from './MakesPage.tsx'
import { modelPage } from './ModelPage.tsx'
import {
  filtersPath,
  getMachineImage,
  toMakeUrl,
  toModelUrl,
  toVariantSlug,
  toVariantUrl,
} from './machine.ts'
import {
  type Crumb,
  homeCrumb,
  makesCrumb,
  rowsOnPage,
  toBreadcrumbData,
  toMakeCrumb,
  toMakesUrl,
  toMakesView,
  toMakeView,
  toModelCrumb,
  toVariantView,
} from './machine-view.ts'
import { countFilters, getFilters } from './queries.ts'
import type { Manufacturer } from './schemas.ts'
import { type FinderDeps, getCompanyId } from './service.ts'
import { getMakeTrees, listMakeChoices } from './tree-queries.server.ts'
import { variantPage } from './VariantPage.tsx'

const cacheSeconds = 30

const slug = z.string().min(1).max(100)
const pageNumber = z.coerce.number().int().min(1).max(100_000).catch(1)

/** The machines as real addresses: for those without a script, for bookmarks and for search engines. */
export function machineRoutes({ context, visitors, pages }: FinderDeps): void {
  const { db } = context
  const jsonLd = (crumbs: Crumb[]) => [toBreadcrumbData(crumbs, context.baseUrl())]

  const getTree = async (make: string): Promise<Manufacturer> => {
    const [tree] = await getMakeTrees(db, make)
    if (tree) return tree
    // Addresses are typed in capitals too; the page then moves to its own spelling.
    if (make !== make.toLowerCase()) return getTree(make.toLowerCase())
    throw new Problem(404)
  }

  const getModel = async (makeSlug: string, modelSlug: string) => {
    const make = await getTree(makeSlug)
    const types = make.model_types ?? []
    for (const slug of [modelSlug, modelSlug.toLowerCase()]) {
      for (const type of types) {
        const model = type.models.find(one => one.slug === slug)
        if (model) return { make, type, model, isOwn: make.slug === makeSlug && slug === modelSlug }
      }
    }
    throw new Problem(404)
  }

  // ?make= is the drop-down list of a page without a script.
  const makesQuery = z.object({ make: line(100), letter: line(4) })
  pages.get(filtersPath, { query: makesQuery, cacheSeconds }, async ({ query }) => {
    const makes = await listMakeChoices(db)
    if (query.make !== '')
      return { to: makes.some(make => make.slug === query.make) ? toMakeUrl(query.make) : filtersPath }
    const view = toMakesView(makes, query.letter.toUpperCase())
    if (!view) throw new Problem(404)
    return show(makesPage, view, {
      title: `Filters by make of machine${query.letter && view.letter ? `: ${view.letter}` : ''}`,
      description: `Replacement filters for the machines of ${makes.length} makes.`,
      canonical: query.letter && view.letter ? toMakesUrl(view.letter) : filtersPath,
      jsonLd: jsonLd([homeCrumb, makesCrumb]),
    })
  })

  const makeAddress = {
    params: z.object({ make: slug }),
    query: z.object({ page: pageNumber }),
    cacheSeconds,
  }
  pages.get(`${filtersPath}/:make`, makeAddress, async ({ params, query }) => {
    const make = await getTree(params.make)
    if (make.slug !== params.make) return { to: toMakeUrl(make.slug), status: 301 as const }
    const view = toMakeView(make, query.page)
    if (!view) throw new Problem(404)
    const kinds = view.types.map(type => type.name.toLowerCase()).join(', ')
    return show(makePage, view, {
      title: `${make.name} filters by model`,
      description: `Replacement filters for ${make.name} machines${kinds && `: ${kinds}`}.`.slice(0, 300),
      canonical: toMakeUrl(make.slug) + (query.page > 1 ? `?page=${query.page}` : ''),
      jsonLd: jsonLd([homeCrumb, makesCrumb, toMakeCrumb(make)]),
    })
  })

  pages.get(
    `${filtersPath}/:make/:model`,
    { params: z.object({ make: slug, model: slug }), cacheSeconds },
    async ({ params }) => {
      const { make, type, model, isOwn } = await getModel(params.make, params.model)
      if (!isOwn) return { to: toModelUrl(make.slug, model.slug), status: 301 as const }
      const counts = await countFilters(
        db,
        model.variants.map(variant => variant.id),
      )
      const url = toModelUrl(make.slug, model.slug)
      const props = {
        make: { name: make.name, slug: make.slug },
        model: { name: model.name, slug: model.slug },
        modelType: type.name,
        image: getMachineImage(type.name),
        variants: model.variants.map(({ id, name }) => ({
          id,
          name,
          url: toVariantUrl(make.slug, model.slug, id),
          filters: counts.get(id) ?? 0,
        })),
      }
      return show(modelPage, props, {
        title: `${make.name} ${model.name} filters`,
        description: `Replacement filters for each variant of the ${make.name} ${model.name}.`,
        canonical: url,
        jsonLd: jsonLd([homeCrumb, makesCrumb, toMakeCrumb(make), toModelCrumb(make, model)]),
      })
    },
  )

  pages.get(
    `${filtersPath}/:make/:model/:variant`,
    {
      params: z.object({ make: slug, model: slug, variant: slug }),
      query: z.object({ page: pageNumber }),
      cacheSeconds,
    },
    async ({ params, query, request }) => {
      const { make, type, model, isOwn } = await getModel(params.make, params.model)
      const variant =
        model.variants.find(({ id }) => String(id) === params.variant) ??
        model.variants.find(({ name }) => toVariantSlug(name) === params.variant.toLowerCase())
      if (!variant) throw new Problem(404)
      const url = toVariantUrl(make.slug, model.slug, variant.id)
      if (!isOwn || String(variant.id) !== params.variant) return { to: url, status: 301 as const }
      const { person } = await visitors.of(request)
      const machineQuery = {
        kind: 'machine' as const,
        make: make.slug,
        model: model.slug,
        variantId: variant.id,
      }
      const part = { size: rowsOnPage, page: query.page, companyId: getCompanyId(person) }
      const filters = await getFilters(db, machineQuery, part)
      if (filters.list.length === 0 && query.page > 1) throw new Problem(404)
      const place = { make, modelType: type.name, model, variant }
      const props = toVariantView(place, filters, query.page)
      const { name, breadcrumbs, total } = props
      return show(variantPage, props, {
        title: `Filters for ${name}`,
        description: `${total} replacement filters for ${name}, by position, with prices and stock.`,
        canonical: query.page > 1 ? `${url}?page=${query.page}` : url,
        noindex: total === 0,
        jsonLd: jsonLd([...breadcrumbs, { name: variant.name, url }]),
      })
    },
  )
}
