import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

let shop: TestShop

const paths = [
  '/',
  '/search?query=FH-OIL-1',
  '/find-replacement-filters',
  '/filterhouse/fh-oil-1',
  '/filters/jcb/3cx',
  '/order-pad',
  '/delivery',
]
const shared = 'public, max-age=0, must-revalidate'

beforeAll(async () => {
  shop = await startTestShop({ env: { LIMIT_REQUESTS_PER_MINUTE: '100000' } })
  await shop.sql(
    `insert into customer_price (company_id, product_id, min_quantity, price)
     select c.id, $1, 1, 777 from company c on conflict (company_id, product_id, min_quantity) do update set price = 777`,
    [await shop.productId('FH-OIL-1')],
  )
  await shop.waitForCatalogue()
})
afterAll(() => shop.close())

interface RawPage {
  status: number | undefined
  cacheControl: string | undefined
  setCookie: string[] | undefined
  html: string
}

/** A page, requested with these header lines and no others. */
function requestPage(
  path: string,
  lines: string[],
  { method = 'GET', at = shop }: { method?: string; at?: TestShop } = {},
): Promise<RawPage> {
  const headers = ['Host', new URL(at.url).host, 'Accept', 'text/html', ...lines]
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, at.url), { method, headers }, answer => {
      const { statusCode: status, headers } = answer
      const [cacheControl, setCookie] = [headers['cache-control'], headers['set-cookie']]
      text(answer).then(html => resolve({ status, cacheControl, setCookie, html }), reject)
    })
    outgoing.on('error', reject).end()
  })
}

/** Whatever a member can be recognised by: the name in the header, the company, its prices. */
const personal = /Account menu|Sign out|Northfield|7\.77|9\.32|Welcome back/

let visits = 0
const toUncachedUrl = (path: string) => `${path}${path.includes('?') ? '&' : '?'}visit=${++visits}`

