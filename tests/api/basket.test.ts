import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  type AddReply,
  createGuestSend,
  fillBasket,
  getBasket,
  leedsAddress,
  sendSave,
} from './checkout-calls.ts'

let shop: TestShop
let oil: number
let air: number

beforeAll(async () => {
  shop = await startTestShop()
  oil = await shop.productId('FH-OIL-1')
  air = await shop.productId('FH-AIR-1')
})
afterAll(() => shop.close())

const add = async (visitor: TestVisitor, body: object) =>
  (await visitor.post<AddReply>('/basket/add/single', body)).body
const change = async (visitor: TestVisitor, updated_items: unknown, with_shipping: unknown = false) =>
  (await visitor.post<BasketReply>('/basket', { updated_items, with_shipping })).body
const enterVoucher = async (visitor: TestVisitor, code: unknown) =>
  (await visitor.post('/basket/discount', { code })).body
const listVoucherCodes = ({ discounts }: BasketReply) => discounts.map(({ code }) => code).sort()

describe('adding a product to the basket', () => {
  test('answers with a message and the whole basket (R-BASKET-7)', async () => {
    const visitor = shop.createVisitor()
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
          reference: '',
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
    expect(await getBasket(visitor)).toEqual(answer.basket)
  })

  test('adds one when no quantity is sent, and adds up', async () => {
    const visitor = shop.createVisitor()
    expect((await add(visitor, { product: oil })).basket.count).toBe(1)
    expect((await add(visitor, { product: String(oil), quantity: '3' })).basket.count).toBe(4)
    expect((await getBasket(visitor)).items).toHaveLength(1)
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
  ])('B02: is refused with a message for the quantity %j', async quantity => {
    const visitor = shop.createVisitor()
    const answer = await add(visitor, { product: oil, quantity })
    expect(answer).toMatchObject({ success: false, messages: ['Enter a quantity from 1 to 9,999.'] })
    expect(answer.basket.count).toBe(0)
  })

  test.each([undefined, null, '', 0, -1, 2 ** 40, 'abc', '0x1', '1e1', true, [1], { id: 1 }, 99_999_999])(
    'is refused with a message for the product %j',
    async product => {
      const answer = await add(shop.createVisitor(), { product, quantity: 1 })
      expect(answer).toMatchObject({ success: false, messages: ['We couldn’t find that product.'] })
      expect(answer.basket.count).toBe(0)
    },
  )

  test('is refused when the product is not for sale, has no price, or is not available in that quantity', async () => {
    const visitor = shop.createVisitor()
    const getRefusal = async (code: string, quantity: number) => {
      const { success, messages } = await add(visitor, { product: await shop.productId(code), quantity })
      expect(success).toBe(false)
      return messages[0]
    }
    expect(await getRefusal('FH-EDGE-4', 1)).toContain('can’t be bought')
    expect(await getRefusal('FH-EDGE-7', 1)).toContain('can’t be bought')
    expect(await getRefusal('FH-FUEL-1', 1)).toContain('7-10 days')
    expect(await getRefusal('FH-AIR-1', 6)).toContain('Only 5')
    expect((await add(visitor, { product: air, quantity: 5 })).success).toBe(true)
    expect(await getRefusal('FH-AIR-1', 1)).toContain('Only 5 in stock; 5 are in your basket')
    expect(await getRefusal('FH-OIL-1', 1001)).toContain('Only 1000')
    const hydraulic = await shop.productId('FH-HYD-1')
    expect((await add(visitor, { product: hydraulic, quantity: 9999 })).success).toBe(true)
    expect(await getRefusal('FH-HYD-1', 1)).toContain('9,999')
  })

  test('A05: counts each time when several tabs do it at once, up to the stock', async () => {
    const visitor = shop.createVisitor()
    await add(visitor, { product: oil })
    await runConcurrently(10, () => add(visitor, { product: oil, quantity: 2 }))
    expect((await getBasket(visitor)).count).toBe(21)
    const answers = await runConcurrently(8, () => add(visitor, { product: air, quantity: 1 }))
    expect(answers.filter(({ success }) => success)).toHaveLength(5)
    expect((await getBasket(visitor)).count).toBe(26)
  })

  test('E08: is remembered for 30 days in a cookie that scripts cannot read', async () => {
    const answer = await shop.createVisitor().post('/basket/add/single', { product: oil })
    const [cookie] = answer.setCookies.filter(line => line.startsWith('basket='))
    expect(cookie).toMatch(/^basket=[\w-]{32};/)
    for (const attribute of ['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax'])
      expect(cookie).toContain(attribute)
    const stranger = shop.createVisitor()
    stranger.cookies.set('basket', 'somebody-else')
    expect((await getBasket(stranger)).count).toBe(0)
  })

  test('R-CALL-10: is remembered for another 30 days from each change on', async () => {
    const visitor = shop.createVisitor()
    const first = await visitor.post<AddReply>('/basket/add/single', { product: oil })
    const token = visitor.cookies.get('basket')
    const row = first.body.basket.items[0]!.rowId
    const changes = [
      () => visitor.post('/basket/add/single', { product: oil }),
      () => visitor.post('/basket/add/several', { items: [{ product: air, quantity: 1 }] }),
      () => visitor.post('/basket', { updated_items: [{ rowId: row, qty: 5 }] }),
      () => visitor.post('/basket', { consignments: 'together' }),
      () => visitor.post('/basket/discount', { code: 'SAVE10' }),
      () => visitor.delete('/basket/discount?code=SAVE10'),
      () => visitor.postForm('/basket/discount', { remove: 'SAVE10' }),
      () =>
        visitor.post('/order-pad/add', {
          lines: [{ code: 'FH-OIL-1', quantity: '2', isPart: true, chosen: oil }],
        }),
      () => visitor.postForm('/basket', { remove: String(row) }),
      () => visitor.delete('/basket'),
    ]
    for (const [nth, act] of changes.entries()) {
      const { setCookies } = await act()
      const renewed = setCookies.filter(line => line.startsWith('basket='))
      expect([nth, ...renewed]).toEqual([nth, expect.stringContaining(`basket=${token}; Max-Age=2592000`)])
    }
    // Looking changes nothing, nor does a refused change; an account's basket and a made-up cookie need none.
    const lookers = [visitor, await shop.signIn('retail@example.com'), shop.createVisitor()]
    lookers[2]!.cookies.set('basket', 'somebody-else')
    for (const looker of lookers) {
      const answers = [
        await looker.get('/basket'),
        await looker.post('/basket', { updated_items: false }),
        await looker.post('/basket/add/single', { product: oil, quantity: 'x' }),
        await looker.post('/basket/discount', { code: 'NO-SUCH-CODE' }),
      ]
      expect(answers.flatMap(({ setCookies }) => setCookies)).toEqual([])
    }
    const added = await lookers[1]!.post('/basket/add/single', { product: oil })
    expect(added.setCookies.filter(line => line.startsWith('basket='))).toEqual([])
    await lookers[1]!.delete('/basket')
  })

  test('B01: uses the shop’s price, whatever the browser sends', async () => {
    const visitor = shop.createVisitor()
    const { basket } = await add(visitor, { product: oil, quantity: 1, price: 0.01, discount: 12, name: 'x' })
    expect(basket.items[0]).toMatchObject({ price: 12.5, name: 'Oil filter, spin-on' })
    const row = basket.items[0]!
    const changed = await change(visitor, [{ ...row, qty: 1, price: 0.01, subtotal: 0 }])
    expect(changed.subtotal).toBe(12.5)
  })
})

