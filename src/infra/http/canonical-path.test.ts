import { expect, test } from 'vitest'
import { findCanonicalPath, mayBeMistyped } from './canonical-path.ts'

const routes = [
  '/',
  '/login',
  '/account/orders',
  '/account/orders/:reference',
  '/account/orders/:reference/invoice.pdf',
  '/account/productlists/new',
  '/account/productlists/:id',
  '/password/reset/:token',
  '/filters/:make/:model',
  '/sitemap.xml',
]
const find = (path: string) => findCanonicalPath(routes, path)

test('a trailing slash and capitals lead to the address of the page', () => {
  expect(find('/login/')).toBe('/login')
  expect(find('/LOGIN')).toBe('/login')
  expect(find('/Account/Orders//')).toBe('/account/orders')
  expect(find('/account/productlists/NEW')).toBe('/account/productlists/new')
})

test('references and tokens keep their capitals', () => {
  expect(find('/Account/Orders/FHAB23CD45')).toBe('/account/orders/FHAB23CD45')
  expect(find('/account/orders/FHAB23CD45/')).toBe('/account/orders/FHAB23CD45')
  expect(find('/account/orders/FHAB23CD45')).toBeNull()
  expect(find('/password/reset/aBcDeF')).toBeNull()
})

test('a slug has no capitals', () => {
  expect(find('/filters/JCB/3CX/')).toBe('/filters/jcb/3cx')
})

test('the names of files stay as they are', () => {
  expect(find('/SITEMAP.XML')).toBeNull()
  expect(find('/account/orders/FHAB23CD45/INVOICE.PDF')).toBeNull()
})

test('no other host and no unknown page is an answer', () => {
  for (const path of ['//example.com/', '//login/', '/\\example.com/', '/%2Fexample.com/', '/nowhere/'])
    expect(find(path)).toBeNull()
  expect(find('//')).toBe('/')
})

test('only a path with a capital or a trailing slash is searched for', () => {
  expect(['/', '/login', '/search', '/filterhouse/fh-oil-1'].filter(mayBeMistyped)).toEqual([])
  expect(mayBeMistyped('/login/')).toBe(true)
})
