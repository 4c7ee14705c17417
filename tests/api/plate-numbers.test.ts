import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { search } from '../../src/features/search/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

// R-FINDER-12: serial numbers, mach numbers and PINs that are typed into the search field.

let shop: TestShop
let stranger: TestVisitor
let trade: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  stranger = shop.createVisitor()
  trade = await shop.signIn('trade@example.com')
  await shop.sql(
    `insert into serial_range (variant_id, kind, prefix, from_number, to_number)
     select v.id, 'serial', prefix, 70000001, 70009999 from unnest(array['KTN', 'ABD']) with ordinality p (prefix, nth)
       join lateral (select v.id from variant v join model mo on mo.id = v.model_id join make mk on mk.id = mo.make_id
         where mk.name = 'Caterpillar' order by v.id limit 1 offset nth) v on true order by nth`,
  )
})
afterAll(() => shop?.close())

const suggest = async (visitor: TestVisitor, query: string, scope = 'products,codes,makes_models') => {
  const { status, body } = await visitor.get<ReplyOf<typeof search>>(
    `/search?${new URLSearchParams({ query, scope, 'with-hint': '1', size: '8' })}`,
  )
  expect(status).toBe(200)
  return body.serial_numbers?.list
}
const openResults = (visitor: TestVisitor, query: string) =>
  visitor.getPage(`/search?query=${encodeURIComponent(query)}`)
const finder = '/find-replacement-filters#make?manufacturer=jcb&'

describe('a full customer who types the number of a machine', () => {
  test.each([
    ['2100000', 'Serial number 2100000', 'serial=2100000'],
    [' 2 100 000', 'Serial number 2100000', 'serial=2100000'],
    ['jcb serial no. 2100000', 'Serial number 2100000', 'serial=2100000'],
    ['jcb m/c no. 915000', 'Mach number 915000', 'mach_number=915000'],
    ['JCB3CX4TC02100457', 'PIN JCB3CX4TC02100457', 'serial=JCB3CX4TC02100457'],
    ['jcb 3cx4 tc 02100457', 'PIN JCB3CX4TC02100457', 'serial=JCB3CX4TC02100457'],
  ])('%j is offered the machine, and sent to the finder', async (query, note, parameter) => {
    expect(await suggest(trade, query)).toEqual([
      { label: 'JCB 3CX 2012-2018', note, url: finder + parameter },
    ])
    const { status, headers } = await openResults(trade, query)
    expect([status, headers.get('location')]).toEqual([303, finder + parameter])
  })

  test('is offered the numbers with their prefix for digits without it', async () => {
    const links = ['KTN', 'ABD'].map(prefix => ({
      label: expect.stringContaining('Caterpillar '),
      note: `Serial number ${prefix}70005000`,
      url: expect.stringContaining(`manufacturer=caterpillar&serial=${prefix}70005000`),
    }))
    for (const query of ['70005000', 'caterpillar 70005000', 'CAT 70005000']) {
      expect(await suggest(trade, query), query).toEqual(links)
    }
    expect(await suggest(trade, 'ktn 70005000')).toEqual([links[0]])
    const { headers } = await openResults(trade, '70005000')
    expect(headers.get('location')).toBe(
      '/find-replacement-filters#make?manufacturer=caterpillar&serial=70005000',
    )
  })

  test('chooses above the results when machines of several makes may have it', async () => {
    const { status, text } = await openResults(trade, '100500')
    expect(status).toBe(200)
    expect(text).toContain('This may be the number of one of these machines')
    expect(
      text.match(/href="\/find-replacement-filters#make\?manufacturer=[^"]*100500"/g)!.length,
    ).toBeGreaterThan(1)
  })
})

describe('a visitor without the right', () => {
  test('is offered the look-up by make, without model, variant or prefix', async () => {
    const retail = await shop.signIn('retail@example.com')
    for (const visitor of [stranger, retail]) {
      expect(await suggest(visitor, '2100000')).toEqual([
        {
          label: 'Look up JCB serial number 2100000 in the filter finder',
          note: null,
          url: `${finder}serial=2100000`,
        },
      ])
      const { status, headers } = await openResults(visitor, '2100000')
      expect([status, headers.get('location')]).toEqual([303, `${finder}serial=2100000`])
    }
  })

  test('gets no prefix for digits without it', async () => {
    expect(await suggest(stranger, '70005000')).toEqual([
      {
        label: 'Look up Caterpillar serial number 70005000 in the filter finder',
        note: null,
        url: '/find-replacement-filters#make?manufacturer=caterpillar&serial=70005000',
      },
    ])
  })
})

describe('a part number comes first', () => {
  test('a text that is an exact part number is no serial number, even of a known machine', async () => {
    await shop.sql(
      `insert into cross_reference (product_id, maker_id, code)
       select p.id, (select min(id) from maker), '2-100-001' from product p where p.code = 'FH-OIL-1'`,
    )
    await shop.waitForCatalogue()
    for (const query of ['2100001', '2 100 001', '02100001']) {
      expect(await suggest(trade, query), query).toBeUndefined()
      const { status, text } = await openResults(trade, query)
      expect(status).toBe(200)
      expect(text).toContain('FH-OIL-1')
      expect(text).not.toContain('find-replacement-filters#make?manufacturer')
    }
  })

  test('a number with one wrong digit is offered beside the machine, not left for the finder', async () => {
    const { status, text } = await openResults(stranger, '2100002')
    expect(status).toBe(200)
    expect(text).toContain('2-100-001')
    expect(text).toContain('Look up JCB serial number 2100002 in the filter finder')
  })

  test('a text of another form, or without the scope, has no serial numbers', async () => {
    for (const query of ['oil filter', 'jcb 3cx', '9009', 'P5517', '93 x 140', 'FH-OIL-1', '']) {
      expect(await suggest(trade, query), query).toBeUndefined()
    }
    expect(await suggest(trade, '2100000', 'products,codes')).toBeUndefined()
  })
})

test('a number that no machine has, or only the open end of a range far below, stays on the results page', async () => {
  for (const query of ['99999999999', 'QQQ99999']) {
    expect(await suggest(trade, query), query).toBeUndefined()
    expect((await openResults(trade, query)).status).toBe(200)
  }
})

test('the beginning of a part number is no serial number, though a machine has it', async () => {
  await shop.sql(
    `insert into serial_range (variant_id, kind, prefix, from_number, to_number)
     select id, 'serial', 'P', 5000, 6000 from variant order by id limit 1`,
  )
  expect(await suggest(trade, 'P5517')).toBeUndefined()
  expect(await suggest(trade, 'P5999')).toHaveLength(1)
})
