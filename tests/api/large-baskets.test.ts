import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BasketReply } from '../../src/features/basket/schemas.ts'
import { createProducts, fillLines } from '../support/large-basket.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { type AddReply, completeOrder, createMemberSend, getBasket, sendSave } from './checkout-calls.ts'
import { createList } from './product-list-calls.ts'
import { createGuestWithBasket, signInWithBasket } from './shoppers.ts'

// R-BASKET-13: at most 1,000 lines, however they are added. R-BASKET-14: a large basket is shown in pages.

const fullMessage = 'A basket holds up to 1,000 lines. Please order what’s in it first, or remove a line.'
const kilobyte = 1024

let shop: TestShop
let products: number[]

beforeAll(async () => {
  shop = await startTestShop()
  products = await createProducts(shop, 1_010)
  await shop.waitForCatalogue()
})
afterAll(() => shop.close())

/** A guest with so many lines. */
async function createLargeBasket(lines: number): Promise<TestVisitor> {
  const visitor = await createGuestWithBasket(shop, { 'FH-SEAL-1': 3 })
  await fillLines(shop, visitor, products.slice(0, lines - 1))
  return visitor
}

const add = async (visitor: TestVisitor, product: number) =>
  (await visitor.post<AddReply>('/basket/add/single', { product, quantity: 1 })).body

const countLines = async (visitor: TestVisitor) => (await getBasket(visitor)).items.length

test('a full basket refuses another product, and still takes more of one that is in it', async () => {
  const visitor = await createLargeBasket(1_000)
  expect(await add(visitor, products.at(-1)!)).toMatchObject({ success: false, messages: [fullMessage] })
  expect(await add(visitor, products[0]!)).toMatchObject({ success: true })
  expect(await countLines(visitor)).toBe(1_000)
})

test('a customer who adds in many tabs at once gets no more than 1,000 lines', async () => {
  const visitor = await createLargeBasket(995)
  const results = await runConcurrently(12, nth => add(visitor, products.at(-1 - nth)!))
  expect(results.filter(({ success }) => success)).toHaveLength(5)
  for (const { success, messages } of results) if (!success) expect(messages).toEqual([fullMessage])
  expect(await countLines(visitor)).toBe(1_000)
})

test('several products at once are added until the basket is full', async () => {
  const visitor = await createLargeBasket(998)
  const items = products.slice(-4).map(product => ({ product, quantity: 1 }))
  const { body } = await visitor.post<AddReply>('/basket/add/several', { items })
  expect(body).toMatchObject({
    success: false,
    messages: [`2 products were added to your basket. 2 didn’t fit. ${fullMessage}`],
  })
  expect(await countLines(visitor)).toBe(1_000)
})

test('the order pad leaves the lines that do not fit on the pad, with the reason', async () => {
  const visitor = await createLargeBasket(999)
  const lines = [1_008, 1_009].map((n, nr) => ({
    nr,
    text: '',
    code: `LOT-${n}`,
    quantity: '1',
    chosen: products[n - 1],
    isPart: true,
  }))
  const { body } = await visitor.post<{ added: number[]; pad: { lines: { refusal: string | null }[] } }>(
    '/order-pad/add',
    { lines },
  )
  expect(body.added).toEqual([0])
  expect(body.pad.lines.map(({ refusal }) => refusal)).toEqual([fullMessage])
})

test('a parts list and an earlier order say how much did not fit', async () => {
  const buyer = await signInWithBasket(shop, 'trade@example.com', { 'FH-OIL-1': 2, 'FH-SEAL-1': 3 })
  const { body: saved } = await sendSave(buyer, createMemberSend('account'))
  await completeOrder(buyer)
  const { id } = await createList(shop, buyer, { 'FH-OIL-1': 1, 'FH-SEAL-1': 2 })
  await add(buyer, products.at(-1)!)
  await fillLines(shop, buyer, products.slice(0, 999))
  const messages = [fullMessage, fullMessage]
  const token = decodeURIComponent(buyer.cookies.get('csrf_token') ?? '')
  for (const path of [`/account/productlists/${id}/basket`, `/account/orders/${saved.reference}/reorder`]) {
    const { body } = await buyer.post(path, { machines: '1', _token: token })
    expect(body, path).toMatchObject({ success: false, added: 0, messages })
  }
  expect(await countLines(buyer)).toBe(1_000)
  await buyer.delete('/basket')
})

test('signing in loses nothing of the guest’s basket: what does not fit is named on the basket page', async () => {
  const member = await signInWithBasket(shop, 'head@example.com', { 'FH-OIL-1': 998 })
  await fillLines(shop, member, products.slice(0, 998))
  await shop.sql('update basket_line set quantity = 9998 where product_id = $1 and quantity = 998', [
    await shop.productId('FH-OIL-1'),
  ])
  const guest = await createGuestWithBasket(shop, { 'FH-OIL-1': 5, 'FH-SEAL-1': 7 })
  await fillLines(shop, guest, products.slice(-3))
  const login = await guest.post('/login', { email: 'head@example.com', password: 'filters-2026' })
  expect(login.status).toBe(200)
  const basket = await getBasket(guest)
  expect(basket.items).toHaveLength(1_000)
  expect(basket.items.find(({ name }) => name.startsWith('Sealing'))?.qty).toBe(7)
  const page = (await guest.getPage('/basket')).text
  expect(page).toContain('4 products from your basket didn’t fit into your account’s basket.')
  // As a list for the order pad: of the oil filter one fitted, of the others none.
  expect(page).toContain('FH-OIL-1 4\nLOT-1008 2\nLOT-1009 2\nLOT-1010 2')
  await guest.postForm('/basket', { clear_leftovers: '1' })
  expect((await guest.getPage('/basket')).text).not.toContain('LOT-1008 2')
  await guest.delete('/basket')
})

