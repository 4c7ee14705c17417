import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lapseOrders, releaseOverdueStock } from '../../src/features/orders/service.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { cancelPayment, payByCard, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { headBuyerEmail, requestApproval } from './approval-calls.ts'
import {
  cardMethod,
  completeOrder,
  createGuestSend,
  createMemberSend,
  getBasket,
  getOrderState,
  getStock,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'
import { createGuestWithBasket, signInWithBasket } from './shoppers.ts'

// Cases C01 to C07 of docs/abuse-cases.md that no other test covers.

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
})
// Unpaid orders of earlier tests lapse and return their stock.
beforeEach(async () => {
  shop.clock.advance(31)
  await lapseOrders(shop.context)
})
afterAll(() => shop.close())

const air = 'FH-AIR-1'
const signInMember = (email: string, goods: Record<string, number>) => signInWithBasket(shop, email, goods)
const createGuests = (count: number, goods: Record<string, number>) =>
  Promise.all(Array.from({ length: count }, () => createGuestWithBasket(shop, goods)))
const countSuccesses = (answers: { body: { error: unknown } }[]) =>
  answers.filter(({ body }) => body.error === false).length

test('C01: twelve buyers of the last three items get exactly three, however they pay', async () => {
  for (let round = 0; round < 5; round++) {
    await shop.setStock(air, 3)
    const methods: [string, string][] = [
      ['trade@example.com', 'account'],
      ['head@example.com', cardMethod],
      ['stopped@example.com', 'account'],
      ['staff@example.com', 'godmode'],
      ['retail@example.com', cardMethod],
    ]
    const members = await Promise.all(methods.map(([email]) => signInMember(email, { [air]: 1 })))
    const buyers = [...members, ...(await createGuests(7, { [air]: 1 }))]
    const answers = await runConcurrently(12, nth =>
      sendSave(buyers[nth]!, methods[nth] ? createMemberSend(methods[nth]![1]) : createGuestSend()),
    )
    expect(countSuccesses(answers)).toBe(3)
    expect(await getStock(shop, air)).toBe(0)
    for (const { body } of answers)
      if (body.error !== false) expect(body.error_details).toEqual([expect.stringContaining(air)])
    await checkInvariants(shop)
    await Promise.all(
      answers.map(({ body }, nth) => {
        if (body.error !== false) return null
        return body.next_url ? payByCard(body.next_url) : completeOrder(buyers[nth]!)
      }),
    )
    const placed = await shop.sql(`select id from orders where state = 'placed' and reference = any($1)`, [
      answers.map(({ body }) => body.reference),
    ])
    expect(placed).toHaveLength(3)
    await checkInvariants(shop)
    await Promise.all(members.map(visitor => visitor.delete('/basket')))
  }
  await shop.setStock(air, 5)
})

describe('C02: two buyers of the same product', () => {
  test('cannot exceed its stock by adding it under its id and its code', async () => {
    const product = await shop.productId(air)
    const [visitor] = await createGuests(1, { 'FH-SEAL-1': 1 })
    const ways = [{ product }, { product: String(product) }, { code: 'FH-AIR-1' }, { code: 'fh air 1' }]
    const added = await runConcurrently(12, nth =>
      visitor!.post<{ success: boolean }>('/basket/add/single', { ...ways[nth % 4], quantity: 1 }),
    )
    expect(added.filter(({ body }) => body.success)).toHaveLength(5)
    expect((await getBasket(visitor!)).items.map(({ qty }) => qty)).toEqual([1, 5])
  })

  test('cannot both have the last items, one from a basket and one from an approval request', async () => {
    for (let round = 0; round < 3; round++) {
      await shop.setStock(air, 5)
      const { id } = await requestApproval(shop, { [air]: 3 })
      const helen = await shop.signIn(headBuyerEmail)
      const [guest] = await createGuests(1, { [air]: 3 })
      const answers = await Promise.all([
        sendSave(helen, createMemberSend('account', { approval_id: id })),
        sendSave(guest!, createGuestSend()),
      ])
      expect(countSuccesses(answers)).toBe(1)
      expect(await getStock(shop, air)).toBe(2)
      await checkInvariants(shop)
      if (answers[0].body.error === false) await completeOrder(helen)
    }
    await shop.setStock(air, 5)
  })
})

