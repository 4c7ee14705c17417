import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Visitors } from '../accounts/server.ts'
import { handle } from '../platform/handle.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { Problem } from '../shared/problem.ts'
import { line } from '../shared/validate.ts'
import { longestQuery, search } from './contract.ts'
import { findCodes, findMakes, findProducts } from './data.ts'
import { filterChips, filteredUrl } from './filter-links.ts'
import { codeOnTheWire, listedOnTheWire, listingRow } from './listed.ts'
import { type Filters, readFilters, readQuery } from './query.ts'
import { searchPage } from './SearchPage.tsx'

interface Wiring {
  house: House
  visitors: Visitors
  pages: Pages
}

const pageSize = 10 // specification §9
const mostCodes = 8
const keptSeconds = 10

export function searchRoutes(app: FastifyInstance, { house, visitors, pages }: Wiring): void {
  const { db } = house

  handle(
    app,
    search,
    async ({ query: asked, request }) => {
      const scope = new Set((asked.scope || 'products').split(',').map(name => name.trim()))
      const query = readQuery(asked.query)
      const filters = filtersOf(asked.filters)
      const { buyable, size, page } = asked
      const companyId = (await visitors.of(request)).person?.company?.id ?? null
      const [products, codes, makes] = await Promise.all([
        scope.has('products')
          ? findProducts(db, { query, filters, buyable, size, page, companyId })
          : undefined,
        scope.has('codes') ? findCodes(db, query, size, buyable) : undefined,
        scope.has('makes_models') && query.text !== '' ? findMakes(db, query.text, size) : undefined,
      ])
      return {
        ...(products && {
          products: {
            list: products.list.map(found => listedOnTheWire(found, asked['with-hint'])),
            total: products.total,
            size,
            page,
          },
        }),
        ...(codes && { codes: { list: codes.map(codeOnTheWire), suggestions: [] } }),
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
    const companyId = (await visitors.of(request)).person?.company?.id ?? null
    const [{ total, list }, codes] = await Promise.all([
      findProducts(db, { query, filters, buyable: false, size: pageSize, page: asked.page, companyId }),
      findCodes(db, query, mostCodes, false),
    ])
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
