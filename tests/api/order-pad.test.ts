import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { addPad, PadReply, readPad } from '../../src/features/order-pad/schemas.ts'
import type { ReplyOf } from '../../src/lib/calls/call.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { fillBasket, getBasket } from './checkout-calls.ts'

let shop: TestShop
const ids: Record<string, number> = {}

beforeAll(async () => {
  shop = await startTestShop()
  for (const code of ['FH-OIL-1', 'FH-AIR-1', 'FH-FUEL-1', 'FH-HYD-1', 'FH-SEAL-1']) {
    ids[code] = await shop.productId(code)
  }
  // One number of two makers, which belongs to two products.
  await shop.sql(
    `insert into cross_reference (product_id, maker_id, code)
     select $1, id, 'LF-9009-A' from maker where name in ('Donaldson', 'Fleetguard')`,
    [ids['FH-OIL-1']],
  )
  await shop.sql(
    `insert into cross_reference (product_id, maker_id, code) select $1, id, 'LF 9009 A' from maker where name = 'Donaldson'`,
    [ids['FH-AIR-1']],
  )
  await shop.waitForCatalogue()
})
afterAll(() => shop.close())

type Read = ReplyOf<typeof readPad>
type Add = ReplyOf<typeof addPad>

const read = async (text: string, visitor = shop.createVisitor()) =>
  (await visitor.post<Read>('/order-pad', { text })).body
const add = async (visitor: TestVisitor, lines: PadReply['lines']) =>
  (await visitor.post<Add>('/order-pad/add', { lines })).body
const summarize = ({ lines }: PadReply) =>
  lines.map(({ nr, code, quantity, chosen, found: matches }) => [
    nr,
    code,
    quantity,
    chosen ?? matches.length,
  ])

describe('a list', () => {
  test('is read by own codes and by other makers’ numbers, line by line', async () => {
    const { pad, problem } = await read('Hello,\n2 x fh oil 1\np551712 x3\n\nLF9009;4\nNOSUCH99\nThank you')
    expect(problem).toBeNull()
    expect(summarize(pad)).toEqual([
      [1, '', '', 0],
      [2, 'fh oil 1', '2', ids['FH-OIL-1']],
      [3, 'p551712', '3', ids['FH-OIL-1']],
      [5, 'LF9009', '4', ids['FH-OIL-1']],
      [6, 'NOSUCH99', '1', 0],
      [7, '', '', 0],
    ])
    expect(pad.lines.map(({ isPart }) => isPart)).toEqual([false, true, true, true, true, false])
    expect(pad.lines[2]!.found).toEqual([{ product: ids['FH-OIL-1'], as: 'Donaldson P 551-712' }])
    expect(pad.products).toMatchObject([{ code: 'FH-OIL-1', prices: [{ from: 1, price: 12.5 }] }])
  })

  test('with a number of several products leaves the choice to the buyer, unless the line names the maker', async () => {
    const { pad } = await read('LF9009A 2\n3 x Fleetguard LF9009A\nDonaldson LF9009A')
    expect(pad.lines.map(({ chosen }) => chosen)).toEqual([null, ids['FH-OIL-1'], null])
    expect(pad.lines[0]!.found.map(({ product }) => product).sort()).toEqual(
      [ids['FH-OIL-1'], ids['FH-AIR-1']].sort(),
    )
  })

  test('with a product’s own code selects that product, and lists others that replace it', async () => {
    await shop.sql(`insert into maker (name) values ('Filterhouse') on conflict do nothing`)
    const replaces = (maker: string) =>
      shop.sql(
        `insert into cross_reference (product_id, maker_id, code) select $1, id, 'FH HYD 1' from maker where name = $2`,
        [ids['FH-AIR-1'], maker],
      )
    await replaces('Filterhouse')
    await shop.waitForCatalogue()
    const { pad } = await read('FH-HYD-1 2')
    expect(pad.lines[0]!.chosen).toBe(ids['FH-HYD-1'])
    expect(pad.lines[0]!.found.map(({ product }) => product)).toEqual([ids['FH-HYD-1'], ids['FH-AIR-1']])
    // The same number of another maker may mean a different part.
    await replaces('Donaldson')
    await shop.waitForCatalogue()
    expect((await read('FH-HYD-1 2')).pad.lines[0]!.chosen).toBeNull()
    expect((await read('Filterhouse FH-HYD-1 2')).pad.lines[0]!.chosen).toBe(ids['FH-HYD-1'])
    await shop.sql(`delete from cross_reference where code = 'FH HYD 1'`)
    await shop.waitForCatalogue()
  })

  test('offers numbers that nearly match, and never selects them', async () => {
    const { pad } = await read('P55171 x2\nLF9O09')
    expect(pad.lines.map(({ chosen }) => chosen)).toEqual([null, null])
    expect(pad.lines[0]!.near).toContain('P 551-712')
    expect(pad.lines[1]!.near).toContain('LF9009')
  })

  test('shows a company its own prices, from their quantities on', async () => {
    const company = `(select company_id from person where email = 'trade@example.com')`
    await shop.sql(
      `insert into customer_price (company_id, product_id, min_quantity, price) values
       (${company}, $1, 1, 300), (${company}, $1, 50, 250) on conflict do nothing`,
      [ids['FH-SEAL-1']],
    )
    const { pad } = await read('FH-SEAL-1 60', await shop.signIn('trade@example.com'))
    expect(pad.products[0]!.prices).toEqual([
      { from: 1, price: 3 },
      { from: 50, price: 2.5 },
    ])
  })

  test('of 500 lines is read whole; with one more it is refused as a whole, with a message', async () => {
    const lines = Array.from({ length: 500 }, (_, nth) => `FH-OIL-1 ${nth + 1}`)
    expect((await read(lines.join('\n'))).pad.lines).toHaveLength(500)
    const tooMany = await read([...lines, 'FH-AIR-1'].join('\n'))
    expect(tooMany.pad.lines).toEqual([])
    expect(tooMany.problem).toMatch(/501 lines.*500 at a time/)
    expect((await read(' \n;;\n')).problem).toMatch(/nothing to read/)
  })

  test('of hostile text or invalid lines never fails', async () => {
    for (const text of [
      "'; drop table product;--",
      '\u0001'.repeat(9),
      '9'.repeat(5000),
      '4 '.repeat(3000),
    ]) {
      const { status } = await shop.createVisitor().post('/order-pad', { text })
      expect(status).toBe(200)
    }
    for (const lines of ['x', { a: { chosen: 'x', nr: 'y', code: 'P551712' } }, [{ quantity: -1 }], [null]]) {
      const { status } = await shop.createVisitor().post('/order-pad', { lines })
      expect([200, 422]).toContain(status)
    }
  })
})

