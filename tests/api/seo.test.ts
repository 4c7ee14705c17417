import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop({ env: { BASE_URL: 'http://shop.example' } })
})
beforeEach(() => shop.clock.pass(2))
afterAll(() => shop.close())

const pageOf = async (path: string) => (await shop.visitor().page(path)).text
const meta = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? null
const canonical = (html: string) =>
  meta(html, /<link rel="canonical" href="([^"]*)"/)?.replaceAll('&amp;', '&')
const title = (html: string) => meta(html, /<title>([^<]*)<\/title>/)
const description = (html: string) => meta(html, /<meta name="description" content="([^"]*)"/)
const structured = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    match => JSON.parse(match[1]!) as Record<string, unknown>,
  )

describe('a product page tells search engines', () => {
  test('its title, what it is, and its one address', async () => {
    const html = await pageOf('/filterhouse/fh-oil-1?for=P551712&make=jcb')
    expect(title(html)).toBe('FH-OIL-1 Oil filter, spin-on – Filterhouse')
    expect(description(html)).toMatch(
      /^Filterhouse FH-OIL-1: Oil filter, spin-on, ⌀ 93 mm · 142 mm .*Replaces Caterpillar 1R-0750.* more\. £12\.50 excluding VAT/,
    )
    expect(description(html)!.length).toBeLessThanOrEqual(200)
    expect(canonical(html)).toBe('http://shop.example/filterhouse/fh-oil-1')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('its price and whether it can be had', async () => {
    const findOffer = async (path: string) =>
      structured(await pageOf(path)).find(data => data['@type'] === 'Product')
    expect(await findOffer('/filterhouse/fh-oil-1')).toMatchObject({
      sku: 'FH-OIL-1',
      brand: { '@type': 'Brand', name: 'Filterhouse' },
      image: [
        'http://shop.example/media/product/image/fh-oil-1.jpg?w=1170&h=1170',
        'http://shop.example/media/product/image/fh-oil-1.plain.jpg?w=1170&h=1170',
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
    // Price on request: no price is made up.
    expect(await findOffer('/filterhouse/fh-edge-4')).not.toHaveProperty('offers')
  })

  test('the way to it', async () => {
    const crumbs = structured(await pageOf('/filterhouse/fh-oil-1')).find(
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

  test('nothing that could end the script it stands in', async () => {
    await shop.sql(`update product set title = '</script><script>alert(1)' where code = 'FH-EDGE-2'`)
    const html = await pageOf('/filterhouse/fh-edge-2')
    expect(html).not.toContain('<script>alert(1)')
    expect(structured(html)[0]).toMatchObject({ name: '</script><script>alert(1)' })
  })
})

describe('search results', () => {
  test('name their page as the one address, page by page', async () => {
    expect(canonical(await pageOf('/search?query=oil%20filter'))).toBe(
      'http://shop.example/search?query=oil%20filter',
    )
    expect(canonical(await pageOf('/search?page=2&query=oil%20filter&utm=1'))).toBe(
      'http://shop.example/search?query=oil%20filter&page=2',
    )
  })
  test('without a result are not for search engines', async () => {
    expect(await pageOf('/search?query=nothingatall')).toContain('<meta name="robots" content="noindex"/>')
    expect(await pageOf('/search?query=oil%20filter')).not.toContain('name="robots"')
  })
  test('keep the query in the search box, also where the page is kept for others', async () => {
    for (const visitor of [shop.visitor(), shop.visitor(), await shop.signedIn('trade@example.com')]) {
      const { text } = await visitor.page('/search?query=%22oil%22+%26+air')
      expect(text).toMatch(/<input id="site-search"[^>]*value="&quot;oil&quot; &amp; air"/)
    }
    expect(await pageOf('/')).toMatch(/<input id="site-search"[^>]*value=""/)
  })
})

describe('the sitemap', () => {
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>http:\/\/shop\.example([^<]*)<\/loc>/g)].map(match => match[1]!)

  test('lists every product, every make, and every model and machine that something fits, once', async () => {
    const index = await shop.visitor().page('/sitemap.xml')
    expect(index.headers.get('content-type')).toContain('application/xml')
    const files = locations(index.text)
    const answers = await Promise.all(files.map(file => shop.visitor().page(file)))
    const paths = answers.flatMap(answer => locations(answer.text))
    expect(new Set(paths).size).toBe(paths.length)
    const products = await shop.sql<{ path: string }>('select path from product')
    const makes = await shop.sql<{ slug: string }>('select slug from make')
    const machines = await shop.sql<{ path: string }>(
      `select concat_ws('/', 'filters', mk.slug, mo.slug, v.id) as path
       from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
       where exists (select from fitment f where f.variant_id = v.id)`,
    )
    const models = machines.map(({ path }) => path.split('/').slice(0, 3).join('/'))
    const wanted = [
      ...products.map(({ path }) => `/${path}`),
      ...makes.map(({ slug }) => `/filters/${slug}`),
      ...[...new Set(models)].map(path => `/${path}`),
      ...machines.map(({ path }) => `/${path}`),
    ]
    expect(wanted.filter(path => !paths.includes(path))).toEqual([])
    expect(paths.filter(path => !wanted.includes(path))).toEqual([
      '/',
      '/find-replacement-filters',
      '/filters',
      '/terms-conditions',
    ])
  })

  test('is cut into files of a thousand, none heavier than a page may be', async () => {
    await shop.sql(
      `insert into product (code, path, title, brand_id, type_id)
       select 'MANY-' || n, 'a-brand-with-a-rather-long-name/many-' || n, 'Many', 1, 1 from generate_series(1, 2500) n`,
    )
    const files = locations(await pageOf('/sitemap.xml')).filter(file => file.includes('/products-'))
    const [{ count }] = (await shop.sql<{ count: number }>('select count(*) from product')) as [
      { count: number },
    ]
    expect(files).toHaveLength(Math.ceil(Number(count) / 1000))
    for (const file of files) expect(Buffer.byteLength(await pageOf(file))).toBeLessThan(200_000)
  })

  test('has no other files', async () => {
    for (const path of ['/sitemaps/products-x.xml', '/sitemaps/orders-1.xml', '/sitemaps/products-1.txt'])
      expect((await shop.visitor().page(path)).status).toBe(404)
  })
})

test('robots are shown the sitemap and kept out of what is personal', async () => {
  const robots = await pageOf('/robots.txt')
  expect(robots).toContain('Sitemap: http://shop.example/sitemap.xml')
  for (const path of ['/basket', '/checkout', '/account', '/admin', '/order/', '/login'])
    expect(robots).toMatch(new RegExp(`^Disallow: ${path}$`, 'm'))
})
