import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { Problem } from '../../lib/problem.ts'
import { makeSlugs, modelPaths, productPaths, sitemapEdges, variantPaths } from './queries.ts'
import { type SitemapEntry, sitemap, sitemapIndex } from './sitemap.ts'

// So many that no file outgrows what any page of the shop may weigh (200 KB), and 300,000 products make 300 files.
const entriesPerFile = 1000
// Counting the files walks an index of the whole catalogue: once a minute is enough.
const indexKeptMs = 60_000
const ownPages = ['/', '/find-replacement-filters', '/filters', '/terms-conditions']

/** /sitemap.xml and the files it lists under /sitemaps/. Each file is named by the first id it holds. */
export function sitemapRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  let index = { untilMs: 0, paths: Promise.resolve<string[]>([]) }

  const listFiles = async (): Promise<string[]> => {
    const [products, models, machines] = await Promise.all([
      sitemapEdges(db, 'product', entriesPerFile),
      sitemapEdges(db, 'model', entriesPerFile),
      sitemapEdges(db, 'variant', entriesPerFile),
    ])
    return [
      '/sitemaps/pages.xml',
      ...products.map(id => `/sitemaps/products-${id}.xml`),
      ...models.map(id => `/sitemaps/models-${id}.xml`),
      ...machines.map(id => `/sitemaps/machines-${id}.xml`),
    ]
  }

  const keptFiles = (): Promise<string[]> => {
    const nowMs = context.now().getTime()
    if (index.untilMs <= nowMs) {
      index = { untilMs: nowMs + indexKeptMs, paths: listFiles() }
      // A failure is told to those who wait for it, and not kept.
      index.paths.catch(() => {
        index.untilMs = 0
      })
    }
    return index.paths
  }

  app.get('/sitemap.xml', async (_request, reply) =>
    sendXml(reply, sitemapIndex(context.baseUrl(), await keptFiles())),
  )

  app.get('/sitemaps/pages.xml', async (_request, reply) => {
    const makes = await makeSlugs(db)
    const paths = [...ownPages, ...makes.map(slug => `/filters/${slug}`)]
    return sendXml(
      reply,
      sitemap(
        context.baseUrl(),
        paths.map(path => ({ path })),
      ),
    )
  })

  app.get('/sitemaps/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, kind, from] = /^(products|models|machines)-(\d{1,9})\.xml$/.exec(file) ?? []
    if (!kind) throw new Problem(404)
    const entries = await entriesOf(kind, Number(from))
    return sendXml(reply, sitemap(context.baseUrl(), entries))
  })

  const entriesOf = async (kind: string, fromId: number): Promise<SitemapEntry[]> => {
    if (kind === 'products') {
      const products = await productPaths(db, fromId, entriesPerFile)
      return products.map(({ path, changed }) => ({ path: `/${path}`, changed }))
    }
    if (kind === 'models') {
      const models = await modelPaths(db, fromId, entriesPerFile)
      return models.map(({ make, model }) => ({ path: `/filters/${make}/${model}` }))
    }
    const variants = await variantPaths(db, fromId, entriesPerFile)
    return variants.map(({ make, model, id }) => ({ path: `/filters/${make}/${model}/${id}` }))
  }
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(xml)
}
