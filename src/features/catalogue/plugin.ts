import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Head, toPageResult } from '../../infra/pages/render.ts'
import { withoutPromise } from '../../lib/availability.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { PageDeps } from '../accounts/service.ts'
import { createProductPageProps, type ProductPageRow } from './product-page/create-props.ts'
import { productPage } from './product-page/ProductPage.tsx'
import type { ProductPageProps } from './product-page/props.ts'
import { findCurrentPath, findProductByPath } from './product-page/queries.ts'
import { createStructuredData, formatMetaDescription } from './product-page/structured-data.ts'
import { registerSitemapRoutes } from './sitemap/routes.server.ts'

export interface CatalogueDeps extends PageDeps {
  /** 'Order in 2 h 14 min for delivery Tuesday 24 November'; null: none can be promised. */
  getDeliveryPromise: () => string | null
  /** 'Tuesday 24 November', for what is in stock. Null: none can be promised. */
  getDeliveryDay: () => string | null
}

const cacheSeconds = 10

// Limits of the long lists, so that no page is larger than 200 KB.
const defaultLimits = { maxFits: 150, maxNumbers: 400 }
const allMachinesLimits = { maxFits: 300, maxNumbers: 60 }
const allNumbersLimits = { maxFits: 20, maxNumbers: 1200 }

const productQuery = z.object({
  for: z.string().max(100).catch(''),
  make: z.string().max(200).nullable().catch(null),
  numbers: z.literal('all').optional().catch(undefined),
})

export async function cataloguePlugin(
  app: FastifyInstance,
  { context, visitors, pages, getDeliveryPromise, getDeliveryDay }: CatalogueDeps,
): Promise<void> {
  const { db } = context

  // The catch-all route: any path without a route of its own may be a product's.
  pages.getCached(
    '/*',
    { params: z.object({ '*': z.string().max(300) }), query: productQuery, cacheSeconds, visitors },
    async ({ params, query, url, visitor }) => {
      const requestedPath = params['*']
      const path = requestedPath.replace(/\/+$/, '').toLowerCase()
      if (!/^[a-z0-9][a-z0-9/-]*$/.test(path)) throw new Problem(404)
      const row = await findProductByPath(db, {
        path,
        companyId: visitor.person?.company?.id ?? null,
        searched: query.for,
        make: query.make,
        ...(query.make ? allMachinesLimits : query.numbers ? allNumbersLimits : defaultLimits),
      })
      if (!row) {
        const current = await findCurrentPath(db, path)
        if (current === null) throw new Problem(404)
        return { to: `/${current}${getQueryString(url)}`, status: 301 }
      }
      if (requestedPath !== path) return { to: `/${path}${getQueryString(url)}`, status: 301 }
      const props = createProductPageProps(row, {
        searched: query.for,
        make: query.make,
        allNumbers: query.numbers === 'all',
        deliveryPromise: getDeliveryPromise(),
        deliveryDay: getDeliveryDay(),
      })
      return toPageResult(productPage, props, createHead(row, props, context.baseUrl()))
    },
  )

  registerSitemapRoutes(app, context)
}

function createHead(row: ProductPageRow, props: ProductPageProps, baseUrl: string): Head {
  return {
    title: `${row.code} ${row.title}`,
    ...(row.available <= 0 && { layout: withoutPromise }),
    description: formatMetaDescription(row, props),
    canonical: `/${row.path}`,
    jsonLd: createStructuredData(row, props, baseUrl),
  }
}

function getQueryString(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}
