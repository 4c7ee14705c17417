import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const product = '/filterhouse/fh-oil-1'

test('who sees the other price first gets a page of his own, and never somebody else’s', async () => {
  const visitor = shop.visitor()
  const plain = await visitor.page(product)
  expect(plain.text).toContain('<html lang="en-GB"><head>')
  const turned = await visitor.post('/vat')
  expect(turned.body).toEqual({ first: 'inc' })
  expect(turned.headers.get('set-cookie')).toMatch(/^vat=inc; Max-Age=31536000; Path=\/; SameSite=Lax/)
  const inc = await visitor.page(product)
  expect(inc.text).toContain('<html lang="en-GB" data-vat="inc"><head>')
  expect(inc.text.replace(' data-vat="inc"', '')).toBe(plain.text)
  expect(inc.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(inc.headers.get('vary')).toContain('Cookie')
  expect(inc.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  expect((await shop.visitor().page(product)).text).toBe(plain.text)
  expect((await visitor.post('/vat', { first: 'ex' })).body).toEqual({ first: 'ex' })
  expect((await visitor.page(product)).text).toBe(plain.text)
  expect((await visitor.post('/vat', { first: 'both' })).status).toBe(422)
})

test('a cached page is compressed for each display preference apart, however often it is requested', async () => {
  const visitor = shop.visitor()
  const ask = (cookie: string, headers: Record<string, string>) =>
    visitor.ask('GET', '/terms-conditions', { headers: { accept: 'text/html', cookie, ...headers } })
  const marked = { '': '<html lang="en-GB">', 'vat=inc': ' data-vat="inc">', 'fonts=1': ' data-fonts="">' }
  for (const _time of [1, 2, 3]) {
    for (const [cookie, root] of Object.entries(marked)) {
      const plain = await ask(cookie, { 'accept-encoding': 'identity' })
      const packed = await ask(cookie, { 'accept-encoding': 'gzip, br' })
      expect(plain.text.slice(0, 80)).toContain(root)
      expect(packed.headers.get('content-encoding')).toBe('br')
      expect(packed.text).toBe(plain.text)
      const known = await ask(cookie, { 'if-none-match': packed.headers.get('etag')! })
      expect([known.status, known.text]).toEqual([304, ''])
      expect(known.headers.get('vary')).toBe(packed.headers.get('vary'))
    }
  }
})

test('HEAD is answered as GET is, without the body, and the connection goes on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status?: number; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
      const asked = request(new URL(path, shop.url), { method, agent, headers }, answer => {
        text(answer).then(
          body => resolve({ status: answer.statusCode, headers: answer.headers, body }),
          reject,
        )
      })
      asked.on('error', reject).end()
    })
  const html = { accept: 'text/html' }
  for (const [path, headers] of [
    [product, html],
    [product, html],
    ['/basket', { 'x-requested-with': 'XMLHttpRequest' }],
    ['/favicon.svg', {}],
    ['/nothing-here', html],
    ['/readyz', {}],
  ] as const) {
    const got = await ask('GET', path, headers)
    const head = await ask('HEAD', path, headers)
    expect([path, head.status, head.body]).toEqual([path, got.status, ''])
    expect(got.body).not.toBe('')
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
      expect([path, name, head.headers[name]]).toEqual([path, name, got.headers[name]])
    }
  }
  agent.destroy()
})

test('browsers are told what to fetch ahead: never what is personal or does something', async () => {
  const page = await shop.visitor().page('/')
  expect(page.headers.get('speculation-rules')).toBe('"/speculation-rules.json"')
  const rules = await shop.visitor().page('/speculation-rules.json')
  expect(rules.headers.get('content-type')).toMatch(/^application\/speculationrules\+json/)
  const [{ where, eagerness }] = JSON.parse(rules.text).prefetch
  expect(eagerness).toBe('moderate')
  for (const path of ['/basket', '/checkout*', '/account/*', '/admin/*', '/order/*', '/newsletter/*']) {
    expect(where.and).toContainEqual({ not: { href_matches: path } })
  }
})

test('who saves data has nothing fetched ahead', async () => {
  const answer = await shop
    .visitor()
    .ask('GET', '/speculation-rules.json', { headers: { 'save-data': 'on' } })
  expect(JSON.parse(answer.text)).toEqual({})
  expect(answer.headers.get('vary')).toContain('Save-Data')
})

test('the shop has a face on a home screen', async () => {
  const manifest = await shop.visitor().page('/manifest.webmanifest')
  expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const { name, icons } = JSON.parse(manifest.text)
  expect(name).toBe('Filterhouse')
  expect(icons).toHaveLength(3)
})

test('the terms can be had without their page, the same words and version', async () => {
  const { body } = await shop
    .visitor()
    .get<{ version: string; sections: { heading: string }[] }>('/terms-conditions')
  const { text } = await shop.visitor().page('/terms-conditions')
  expect(body.version).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(body.sections.length).toBeGreaterThan(5)
  for (const { heading } of body.sections) expect(text).toContain(heading)
})

test('a stage that is sent before its script was there leads back to it, with a word', async () => {
  const visitor = shop.visitor()
  const answer = await visitor.form('/checkout', { name: 'Ada' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/checkout'])
  expect((await visitor.page('/terms-conditions')).text).toContain('The page was still loading')
  expect((await visitor.post('/checkout')).status).toBe(404)
})

test('a kept page comes to the second who looks at it, and to those after him, as it came to the first', async () => {
  const visitor = shop.visitor()
  await visitor.post('/basket/add/single', { product: await shop.productId('FH-OIL-1'), quantity: 2 })
  const paths = ['/', '/search', '/find-replacement-filters', '/filters/jcb/3cx', '/order-pad', product]
  for (const path of [...paths, '/terms-conditions']) {
    const look = async () => (await visitor.page(`${path}?kept`)).text
    const first = await look()
    expect(first).toContain('</html>')
    for (const next of [await look(), await look()]) expect(next).toBe(first)
  }
})
