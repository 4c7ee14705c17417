export interface SitemapEntry {
  /** From the root: '/filterhouse/fh-oil-1'. */
  path: string
  /** '2026-11-20' */
  changed?: string
}

const open = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** One file of pages. */
export function sitemap(baseUrl: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ path, changed }) =>
      `<url><loc>${baseUrl}${escaped(path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  )
  return `${open}<urlset ${namespace}>${urls.join('')}</urlset>`
}

/** The list of those files. */
export function sitemapIndex(baseUrl: string, paths: readonly string[]): string {
  const files = paths.map(path => `<sitemap><loc>${baseUrl}${escaped(path)}</loc></sitemap>`)
  return `${open}<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`
}

function escaped(path: string): string {
  return path.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
