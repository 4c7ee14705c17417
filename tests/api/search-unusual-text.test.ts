import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop?.close())

const call = (query: string) =>
  shop
    .createVisitor()
    .get<ReplyOf<typeof search>>(
      `/search?${new URLSearchParams({ query, size: '100', scope: 'products,codes,makes_models' })}`,
    )
const page = (query: string) => shop.createVisitor().getPage(`/search?query=${encodeURIComponent(query)}`)
describe('a query of punctuation only', () => {
  test.each(['---', '!!!', '%%%', '___', '/', '*', "'';--", '🙂', '“”', '\\', '::*', '\u0301'])(
    '%j finds nothing, and the page says what to type',
    async query => {
      const { status, body } = await call(query)
      expect([status, body.products!.total]).toEqual([200, 0])
      expect([body.codes!.list, body.codes!.suggestions, body.makes_models!.list]).toEqual([[], [], []])
      const answer = await page(query)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('No Products found')
      expect(answer.text).toContain('Type letters or digits')
    },
  )

  test('differs from an empty query, which finds everything', async () => {
    const [row] = await shop.sql<{ all: number }>('select count(*)::int as all from product')
    const everything = row!.all
    for (const query of ['', '  ']) expect((await call(query)).body.products!.total).toBe(everything)
    expect((await page('xylophone')).text).not.toContain('Type letters or digits')
  })
})

describe('the same text in other characters', () => {
  test.each([
    ['Ｐ５５１７１２', 'P551712'],
    ['ｐ５５１－７１２', 'p551-712'],
    ['ｏｉｌ　ｆｉｌｔｅｒ', 'oil filter'],
    ['Gro\u0308ße', 'Größe'],
    ['fi\u200alter', 'fi lter'],
    ['ﬁlter', 'filter'],
    ['ＪＣＢ', 'JCB'],
    ['1⅛-16', '1 1/8-16'],
  ])('%j finds what %j finds', async (odd, usual) => {
    const [one, other] = [(await call(odd)).body, (await call(usual)).body]
    expect(one).toEqual(other)
    if (usual !== 'fi lter') expect(other.products!.total).toBeGreaterThan(0)
  })
})

describe('a query that is too long', () => {
  test('still gets a page: its first hundred characters are searched and stay in the field', async () => {
    for (const sign of ['x', 'é', '🙂', '"', 'oil ']) {
      const { status, text } = await page(sign.repeat(300))
      expect(status, sign).toBe(200)
      expect(text).not.toContain('\ufffd')
    }
    const long = `FH-OIL-1${' '.repeat(95)}and more that ends after the limit`
    const { status, text } = await page(long)
    expect(status).toBe(200)
    expect(text).toContain('/filterhouse/fh-oil-1')
    expect(text).not.toContain('ends after the limit')
    const mm = await shop.createVisitor().getPage(`/search?query=${'y'.repeat(300)}&near=1&mm=93`)
    expect([mm.status, mm.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`query=${'y'.repeat(100)}&`),
    ])
  })

  test('is refused as malformed by the call', async () => {
    expect((await call('x'.repeat(101))).status).toBe(400)
  })
})
