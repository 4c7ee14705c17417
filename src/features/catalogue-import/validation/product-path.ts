import type { Result } from '../../../lib/result.ts'

/**
 * First segments of the shop's own routes, which no product path may begin with (R-IMPORT-4). Some are reserved for
 * routes that do not exist yet.
 */
export const reservedRoutes: ReadonlySet<string> = new Set([
  '_kit',
  '_sandbox',
  'account',
  'admin',
  'api',
  'assets',
  'basket',
  'checkout',
  'delivery',
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
  'quote',
  'orders',
  'password',
  'pay',
  'product',
  'quotes',
  'readyz',
  'register',
  'returns',
  'robots',
  'search',
  'sitemap',
  'sitemaps',
  'speculation-rules',
  'static',
  'terms',
  'terms-conditions',
  'trade-account',
  'vat',
])

export type PathRefusal = 'path_malformed' | 'path_reserved'

/** Validates a product's path and removes its leading slash. */
export function validatePath(text: string): Result<{ path: string }, PathRefusal> {
  const path = text.replace(/^\//, '')
  const first = path.split('/')[0]!.toLowerCase()
  // Checked first, so that 'search?x', 'Basket' and '/robots.txt' are refused as reserved and not as malformed.
  if (reservedRoutes.has(first.split(/[.?#]/)[0]!)) return { ok: false, reason: 'path_reserved' }
  const isWellFormed = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/.test(path)
  return isWellFormed ? { ok: true, path } : { ok: false, reason: 'path_malformed' }
}

/** The path of a product whose file has none: 'donaldson/p551712'. */
export function createProductPath(brand: string, code: string): string {
  const brandSlug = toSlug(brand)
  const codeSlug = toSlug(code)
  if (brandSlug === '') return `parts/${codeSlug}`
  return reservedRoutes.has(brandSlug) ? `brand-${brandSlug}/${codeSlug}` : `${brandSlug}/${codeSlug}`
}

/** "W 950/26" → "w-950-26", "Łódź" → "lodz"; '' when no letter or digit of the alphabet is left. */
export function toSlug(text: string): string {
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
