import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import type { ReplyOf } from '../shared/call.ts'
import { Problem } from '../shared/problem.ts'
import { line } from '../shared/validate.ts'
import type { Place } from './catalogue-index.ts'
import { longestQuery, search } from './contract.ts'
import { findMakes } from './data.ts'
import { chipsOf, facetsOf, filtersJson, resultsUrl, sortLinks, switched } from './filter-links.ts'
import { makeFinding } from './finding.server.ts'
import { placesFor } from './index-find.ts'
import { codeOnTheWire, listedOnTheWire, listingRow } from './listed.ts'
import { type Filters, isSameNumber, noFilters, readFilters, readQuery, sorts } from './query.ts'
import { searchPage } from './SearchPage.tsx'
import type { SearchIndex } from './server.ts'

interface Wiring {
  house: House
  /** Whose prices a visitor sees; null: the list's. */
  companyOf: (request: FastifyRequest) => Promise<number | null>
  pages: Pages
  /** Without it the database alone finds. */
  index: SearchIndex | null
}

const pageSize = 10 // specification §9
const mostCodes = 8
const keptSeconds = 10
const toleranceMm = 1

export function searchRoutes(app: FastifyInstance, { house, companyOf, pages, index }: Wiring): void {
  const { db } = house
  const current = () => index?.current() ?? null
  const find = makeFinding(db, current)
  const placesOf = async (text: string, most: number): Promise<Place[]> => {
    const known = current()
    if (known) return placesFor(known, text, most)
    if (text === '') return []
    const makes = await findMakes(db, text, most)
    return makes.map(({ name, slug }) => ({ label: name, url: `/filters/${slug}` }))
  }

  handle(
    app,
    search,
    async ({ query: asked, request }) => {
      const { size, page } = asked
      const scope = new Set((asked.scope || 'products').split(',').map(name => name.trim()))
      const [products, codes] = [scope.has('products'), scope.has('codes')]
      const reply: ReplyOf<typeof search> = {}
      if (products || codes) {
        const found = await find({
          query: readQuery(asked.query),
          filters: filtersOf(asked.filters),
          buyable: asked.buyable,
          sort: asked.sort,
          size,
          page,
          companyId: await companyOf(request),
          products,
          codes: codes ? size : 0,
          facets: asked['filter-finder'],
        })
        if (products) {
          const list = found.list.map(product => listedOnTheWire(product, asked['with-hint']))
          reply.products = { list, total: found.total, size, page }
          if (found.corrected !== null) reply.products.corrected = found.corrected
        }
        if (codes) reply.codes = { list: found.codes.map(codeOnTheWire), suggestions: found.suggestions }
        if (found.facets) {
          reply.attributes = found.facets.map(({ unit: _unit, ...attribute }) => attribute)
        }
      }
      if (scope.has('makes_models')) {
        const places = await placesOf(asked.query, size)
        reply.makes_models = { list: places.map(place => ({ ...place, image: null })) }
      }
      return reply
    },
    { withMarkerOnly: true },
  )

  const pageQuery = z.object({
    query: line(longestQuery),
    page: z.coerce.number().int().min(1).max(100_000).catch(1),
    filters: z.string().max(4000).optional(),
    sort: z.enum(sorts).catch('relevance'),
    // The form of a measure: so many millimetres, of this attribute.
    near: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .optional()
      .catch(undefined),
    mm: z.coerce.number().min(0).max(9999).optional().catch(undefined),
  })

  pages.get('/search', { query: pageQuery, keptSeconds }, async ({ query: asked, request }) => {
    const { query, sort, page, near, mm } = asked
    const filters = filtersOf(asked.filters)
    if (near !== undefined) {
      const size = mm === undefined ? filters : switched(filters, near, `${mm}±${toleranceMm}`)
      return { to: resultsUrl({ query, filters: size, sort }) }
    }
    const results = { query, filters, sort }
    const read = readQuery(query)
    const companyId = await companyOf(request)
    const part = { size: pageSize, page, companyId, products: true, codes: mostCodes, facets: true }
    const found = await find({ query: read, filters, sort, buyable: false, ...part })
    const exact = found.codes.filter(({ code }) => isSameNumber(code, read.key))
    const groups = found.facets ?? []
    const chips = chipsOf(groups, results)
    const url = resultsUrl(results)
    return show(
      searchPage,
      {
        query,
        total: found.total,
        page,
        pages: Math.max(1, Math.ceil(found.total / pageSize)),
        size: pageSize,
        rows: found.list.map(listingRow),
        // Several makers may have the same number: all are shown with their maker, never the first alone.
        codes: exact.length > 1 ? exact.map(code => ({ ...code, url: `/${code.path}` })) : [],
        corrected: found.corrected,
        suggestions: found.suggestions,
        facets: facetsOf(groups, results),
        filtersJson: filtersJson(filters),
        sort,
        sorts: found.total > 1 ? sortLinks(results) : [],
        chips,
        clearUrl: chips.length > 0 ? resultsUrl({ ...results, filters: noFilters }) : null,
        pageUrl: url,
      },
      {
        title: query === '' ? 'All products' : `Search: ${query}`,
        description: 'Filters by any maker’s number, by machine, by type and by size.',
        canonical: url + (page > 1 ? `&page=${page}` : ''),
        noindex: query !== '' && found.total === 0,
      },
    )
  })
}

function filtersOf(json: string | undefined): Filters {
  const filters = readFilters(json)
  if (!filters)
    throw new Problem(400, 'The filters could not be read.', { errors: { filters: ['Not readable.'] } })
  return filters
}