describe('adding to the basket', () => {
  test('adds all ready lines at once, sums up repeated products, and leaves the rest with a reason', async () => {
    const visitor = shop.createVisitor()
    const { pad } = await read('FH-OIL-1 2\nP551712 3\nFH-FUEL-1\nNOSUCH99\nFH-AIR-1 6\nFH-HYD-1 1', visitor)
    const done = await add(visitor, pad.lines)
    expect(done).toMatchObject({ success: true, added: [1, 2, 6], basket: { count: 6, subtotal: 112.45 } })
    expect(done.messages).toEqual(['3 lines were added to your basket. 3 lines are still here.'])
    expect(done.pad.lines.map(({ nr }) => nr)).toEqual([3, 4, 5])
    const { items } = await getBasket(visitor)
    expect(items.map(({ product_id, qty }) => [product_id, qty])).toEqual([
      [ids['FH-OIL-1'], 5],
      [ids['FH-HYD-1'], 1],
    ])
  })

  test('counts what is in the basket already', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-AIR-1': 4 })
    const { pad } = await read('FH-AIR-1 2\nFH-SEAL-1 1', visitor)
    const done = await add(visitor, pad.lines)
    expect(done.added).toEqual([2])
    expect(done.pad.lines).toMatchObject([
      { nr: 1, refusal: expect.stringContaining('Only 5 in stock; 4 are in your basket') },
    ])
    expect((await getBasket(visitor)).count).toBe(5)
  })

  test('adds no product that the buyer has not seen beside its number', async () => {
    const visitor = shop.createVisitor()
    const { pad } = await read('FH-AIR-1 1', visitor)
    const changed = pad.lines.map(line => ({ ...line, code: 'FH-SEAL-1' }))
    const done = await add(visitor, changed)
    expect(done).toMatchObject({ success: false, added: [] })
    expect(done.pad.lines).toMatchObject([
      { chosen: null, found: [{ product: ids['FH-SEAL-1'] }], refusal: expect.stringContaining('changed') },
    ])
    expect((await add(visitor, done.pad.lines)).added).toEqual([])
    expect((await getBasket(visitor)).count).toBe(0)
    const confirmed = done.pad.lines.map(line => ({ ...line, chosen: ids['FH-SEAL-1']! }))
    expect((await add(visitor, confirmed)).added).toEqual([1])
  })

  test('leaves out a line with several products until the buyer chooses one', async () => {
    const visitor = shop.createVisitor()
    const { pad } = await read('AB 12 P551712 2\nFH-SEAL-1 1', visitor)
    expect(pad.lines[0]).toMatchObject({ chosen: null, found: [{ product: ids['FH-OIL-1'] }] })
    const done = await add(visitor, pad.lines)
    expect([done.added, done.pad.lines[0]!.chosen, done.pad.lines[0]!.refusal]).toEqual([[2], null, null])
  })

  test('fills a customer’s account basket, and leaves out a line with an invalid quantity', async () => {
    const visitor = await shop.signIn('retail@example.com')
    const { pad } = await read('code;qty\nFH-SEAL-1;4\nFH-OIL-1;4.5', visitor)
    expect((await add(visitor, pad.lines)).added).toEqual([2])
    expect((await getBasket(visitor)).count).toBe(4)
    await visitor.delete('/basket')
  })
})