const spellings: Record<string, (token: string, visitor: TestVisitor) => string[]> = {
  'as browsers send it': token => ['Cookie', `session=${token}`],
  'a blank before =': token => ['Cookie', `session =${token}`],
  'a tab before =': token => ['Cookie', `session\t=${token}`],
  'blanks around =': token => ['Cookie', ` session \t = ${token} `],
  'no blank after ;': token => ['Cookie', `a=1;session=${token};b=2`],
  'a tab after ;': token => ['Cookie', `a=1;\tsession=${token}`],
  'quotes around the value': token => ['Cookie', `session="${token}"`],
  'the name in quotes': token => ['Cookie', `"session"=${token}`],
  'capitals in the name': token => ['Cookie', `Session=${token}`],
  'a percent-encoded value': token => [
    'Cookie',
    `session=%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
  ],
  'a percent-encoded name': token => ['Cookie', `%73ession=${token}`],
  'the same name twice, an empty one first': token => ['Cookie', `session=; session=${token}`],
  'the same name twice, an empty one last': token => ['Cookie', `session=${token}; session=`],
  'a second Cookie header': token => ['Cookie', 'a=1', 'Cookie', `session =${token}`],
  'a name without value before it': token => ['Cookie', `a; session=${token}`],
  'a comma before it': token => ['Cookie', `a=1,session=${token}`],
  'the name of https over http': token => ['Cookie', `__Host-session=${token}`],
  'a basket': (_token, { cookies }) => ['Cookie', `basket =${cookies.get('basket')}`],
  'a pending message': () => [
    'Cookie',
    `flash\t=${Buffer.from('{"kind":"success","text":"Northfield"}').toString('base64url')}`,
  ],
}

describe('a member’s page never reaches strangers, however the cookie is spelled (R-PAGE-16):', () => {
  test.for(Object.entries(spellings))('%s', async ([, toLines]) => {
    const member = await shop.signIn('trade@example.com')
    await member.post('/basket/add/single', { product: await shop.productId('FH-OIL-1'), quantity: 1 })
    const lines = toLines(member.cookies.get('session')!, member)
    for (const path of paths) {
      const url = toUncachedUrl(path)
      const memberPage = await requestPage(url, lines)
      const stranger = await requestPage(url, [])
      expect([path, stranger.status, stranger.cacheControl]).toEqual([path, 200, shared])
      expect([path, personal.exec(stranger.html)?.[0]]).toEqual([path, undefined])
      // What a cache on the way may store is the strangers' page, to the letter.
      const isShared = memberPage.cacheControl === shared
      expect([path, isShared || memberPage.cacheControl === 'private, no-store']).toEqual([path, true])
      if (isShared) expect(memberPage.html).toBe(stranger.html)
    }
  })

  test('a signed-in member is recognised, with HEAD and conditional requests too', async () => {
    const member = await shop.signIn('trade@example.com')
    const cookie = ['Cookie', `session\t=${member.cookies.get('session')}`]
    const url = toUncachedUrl('/filterhouse/fh-oil-1')
    const memberPage = await requestPage(url, cookie)
    expect([memberPage.cacheControl, memberPage.html.includes('7.77')]).toEqual(['private, no-store', true])
    const { etag } = Object.fromEntries((await shop.createVisitor().getPage(url)).headers)
    for (const method of ['GET', 'HEAD']) {
      const again = await requestPage(url, [...cookie, 'If-None-Match', etag!], { method })
      expect([again.status, again.cacheControl]).toEqual([200, 'private, no-store'])
    }
  })
})

test('over https a member is recognised by the cookie with its prefix, and by no other (R-PAGE-16)', async () => {
  const secureShop = await startTestShop({ env: { BASE_URL: 'https://shop.example.com' } })
  const member = secureShop.createVisitor()
  await member.post('/login', { email: 'trade@example.com', password: demoPassword })
  const token = member.cookies.get('__Host-session')!
  const [bare, prefixed] = await Promise.all(
    [`session=${token}`, `__Host-session\t=${token}`].map((cookie, visit) =>
      requestPage(`/delivery?visit=${visit}`, ['Cookie', cookie], { at: secureShop }),
    ),
  )
  const stranger = await requestPage('/delivery?visit=1', [], { at: secureShop })
  await secureShop.close()
  expect([bare!.cacheControl, prefixed!.cacheControl]).toEqual([shared, 'private, no-store'])
  expect([bare, prefixed, stranger].map(page => personal.test(page!.html))).toEqual([false, true, false])
})

describe('what else a request says changes nothing of the page that strangers share:', () => {
  test.for([
    ['Authorization', 'Basic c3RhZmZAZXhhbXBsZS5jb206ZmlsdGVycy0yMDI2'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Original-URL', '/account'],
    ['Cookie', 'vat=<script>'],
    ['Cookie', 'vat=inc2; fonts=yes; rows=1000000'],
    ['Cookie', 'rows=__proto__; vat=constructor'],
    ['Cookie', 'csrf_token=abc; device=def; login_step=ghi'],
    ['User-Agent', 'evil'],
    ['Accept-Language', 'de'],
  ])('%s: %s', async ([name, value]) => {
    for (const path of paths) {
      const url = toUncachedUrl(path)
      const first = await requestPage(url, [name!, value!])
      const stranger = await requestPage(url, [])
      expect([path, first.cacheControl, first.setCookie]).toEqual([path, shared, undefined])
      expect(first.html).toBe(stranger.html)
      expect(stranger.html).not.toContain('evil')
    }
  })

  test('parameters in another order, or twice, are other pages', async () => {
    const pages = ['query=LF9009&sort=relevance', 'sort=relevance&query=LF9009', 'query=LF9009&query=P551712']
    const bodies = await Promise.all(pages.map(query => requestPage(`/search?${query}`, [])))
    expect(bodies[0]!.html).toContain('LF9009')
    expect(bodies[1]!.html).toContain('LF9009')
    expect(bodies.map(({ status }) => status)).toEqual([200, 200, 400])
  })

  test.for([
    ['br', 'br'],
    ['gzip, br;q=0.5', 'br'],
    ['BR', 'br'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br, zstd;q=0', 'br'],
    ['br;q=0', undefined],
    ['gzip;q=1, br; q=0.000', undefined],
    ['x-br', undefined],
    ['identity', undefined],
  ])('Accept-Encoding %j gets %s', async ([accepted, coding]) => {
    const answer = await shop
      .createVisitor()
      .request('GET', '/basket', { headers: { accept: 'text/html', 'accept-encoding': accepted! } })
    expect(answer.headers.get('content-encoding') ?? undefined).toBe(coding)
    expect(answer.text).toContain('</html>')
  })

  test('a cached page that is requested often is compressed well', async () => {
    const codings: (string | null)[] = []
    for (const accepted of [...Array<string>(7).fill('br, zstd'), 'zstd', 'gzip']) {
      const headers = { accept: 'text/html', 'accept-encoding': accepted }
      const answer = await shop.createVisitor().request('GET', '/search?query=coded', { headers })
      expect(answer.text).toContain('</html>')
      codings.push(answer.headers.get('content-encoding'))
    }
    expect(codings.slice(5)).toEqual(['zstd', 'br', 'zstd', null])
  })
})
