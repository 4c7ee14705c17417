import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import type { ReplyOf } from '../shared/call.ts'
import { Problem } from '../shared/problem.ts'
import { line } from '../shared/validate.ts'
import type { PlaceEntry } from './catalogue-index.ts'
import { cutQuery, search } from './contract.ts'
import { allMakes } from './data.ts'
import { offeredGroups, resultsUrl, switchUrl } from './filter-links.ts'
import { makeFinding } from './finding.server.ts'
import { codeOnTheWire, listedOnTheWire, listingRow } from './listed.ts'
import { machinesFor, placesFor, placesOfMake, sortedPlaces } from './places.ts'
import { type Filters, isSameNumber, readFilters, readQuery, sorts } from './query.ts'
import { searchPage } from './SearchPage.tsx'
import type { SearchIndex } from './server.ts'

export interface SearchDeps {
  house: House
  /** Whose prices a visitor sees; null: the list's. */
  companyOf: (request: FastifyRequest) => Promise<number | null>
  pages: Pages
  /** Without it the database alone finds. */
  index: SearchIndex | null
}

const pageSize = 10 // specification §9
const mostCodes = 8
const mostMachines = 8
const cacheSeconds = 10
const toleranceMm = 1

export async function searchPlugin(
  app: FastifyInstance,
  { house, companyOf, pages, index }: SearchDeps,
): Promise<void> {
  const { db } = house
  const current = () => index?.current() ?? null
  const find = makeFinding(db, current, index?.listing)
  // While there is no index the makes alone are known.
  const places = async (): Promise<PlaceEntry[]> => {
    const known = current()
    if (known) return known.places
    return sortedPlaces((await allMakes(db)).flatMap(({ name, slug }) => placesOfMake(name, slug)))
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
        const list = placesFor(await places(), readQuery(asked.query).text, size)
        reply.makes_models = { list: list.map(place => ({ ...place, image: null })) }
      }
      return reply
    },
    { withMarkerOnly: true },
  )

  const pageQuery = z.object({
    query: line(Number.MAX_SAFE_INTEGER).transform(cutQuery),
    page: z.coerce.number().int().min(1).max(100_000).catch(1),
    // Each address of the page carries them.
    filters: z.string().max(1500).optional(),
    sort: z.enum(sorts).catch('relevance'),
    // The form of a measure: so many millimetres, of this attribute.
    near: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .optional()
      .catch(undefined),
    // The group of filters whose options are wanted, all of them.
    open: z.string().max(20).optional().catch(undefined),
    mm: z.coerce.number().min(0).max(9999).optional().catch(undefined),
  })

  pages.get('/search', { query: pageQuery, cacheSeconds }, async ({ query: asked, request }) => {
    const { query, sort, page, near, mm, open = null } = asked
    const filters = filtersOf(asked.filters)
    const results = { query, filters, sort }
    const url = resultsUrl(results)
    if (near !== undefined) {
      return { to: mm === undefined ? url : switchUrl(results, near, `${mm}±${toleranceMm}`) }
    }
    const read = readQuery(query)
    const companyId = await companyOf(request)
    const part = { size: pageSize, page, companyId, products: true, codes: mostCodes, facets: true }
    const found = await find({ query: read, filters, sort, buyable: false, ...part })
    const exact = found.codes.filter(({ code }) => isSameNumber(code, read.key))
    const last = Math.max(1, Math.ceil(found.total / pageSize))
    // The list got shorter, or somebody guesses: its end is there.
    if (page > last) return { to: last > 1 ? `${url}&page=${last}` : url }
    return show(
      searchPage,
      {
        query,
        total: found.total,
        page,
        pages: last,
        size: pageSize,
        rows: found.list.map(listingRow),
        // Several makers may have the same number: all are shown with their maker, never the first alone.
        codes: exact.length > 1 ? exact.map(code => ({ ...code, url: `/${code.path}` })) : [],
        corrected: found.corrected,
        suggestions: found.suggestions,
        machines: machinesFor(await places(), read.text, mostMachines),
        groups: offeredGroups(found.facets ?? [], filters),
        filters,
        sort,
        open,
        phone: house.config.shopPhone,
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
