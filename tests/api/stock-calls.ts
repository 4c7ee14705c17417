import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'

/** Calls of the staff's stock pages. */

export interface StockFormReply {
  success: boolean
  message: string
  errors: Record<string, string>
}

export const getFigures = async (shop: TestShop, code: string) =>
  (
    await shop.sql<{ on_hand: number; allocated: number; available: number }>(
      'select on_hand, allocated, available from stock join product p on p.id = product_id where p.code = $1',
      [code],
    )
  )[0]!

/** The version and the request key of the form on the part's page. */
export async function openAdjustForm(staff: TestVisitor, code: string) {
  const { status, text } = await staff.getPage(`/admin/stock/${code}`)
  expect(status).toBe(200)
  const seen = /\/adjust".*?name="seen" value="([^"]+)"/s.exec(text)![1]!
  const request_key = /name="request_key" value="([^"]+)"/.exec(text)![1]!
  return { seen, request_key }
}

export const adjustStock = async (staff: TestVisitor, code: string, body: object) =>
  (await staff.post<StockFormReply>(`/admin/stock/${code}/adjust`, body)).body

/** A customer orders on account. */
export async function placeTradeOrder(
  shop: TestShop,
  goods: Record<string, number>,
  email = 'trade@example.com',
): Promise<string> {
  const trade = await shop.signIn(email)
  await trade.delete('/basket')
  await fillBasket(shop, trade, goods)
  const { body } = await sendSave(trade, createMemberSend('account', { purchase_order: randomUUID() }))
  expect(body.error).toBe(false)
  await completeOrder(trade)
  return body.reference!
}

export interface DeliveryReply extends StockFormReply {
  lines: { text: string; code: string; title: string; quantity: number; problem: string }[]
  checked: string
  url: string | null
}

export const sendDelivery = async (staff: TestVisitor, body: object) =>
  (await staff.post<DeliveryReply>('/admin/stock/goods-in', body)).body

export const createDelivery = (lines: string, changes: object = {}) => ({
  request_key: randomUUID(),
  supplier: 'Donaldson',
  delivery_note: `DN ${randomUUID().slice(0, 8)}`,
  lines,
  ...changes,
})

/** Reads the list and books what was read. */
export async function bookDelivery(staff: TestVisitor, lines: string): Promise<DeliveryReply> {
  const delivery = createDelivery(lines)
  const { checked } = await sendDelivery(staff, delivery)
  return sendDelivery(staff, { ...delivery, checked })
}
