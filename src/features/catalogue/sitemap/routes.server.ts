import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { AppContext, Db } from '../../../infra/app-context.ts'
import { Problem } from '../../../lib/calls/problem.ts'

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

/** The first id of each sitemap file, with `size` rows per file. */
async function listFirstIds(db: Db, table: 'product' | 'model' | 'variant', size: number): Promise<number[]> {
  const rows = sql.table(table)
  const { rows: edges } = await sql<{ id: number }>`
    with recursive edge (id) as (
      (select id from ${rows} order by id limit 1)
      union all
      select (select later.id from ${rows} later where later.id >= edge.id order by later.id offset ${size} limit 1)
      from edge where edge.id is not null)
    select id from edge where id is not null`.execute(db)
  return edges.map(edge => edge.id)
}

/** Products from an id on, with the day of their last change ('2026-11-20'). */
async function listProductPaths(
  db: Db,
  fromId: number,
  limit: number,
): Promise<{ path: string; changed: string }[]> {
  const { rows } = await sql<{ path: string; changed: string }>`
    select path, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed
    from product where id >= ${fromId} order by id limit ${limit}`.execute(db)
  return rows
}

/** Variants from an id on, without those that no product fits. */
async function listVariantPaths(
  db: Db,
  fromId: number,
  limit: number,
): Promise<{ make: string; model: string; id: number }[]> {
  const { rows } = await sql<{ make: string; model: string; id: number }>`
    select mk.slug as make, mo.slug as model, v.id
    from (select * from variant where id >= ${fromId} order by id limit ${limit}) v
      join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
    where exists (select from fitment f where f.variant_id = v.id)
    order by v.id`.execute(db)
  return rows
}

/** Models from an id on, without those that no product fits. */
async function listModelPaths(
  db: Db,
  fromId: number,
  limit: number,
): Promise<{ make: string; model: string }[]> {
  const { rows } = await sql<{ make: string; model: string }>`
    select mk.slug as make, mo.slug as model
    from (select * from model where id >= ${fromId} order by id limit ${limit}) mo join make mk on mk.id = mo.make_id
    where exists (select from variant v join fitment f on f.variant_id = v.id where v.model_id = mo.id)
    order by mo.id`.execute(db)
  return rows
}

async function listMakeSlugs(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('make').select('slug').orderBy('slug').execute()
  return rows.map(row => row.slug)
}
