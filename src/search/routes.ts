import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { handle } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'
import { line } from '../shared/validate.ts'
import { longestQuery, search } from './contract.ts'
import { findMakes } from './data.ts'
import { filterChips, filteredUrl } from './filter-links.ts'
import { makeFinding } from './finding.server.ts'
import { codeOnTheWire, listedOnTheWire, listingRow } from './listed.ts'
import { findCodes } from './number-data.server.ts'
import { type Filters, readFilters, readQuery } from './query.ts'
import { searchPage } from './SearchPage.tsx'

interface Wiring {
  house: House
  /** Whose prices a visitor sees; null: the list's. */
  companyOf: (request: FastifyRequest) => Promise<number | null>
  pages: Pages
}

const pageSize = 10 // specification §9
const mostCodes = 8
const keptSeconds = 10

export function searchRoutes(app: FastifyInstance, { house, companyOf, pages }: Wiring): void {
  const { db } = house
  const find = makeFinding(house)

  handle(
    app,
    search,
    async ({ query: asked, request }) => {
      const scope = new Set((asked.scope || 'products').split(',').map(name => name.trim()))
      const query = readQuery(asked.query)
      const filters = filtersOf(asked.filters)
      const { buyable, size, page } = asked
      const companyId = await companyOf(request)
      const codesWanted = scope.has('codes') ? size : 0
      const [found, codesAlone, makes] = await Promise.all([
        scope.has('products')
          ? find({ query, filters, buyable, size, page, companyId }, codesWanted)
          : undefined,
        scope.has('products') ? [] : findCodes(db, query, codesWanted, buyable),
        scope.has('makes_models') && query.text !== '' ? findMakes(db, query.text, size) : undefined,
      ])
      return {
        ...(found && {
          products: {
            list: found.list.map(product => listedOnTheWire(product, asked['with-hint'])),
            total: found.total,
            size,
            page,
          },
        }),
        ...(scope.has('codes') && {
          codes: { list: (found?.codes ?? codesAlone).map(codeOnTheWire), suggestions: [] },
        }),
        ...(scope.has('makes_models') && {
          makes_models: {
            list: (makes ?? []).map(({ name }) => ({
              label: name,
              url: `/search?query=${encodeURIComponent(name)}`,
              image: null,
            })),
          },
        }),
      }
    },
    { withMarkerOnly: true },
  )

  const pageQuery = z.object({
    query: line(longestQuery),
    page: z.coerce.number().int().min(1).max(100_000).catch(1),
    filters: z.string().max(4000).optional(),
  })

  pages.get('/search', { query: pageQuery, keptSeconds }, async ({ query: asked, request }) => {
    const query = readQuery(asked.query)
    const filters = filtersOf(asked.filters)
    const companyId = await companyOf(request)
    const { total, list, codes } = await find(
      { query, filters, buyable: false, size: pageSize, page: asked.page, companyId },
      mostCodes,
    )
    const exact = codes.filter(found => readQuery(found.code).key === query.key)
    return show(
      searchPage,
      {
        query: asked.query,
        total,
        page: asked.page,
        pages: Math.max(1, Math.ceil(total / pageSize)),
        size: pageSize,
        rows: list.map(listingRow),
        // Several makers may have the same number: all are shown with their maker, never the first alone.
        codes: exact.length > 1 ? exact.map(found => ({ ...found, url: `/${found.path}` })) : [],
        corrected: null,
        suggestions: [],
        facets: [],
        chips: filterChips(asked.query, filters),
        clearUrl: filterChips(asked.query, filters).length > 0 ? filteredUrl(asked.query, null) : null,
        pageUrl: filteredUrl(asked.query, filters),
      },
      {
        title: asked.query === '' ? 'All products' : `Search: ${asked.query}`,
        description: 'Filters by any maker’s number, by machine, by type and by size.',
        canonical: filteredUrl(asked.query, filters) + (asked.page > 1 ? `&page=${asked.page}` : ''),
        noindex: asked.query !== '' && total === 0,
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
