export interface SitemapEntry {
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
