import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const product = '/filterhouse/fh-oil-1'

test('a visitor who shows prices including VAT first gets a separate page, never another visitor’s', async () => {
  const visitor = shop.createVisitor()
  const plain = await visitor.getPage(product)
  expect(plain.text).toContain('<html lang="en-GB"><head>')
  const switched = await visitor.post('/vat')
  expect(switched.body).toEqual({ first: 'inc' })
  expect(switched.headers.get('set-cookie')).toMatch(/^vat=inc; Max-Age=31536000; Path=\/; SameSite=Lax/)
  const inc = await visitor.getPage(product)
  expect(inc.text).toContain('<html lang="en-GB" data-vat="inc"><head>')
  expect(inc.text.replace(' data-vat="inc"', '')).toBe(plain.text)
  expect(inc.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(inc.headers.get('vary')).toContain('Cookie')
  expect(inc.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  expect((await shop.createVisitor().getPage(product)).text).toBe(plain.text)
  expect((await visitor.post('/vat', { first: 'ex' })).body).toEqual({ first: 'ex' })
  expect((await visitor.getPage(product)).text).toBe(plain.text)
  expect((await visitor.post('/vat', { first: 'both' })).status).toBe(422)
})

test('visitors get a cached page compressed and revalidated for their display preferences', async () => {
  const visitor = shop.createVisitor()
  const requestTerms = (cookie: string, headers: Record<string, string>) =>
    visitor.request('GET', '/terms-conditions', { headers: { accept: 'text/html', cookie, ...headers } })
  const rootTags = { '': '<html lang="en-GB">', 'vat=inc': ' data-vat="inc">', 'fonts=1': ' data-fonts="">' }
  for (const _time of [1, 2, 3]) {
    for (const [cookie, root] of Object.entries(rootTags)) {
      const plain = await requestTerms(cookie, { 'accept-encoding': 'identity' })
      const packed = await requestTerms(cookie, { 'accept-encoding': 'gzip, br' })
      expect(plain.text.slice(0, 80)).toContain(root)
      expect(packed.headers.get('content-encoding')).toBe('br')
      expect(packed.text).toBe(plain.text)
      const notModified = await requestTerms(cookie, { 'if-none-match': packed.headers.get('etag')! })
      expect([notModified.status, notModified.text]).toEqual([304, ''])
      expect(notModified.headers.get('vary')).toBe(packed.headers.get('vary'))
    }
  }
})

test('a HEAD request is answered like GET without the body, and the connection stays usable', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status?: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const outgoing = request(new URL(path, shop.url), { method, agent, headers }, answer => {
        text(answer).then(
          body => resolve({ status: answer.statusCode, headers: answer.headers, body }),
          reject,
        )
      })
      outgoing.on('error', reject).end()
    })
  await shop.waitForCatalogue()
  const html = { accept: 'text/html' }
  for (const [path, headers] of [
    [product, html],
    [product, html],
    ['/basket', { 'x-requested-with': 'XMLHttpRequest' }],
    ['/favicon.svg', {}],
    ['/nothing-here', html],
    ['/readyz', {}],
  ] as const) {
    const get = await send('GET', path, headers)
    const head = await send('HEAD', path, headers)
    expect([path, head.status, head.body]).toEqual([path, get.status, ''])
    expect(get.body).not.toBe('')
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
      expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]])
    }
  }
  agent.destroy()
})

test('browsers prefetch pages, but no personal pages and no actions', async () => {
  const page = await shop.createVisitor().getPage('/')
  expect(page.headers.get('speculation-rules')).toBe('"/speculation-rules.json"')
  const rules = await shop.createVisitor().getPage('/speculation-rules.json')
  expect(rules.headers.get('content-type')).toMatch(/^application\/speculationrules\+json/)
  const [{ where, eagerness }] = JSON.parse(rules.text).prefetch
  expect(eagerness).toBe('moderate')
  for (const path of ['/basket', '/checkout*', '/account/*', '/admin/*', '/order/*', '/newsletter/*']) {
    expect(where.and).toContainEqual({ not: { href_matches: path } })
  }
})

test('a visitor who saves data gets no prefetching', async () => {
  const answer = await shop
    .createVisitor()
    .request('GET', '/speculation-rules.json', { headers: { 'save-data': 'on' } })
  expect(JSON.parse(answer.text)).toEqual({})
  expect(answer.headers.get('vary')).toContain('Save-Data')
})

test('a visitor can put the shop on a home screen', async () => {
  const manifest = await shop.createVisitor().getPage('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const { name, icons } = JSON.parse(manifest.text)
  expect(name).toBe('Filterhouse')
  expect(icons).toHaveLength(3)
})

test('a customer who unfolds the terms at checkout gets the text and version of their page', async () => {
  const { body } = await shop
    .createVisitor()
    .get<{ version: string; sections: { heading: string }[] }>('/terms-conditions')
  const { text } = await shop.createVisitor().getPage('/terms-conditions')
  expect(body.version).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(body.sections.length).toBeGreaterThan(5)
  for (const { heading } of body.sections) expect(text).toContain(heading)
})

test('a visitor gets the same page at the first, second and third request', async () => {
  const visitor = shop.createVisitor()
  await visitor.post('/basket/add/single', { product: await shop.productId('FH-OIL-1'), quantity: 2 })
  const paths = ['/', '/search', '/find-replacement-filters', '/filters/jcb/3cx', '/order-pad', product]
  for (const path of [...paths, '/terms-conditions']) {
    const load = async () => (await visitor.getPage(`${path}?cached`)).text
    const first = await load()
    expect(first).toContain('</html>')
    for (const next of [await load(), await load()]) expect(next).toBe(first)
  }
})
