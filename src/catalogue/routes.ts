import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Visitors } from '../accounts/server.ts'
import type { House } from '../platform/house.ts'
import type { Pages } from '../platform/page-routes.ts'
import { show } from '../platform/render.ts'
import { type Pence, pence, plusVat, standardVat } from '../shared/money.ts'
import { codeKey } from '../shared/part-number.ts'
import { Problem } from '../shared/problem.ts'
import { type ProductRow, productByPath, productPaths } from './data.ts'
import { stockView } from './listing.ts'
import { productPage } from './ProductPage.tsx'
import type { ProductPageProps, Replaced } from './product-view.ts'
import { typeUrl } from './server.ts'
import { productData } from './structured-data.ts'

interface Wiring {
  house: House
  visitors: Visitors
  pages: Pages
  /** 'Order in 2 h 14 min for delivery Tuesday 24 November' */
  deliveryPromise: () => string
}

const keptSeconds = 10
const sitemapPaths = 45_000

export function catalogueRoutes(
  app: FastifyInstance,
  { house, visitors, pages, deliveryPromise }: Wiring,
): void {
  const { db } = house

  // The last of all routes: whatever is no other page may be a product's path.
  pages.get(
    '/*',
    {
      params: z.object({ '*': z.string().max(300) }),
      query: z.object({ for: z.string().max(100).optional() }),
      keptSeconds,
    },
    async ({ params, query, request }) => {
      const companyId = (await visitors.of(request)).person?.company?.id ?? null
      const path = params['*'].replace(/\/$/, '')
      const row = /^[a-z0-9][a-z0-9/-]*$/.test(path) ? await productByPath(db, path, companyId) : null
      if (!row) throw new Problem(404)
      const props = productProps(row, query.for, deliveryPromise())
      return show(productPage, props, {
        title: `${row.code} ${row.title}`,
        description: `${row.title}, ${row.brand} ${row.code}. ${row.details}`.slice(0, 300),
        canonical: `/${row.path}`,
        jsonLd: productData(
          {
            ...row,
            priceIncVat: props.priceIncVat,
            canBuy: props.canBuy,
            onBackOrder: row.available <= 0 && row.backOrder,
          },
          [...props.breadcrumbs, { name: row.title, url: `/${row.path}` }],
          house.baseUrl(),
        ),
      })
    },
  )

  app.get('/sitemap.xml', async (_request, reply) => {
    const paths = await productPaths(db, 0, sitemapPaths)
    const urls = ['/', '/terms-conditions', ...paths.map(({ path }) => `/${path}`)]
    const entries = urls.map(url => `<url><loc>${house.baseUrl()}${url}</loc></url>`).join('')
    return reply
      .type('application/xml')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`,
      )
  })
}

function productProps(row: ProductRow, searchedFor: string | undefined, promise: string): ProductPageProps {
  const price = row.price === null ? null : pence(row.price)
  const buyable = row.forSale && price !== null
  const canBuy = buyable && (row.available > 0 || row.backOrder)
  const replaces = row.replaces ?? []
  return {
    id: row.id,
    code: row.code,
    title: row.title,
    brand: row.brand,
    type: row.type,
    description: row.description,
    price,
    priceIncVat: price === null ? null : plusVat(price, standardVat),
    priceBreaks: (row.priceBreaks ?? []).map(({ from, price: each }) => ({ from, price: each as Pence })),
    stock: stockView({ ...row, forSale: buyable }),
    canBuy,
    deliveryPromise: canBuy && row.available > 0 ? promise : null,
    image: row.image ? { filename: row.image, alt: `${row.title} ${row.code}` } : null,
    facts: (row.attributes ?? []).map(({ name, value, unit }) => ({
      name,
      value: unit ? `${value} ${unit}` : value,
    })),
    replaces,
    fits: (row.fits ?? []).map(fit => ({
      machine: `${fit.make} ${fit.model}`,
      variant: fit.variant,
      position: fit.position,
      quantity: fit.quantity,
    })),
    searched: searchedFor ? replacedNumber(replaces, searchedFor) : null,
    breadcrumbs: [
      { name: 'Home', url: '/' },
      {
        name: row.type,
        url: typeUrl(row.type),
      },
    ],
    demo: row.demo,
  }
}

/** Only a number that is really listed is said to be replaced, whatever the address claims. */
function replacedNumber(replaces: Replaced[], typed: string): { maker: string; code: string } | null {
  const key = codeKey(typed)
  for (const { maker, codes } of replaces) {
    const code = codes.find(listed => codeKey(listed) === key)
    if (code) return { maker, code }
  }
  return null
}
