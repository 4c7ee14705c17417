import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ env: { BASE_URL: 'http://shop.example' } })
})
beforeEach(() => shop.clock.advance(2))
afterAll(() => shop.close())

const getPageText = async (path: string) => (await shop.createVisitor().getPage(path)).text
const findMatch = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? null
const findCanonical = (html: string) =>
  findMatch(html, /<link rel="canonical" href="([^"]*)"/)?.replaceAll('&amp;', '&')
const findTitle = (html: string) => findMatch(html, /<title>([^<]*)<\/title>/)
const findDescription = (html: string) => findMatch(html, /<meta name="description" content="([^"]*)"/)
const parseStructuredData = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    match => JSON.parse(match[1]!) as Record<string, unknown>,
  )

describe('a product page has for search engines', () => {
  test('its title, a description, and its canonical address', async () => {
    const html = await getPageText('/filterhouse/fh-oil-1?for=P551712&make=jcb')
    expect(findTitle(html)).toBe('FH-OIL-1 Oil filter, spin-on – Filterhouse')
    expect(findDescription(html)).toMatch(
      /^Filterhouse FH-OIL-1: Oil filter, spin-on, ⌀ 93 mm · 142 mm .*Replaces Caterpillar 1R-0750.* more\. £12\.50 excluding VAT/,
    )
    expect(findDescription(html)!.length).toBeLessThanOrEqual(200)
    expect(findCanonical(html)).toBe('http://shop.example/filterhouse/fh-oil-1')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('its price and availability', async () => {
    const findOffer = async (path: string) =>
      parseStructuredData(await getPageText(path)).find(data => data['@type'] === 'Product')
    expect(await findOffer('/filterhouse/fh-oil-1')).toMatchObject({
      sku: 'FH-OIL-1',
      brand: { '@type': 'Brand', name: 'Filterhouse' },
      image: [
        'http://shop.example/media/product/image/fh-oil-1.jpg?w=1170&h=1170',
        'http://shop.example/media/product/image/fh-oil-1.end.jpg?w=1170&h=1170',
      ],
      offers: {
        '@type': 'Offer',
        url: 'http://shop.example/filterhouse/fh-oil-1',
        price: '15.00',
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
      },
    })
    expect(await findOffer('/filterhouse/fh-fuel-1')).toMatchObject({
      offers: { availability: 'https://schema.org/OutOfStock' },
    })
    expect(await findOffer('/filterhouse/fh-hyd-1')).toMatchObject({
      offers: { availability: 'https://schema.org/BackOrder' },
    })
    // A product without a price has no offer.
    expect(await findOffer('/filterhouse/fh-edge-4')).not.toHaveProperty('offers')
  })

  test('its breadcrumbs', async () => {
    const crumbs = parseStructuredData(await getPageText('/filterhouse/fh-oil-1')).find(
      data => data['@type'] === 'BreadcrumbList',
    )
    const items = crumbs!.itemListElement as { position: number; name: string; item: string }[]
    expect(items.map(({ position, name }) => [position, name])).toEqual([
      [1, 'Home'],
      [2, 'Oil filter, spin-on'],
      [3, 'Oil filter, spin-on'],
    ])
    expect(items[2]!.item).toBe('http://shop.example/filterhouse/fh-oil-1')
  })

  test('structured data that cannot end its script element', async () => {
    await shop.sql(`update product set title = '</script><script>alert(1)' where code = 'FH-EDGE-2'`)
    const html = await getPageText('/filterhouse/fh-edge-2')
    expect(html).not.toContain('<script>alert(1)')
    expect(parseStructuredData(html)[0]).toMatchObject({ name: '</script><script>alert(1)' })
  })
})

describe('search results', () => {
  test('have a canonical address for each page', async () => {
    expect(findCanonical(await getPageText('/search?query=oil%20filter'))).toBe(
      'http://shop.example/search?query=oil%20filter',
    )
    expect(findCanonical(await getPageText('/search?page=2&query=oil%20filter&utm=1'))).toBe(
      'http://shop.example/search?query=oil%20filter&page=2',
    )
  })
  test('that are empty are not indexed', async () => {
    expect(await getPageText('/search?query=nothingatall')).toContain(
      '<meta name="robots" content="noindex"/>',
    )
    expect(await getPageText('/search?query=oil%20filter')).not.toContain('name="robots"')
  })
  test('keep the query in the search box, on cached pages too', async () => {
    for (const visitor of [
      shop.createVisitor(),
      shop.createVisitor(),
      await shop.signIn('trade@example.com'),
    ]) {
      const { text } = await visitor.getPage('/search?query=%22oil%22+%26+air')
      expect(text).toMatch(/<input id="site-search"[^>]*value="&quot;oil&quot; &amp; air"/)
    }
    expect(await getPageText('/')).toMatch(/<input id="site-search"[^>]*value=""/)
  })
})

describe('the sitemap', () => {
  const listLocations = (xml: string) =>
    [...xml.matchAll(/<loc>http:\/\/shop\.example([^<]*)<\/loc>/g)].map(match => match[1]!)

  test('lists every product, every make, and every model and machine with filters, once', async () => {
    const index = await shop.createVisitor().getPage('/sitemap.xml')
    expect(index.headers.get('content-type')).toContain('application/xml')
    const files = listLocations(index.text)
    const answers = await Promise.all(files.map(file => shop.createVisitor().getPage(file)))
    const paths = answers.flatMap(answer => listLocations(answer.text))
    expect(new Set(paths).size).toBe(paths.length)
    const products = await shop.sql<{ path: string }>('select path from product')
    const makes = await shop.sql<{ slug: string }>('select slug from make')
    const machines = await shop.sql<{ path: string }>(
      `select concat_ws('/', 'filters', mk.slug, mo.slug, v.id) as path
       from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
       where exists (select from fitment f where f.variant_id = v.id)`,
    )
    const models = machines.map(({ path }) => path.split('/').slice(0, 3).join('/'))
    const expected = [
      ...products.map(({ path }) => `/${path}`),
      ...makes.map(({ slug }) => `/filters/${slug}`),
      ...[...new Set(models)].map(path => `/${path}`),
      ...machines.map(({ path }) => `/${path}`),
    ]
    expect(expected.filter(path => !paths.includes(path))).toEqual([])
    expect(paths.filter(path => !expected.includes(path))).toEqual([
      '/',
      '/find-replacement-filters',
      '/filters',
      '/delivery',
      '/returns',
      '/terms-conditions',
    ])
  })

  test('is split into files of a thousand addresses, each below 200 KB', async () => {
    await shop.sql(
      `insert into product (code, path, title, brand_id, type_id)
       select 'MANY-' || n, 'a-brand-with-a-rather-long-name/many-' || n, 'Many', 1, 1 from generate_series(1, 2500) n`,
    )
    const files = listLocations(await getPageText('/sitemap.xml')).filter(file => file.includes('/products-'))
    const [{ count }] = (await shop.sql<{ count: number }>('select count(*) from product')) as [
      { count: number },
    ]
    expect(files).toHaveLength(Math.ceil(Number(count) / 1000))
    for (const file of files) expect(Buffer.byteLength(await getPageText(file))).toBeLessThan(200_000)
  })

  test('does not exist under other file names', async () => {
    for (const path of ['/sitemaps/products-x.xml', '/sitemaps/orders-1.xml', '/sitemaps/products-1.txt'])
      expect((await shop.createVisitor().getPage(path)).status).toBe(404)
  })
})

test('security.txt says where to report a vulnerability, and until when that holds', async () => {
  const text = await getPageText('/.well-known/security.txt')
  expect(text).toContain('Contact: mailto:parts@example.com\n')
  expect(text).toContain('Canonical: http://shop.example/.well-known/security.txt\n')
  const expires = new Date(/^Expires: (.+)$/m.exec(text)![1]!)
  const days = (expires.getTime() - new Date('2026-11-24T09:00:00Z').getTime()) / 86_400_000
  expect(days).toBeGreaterThan(100)
  expect(days).toBeLessThan(365)
})

test('robots.txt names the sitemap and disallows personal pages', async () => {
  const robots = await getPageText('/robots.txt')
  expect(robots).toContain('Sitemap: http://shop.example/sitemap.xml')
  for (const path of ['/basket', '/checkout', '/account', '/admin', '/order/', '/login'])
    expect(robots).toMatch(new RegExp(`^Disallow: ${path}$`, 'm'))
})

test('robots.txt keeps crawlers out of combinations of filters, and lets them see results and machines (R-PAGE-11)', async () => {
  const robots = await getPageText('/robots.txt')
  const rules = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(
    ([, rule]) => new RegExp(`^${rule!.replace(/[.?+]/g, '\\$&').replaceAll('*', '.*')}`),
  )
  const isCrawled = (url: string) => !rules.some(rule => rule.test(url))
  const results = await getPageText('/search?query=oil+filter')
  const links = [...results.matchAll(/href="(\/search\?[^"]*)"/g)].map(([, url]) =>
    url!.replaceAll('&amp;', '&'),
  )
  const filtered = links.filter(url => url.includes('filters='))
  expect(filtered.length).toBeGreaterThan(10)
  expect(filtered.filter(isCrawled)).toEqual([])
  expect(links.filter(isCrawled)).toContainEqual(expect.stringContaining('page=2'))
  expect(
    ['/', '/search?query=oil+filter', '/filters/jcb?page=2', '/filterhouse/fh-oil-1'].every(isCrawled),
  ).toBe(true)
})