describe('changing the basket', () => {
  test('works with a list and with an object, leaves other rows, and removes rows with quantity 0', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1, 'FH-AIR-1': 1, 'FH-SEAL-1': 1 })
    const rows = (await getBasket(visitor)).items.map(({ rowId }) => rowId)
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

  test('B02, E01: ignores unknown rows, invalid quantities, and rows of other visitors', async () => {
    const [visitor, other] = [shop.createVisitor(), shop.createVisitor()]
    await fillBasket(shop, visitor, { 'FH-OIL-1': 2 })
    await fillBasket(shop, other, { 'FH-OIL-1': 1 })
    const [row] = (await getBasket(visitor)).items
    const before = await getBasket(visitor)
    for (const qty of [-1, 1.5, '1e3', null, '', 10_000, 'x', [1], true, undefined])
      expect((await change(visitor, [{ rowId: row!.rowId, qty }])).count).toBe(2)
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
    await change(other, [{ rowId: row!.rowId, qty: 0 }])
    expect(await getBasket(visitor)).toEqual(before)
  })

  test.each([
    { updated_items: [{ rowId: { toString: 1 }, qty: 1 }] },
    { updated_items: { 7: { rowId: ['7'], qty: 1 } } },
    { updated_items: [[1]] },
    { updated_items: false, with_shipping: { a: 1 } },
  ])('refuses a body of the wrong types: %j', async body => {
    const { status, body: problem } = await shop.createVisitor().post('/basket', body)
    expect(status).toBe(422)
    expect(problem.errors).toBeDefined()
  })

  test('R-BASKET-17: a quantity above the stock is answered with a notice, and the reply names every such row', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-AIR-1': 2, 'FH-OIL-1': 1, 'FH-EDGE-1': 1, 'FH-EDGE-5': 1 })
    const [row] = (await getBasket(visitor)).items
    await shop.setStock('FH-EDGE-1', 0)
    await shop.sql(`update product set for_sale = false where code = 'FH-EDGE-5'`)
    const reply = await change(visitor, [{ rowId: row!.rowId, qty: 8 }])
    expect(reply.notices).toEqual(['Only 5 available: FH-AIR-1 Air filter, outer. 8 are in your basket.'])
    expect(reply.items_detail[row!.rowId]!.stock).toBe('Only 5 available')
    expect(reply.problems!.map(({ code, text, available, later }) => [code, text, available, later])).toEqual(
      [
        ['FH-AIR-1', 'Only 5 available', 5, 0],
        ['FH-EDGE-1', 'Out of stock', 0, 0],
        ['FH-EDGE-5', 'No longer available', 0, 0],
      ],
    )
    expect((await change(visitor, false)).notices).toBeUndefined()
    // The buttons of a page without JavaScript.
    const { body } = await visitor.post<BasketReply>('/basket', { use_available: row!.rowId })
    expect(body.items[0]!.qty).toBe(5)
    await change(visitor, [{ rowId: row!.rowId, qty: 9 }])
    const all = (await visitor.post<BasketReply>('/basket', { use_available: '*' })).body
    expect(all.items.map(({ qty }) => qty)).toEqual([5, 1, 1, 1])
    await shop.setStock('FH-EDGE-1', 12)
    await shop.sql(`update product set for_sale = true where code = 'FH-EDGE-5'`)
    expect((await change(visitor, false)).problems).toBeUndefined()
  })

  test('R-BASKET-17: of a part on back order, the reply says how many can be sent later', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-HYD-1': 5 })
    const [row] = (await getBasket(visitor)).items
    expect((await change(visitor, false)).problems).toBeUndefined()
    await shop.setStock('FH-HYD-1', 2)
    const { problems } = await change(visitor, [{ rowId: row!.rowId, qty: 6 }])
    expect(problems).toEqual([
      { rowId: row!.rowId, code: 'FH-HYD-1', text: 'Only 2 available', available: 2, later: 4, page: 1 },
    ])
    const chosen = await visitor.post<BasketReply>('/basket', { updated_items: false, consignments: 'split' })
    expect(chosen.body).toMatchObject({ consignments: 'split' })
    expect(chosen.body.problems).toBeUndefined()
    expect(chosen.body.items_detail[row!.rowId]!.stock).toBe('2 now, 4 later')
    // The order is sent as it was chosen in the basket.
    const { body: saved } = await sendSave(visitor, createGuestSend())
    expect(await shop.sql('select consignments from orders where reference = $1', [saved.reference])).toEqual(
      [{ consignments: 'split' }],
    )
    await visitor.delete('/basket')
    await shop.setStock('FH-HYD-1', 0)
  })

  test('with shipping adds the cheapest ordinary delivery, which is free from £125', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
    const withDelivery = await change(visitor, false, true)
    expect(withDelivery).toMatchObject({ shipping: { price: 8 }, tax: 4.1, total: 24.6 })
    expect(await change(visitor, false, 'false')).toMatchObject({ shipping: { price: null }, total: 15 })
    const moreGoods = await change(visitor, [{ rowId: withDelivery.items[0]!.rowId, qty: 10 }], 'true')
    expect(moreGoods).toMatchObject({ subtotal: 125, shipping: { price: 0 } })
    expect((await change(shop.createVisitor(), false, true)).shipping.price).toBeNull()
  })

  test('can be emptied, vouchers included', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 3 })
    await enterVoucher(visitor, 'SAVE10')
    const { body } = await visitor.delete<BasketReply>('/basket')
    expect(body).toMatchObject({ items: [], count: 0, subtotal: 0, discounts: [], total: 0 })
    expect((await shop.createVisitor().delete('/basket')).status).toBe(200)
  })
})