test('a voucher of the guest that gives way to the account’s is named too', async () => {
  const member = await signInWithBasket(shop, 'retail@example.com', { 'FH-OIL-1': 9 })
  await member.post('/basket/discount', { code: 'SAVE10' })
  const guest = await createGuestWithBasket(shop, { 'FH-OIL-1': 9 })
  await guest.post('/basket/discount', { code: 'FIVER' })
  await guest.post('/login', { email: 'retail@example.com', password: 'filters-2026' })
  expect((await guest.getPage('/basket')).text).toContain('Voucher FIVER was not carried over')
  expect((await getBasket(guest)).discounts.map(({ code }) => code)).toEqual(['SAVE10'])
  await guest.delete('/basket')
})

test('the pages of 1,000 lines are small, and the totals are of the whole basket', async () => {
  const visitor = await createLargeBasket(1_000)
  const whole = await getBasket(visitor)
  expect(whole).toMatchObject({ count: 2_001 })
  const first = await visitor.getPage('/basket')
  expect(first.text.length).toBeLessThan(500 * kilobyte)
  expect(first.text).toContain('Lines 1 to 100 of 1,000')
  expect((await visitor.getPage('/basket?page=10')).text).toContain('Lines 901 to 1000 of 1,000')
  expect((await visitor.getPage('/basket?page=99')).text).toContain('Lines 901 to 1000 of 1,000')
  expect((await visitor.getPage('/checkout')).text.length).toBeLessThan(200 * kilobyte)

  const { rowId } = whole.items[950]!
  const changed = await visitor.post<BasketReply>('/basket', {
    updated_items: [{ rowId, qty: 5 }],
    with_shipping: true,
    page: 10,
  })
  expect(changed.body).toMatchObject({ page: 10, lines: 1_000, count: 2_004 })
  expect(changed.body.items).toHaveLength(100)
  expect(changed.body.items[50]).toMatchObject({ rowId, qty: 5 })
  expect(changed.text.length).toBeLessThan(60 * kilobyte)
})

test('without JavaScript the buttons of a large basket remove one line or all, and return to its page', async () => {
  const visitor = await createLargeBasket(250)
  const { rowId } = (await getBasket(visitor)).items[150]!
  const removed = await visitor.postForm('/basket', { remove: rowId, page: '2' })
  expect(removed.headers.get('location')).toBe('/basket?page=2')
  expect(await countLines(visitor)).toBe(249)
  await visitor.postForm('/basket', { remove: '*' })
  expect(await countLines(visitor)).toBe(0)
})

test('the database itself refuses the 1,001st line', async () => {
  const visitor = await createLargeBasket(1_000)
  await expect(fillLines(shop, visitor, products.slice(-1))).rejects.toThrow('at most')
})

test('a basket that was larger before the limit can be reduced and is not ordered whole', async () => {
  const buyer = await signInWithBasket(shop, 'trade@example.com', { 'FH-SEAL-1': 3 })
  await shop.sql('alter table basket_line disable trigger basket_lines_limited')
  await fillLines(shop, buyer, products.slice(0, 1_004))
  await shop.sql('alter table basket_line enable trigger basket_lines_limited')
  const { body } = await sendSave(buyer, createMemberSend('account'))
  expect(body.error).toBe(fullMessage)
  const { items } = await getBasket(buyer)
  await buyer.post('/basket', { updated_items: items.slice(0, 6).map(({ rowId }) => ({ rowId, qty: 0 })) })
  expect(await countLines(buyer)).toBe(999)
  await buyer.delete('/basket')
})

test('an order of 1,000 lines is shown and confirmed by e-mail in a sensible size', async () => {
  const buyer = await signInWithBasket(shop, 'trade@example.com', { 'FH-SEAL-1': 3 })
  await fillLines(shop, buyer, products.slice(0, 999))
  const { body } = await sendSave(buyer, createMemberSend('account'))
  expect(body.error).toBe(false)
  expect((await completeOrder(buyer)).error).toBe(false)
  const staff = await shop.signIn('staff@example.com')
  for (const [visitor, path, size] of [
    [buyer, `/order/${body.reference}/confirmation`, 200],
    [buyer, `/account/orders/${body.reference}`, 200],
    // With the fields of a hundred lines to despatch.
    [staff, `/admin/orders/${body.reference}`, 240],
  ] as const) {
    const { text } = await visitor.getPage(path)
    expect(text.length, path).toBeLessThan(size * kilobyte)
    expect(text).toContain('Page 1 of 10 of the lines')
    expect((await visitor.getPage(`${path}?page=10`)).text).toContain('LOT-999')
  }
})
