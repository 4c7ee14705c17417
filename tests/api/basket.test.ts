import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { atOnce, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Added, basketOf, fill, guestSend, leeds, save } from './buying.ts'

let shop: Shop
let oil: number
let air: number

beforeAll(async () => {
  shop = await openShop()
  oil = await shop.productId('FH-OIL-1')
  air = await shop.productId('FH-AIR-1')
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const add = async (visitor: Visitor, body: object) =>
  (await visitor.post<Added>('/basket/add/single', body)).body
const change = async (visitor: Visitor, updated_items: unknown, with_shipping: unknown = false) =>
  (await visitor.post<BasketReply>('/basket', { updated_items, with_shipping })).body
const enter = async (visitor: Visitor, code: unknown) =>
  (await visitor.post('/basket/discount', { code })).body
const codesOf = ({ discounts }: BasketReply) => discounts.map(({ code }) => code).sort()

describe('putting something into the basket', () => {
  test('tells the buyer so, and gives him the basket as the contract describes it', async () => {
    const visitor = shop.visitor()
    const answer = await add(visitor, { product: oil, quantity: 2 })
    expect(answer).toMatchObject({ success: true, messages: [expect.stringContaining('added')] })
    const [item] = answer.basket.items
    expect(answer.basket).toEqual({
      items: [
        {
          rowId: item!.rowId,
          product_id: oil,
          name: 'Oil filter, spin-on',
          price: 12.5,
          qty: 2,
          subtotal: 25,
        },
      ],
      items_detail: {
        [item!.rowId]: {
          title: 'Oil filter, spin-on',
          url: '/filterhouse/fh-oil-1',
          code: 'FH-OIL-1',
          stock: expect.stringMatching(/in stock/i),
          primary_image: { title: expect.any(String), alt: expect.any(String), filename: 'fh-oil-1.jpg' },
        },
      },
      count: 2,
      storage_mode: 'cookie',
      discounts: [],
      subtotal: 25,
      shipping: { price: null },
      tax: 5,
      total: 30,
      discounted_tax: 5,
      discounted_total: 30,
      minimumOrderValue: 10,
    })
    expect(await basketOf(visitor)).toEqual(answer.basket)
  })

  test('counts once when no quantity is named, and adds up', async () => {
    const visitor = shop.visitor()
    expect((await add(visitor, { product: oil })).basket.count).toBe(1)
    expect((await add(visitor, { product: String(oil), quantity: '3' })).basket.count).toBe(4)
    expect((await basketOf(visitor)).items).toHaveLength(1)
  })

  test.each([
    null,
    '',
    ' ',
    0,
    '0',
    -1,
    '-1',
    1.5,
    '1.5',
    '1e3',
    10_000,
    1e9,
    'NaN',
    'two',
    '１２',
    [3],
    { a: 1 },
    true,
    '3 4',
    '0x10',
  ])('B02: is refused for the quantity %j, in words', async quantity => {
    const visitor = shop.visitor()
    const answer = await add(visitor, { product: oil, quantity })
    expect(answer).toMatchObject({ success: false, messages: ['Enter a quantity from 1 to 9,999.'] })
    expect(answer.basket.count).toBe(0)
  })

  test.each([undefined, null, '', 0, -1, 2 ** 40, 'abc', '0x1', '1e1', true, [1], { id: 1 }, 99_999_999])(
    'is refused for the product %j, in words',
    async product => {
      const answer = await add(shop.visitor(), { product, quantity: 1 })
      expect(answer).toMatchObject({ success: false, messages: ['We could not find that product.'] })
      expect(answer.basket.count).toBe(0)
    },
  )

  test('is refused when it is not for sale, has no price, or more is asked than can be had', async () => {
    const visitor = shop.visitor()
    const tell = async (code: string, quantity: number) => {
      const { success, messages } = await add(visitor, { product: await shop.productId(code), quantity })
      expect(success).toBe(false)
      return messages[0]
    }
    expect(await tell('FH-EDGE-4', 1)).toContain('cannot be bought')
    expect(await tell('FH-EDGE-7', 1)).toContain('cannot be bought')
    expect(await tell('FH-FUEL-1', 1)).toContain('7-10 days')
    expect(await tell('FH-AIR-1', 6)).toContain('Only 5')
    expect((await add(visitor, { product: air, quantity: 5 })).success).toBe(true)
    expect(await tell('FH-AIR-1', 1)).toContain('5 of them are in your basket')
    expect(await tell('FH-OIL-1', 1001)).toContain('Only 1000')
    const hydraulic = await shop.productId('FH-HYD-1')
    expect((await add(visitor, { product: hydraulic, quantity: 9999 })).success).toBe(true)
    expect(await tell('FH-HYD-1', 1)).toContain('9,999')
  })

  test('A05: counts every time when tabs do it at once, and never takes more than can be had', async () => {
    const visitor = shop.visitor()
    await add(visitor, { product: oil })
    await atOnce(10, () => add(visitor, { product: oil, quantity: 2 }))
    expect((await basketOf(visitor)).count).toBe(21)
    const answers = await atOnce(8, () => add(visitor, { product: air, quantity: 1 }))
    expect(answers.filter(({ success }) => success)).toHaveLength(5)
    expect((await basketOf(visitor)).count).toBe(26)
  })

  test('E08: is remembered for 30 days by a cookie that no script reads', async () => {
    const answer = await shop.visitor().post('/basket/add/single', { product: oil })
    const [cookie] = answer.setCookies.filter(line => line.startsWith('basket='))
    expect(cookie).toMatch(/^basket=[\w-]{32};/)
    for (const attribute of ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
      expect(cookie).toContain(attribute)
    const nobody = shop.visitor()
    nobody.cookies.set('basket', 'somebody-else')
    expect((await basketOf(nobody)).count).toBe(0)
  })

  test('B01: cannot be made cheaper by what the browser says', async () => {
    const visitor = shop.visitor()
    const { basket } = await add(visitor, { product: oil, quantity: 1, price: 0.01, discount: 12, name: 'x' })
    expect(basket.items[0]).toMatchObject({ price: 12.5, name: 'Oil filter, spin-on' })
    const row = basket.items[0]!
    const changed = await change(visitor, [{ ...row, qty: 1, price: 0.01, subtotal: 0 }])
    expect(changed.subtotal).toBe(12.5)
  })
})

describe('changing the basket', () => {
  test('works by list and by object, leaves other rows, and takes 0 as away', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1, 'FH-AIR-1': 1, 'FH-SEAL-1': 1 })
    const rows = (await basketOf(visitor)).items.map(({ rowId }) => rowId)
    expect((await change(visitor, false)).count).toBe(3)
    expect((await change(visitor, [{ rowId: rows[0], qty: 4 }])).items.map(({ qty }) => qty)).toEqual([
      4, 1, 1,
    ])
    expect((await change(visitor, { [rows[1]!]: { qty: '2' } })).items.map(({ qty }) => qty)).toEqual([
      4, 2, 1,
    ])
    expect((await change(visitor, [{ rowId: Number(rows[0]), qty: 0 }])).items.map(({ qty }) => qty)).toEqual(
      [2, 1],
    )
  })

  test('B02, E01: ignores unknown rows, bad quantities, and rows of other people', async () => {
    const [visitor, other] = [shop.visitor(), shop.visitor()]
    await fill(shop, visitor, { 'FH-OIL-1': 2 })
    await fill(shop, other, { 'FH-OIL-1': 1 })
    const [mine] = (await basketOf(visitor)).items
    const before = await basketOf(visitor)
    for (const qty of [-1, 1.5, '1e3', null, '', 10_000, 'x', [1], true, undefined])
      expect((await change(visitor, [{ rowId: mine!.rowId, qty }])).count).toBe(2)
    for (const items of [
      [{ rowId: '999999999999999', qty: 1 }],
      [{ rowId: "1' or 1=1", qty: 0 }],
      [null],
      [1],
      'x',
      7,
      {},
    ])
      expect(await change(visitor, items)).toEqual(before)
    await change(other, [{ rowId: mine!.rowId, qty: 0 }])
    expect(await basketOf(visitor)).toEqual(before)
  })

  test.each([
    { updated_items: [{ rowId: { toString: 1 }, qty: 1 }] },
    { updated_items: { 7: { rowId: ['7'], qty: 1 } } },
    { updated_items: [[1]] },
    { updated_items: false, with_shipping: { a: 1 } },
  ])('refuses a body of the wrong types: %j', async body => {
    const { status, body: problem } = await shop.visitor().post('/basket', body)
    expect(status).toBe(422)
    expect(problem.errors).toBeDefined()
  })

  test('with shipping names the price of the cheapest ordinary delivery, free from £125', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    const shipped = await change(visitor, false, true)
    expect(shipped).toMatchObject({ shipping: { price: 8 }, tax: 4.1, total: 24.6 })
    expect(await change(visitor, false, 'false')).toMatchObject({ shipping: { price: null }, total: 15 })
    const more = await change(visitor, [{ rowId: shipped.items[0]!.rowId, qty: 10 }], 'true')
    expect(more).toMatchObject({ subtotal: 125, shipping: { price: 0 } })
    expect((await change(shop.visitor(), false, true)).shipping.price).toBeNull()
  })

  test('emptying it leaves nothing', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 3 })
    await enter(visitor, 'SAVE10')
    const { body } = await visitor.delete<BasketReply>('/basket')
    expect(body).toMatchObject({ items: [], count: 0, subtotal: 0, discounts: [], total: 0 })
    expect((await shop.visitor().delete('/basket')).status).toBe(200)
  })
})