describe('signing in and out', () => {
  test('A06: merges the baskets: quantities add up, nothing is lost, one money-off voucher stays', async () => {
    const before = await shop.signIn('retail@example.com')
    await fillBasket(shop, before, { 'FH-OIL-1': 4, 'FH-SEAL-1': 1 })
    await enterVoucher(before, 'FIVER')
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-OIL-1': 2, 'FH-AIR-1': 1 })
    await enterVoucher(visitor, 'SAVE10')
    await enterVoucher(visitor, 'FREEDEL')
    await visitor.post('/login', { email: 'retail@example.com', password: 'filters-2026' })
    const merged = await getBasket(visitor)
    expect(merged.storage_mode).toBe('account')
    expect(Object.fromEntries(merged.items.map(({ product_id, qty }) => [product_id, qty]))).toMatchObject({
      [oil]: 6,
      [air]: 1,
    })
    expect(merged.count).toBe(8)
    expect(listVoucherCodes(merged)).toEqual(['FIVER', 'FREEDEL'])
    expect(visitor.cookies.has('basket')).toBe(false)
    expect(await getBasket(before)).toEqual(merged)
    await visitor.post('/logout')
    expect(await getBasket(visitor)).toMatchObject({ count: 0, storage_mode: 'cookie' })
    expect((await getBasket(before)).count).toBe(8)
    await before.delete('/basket')
  })

  test('A06: merges once, even when the login is sent several times at once', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    const sent = { email: 'retail@example.com', password: 'filters-2026' }
    await runConcurrently(4, () => visitor.post('/login', sent))
    expect((await getBasket(visitor)).count).toBe(3)
    await visitor.delete('/basket')
  })

  test('supersedes the unpaid order of the guest, and returns its stock', async () => {
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    const { body } = await sendSave(visitor, createGuestSend({ delivery: leedsAddress }))
    await visitor.post('/login', { email: 'retail@example.com', password: 'filters-2026' })
    const again = await sendSave(visitor, { ...createGuestSend(), contact: undefined })
    expect(again.body.error).toBe(false)
    const openOrders = await shop.sql(
      `select reference from orders where state = 'awaiting_payment' and reference = any($1)`,
      [[body.reference, again.body.reference]],
    )
    expect(openOrders).toEqual([{ reference: again.body.reference }])
    await visitor.delete('/basket')
  })
})
