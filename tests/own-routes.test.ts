import { expect, test } from 'vitest'
import { ownRoutes } from '../src/features/catalogue-import/paths.ts'
import { filesBelow, isTest, read } from './support/sources.ts'

// A product at '/basket' would stand in the basket's way, or be hidden by it (contract §6).
test('no imported product can take an address of the shop’s own', () => {
  const code = [...filesBelow('src'), ...filesBelow('demo')].filter(
    file => /\.ts$/.test(file) && !isTest(file),
  )
  const route = /(?:\.(?:get|post|put|delete)\(\s*|call\(\s*)'(?:(?:GET|POST|PUT|DELETE) )?\/([\w-]+)/g
  const firsts = code
    // The card provider's stand-in listens elsewhere.
    .filter(file => !file.startsWith('demo/card-provider/'))
    .flatMap(file => [...read(file).matchAll(route)].map(match => match[1]!))
  const unguarded = [...new Set(firsts)].filter(first => !ownRoutes.has(first.toLowerCase()))
  expect(unguarded).toEqual([])
  expect(new Set(firsts).size).toBeGreaterThan(10)
})

test('nor one that the specification and the contract name', () => {
  const named = [
    'basket',
    'checkout',
    'login',
    'logout',
    'terms-conditions',
    'search',
    'find-replacement-filters',
  ]
  const later = ['account', 'admin', 'password', 'order', 'media', 'newsletter', 'filter-finder', 'filters']
  const machines = ['healthz', 'readyz', 'metrics', 'robots', 'sitemap', '_sandbox', 'assets']
  expect([...named, ...later, ...machines].filter(first => !ownRoutes.has(first))).toEqual([])
})
