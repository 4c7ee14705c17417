import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { changeOrder, despatch, holdAll, listAudit, setOnHand, toText } from './despatch-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'

describe('R-DESPATCH-11: the oldest order has what is on hand', () => {
  const orderTwice = async () => [
    (await placeAccountOrder(shop, tom, { 'FH-HYD-1': 3 })).reference,
    (await placeAccountOrder(shop, tom, { 'FH-HYD-1': 3 })).reference,
  ]
  const page = async (reference: string) => (await staff.getPage(`/admin/orders/${reference}`)).text

  test('so that a newer one is proposed and marked for what is left, and sent out of turn only with a tick', async () => {
    await holdAll(shop)
    const [older, newer] = await orderTwice()
    await setOnHand(shop, 4)
    const text = await page(newer!)
    expect(text).toMatch(/name="lines\[0\]\[quantity\]"[^>]* value="1"/)
    expect(toText(text)).toContain(`Older orders first: ${older}`)
    const queue = toText((await staff.getPage('/admin/orders?state=placed')).text)
    expect(queue).toMatch(new RegExp(`${older}(?:(?!FH[A-Z0-9]{8}).)* All can go now`))
    expect(queue).toMatch(new RegExp(`${newer}(?:(?!FH[A-Z0-9]{8}).)* Some can go now`))

    expect((await despatch(staff, newer!, { 1: 3 })).message).toBe(
      `Order ${older} is older and waits for FH-HYD-1, so nothing was despatched. To send it all the same, tick “Send even though an older order is waiting”.`,
    )
    expect((await despatch(staff, newer!, { 1: 3 }, { out_of_turn: true })).success).toBe(true)
    expect((await listAudit(shop, newer!)).at(-1)).toEqual({
      action: 'parcel despatched',
      detail: 'parcel 1, placed → despatched, although an older order waits for FH-HYD-1',
    })
  })

  test('but what was announced at the counter is no other order’s, not even out of turn', async () => {
    await holdAll(shop)
    const [older] = await orderTwice()
    const { reference } = await placeAccountOrder(shop, tom, { 'FH-HYD-1': 3 }, { delivery_method: 'COL' })
    await setOnHand(shop, 9)
    expect((await changeOrder(staff, reference, 'ready')).body.success).toBe(true)
    await setOnHand(shop, 4)
    for (const out_of_turn of [false, true])
      expect((await despatch(staff, older!, { 1: 3 }, { out_of_turn })).message).toBe(
        'Only 1 of FH-HYD-1 can go out, so nothing was despatched: 3 on hand are set aside for other orders.',
      )
    expect(await page(older!)).toMatch(/name="lines\[0\]\[quantity\]"[^>]* value="1"/)
    expect((await despatch(staff, reference, { 1: 3 }, { collected_by: 'Sam' })).success).toBe(true)
    expect((await despatch(staff, older!, { 1: 1 })).success).toBe(true)
  })

  test('and an order is not announced with what older ones wait for', async () => {
    await holdAll(shop)
    await orderTwice()
    const { reference } = await placeAccountOrder(shop, tom, { 'FH-HYD-1': 3 }, { delivery_method: 'COL' })
    await setOnHand(shop, 5)
    expect((await changeOrder(staff, reference, 'ready')).body.message).toBe(
      'What is on hand goes to older orders first, so no email was sent.',
    )
  })
})
