import { expect, test } from 'vitest'
import { reservedRoutes } from '../src/features/catalogue-import/validation/product-path.ts'
import { filesBelow, isTest, read } from './support/sources.ts'

// A product at '/basket' would hide the basket, or be hidden by it (R-IMPORT-4).
test('no imported product can have the path of one of the shop’s own routes', () => {
  const code = [...filesBelow('src'), ...filesBelow('demo')].filter(
    file => /\.ts$/.test(file) && !isTest(file),
  )
  const route = /(?:\.(?:get|post|put|delete)\(\s*|call\(\s*)'(?:(?:GET|POST|PUT|DELETE) )?\/([\w-]+)/g
  const segments = code
    // The card provider's simulator listens on another port.
    .filter(file => !file.startsWith('demo/card-provider/'))
    .flatMap(file => [...read(file).matchAll(route)].map(match => match[1]!))
  const unguarded = [...new Set(segments)].filter(segment => !reservedRoutes.has(segment.toLowerCase()))
  expect(unguarded).toEqual([])
  expect(new Set(segments).size).toBeGreaterThan(10)
})

test('no imported product can have the path of a page or of operations', () => {
  const pages = [
    'basket',
    'checkout',
    'login',
    'logout',
    'terms-conditions',
    'search',
    'find-replacement-filters',
  ]
  const areas = ['account', 'admin', 'password', 'order', 'media', 'newsletter', 'filter-finder', 'filters']
  const operations = ['healthz', 'readyz', 'metrics', 'robots', 'sitemap', '_sandbox', 'assets']
  expect([...pages, ...areas, ...operations].filter(segment => !reservedRoutes.has(segment))).toEqual([])
})