describe('without JavaScript', () => {
  test('a guest pastes, chooses and adds by plain forms', async () => {
    const visitor = shop.createVisitor()
    const page = await visitor.postForm('/order-pad', { text: 'LF9009A 2\nFH-SEAL-1 1' })
    expect(page.status).toBe(200)
    expect(page.text.replaceAll('<!-- -->', '')).toContain('Which part on line 1?')
    const line = (at: number, fields: Record<string, string>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`lines[${at}][${name}]`, value]))
    const done = await visitor.postForm('/order-pad/add', {
      ...line(0, { nr: '1', isPart: '1', code: 'LF9009A', quantity: '2', chosen: String(ids['FH-OIL-1']) }),
      ...line(1, {
        nr: '2',
        isPart: '1',
        code: 'FH-SEAL-1',
        quantity: '1',
        chosen: String(ids['FH-SEAL-1']),
      }),
    })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/basket'])
    expect((await visitor.getPage('/basket')).text).toContain('2 lines were added to your basket.')
    expect((await getBasket(visitor)).count).toBe(3)
  })

  test('a guest presses a suggestion, which is then looked up', async () => {
    const page = await shop.createVisitor().postForm('/order-pad', {
      'lines[0][nr]': '1',
      'lines[0][isPart]': '1',
      'lines[0][code]': 'P55171',
      'lines[0][use]': 'P 551-712',
      'lines[0][quantity]': '2',
    })
    expect(page.text).toContain('FH-OIL-1')
  })

  test('a guest gets a list that is too long back with a message, and loses nothing of it', async () => {
    const text = Array.from({ length: 501 }, (_, nth) => `FH-OIL-1 ${nth + 1}`).join('\n')
    const page = await shop.createVisitor().postForm('/order-pad', { text })
    expect(page.status).toBe(422)
    expect(page.text).toContain('Nothing was read')
    expect(page.text).toContain('FH-OIL-1 501')
  })
})

describe('a line with more than is there', () => {
  test('R-PAD-3: names parts in stock that can replace it, and takes what is there without JavaScript', async () => {
    const visitor = shop.createVisitor()
    const setSuccessor = (id: number | null) =>
      shop.sql(`update product set superseded_by = $1 where code = 'FH-AIR-1'`, [id])
    await setSuccessor(ids['FH-OIL-1']!)
    const short = await read('FH-AIR-1 9', visitor)
    expect(short.pad.products[0]!.instead).toEqual([
      expect.objectContaining({ code: 'FH-OIL-1', available: 1000 }),
    ])
    expect((await read('FH-AIR-1 2', visitor)).pad.products[0]!.instead).toEqual([])
    const [line] = short.pad.lines
    const lines = [{ ...line!, use_quantity: '5' }]
    const { body } = await visitor.post<Read>('/order-pad', { lines })
    expect(body.pad.lines[0]!.quantity).toBe('5')
    await setSuccessor(null)
  })
})
