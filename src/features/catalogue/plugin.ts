import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { show } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import type { Visitors } from '../accounts/service.ts'
import { productPage } from './ProductPage.tsx'
import { describeProduct } from './product-head.ts'
import { productProps } from './product-props.ts'
import { productByPath } from './product-query.server.ts'
import { sitemapRoutes } from './sitemap.server.ts'
import { productData } from './structured-data.ts'

export interface CatalogueDeps {
  context: AppContext
  visitors: Visitors
  pages: Pages
  /** 'Order in 2 h 14 min for delivery Tuesday 24 November' */
  deliveryPromise: () => string
}

const cacheSeconds = 10

// How much of the long lists one page holds: 200 KB is the most that any of them may send.
const usualLists = { mostFits: 150, mostNumbers: 400 }
const makesList = { mostFits: 300, mostNumbers: 60 }
const numbersList = { mostFits: 20, mostNumbers: 1200 }

const productQuery = z.object({
  for: z.string().max(100).catch(''),
  make: z.string().max(200).nullable().catch(null),
  numbers: z.literal('all').optional().catch(undefined),
})

export async function cataloguePlugin(
  app: FastifyInstance,
  { context, visitors, pages, deliveryPromise }: CatalogueDeps,
): Promise<void> {
  const { db } = context

  // The last of all routes: whatever is no other page may be a product's path.
  pages.get(
    '/*',
    {
      params: z.object({ '*': z.string().max(300) }),
      query: productQuery,
      cacheSeconds,
    },
    async ({ params, query, request }) => {
      const asked = params['*']
      const path = asked.replace(/\/+$/, '').toLowerCase()
      if (!/^[a-z0-9][a-z0-9/-]*$/.test(path)) throw new Problem(404)
      const row = await productByPath(db, {
        path,
        companyId: (await visitors.of(request)).person?.company?.id ?? null,
        searched: query.for,
        make: query.make,
        ...(query.make ? makesList : query.numbers ? numbersList : usualLists),
      })
      if (!row) throw new Problem(404)
      if (asked !== path) return { to: `/${path}${searchOf(request.url)}`, status: 301 }
      const props = productProps(row, {
        searched: query.for,
        make: query.make,
        allNumbers: query.numbers === 'all',
        deliveryPromise: deliveryPromise(),
        phone: context.config.shopPhone,
      })
      return show(productPage, props, {
        title: `${row.code} ${row.title}`,
        description: describeProduct(row, props),
        canonical: `/${row.path}`,
        jsonLd: productData(
          {
            ...row,
            images: props.pictures.map(picture => picture.filename),
            priceIncVat: props.priceIncVat,
            canBuy: props.canBuy,
            onBackOrder: row.available <= 0 && row.backOrder,
          },
          [...props.breadcrumbs, { name: row.title, url: `/${row.path}` }],
          context.baseUrl(),
        ),
      })
    },
  )

  sitemapRoutes(app, context)
}

function searchOf(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}
