import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, despatch, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { finish, makePickList, scan } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
beforeEach(() => holdAll(shop))
afterAll(() => shop.close())

/** In the list of all orders, in its export and on the order's page. */
async function readStates(reference: string): Promise<(string | undefined)[]> {
  const words = /Placed|To pick|Being picked|Part picked|Picked|Back order|Part despatched|Held/
  const list = toText(
    (await staff.getPage(`/admin/orders?state=all&query=${reference}`)).text.split('<tbody')[1]!,
  )
  const { content } = await staff.getFile(`/admin/orders/export.csv?state=all&query=${reference}`)
  const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text.split('<h1')[1]!)
  return [list, content.toString().split('\r\n')[1]!, page].map(text => words.exec(text)?.[0])
}

test('R-PICK-8: staff read how far a placed order is in the warehouse, its customer that it is placed', async () => {
  const goods = { 'FH-OIL-1': 4, 'FH-HYD-1': 1 }
  const split = { consignments: 'split' }
  const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', goods, split)
  await setOnHand(shop, 0)
  expect(await readStates(reference)).toEqual(['To pick', 'To pick', 'To pick'])
  await makePickList(staff, [reference])
  expect(await readStates(reference)).toEqual(['Being picked', 'Being picked', 'Being picked'])
  const customerPages = ['/account/orders', `/account/orders/${reference}`]
  for (const path of customerPages) {
    const text = toText((await visitor.getPage(path)).text)
    expect(text).toContain('Placed')
    expect(text).not.toContain('Being picked')
  }
  await changeOrder(staff, reference, 'hold', { reason: 'Why' })
  expect(await readStates(reference)).toEqual(['Held', 'Held', 'Held'])
  await changeOrder(staff, reference, 'release', { reason: 'Fine' })
  await despatch(staff, reference, { 1: 1 })
  expect(await readStates(reference)).toEqual(['Part despatched', 'Part despatched', 'Part despatched'])
})

test('R-PICK-8: of an order that waits for its goods they read that it is on back order', async () => {
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-HYD-1': 1 })
  await setOnHand(shop, 0)
  expect(await readStates(reference)).toEqual(['Back order', 'Back order', 'Back order'])
  await setOnHand(shop, 1)
  expect(await readStates(reference)).toEqual(['To pick', 'To pick', 'To pick'])
})

test('R-PICK-8: so they do when an older order has the goods that are on hand', async () => {
  await setOnHand(shop, 0)
  const [older, younger] = [
    await placeAccountOrder(shop, 'trade@example.com', { 'FH-HYD-1': 2 }),
    await placeAccountOrder(shop, 'trade@example.com', { 'FH-HYD-1': 3 }),
  ]
  await setOnHand(shop, 2)
  expect(await readStates(older.reference)).toEqual(['To pick', 'To pick', 'To pick'])
  expect(await readStates(younger.reference)).toEqual(['Back order', 'Back order', 'Back order'])
  const backOrders = toText((await staff.getPage('/admin/orders?state=back_orders')).text)
  expect(backOrders).toMatch(new RegExp(`${younger.reference} .*Waits for 3 × FH-HYD-1`))
  expect(backOrders).not.toContain(older.reference)
  await setOnHand(shop, 3)
  expect(await readStates(younger.reference)).toEqual(['To pick', 'To pick', 'To pick'])
  expect((await staff.getPage('/admin/orders?state=back_orders')).text).not.toContain(younger.reference)
})

test('R-PICK-8: so it is when it is to be sent together, and a part of it is on hand', async () => {
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1, 'FH-HYD-1': 2 })
  await setOnHand(shop, 1)
  expect(await readStates(reference)).toEqual(['Back order', 'Back order', 'Back order'])
  await setOnHand(shop, 2)
  expect(await readStates(reference)).toEqual(['To pick', 'To pick', 'To pick'])
})

test('R-PICK-8: of an order in its box they read that it is picked, or a part of it', async () => {
  await setOnHand(shop, 0)
  const placed = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 })
  const first = await makePickList(staff, [placed.reference])
  await scan(staff, first.url!, 'FH-SEAL-1')
  await finish(staff, first.url!, true)
  expect(await readStates(placed.reference)).toEqual(['Part picked', 'Part picked', 'Part picked'])
  const second = await makePickList(staff, [placed.reference])
  await scan(staff, second.url!, 'FH-OIL-1')
  expect(await readStates(placed.reference)).toEqual(['Being picked', 'Being picked', 'Being picked'])
  await finish(staff, second.url!)
  expect(await readStates(placed.reference)).toEqual(['Picked', 'Picked', 'Picked'])
  expect(toText((await placed.visitor.getPage('/account/orders')).text)).not.toContain('Picked')
})
