import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, countEmails, holdAll, setOnHand, toText } from './despatch-calls.ts'
import { finish, listReserved, makePickList, scan } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
beforeEach(() => holdAll(shop))
afterAll(() => shop.close())

const order = async (goods: Record<string, number>) =>
  (await placeAccountOrder(shop, 'trade@example.com', goods, { delivery_method: 'COL' })).reference

test('R-DESPATCH-5: what is being picked is announced at the counter once its list is finished', async () => {
  const reference = await order({ 'FH-OIL-1': 4 })
  const { url } = await makePickList(staff, [reference])
  expect((await changeOrder(staff, reference, 'ready')).body.message).toMatch(/^This order is being picked/)
  expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toContain(
    'Once its pick list is finished, Tom Rade can have the email',
  )
  await finish(staff, url!, true)
  expect(await countEmails(shop, reference, 'ready-to-collect')).toEqual([])
  expect(await listReserved(shop, reference)).toEqual([0])

  const again = await makePickList(staff, [reference])
  await scan(staff, again.url!, 'FH-OIL-1')
  await finish(staff, again.url!)
  expect((await changeOrder(staff, reference, 'ready')).body.success).toBe(true)
  expect(await countEmails(shop, reference, 'ready-to-collect')).toEqual([[[4], []]])
  expect(await listReserved(shop, reference)).toEqual([4])
})

test('R-PICK-5: of an order at the counter only what came later leaves the list with it', async () => {
  await setOnHand(shop, 1)
  const reference = await order({ 'FH-HYD-1': 3 })
  await shop.sql(`update orders set consignments = 'split' where reference = $1`, [reference])
  expect((await changeOrder(staff, reference, 'ready')).body.success).toBe(true)
  await shop.setStock('FH-HYD-1', 0)
  await makePickList(staff, [reference])
  expect(await listReserved(shop, reference)).toEqual([3])
  await changeOrder(staff, reference, 'hold', { reason: 'Why' })
  expect(await listReserved(shop, reference)).toEqual([1])
})
