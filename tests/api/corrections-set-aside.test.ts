import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctMoney } from './correction-calls.ts'
import { changeOrder } from './despatch-calls.ts'
import { finish, listReserved, makePickList, scan } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  await shop.setStock('FH-AIR-1', 50)
})
afterAll(() => shop.close())

const order = (changes = {}) =>
  placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }, changes)
const confirm = (reference: string, body: object) => correctMoney(staff, reference, body)

describe('R-CORRECT-7: what was set aside for an order', () => {
  const toCollect = () => order({ delivery_method: 'COL' })
  const isReady = async (reference: string) =>
    (
      await shop.sql('select from orders where reference = $1 and ready_to_collect_at is not null', [
        reference,
      ])
    ).length === 1

  test('of a product that is replaced is put back, and the other product is still to be picked', async () => {
    const { reference } = await order()
    const url = (await makePickList(staff, [reference])).url!
    await scan(staff, url, 'FH-OIL-1')
    await finish(staff, url, true)
    expect(await listReserved(shop, reference)).toEqual([4, 0])
    const reply = await confirm(reference, { lines: [{ position: 1, quantity: 4, code: 'FH-AIR-1' }] })
    expect(reply.message).toMatch(/ Put back what was set aside: 4 × FH-OIL-1\.$/)
    expect(await listReserved(shop, reference)).toEqual([0, 0])
  })

  test('and above a lowered quantity is put back, and no more', async () => {
    const { reference } = await toCollect()
    await changeOrder(staff, reference, 'ready')
    const reply = await confirm(reference, { lines: [{ position: 1, quantity: 3 }] })
    expect(reply.message).toMatch(/ Put back what was set aside: 1 × FH-OIL-1\.$/)
    expect(await listReserved(shop, reference)).toEqual([3, 2])
    expect(await isReady(reference)).toBe(true)
  })

  test('is free again when the order is sent instead of collected, and it is not ready to collect', async () => {
    const { reference } = await toCollect()
    await changeOrder(staff, reference, 'ready')
    expect(await isReady(reference)).toBe(true)
    expect((await confirm(reference, { delivery_option: 'ND12' })).success).toBe(true)
    expect(await isReady(reference)).toBe(false)
    expect(await listReserved(shop, reference)).toEqual([0, 0])
  })

  test('stands for the counter no longer when a product is replaced', async () => {
    const { reference } = await toCollect()
    await changeOrder(staff, reference, 'ready')
    const lines = [{ position: 1, quantity: 4, code: 'FH-AIR-1' }]
    expect((await confirm(reference, { lines })).success).toBe(true)
    expect(await isReady(reference)).toBe(false)
    expect(await listReserved(shop, reference)).toEqual([0, 2])
  })
})
