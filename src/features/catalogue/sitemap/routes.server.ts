import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../../infra/app-context.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { listFirstIds, listMakeSlugs, listModelPaths, listProductPaths, listVariantPaths } from './queries.ts'

// Keeps each file below 200 KB; 300,000 products make 300 files.
const entriesPerFile = 1000
// Cached, because listing the files scans an index of the whole catalogue.
const indexTtlMs = 60_000
const staticPages = [
  '/',
  '/find-replacement-filters',
  '/filters',
  '/delivery',
  '/returns',
  '/terms-conditions',
]

/** /sitemap.xml and the files under /sitemaps/ that it lists. Each file is named after its first id. */
export function registerSitemapRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  let index = { untilMs: 0, paths: Promise.resolve<string[]>([]) }

  const listFiles = async (): Promise<string[]> => {
    const [products, models, machines] = await Promise.all([
      listFirstIds(db, 'product', entriesPerFile),
      listFirstIds(db, 'model', entriesPerFile),
      listFirstIds(db, 'variant', entriesPerFile),
    ])
    return [
      '/sitemaps/pages.xml',
      ...products.map(id => `/sitemaps/products-${id}.xml`),
      ...models.map(id => `/sitemaps/models-${id}.xml`),
      ...machines.map(id => `/sitemaps/machines-${id}.xml`),
    ]
  }

  const getCachedPaths = (): Promise<string[]> => {
    const nowMs = context.now().getTime()
    if (index.untilMs <= nowMs) {
      index = { untilMs: nowMs + indexTtlMs, paths: listFiles() }
      // A failure rejects the requests that wait for it and is not cached.
      index.paths.catch(() => {
        index.untilMs = 0
      })
    }
    return index.paths
  }

  app.get('/sitemap.xml', async (_request, reply) =>
    sendXml(reply, renderSitemapIndex(context.baseUrl(), await getCachedPaths())),
  )

  app.get('/sitemaps/pages.xml', async (_request, reply) => {
    const makes = await listMakeSlugs(db)
    const paths = [...staticPages, ...makes.map(slug => `/filters/${slug}`)]
    return sendXml(
      reply,
      renderSitemap(
        context.baseUrl(),
        paths.map(path => ({ path })),
      ),
    )
  })

  app.get('/sitemaps/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, kind, firstId] = /^(products|models|machines)-(\d{1,9})\.xml$/.exec(file) ?? []
    if (!kind) throw new Problem(404)
    const entries = await listEntries(kind, Number(firstId))
    return sendXml(reply, renderSitemap(context.baseUrl(), entries))
  })

  const listEntries = async (kind: string, fromId: number): Promise<SitemapEntry[]> => {
    if (kind === 'products') {
      const products = await listProductPaths(db, fromId, entriesPerFile)
      return products.map(({ path, changed }) => ({ path: `/${path}`, changed }))
    }
    if (kind === 'models') {
      const models = await listModelPaths(db, fromId, entriesPerFile)
      return models.map(({ make, model }) => ({ path: `/filters/${make}/${model}` }))
    }
    const variants = await listVariantPaths(db, fromId, entriesPerFile)
    return variants.map(({ make, model, id }) => ({ path: `/filters/${make}/${model}/${id}` }))
  }
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(xml)
}

interface SitemapEntry {
  /** From the root: '/filterhouse/fh-oil-1'. */
  path: string
  /** '2026-11-20' */
  changed?: string
}

const open = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** A sitemap file. */
export function renderSitemap(baseUrl: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${baseUrl}${escapeXml(path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  )
  return `${open}<urlset ${namespace}>${urls.join('')}</urlset>`
}

/** The index that lists the sitemap files. */
export function renderSitemapIndex(baseUrl: string, paths: readonly string[]): string {
  const files = paths.map(path => `<sitemap><loc>${baseUrl}${escapeXml(path)}</loc></sitemap>`)
  return `${open}<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`
}

function escapeXml(path: string): string {
  return path.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
