import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'

interface FoundVariant {
  id: number
  name: string
}
interface FoundMake {
  model_types: { models: { slug: string; variants: FoundVariant[] }[] }[]
}
interface FinderCallReply {
  list: Record<string, unknown>[]
  total: number
  page: number
  size: number
  image: string | null
  model: string | null
  variant_name: string | null
  full_customer: boolean
  number_kind?: string
  candidates?: { label: string; note: string | null; url: string }[]
}

let shop: TestShop
let stranger: TestVisitor
let trade: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  stranger = shop.createVisitor()
  trade = await shop.signIn('trade@example.com')
})
afterAll(() => shop.close())

const find = async (visitor: TestVisitor, query: Record<string, string | number>) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { status, body } = await visitor.get<FinderCallReply>(`/filter-finder/search?mode=make&${text}`)
  expect(status).toBe(200)
  return body
}
const toCodes = ({ list }: FinderCallReply) => list.map(({ code }) => code).sort()
const listJcbVariants = async () => {
  const { body } = await stranger.get<FoundMake[]>('/filter-finder/manufacturers?manufacturer=jcb')
  return body[0]!.model_types.flatMap(type => type.models).find(model => model.slug === '3cx')!.variants
}
const findDemoVariant = async () => (await listJcbVariants()).find(({ name }) => name === '3CX 2012-2018')!
/** A machine without any filters. */
const createVariantWithoutFilters = async () => {
  const [row] = await shop.sql<{ id: number }>(
    `insert into variant (model_id, name) select mo.id, '4CX prototype' from model mo where mo.name = '4CX'
     on conflict (model_id, name) do update set name = excluded.name returning id`,
  )
  return row!.id
}
const demoMachineCodes = ['FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-OIL-1']

describe('a search by make, model and variant', () => {
  test('finds the filters of the machine, with position, quantity and every field of a listing', async () => {
    const variant = await findDemoVariant()
    const answer = await find(stranger, { manufacturer: 'jcb', model: '3cx', variant: variant.id })
    expect(answer).toMatchObject({
      total: 4,
      page: 1,
      size: 10,
      model: '3CX',
      variant_name: '3CX 2012-2018',
      image: '/machines/backhoe.svg',
      full_customer: false,
    })
    expect(toCodes(answer)).toEqual(demoMachineCodes)
    const oil = answer.list.find(({ code }) => code === 'FH-OIL-1')!
    const listed = await stranger.get<{ products: { list: object[] } }>('/search?query=FH-OIL-1')
    expect(oil).toEqual({ ...listed.body.products.list[0], position: 'Engine oil', quantity: 1 })
    expect((await stranger.getPage(answer.image!)).status).toBe(200)
  })

  test('answers ten a page, and each page has the same total', async () => {
    const [most] = await shop.sql<{ id: number; count: number }>(
      'select variant_id as id, count(distinct product_id)::int as count from fitment group by 1 order by 2 desc limit 1',
    )
    expect(most!.count).toBeGreaterThan(10)
    const first = await find(stranger, { variant: most!.id })
    const second = await find(stranger, { variant: most!.id, page: 2 })
    const beyond = await find(stranger, { variant: most!.id, page: 99 })
    expect([first.list.length, second.list.length]).toEqual([10, most!.count - 10])
    expect([first.total, second.total, beyond.total]).toEqual([most!.count, most!.count, most!.count])
    expect(new Set([...toCodes(first), ...toCodes(second)]).size).toBe(most!.count)
    expect(beyond).toMatchObject({ list: [], page: 99 })
  })

  test('finds nothing by a make alone, an unknown variant, or a variant of another make', async () => {
    const variant = await findDemoVariant()
    const empty: Record<string, string | number>[] = [
      {},
      { manufacturer: 'jcb' },
      { manufacturer: 'jcb', variant: '999999999' },
      { manufacturer: 'jcb', variant: 'x' },
      { manufacturer: 'kubota', variant: variant.id },
      { manufacturer: 'jcb', model: '4cx', variant: variant.id },
      { manufacturer: "jcb' or true --", model: '3cx' },
    ]
    for (const query of empty) {
      expect(await find(stranger, query), JSON.stringify(query)).toMatchObject({ list: [], total: 0 })
    }
  })

  test('names a machine that has no filters yet', async () => {
    const answer = await find(stranger, { manufacturer: 'jcb', variant: await createVariantWithoutFilters() })
    expect(answer).toMatchObject({ total: 0, list: [], model: '4CX', variant_name: '4CX prototype' })
  })

  test('finds what fits any variant of a model, each product once', async () => {
    const ids = (await listJcbVariants()).map(({ id }) => id)
    const [expected] = await shop.sql<{ count: number }>(
      'select count(distinct product_id)::int from fitment where variant_id = any($1)',
      [ids],
    )
    const answer = await find(stranger, { manufacturer: 'jcb', model: '3cx' })
    expect(answer).toMatchObject({ total: expected!.count, model: '3CX', variant_name: null })
  })

  test('lists a filter with two positions once, with both positions and the sum', async () => {
    const variant = await findDemoVariant()
    const id = await shop.productId('FH-SEAL-1')
    await shop.sql("insert into fitment values ($1, $2, 'Fuel, primary', 2), ($1, $2, 'Engine oil', 1)", [
      variant.id,
      id,
    ])
    const answer = await find(stranger, { manufacturer: 'jcb', variant: variant.id })
    await shop.sql('delete from fitment where product_id = $1', [id])
    const seals = answer.list.filter(({ code }) => code === 'FH-SEAL-1')
    expect(answer.total).toBe(5)
    expect(seals).toMatchObject([{ position: 'Engine oil, Fuel, primary', quantity: 3 }])
  })

  test("shows the company's own price to its buyer, and the list price to everybody else", async () => {
    const variant = await findDemoVariant()
    await shop.sql(
      `insert into customer_price (company_id, product_id, price)
       select c.id, p.id, 777 from company c, product p where c.account_number = 'NPH001' and p.code = 'FH-OIL-1'
       on conflict (company_id, product_id, min_quantity) do update set price = 777`,
    )
    const priceFor = async (visitor: TestVisitor) => {
      const { list } = await find(visitor, { manufacturer: 'jcb', variant: variant.id })
      return list.find(({ code }) => code === 'FH-OIL-1')!.customer_price
    }
    expect(await priceFor(trade)).toEqual({ standard: 7.77 })
    expect(await priceFor(stranger)).toEqual({ standard: 12.5 })
  })

  test.each(['page=0', 'page=x', 'mode=other', `manufacturer=${'x'.repeat(200)}`])(
    'is refused as malformed with %s',
    async query => {
      const { status, headers } = await stranger.get(`/filter-finder/search?${query}`)
      expect(status).toBe(400)
      expect(headers.get('content-type')).toContain('application/problem+json')
    },
  )
})