describe('a voucher', () => {
  test('of ten per cent, of five pounds and of free delivery takes off what it says', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 5 })
    expect(await enter(visitor, ' save10 ')).toEqual({
      accepted: true,
      message: 'Thank you! The discount has been added to your basket.',
    })
    expect(await change(visitor, false, true)).toMatchObject({
      discounts: [{ code: 'SAVE10', summary: '10 % off', price: 6.25 }],
      subtotal: 62.5,
      shipping: { price: 8 },
      total: 84.6,
      discounted_tax: 12.85,
      discounted_total: 77.1,
    })
    await visitor.delete('/basket/discount?code=save10')
    expect(await enter(visitor, 'FIVER')).toMatchObject({ accepted: true })
    expect(await enter(visitor, 'FreeDel')).toMatchObject({ accepted: true })
    const both = await change(visitor, false, true)
    expect(codesOf(both)).toEqual(['FIVER', 'FREEDEL'])
    expect(both).toMatchObject({ shipping: { price: 0 }, total: 75, discounted_total: 69 })
    expect(both.discounts.find(({ code }) => code === 'FREEDEL')!.price).toBe(0)
    const { body } = await visitor.delete<BasketReply>('/basket/discount?code=FIVER')
    expect(codesOf(body)).toEqual(['FREEDEL'])
  })

  test('B08: that is unknown, past, or another customer’s gets one and the same answer', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 5 })
    await shop.sql(`insert into voucher (code, kind, amount, company_id) values ('NORTH', 'fixed', 100,
      (select id from company where account_number = 'NPH001'))`)
    const none = { accepted: false, message: "Sorry, that code doesn't match any current offer." }
    for (const code of ['EXPIRED', 'NOSUCH', 'NORTH', "' or 1=1 --", 'SAVE10%', '💥'])
      expect(await enter(visitor, code)).toEqual(none)
    const trade = await shop.signedIn('trade@example.com')
    await fill(shop, trade, { 'FH-OIL-1': 1 })
    expect(await enter(trade, 'NORTH')).toMatchObject({ accepted: true })
    await trade.delete('/basket')
  })

  test('that is empty changes nothing', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    const before = await basketOf(visitor)
    for (const code of ['', '   ', null, undefined])
      expect(await enter(visitor, code)).toMatchObject({ accepted: false })
    expect(await basketOf(visitor)).toEqual(before)
  })

  test('B06: stands alone among those that take money off, however fast the codes are typed', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 5 })
    await enter(visitor, 'SAVE10')
    expect(await enter(visitor, 'FIVER')).toMatchObject({
      accepted: false,
      message: expect.stringContaining('one'),
    })
    expect(await enter(visitor, 'SAVE10')).toMatchObject({
      accepted: false,
      message: expect.stringContaining('already'),
    })
    for (let round = 0; round < 5; round++) {
      const tabs = shop.visitor()
      await fill(shop, tabs, { 'FH-OIL-1': 5 })
      const answers = await atOnce(6, nth => enter(tabs, nth % 2 ? 'FIVER' : 'SAVE10'))
      expect(answers.filter(({ accepted }) => accepted)).toHaveLength(1)
      expect((await basketOf(tabs)).discounts).toHaveLength(1)
    }
  })

  test('B05: with a minimum leaves the basket, with a word, when the basket falls below it', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 3 })
    expect(await enter(visitor, 'FIVER')).toMatchObject({
      accepted: false,
      message: expect.stringContaining('£50.00'),
    })
    const [row] = (await basketOf(visitor)).items
    await change(visitor, [{ rowId: row!.rowId, qty: 4 }])
    expect(await enter(visitor, 'FIVER')).toMatchObject({ accepted: true })
    await visitor.form('/basket', { 'updated_items[0][rowId]': row!.rowId, 'updated_items[0][qty]': '3' })
    expect((await visitor.page('/basket')).text.includes('FIVER was removed from your basket')).toBe(true)
    expect((await basketOf(visitor)).discounts).toEqual([])
  })

  test('has no worth without goods', async () => {
    const visitor = shop.visitor()
    const said = await enter(visitor, 'SAVE10')
    expect(said).toMatchObject({ accepted: false, message: expect.stringContaining('empty') })
  })

  test('B05: that is gone when the order is placed is told then, and taken out', async () => {
    await shop.sql(`insert into voucher (code, kind, amount) values ('TODAY', 'fixed', 300)`)
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    await enter(visitor, 'TODAY')
    await shop.sql(`update voucher set ends_at = $1 where code = 'TODAY'`, [shop.clock.now()])
    const { body } = await save(visitor, guestSend())
    expect(body).toMatchObject({ error: expect.stringContaining('TODAY was removed'), next_url: null })
    expect((await basketOf(visitor)).discounts).toEqual([])
    expect((await save(visitor, guestSend())).body.error).toBe(false)
  })

  test('B08: cannot be guessed at will', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 1 })
    const limit = shop.context.config.limits.vouchersPerMinute
    const answers = await atOnce(limit + 5, nth => visitor.post('/basket/discount', { code: `GUESS${nth}` }))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('signing in and out', () => {
  test('A06: brings the basket along: quantities add up, nothing is lost, one money-off code stays', async () => {
    const before = await shop.signedIn('retail@example.com')
    await fill(shop, before, { 'FH-OIL-1': 4, 'FH-SEAL-1': 1 })
    await enter(before, 'FIVER')
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-OIL-1': 2, 'FH-AIR-1': 1 })
    await enter(visitor, 'SAVE10')
    await enter(visitor, 'FREEDEL')
    await visitor.post('/login', { email: 'retail@example.com', password: 'filters-2026' })
    const merged = await basketOf(visitor)
    expect(merged.storage_mode).toBe('account')
    expect(Object.fromEntries(merged.items.map(({ product_id, qty }) => [product_id, qty]))).toMatchObject({
      [oil]: 6,
      [air]: 1,
    })
    expect(merged.count).toBe(8)
    expect(codesOf(merged)).toEqual(['FIVER', 'FREEDEL'])
    expect(visitor.cookies.has('basket')).toBe(false)
    expect(await basketOf(before)).toEqual(merged)
    await visitor.post('/logout')
    expect(await basketOf(visitor)).toMatchObject({ count: 0, storage_mode: 'cookie' })
    expect((await basketOf(before)).count).toBe(8)
    await before.delete('/basket')
  })

  test('A06: brings it along once, even when the sign-in is sent twice at once', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-SEAL-1': 3 })
    const sent = { email: 'retail@example.com', password: 'filters-2026' }
    await atOnce(4, () => visitor.post('/login', sent))
    expect((await basketOf(visitor)).count).toBe(3)
    await visitor.delete('/basket')
  })

  test('lets go of the goods that an unfinished guest order held, and its frame takes no money', async () => {
    const visitor = shop.visitor()
    await fill(shop, visitor, { 'FH-SEAL-1': 3 })
    const { body } = await save(visitor, guestSend({ delivery: leeds }))
    await visitor.post('/login', { email: 'retail@example.com', password: 'filters-2026' })
    const again = await save(visitor, { ...guestSend(), contact: undefined })
    expect(again.body.error).toBe(false)
    const living = await shop.sql(
      `select reference from orders where state = 'awaiting_payment' and reference = any($1)`,
      [[body.reference, again.body.reference]],
    )
    expect(living).toEqual([{ reference: again.body.reference }])
    await visitor.delete('/basket')
  })
})
