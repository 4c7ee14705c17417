import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lapseOrders } from '../../src/features/orders/service.ts'
import { atOnce, cancelPayment, payByCard, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { askForApproval, head } from './approving.ts'
import {
  basketOf,
  complete,
  fill,
  guestAtCard,
  guestSend,
  memberSend,
  save,
  stateOf,
  stockOf,
} from './buying.ts'

// Cases C01 to C07 of the reference 'abuse cases' that other tests do not tell; docs/abuse-cases.md names those.

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
// What earlier tests left unpaid is over.
beforeEach(async () => {
  shop.clock.pass(31)
  await lapseOrders(shop.context)
})
afterEach(() => checkInvariants(shop))
afterAll(() => shop.close())

const air = 'FH-AIR-1'
const member = async (email: string, goods: Record<string, number>) => {
  const visitor = await shop.signedIn(email)
  await visitor.delete('/basket')
  await fill(shop, visitor, goods)
  return visitor
}
const guests = (many: number, goods: Record<string, number>) =>
  Promise.all(
    Array.from({ length: many }, async () => {
      const visitor = shop.visitor()
      await fill(shop, visitor, goods)
      return visitor
    }),
  )
const succeeded = (answers: { body: { error: unknown } }[]) =>
  answers.filter(({ body }) => body.error === false).length

test('C01: of the last three exactly three go, round after round, however they are paid', async () => {
  for (let round = 0; round < 5; round++) {
    await shop.setStock(air, 3)
    const methods: [string, string][] = [
      ['trade@example.com', 'account'],
      ['head@example.com', 'sagepay'],
      ['stopped@example.com', 'account'],
      ['staff@example.com', 'godmode'],
      ['retail@example.com', 'sagepay'],
    ]
    const members = await Promise.all(methods.map(([email]) => member(email, { [air]: 1 })))
    const buyers = [...members, ...(await guests(7, { [air]: 1 }))]
    const answers = await atOnce(12, nth =>
      save(buyers[nth]!, methods[nth] ? memberSend(methods[nth]![1]) : guestSend()),
    )
    expect(succeeded(answers)).toBe(3)
    expect(await stockOf(shop, air)).toBe(0)
    for (const { body } of answers)
      if (body.error !== false) expect(body.error_details).toEqual([expect.stringContaining(air)])
    await checkInvariants(shop)
    await Promise.all(
      answers.map(({ body }, nth) => {
        if (body.error !== false) return null
        return body.next_url ? payByCard(body.next_url) : complete(buyers[nth]!)
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

describe('C02: the same article by two ways', () => {
  test('is one line, which no way fills above what there is', async () => {
    const product = await shop.productId(air)
    const [visitor] = await guests(1, { 'FH-SEAL-1': 1 })
    const ways = [{ product }, { product: String(product) }, { code: 'FH-AIR-1' }, { code: 'fh air 1' }]
    const added = await atOnce(12, nth =>
      visitor!.post<{ success: boolean }>('/basket/add/single', { ...ways[nth % 4], quantity: 1 }),
    )
    expect(added.filter(({ body }) => body.success)).toHaveLength(5)
    expect((await basketOf(visitor!)).items.map(({ qty }) => qty)).toEqual([1, 5])
  })

  test('from a basket and from an order that waited for approval: both take of the same shelf', async () => {
    for (let round = 0; round < 3; round++) {
      await shop.setStock(air, 5)
      const { id } = await askForApproval(shop, { [air]: 3 })
      const helen = await shop.signedIn(head)
      const [guest] = await guests(1, { [air]: 3 })
      const answers = await Promise.all([
        save(helen, memberSend('account', { approval_id: id })),
        save(guest!, guestSend()),
      ])
      expect(succeeded(answers)).toBe(1)
      expect(await stockOf(shop, air)).toBe(2)
      await checkInvariants(shop)
      if (answers[0].body.error === false) await complete(helen)
    }
    await shop.setStock(air, 5)
  })
})

describe('C04: the shelf is filled and emptied while orders are made', () => {
  test('and nothing is lost: each of them takes from what there is', async () => {
    await shop.setStock(air, 6)
    const before = await shop.productId(air)
    for (let round = 0; round < 4; round++) {
      const buyers = await guests(8, { [air]: 1 })
      await Promise.all([
        ...buyers.map(buyer => save(buyer, guestSend())),
        ...(await atOnce(4, () => arrive(before, 2))),
        lapseOrders(shop.context),
      ])
      await checkInvariants(shop)
      shop.clock.pass(31)
      const again = await guests(3, { 'FH-SEAL-1': 3 })
      await Promise.all([lapseOrders(shop.context), ...again.map(buyer => save(buyer, guestSend()))])
      await checkInvariants(shop)
    }
    await shop.setStock(air, 5)
  })

  /** Pieces are delivered to the shop. */
  const arrive = async (product: number, pieces: number) => {
    await shop.sql('update stock set available = available + $2 where product_id = $1', [product, pieces])
    const counted = shop.counted as Map<number, number>
    counted.set(product, counted.get(product)! + pieces)
  }

  test('what staff cancel can be bought at that very moment, once', async () => {
    const staff = await shop.signedIn('staff@example.com')
    for (let round = 0; round < 3; round++) {
      await shop.setStock(air, 4)
      const references: string[] = []
      for (let nth = 0; nth < 4; nth++) {
        const trade = await member('trade@example.com', { [air]: 1 })
        const { body } = await save(trade, memberSend('account', { purchase_order: `Round ${round} ${nth}` }))
        await complete(trade)
        references.push(body.reference!)
      }
      expect(await stockOf(shop, air)).toBe(0)
      await shop.setStock(air, 4)
      const buyers = await guests(12, { [air]: 1 })
      await shop.setStock(air, 0)
      const seen = await Promise.all(references.map(reference => seenBy(staff, reference)))
      const [cancelled, answers] = await Promise.all([
        Promise.all([
          ...references.map((reference, nth) => cancel(staff, reference, seen[nth]!)),
          ...references.map((reference, nth) => cancel(staff, reference, seen[nth]!)),
        ]),
        atOnce(12, nth => save(buyers[nth]!, guestSend())),
      ])
      expect(cancelled.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(await stockOf(shop, air)).toBe(4 - succeeded(answers))
      await checkInvariants(shop)
    }
    await shop.setStock(air, 5)
  })

  const seenBy = async (staff: Visitor, reference: string) =>
    /name="seen" value="([^"]*)"/.exec((await staff.page(`/admin/orders/${reference}`)).text)?.[1] ?? ''
  const cancel = (staff: Visitor, reference: string, seen: string) =>
    staff.post(`/admin/orders/${reference}/cancel`, { seen, reason: 'Ordered twice', confirm: true })
})

test('C05: the goods stay held while the buyer may pay, and return once when his time is over', async () => {
  await shop.setStock(air, 5)
  const { visitor, sent, nextUrl, reference } = await guestAtCard(shop, { [air]: 2 })
  shop.clock.pass(20)
  await cancelPayment(nextUrl)
  const again = await save(visitor, sent)
  expect(again.body).toMatchObject({ error: false, reference })
  expect(again.body.next_url).not.toBe(nextUrl)
  shop.clock.pass(25)
  // 45 minutes after he ordered, 25 after he began to pay anew.
  await lapseOrders(shop.context)
  expect([await stateOf(shop, reference), await stockOf(shop, air)]).toEqual(['awaiting_payment', 3])
  shop.clock.pass(6)
  await atOnce(4, () => lapseOrders(shop.context))
  expect([await stateOf(shop, reference), await stockOf(shop, air)]).toEqual(['lapsed', 5])
  // Paying and lapsing at the same moment: one of the two, and the goods are his or the shop's.
  for (let round = 0; round < 5; round++) {
    const at = await guestAtCard(shop, { [air]: 1 })
    await shop.sql('update orders set hold_until = $1 where reference = $2', [new Date(0), at.reference])
    await Promise.all([payByCard(at.nextUrl), lapseOrders(shop.context), lapseOrders(shop.context)])
    expect(await stateOf(shop, at.reference)).toBe('placed')
    await checkInvariants(shop)
  }
  await shop.setStock(air, 5)
})

test('C06: baskets hold nothing; one visitor holds one order’s goods, for half an hour', async () => {
  await shop.setStock(air, 5)
  const hoarders = await guests(5, { [air]: 5 })
  expect(await stockOf(shop, air)).toBe(5)
  const [hoarder] = hoarders
  const contact = guestSend().contact
  for (let nth = 0; nth < 4; nth++) {
    const { body } = await save(hoarder!, guestSend({ contact, purchase_order: `PO ${nth}` }))
    expect(body.error).toBe(false)
    expect(await stockOf(shop, air)).toBe(0)
  }
  const held = await shop.sql(
    `select id from orders o where state = 'awaiting_payment' and exists
       (select from order_line l where l.order_id = o.id and l.code = $1)`,
    [air],
  )
  expect(held).toHaveLength(1)
  shop.clock.pass(31)
  await lapseOrders(shop.context)
  expect(await stockOf(shop, air)).toBe(5)
})

test('C07: what is no longer sold, has no price or was followed by another is named, and nothing is ordered', async () => {
  const goods = { 'FH-EDGE-5': 1, 'FH-EDGE-1': 1, 'FH-OIL-1': 1 }
  const [visitor] = await guests(1, goods)
  const change = (set: string, code: string) => shop.sql(`update product set ${set} where code = '${code}'`)
  const [{ price } = { price: 0 }] = await shop.sql<{ price: number }>(
    `select price from product where code = 'FH-EDGE-1'`,
  )
  const trade = await member('trade@example.com', goods)
  const saved = await save(trade, memberSend('account'))
  await change(
    `for_sale = false, superseded_by = (select id from product where code = 'FH-OIL-1')`,
    'FH-EDGE-5',
  )
  await change('price = null', 'FH-EDGE-1')
  const refused = await save(visitor!, guestSend())
  expect(refused.body).toMatchObject({ reference: null, next_url: null })
  expect(refused.body.error_details).toEqual([
    expect.stringMatching(/^FH-EDGE-5 /),
    expect.stringMatching(/^FH-EDGE-1 /),
  ])
  expect((await visitor!.page('/basket')).status).toBe(200)
  // Who had confirmed before has what he confirmed.
  expect(await complete(trade)).toMatchObject({ error: false })
  expect(await stateOf(shop, saved.body.reference!)).toBe('placed')
  await change('for_sale = true, superseded_by = null', 'FH-EDGE-5')
  await change(`price = ${price}`, 'FH-EDGE-1')
  expect((await save(visitor!, guestSend())).body.error).toBe(false)
})
