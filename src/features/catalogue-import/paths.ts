/**
 * First parts of the shop's own addresses: no product may stand there (contract §6). Those of screens that are yet to
 * come are among them, so that no product is in their way.
 */
export const ownRoutes: ReadonlySet<string> = new Set([
  '_kit',
  '_sandbox',
  'account',
  'admin',
  'api',
  'assets',
  'basket',
  'checkout',
  'docs',
  'filter-finder',
  'filters',
  'find-replacement-filters',
  'healthz',
  'home',
  'login',
  'logout',
  'machines',
  'manifest',
  'media',
  'metrics',
  'newsletter',
  'openapi',
  'order',
  'order-pad',
  'orders',
  'password',
  'product',
  'quotes',
  'readyz',
  'register',
  'robots',
  'search',
  'sitemap',
  'sitemaps',
  'speculation-rules',
  'static',
  'terms',
  'terms-conditions',
  'vat',
])

export type PathRefusal = 'path_malformed' | 'path_reserved'

/** A product's path as a file gives it, with or without the slash in front → how it is kept, or why not. */
export function judgePath(given: string): { path: string } | { refused: PathRefusal } {
  const path = given.replace(/^\//, '')
  const first = path.split('/')[0]!.toLowerCase()
  // The shop's own come first: 'search?x' and 'Basket' are refused for what they are. '/robots.txt' is one of them too.
  if (ownRoutes.has(first.split(/[.?#]/)[0]!)) return { refused: 'path_reserved' }
  return /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/.test(path) ? { path } : { refused: 'path_malformed' }
}

/** 'donaldson/p551712': where a product stands when its file does not say. */
export function pathOf(brand: string, code: string): string {
  const shelf = slugOf(brand)
  const place = slugOf(code)
  if (shelf === '') return `parts/${place}`
  return ownRoutes.has(shelf) ? `brand-${shelf}/${place}` : `${shelf}/${place}`
}

/** "W 950/26" → "w-950-26", "Łódź" → "lodz"; '' when no letter or digit of the alphabet is left. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[łŁ]/g, 'l')
    .replace(/[øØ]/g, 'o')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