describe('a search by serial or mach number', () => {
  test.each([
    '2100000',
    '2000001',
    '2299999',
    ' 2 100 000 ',
    '0002100000',
    'JCB3CX4TC02100457',
    'jcb 3cx4 tc 02100457',
  ])('"%s" finds the machine of its range', async typed => {
    const answer = await find(trade, { manufacturer: 'jcb', serial_number: typed })
    expect(toCodes(answer)).toEqual(demoMachineCodes)
    expect(answer).toMatchObject({ model: '3CX', variant_name: '3CX 2012-2018', full_customer: true })
  })

  test.each(['2000000', '2300000', '920000', 'ABC2100000', 'nonsense'])('"%s" finds nothing', async typed => {
    const answer = await find(trade, { manufacturer: 'jcb', serial_number: typed })
    expect(answer).toMatchObject({ list: [], total: 0, full_customer: true })
  })

  test('a full customer finds mach numbers in their own ranges', async () => {
    expect(toCodes(await find(trade, { manufacturer: 'jcb', mach_number: '915000' }))).toEqual(
      demoMachineCodes,
    )
    expect((await find(trade, { manufacturer: 'jcb', mach_number: '920000' })).total).toBe(0)
    expect((await find(trade, { manufacturer: 'jcb', mach_number: '2100000' })).total).toBe(0)
  })

  test('a full customer who sends a mach number as a serial number finds its machine', async () => {
    for (const typed of ['915000', 'JCB3CX4TC00915000']) {
      const answer = await find(trade, { manufacturer: 'jcb', serial_number: typed })
      expect(answer).toMatchObject({ variant_name: '3CX 2012-2018', number_kind: 'mach' })
      expect(toCodes(answer)).toEqual(demoMachineCodes)
    }
    expect(await find(trade, { manufacturer: 'jcb', serial_number: '2100000' })).toMatchObject({
      number_kind: 'serial',
    })
  })

  test('a full customer is offered the number with its prefix, or of another make, when no machine has it', async () => {
    const [range] = await shop.sql<{ make: string; prefix: string; from: string }>(
      `select mk.slug as make, r.prefix, r.from_number as from from serial_range r join make mk on mk.id = r.make_id
       where r.prefix <> '' and r.kind = 'serial' and length(r.from_number::text) >= 5 order by r.id limit 1`,
    )
    const { make, prefix, from } = range!
    const answer = await find(trade, { manufacturer: make, serial_number: from })
    expect(answer.total).toBe(0)
    expect(answer.candidates!.map(({ url }) => url)).toContain(
      `/find-replacement-filters#make?manufacturer=${make}&serial=${prefix}${from}`,
    )
    expect(await find(trade, { manufacturer: 'kubota', serial_number: '2100000' })).toMatchObject({
      candidates: [{ label: 'JCB 3CX 2012-2018', note: 'Serial number 2100000' }],
    })
    expect(await find(stranger, { manufacturer: make, serial_number: from })).not.toHaveProperty('candidates')
  })

  test.each(['', '0', '000'])('a customer finds nothing with the mach number "%s"', async typed => {
    for (const visitor of [trade, stranger]) {
      expect(await find(visitor, { manufacturer: 'jcb', mach_number: typed })).toMatchObject({
        list: [],
        total: 0,
      })
    }
  })

  test('a full customer finds a number with its prefix, and nothing with another prefix', async () => {
    const [range] = await shop.sql<{ make: string; prefix: string; from: number; variant: string }>(
      `select mk.slug as make, r.prefix, r.from_number as from, v.name as variant
       from serial_range r join variant v on v.id = r.variant_id join model mo on mo.id = v.model_id
         join make mk on mk.id = mo.make_id where r.prefix <> '' order by r.id limit 1`,
    )
    const { make, prefix, from, variant } = range!
    const answer = await find(trade, { manufacturer: make, serial_number: `${prefix.toLowerCase()} ${from}` })
    expect(answer.variant_name).toContain(variant)
    expect((await find(trade, { manufacturer: make, serial_number: `QQQ${from}` })).total).toBe(0)
  })

  test('a full customer finds numbers above the start of an open range, and all machines of overlapping ranges', async () => {
    const [first, second] = await listJcbVariants()
    await shop.sql(
      `insert into serial_range (variant_id, kind, prefix, from_number, to_number)
       values ($1, 'serial', 'OPN', 500, null), ($2, 'serial', 'OPN', 400, 600)`,
      [first!.id, second!.id],
    )
    const open = await find(trade, { manufacturer: 'jcb', serial_number: 'OPN 99999' })
    expect(open.variant_name).toBe(first!.name)
    const both = await find(trade, { manufacturer: 'jcb', serial_number: 'OPN 550' })
    expect(both.variant_name).toBe([first!.name, second!.name].toSorted().join(' / '))
    expect(both.model).toBe('3CX')
  })

  test('a full customer finds a number without a make, and nothing with another make', async () => {
    const withoutMake = await find(trade, { serial_number: '2100000' })
    expect(withoutMake.total).toBeGreaterThanOrEqual(4)
    expect((await find(trade, { manufacturer: 'kubota', serial_number: '2100000' })).total).toBe(0)
  })

  test.each(['retail@example.com', 'stopped@example.com', null])(
    'a visitor without the permission (%s) gets placeholders without any data',
    async email => {
      const visitor = email ? await shop.signIn(email) : stranger
      const answers = await Promise.all([
        find(visitor, { manufacturer: 'jcb', serial_number: '2100000' }),
        find(visitor, { manufacturer: 'jcb', mach_number: '915000' }),
        find(visitor, { manufacturer: 'jcb', serial_number: '1' }),
      ])
      for (const answer of answers) {
        expect(answer).toMatchObject({ full_customer: false, image: null, model: null, variant_name: null })
        expect(answer.list.length).toBeGreaterThan(0)
        expect(answer.list.length).toBeLessThanOrEqual(10)
        for (const entry of answer.list) expect(entry).toEqual({ locked: true })
      }
      // An existing number and an unknown one get the same answer.
      expect(answers[0]).toEqual(answers[2])
    },
  )

  test('a customer who loses the permission gets placeholders from the next request on', async () => {
    const head = await shop.signIn('head@example.com')
    const query = { manufacturer: 'jcb', serial_number: '2100000' }
    expect((await find(head, query)).full_customer).toBe(true)
    await shop.sql(
      "update person set permissions = array_remove(permissions, 'full_customer') where email = 'head@example.com'",
    )
    expect(await find(head, query)).toMatchObject({
      full_customer: false,
      list: [{ locked: true }, {}, {}, {}, {}, {}, {}, {}, {}, {}],
    })
  })

  test('is never cached on the way', async () => {
    const { headers } = await trade.get('/filter-finder/search?manufacturer=jcb&serial_number=2100000')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
