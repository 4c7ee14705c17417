import { expect, test } from 'vitest'
import { listPiecesToSend } from '../../src/features/warehouse/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { cancelOrder } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

const parts = ['FH-OIL-1', 'FH-HYD-1']

interface WaitingRow {
  product_id: number
  open: number
  set_aside: number
  is_ready: boolean
}

const listWaiting = (shop: TestShop, productIds: number[]) =>
  shop.sql<WaitingRow>(
    `select l.product_id, l.quantity - l.despatched_quantity as open, l.set_aside_quantity as set_aside,
       not o.on_stop as is_ready
     from order_line l join orders o on o.id = l.order_id
     where l.product_id = any($1) and o.state = 'placed' order by o.placed_at, o.id, l.position`,
    [productIds],
  )

/** The rule as a person would follow it: first what was set aside, then line by line while there is some. */
function share(onHand: number, rows: WaitingRow[]): number[] {
  const remaining = new Map<number, number>()
  const take = (id: number, count: number) => {
    const there = remaining.get(id) ?? onHand
    const taken = Math.min(count, there)
    remaining.set(id, there - taken)
    return taken
  }
  const reserved = rows.map(row => take(row.product_id, Math.min(row.open, row.set_aside)))
  return rows.map((row, nth) =>
    row.is_ready ? reserved[nth]! + take(row.product_id, Math.max(0, row.open - row.set_aside)) : 0,
  )
}

test('R-STOCK-7: whatever is on hand and set aside, the oldest order that may go out comes first', {
  timeout: 60_000,
}, async () => {
  const shop = await startTestShop({
    brokenInvariants: {
      names: /^I3/,
      reason: 'any stock and anything set aside is written by SQL',
    },
  })
  try {
    const staff = await shop.signIn('staff@example.com')
    const references: string[] = []
    for (let nth = 0; nth < 8; nth++) {
      const email = nth % 4 === 3 ? 'stopped@example.com' : 'trade@example.com'
      const goods = { 'FH-OIL-1': 1 + (nth % 3), 'FH-HYD-1': 1 + ((nth * 7) % 5) }
      references.push((await placeAccountOrder(shop, email, goods)).reference)
    }
    await cancelOrder(staff, references[1]!)
    const productIds = await Promise.all(parts.map(code => shop.productId(code)))
    for (let onHand = 0; onHand < 30; onHand += 2) {
      await shop.sql('update stock set on_hand = $1, available = $1 - allocated where product_id = any($2)', [
        onHand,
        productIds,
      ])
      await shop.sql(
        'update order_line set set_aside_quantity = case when (order_id + position + $1) % 3 = 0 then 2 else 0 end',
        [onHand],
      )
      const { rows } = await listPiecesToSend(shop.context.db, productIds, { limit: 100 })
      expect(rows).toHaveLength(14)
      expect(await listPiecesToSend(shop.context.db, productIds, { limit: 3 })).toEqual({
        rows: rows.slice(0, 3),
        total: 14,
      })
      const waiting = await listWaiting(shop, productIds)
      expect(rows.map(({ allocatable }) => allocatable)).toEqual(share(onHand, waiting))
    }
  } finally {
    await shop.close()
  }
})

test('R-STOCK-7: the lines of an order that came to nothing leave the index, and come back with a late payment', async () => {
  const shop = await startTestShop({
    brokenInvariants: {
      names: /^I[369]/,
      reason: 'a cancelled order is placed again by SQL',
    },
  })
  try {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    const isEnded = async () => {
      const [line] = await shop.sql<{ is_ended: boolean }>(
        'select l.is_ended from order_line l join orders o on o.id = l.order_id where o.reference = $1',
        [reference],
      )
      return line!.is_ended
    }
    expect(await isEnded()).toBe(false)
    await cancelOrder(await shop.signIn('staff@example.com'), reference)
    expect(await isEnded()).toBe(true)
    await shop.sql(`update orders set state = 'placed' where reference = $1`, [reference])
    expect(await isEnded()).toBe(false)
  } finally {
    await shop.close()
  }
})
