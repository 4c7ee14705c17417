import type { FastifyInstance, FastifyReply } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext, Db } from '../../../infra/app-context.ts'
import { selectRows } from '../../../infra/database/query.ts'
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

interface SitemapEntry {
  /** From the root: '/filterhouse/fh-oil-1'. */
  path: string
  /** Of a product, the day of its last change: '2026-11-20'. */
  changed?: string
}

interface SitemapKind {
  table: 'product' | 'model' | 'variant'
  /** The entries of one file. */
  select: (fromId: number) => RawBuilder<SitemapEntry>
}

// Models and machines that no product fits are left out.
const kinds: Record<string, SitemapKind> = {
  products: {
    table: 'product',
    select: fromId => sql`
      select '/' || path as path, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed
      from product where id >= ${fromId} order by id limit ${entriesPerFile}`,
  },
  models: {
    table: 'model',
    select: fromId => sql`
      select concat_ws('/', '/filters', mk.slug, mo.slug) as path
      from (select * from model where id >= ${fromId} order by id limit ${entriesPerFile}) mo
        join make mk on mk.id = mo.make_id
      where exists (select from variant v join fitment f on f.variant_id = v.id where v.model_id = mo.id)
      order by mo.id`,
  },
  machines: {
    table: 'variant',
    select: fromId => sql`
      select concat_ws('/', '/filters', mk.slug, mo.slug, v.id) as path
      from (select * from variant where id >= ${fromId} order by id limit ${entriesPerFile}) v
        join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
      where exists (select from fitment f where f.variant_id = v.id)
      order by v.id`,
  },
}

/** /sitemap.xml and the files under /sitemaps/ that it lists. Each file is named after its first id. */
export function registerSitemapRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  let index = { untilMs: 0, paths: Promise.resolve<string[]>([]) }

  const getCachedPaths = (): Promise<string[]> => {
    const nowMs = context.now().getTime()
    if (index.untilMs <= nowMs) {
      index = { untilMs: nowMs + indexTtlMs, paths: listFiles(db) }
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
    const makes = await db.selectFrom('make').select('slug').orderBy('slug').execute()
    const paths = [...staticPages, ...makes.map(({ slug }) => `/filters/${slug}`)]
    const entries = paths.map(path => ({ path }))
    return sendXml(reply, renderSitemap(context.baseUrl(), entries))
  })

  app.get('/sitemaps/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const [, kind, firstId] = /^(products|models|machines)-(\d{1,9})\.xml$/.exec(file) ?? []
    if (!kind) throw new Problem(404)
    const { rows } = await kinds[kind]!.select(Number(firstId)).execute(db)
    return sendXml(reply, renderSitemap(context.baseUrl(), rows))
  })
}

async function listFiles(db: Db): Promise<string[]> {
  const files = Object.entries(kinds).map(async ([kind, { table }]) => {
    const ids = await listFirstIds(db, table)
    return ids.map(id => `/sitemaps/${kind}-${id}.xml`)
  })
  return ['/sitemaps/pages.xml', ...(await Promise.all(files)).flat()]
}

/** The first id of each sitemap file of a table. */
async function listFirstIds(db: Db, table: SitemapKind['table']): Promise<number[]> {
  const rows = sql.table(table)
  const edges = await selectRows(db)<{ id: number }>`
    with recursive edge (id) as (
      (select id from ${rows} order by id limit 1)
      union all
      select (select later.id from ${rows} later where later.id >= edge.id
        order by later.id offset ${entriesPerFile} limit 1)
      from edge where edge.id is not null)
    select id from edge where id is not null`
  return edges.map(edge => edge.id)
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(xml)
}

const open = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export function renderSitemap(baseUrl: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${baseUrl}${escapeXml(path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  )
  return `${open}<urlset ${namespace}>${urls.join('')}</urlset>`
}

export function renderSitemapIndex(baseUrl: string, paths: readonly string[]): string {
  const files = paths.map(path => `<sitemap><loc>${baseUrl}${escapeXml(path)}</loc></sitemap>`)
  return `${open}<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`
}

function escapeXml(path: string): string {
  return path.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