describe('C04: while orders are placed', () => {
  test('a delivery of goods and lapsing orders lose no stock', async () => {
    await shop.setStock(air, 6)
    const product = await shop.productId(air)
    for (let round = 0; round < 4; round++) {
      const buyers = await createGuests(8, { [air]: 1 })
      await Promise.all([
        ...buyers.map(buyer => sendSave(buyer, createGuestSend())),
        ...(await runConcurrently(4, () => addStock(product, 2))),
        lapseOrders(shop.context),
      ])
      await checkInvariants(shop)
      shop.clock.advance(31)
      const again = await createGuests(3, { 'FH-SEAL-1': 3 })
      await Promise.all([
        lapseOrders(shop.context),
        ...again.map(buyer => sendSave(buyer, createGuestSend())),
      ])
      await checkInvariants(shop)
    }
    await shop.setStock(air, 5)
  })

  /** Goods are delivered to the shop. */
  const addStock = async (product: number, quantity: number) => {
    await shop.sql(
      `with changed as (
         update stock set on_hand = on_hand + $2, available = available + $2 where product_id = $1 returning on_hand
       )
       insert into stock_movement (product_id, at, change, on_hand, reason)
       select $1, now(), $2, on_hand, 'delivery' from changed`,
      [product, quantity],
    )
  }

  test('items of an order that staff cancel can be bought at once, each one time', async () => {
    const staff = await shop.signIn('staff@example.com')
    for (let round = 0; round < 3; round++) {
      await shop.setStock(air, 4)
      const references: string[] = []
      for (let nth = 0; nth < 4; nth++) {
        const trade = await signInMember('trade@example.com', { [air]: 1 })
        const { body } = await sendSave(
          trade,
          createMemberSend('account', { purchase_order: `Round ${round} ${nth}` }),
        )
        await completeOrder(trade)
        references.push(body.reference!)
      }
      expect(await getStock(shop, air)).toBe(0)
      await shop.setStock(air, 4)
      const buyers = await createGuests(12, { [air]: 1 })
      await shop.setStock(air, 0)
      const seen = await Promise.all(references.map(reference => getSeenOrderVersion(staff, reference)))
      const [cancelled, answers] = await Promise.all([
        Promise.all([
          ...references.map((reference, nth) => cancel(staff, reference, seen[nth]!)),
          ...references.map((reference, nth) => cancel(staff, reference, seen[nth]!)),
        ]),
        runConcurrently(12, nth => sendSave(buyers[nth]!, createGuestSend())),
      ])
      expect(cancelled.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(await getStock(shop, air)).toBe(4 - countSuccesses(answers))
      await checkInvariants(shop)
    }
    await shop.setStock(air, 5)
  })

  const cancel = (staff: TestVisitor, reference: string, seen: string) =>
    staff.post(`/admin/orders/${reference}/cancel`, { seen, reason: 'Ordered twice', confirm: true })
})

test('C05: a guest’s goods stay reserved while the payment is open, and return once when it lapses', async () => {
  await shop.setStock(air, 5)
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, { [air]: 2 })
  shop.clock.advance(20)
  await cancelPayment(nextUrl)
  const again = await sendSave(visitor, sent)
  expect(again.body).toMatchObject({ error: false, reference })
  expect(again.body.next_url).not.toBe(nextUrl)
  shop.clock.advance(19)
  // 39 minutes after the order, 19 after the new payment began.
  await lapseOrders(shop.context)
  await releaseOverdueStock(shop.context)
  expect([await getOrderState(shop, reference), await getStock(shop, air)]).toEqual(['awaiting_payment', 3])
  shop.clock.advance(2)
  // A guest's stock returns after 20 minutes, and the order ends after 30.
  await runConcurrently(4, () => releaseOverdueStock(shop.context))
  expect([await getOrderState(shop, reference), await getStock(shop, air)]).toEqual(['awaiting_payment', 5])
  shop.clock.advance(10)
  await runConcurrently(4, () => lapseOrders(shop.context))
  expect([await getOrderState(shop, reference), await getStock(shop, air)]).toEqual(['lapsed', 5])
  // When paying and lapsing race, the payment wins, and the goods are sold once.
  for (let round = 0; round < 5; round++) {
    const at = await openGuestPayment(shop, { [air]: 1 })
    await shop.sql('update orders set hold_until = $1 where reference = $2', [new Date(0), at.reference])
    await Promise.all([payByCard(at.nextUrl), lapseOrders(shop.context), lapseOrders(shop.context)])
    expect(await getOrderState(shop, at.reference)).toBe('placed')
    await checkInvariants(shop)
  }
  await shop.setStock(air, 5)
})

test('C06: a guest who saves orders again and again reserves the goods of one order, for half an hour', async () => {
  await shop.setStock(air, 5)
  const visitors = await createGuests(5, { [air]: 5 })
  expect(await getStock(shop, air)).toBe(5)
  const [hoarder] = visitors
  const contact = createGuestSend().contact
  for (let nth = 0; nth < 4; nth++) {
    const { body } = await sendSave(hoarder!, createGuestSend({ contact, purchase_order: `PO ${nth}` }))
    expect(body.error).toBe(false)
    expect(await getStock(shop, air)).toBe(0)
  }
  const openOrders = await shop.sql(
    `select id from orders o where state = 'awaiting_payment' and exists
       (select from order_line l where l.order_id = o.id and l.code = $1)`,
    [air],
  )
  expect(openOrders).toHaveLength(1)
  shop.clock.advance(31)
  await lapseOrders(shop.context)
  expect(await getStock(shop, air)).toBe(5)
})

test('C07: a guest whose products are no longer sold or have no price learns which, and orders nothing', async () => {
  const goods = { 'FH-EDGE-5': 1, 'FH-EDGE-1': 1, 'FH-OIL-1': 1 }
  const [visitor] = await createGuests(1, goods)
  const change = (set: string, code: string) => shop.sql(`update product set ${set} where code = '${code}'`)
  const [{ price } = { price: 0 }] = await shop.sql<{ price: number }>(
    `select price from product where code = 'FH-EDGE-1'`,
  )
  const trade = await signInMember('trade@example.com', goods)
  const saved = await sendSave(trade, createMemberSend('account'))
  await change(
    `for_sale = false, superseded_by = (select id from product where code = 'FH-OIL-1')`,
    'FH-EDGE-5',
  )
  await change('price = null', 'FH-EDGE-1')
  const refused = await sendSave(visitor!, createGuestSend())
  expect(refused.body).toMatchObject({ reference: null, next_url: null })
  expect(refused.body.error_details).toEqual([
    expect.stringMatching(/^FH-EDGE-5 /),
    expect.stringMatching(/^FH-EDGE-1 /),
  ])
  expect((await visitor!.getPage('/basket')).status).toBe(200)
  // A buyer who confirmed before the change gets what was confirmed.
  expect(await completeOrder(trade)).toMatchObject({ error: false })
  expect(await getOrderState(shop, saved.body.reference!)).toBe('placed')
  await change('for_sale = true, superseded_by = null', 'FH-EDGE-5')
  await change(`price = ${price}`, 'FH-EDGE-1')
  expect((await sendSave(visitor!, createGuestSend())).body.error).toBe(false)
})
