import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pence } from '../../src/lib/money.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { requestApproval } from './approval-calls.ts'
import { completeOrder, createMemberSend, getOrderRow, sendSave } from './checkout-calls.ts'
import { createQuoteSend, priceQuote, requestQuote } from './quote-calls.ts'

import { createDelivery, createTotalCalls } from './risen-total-calls.ts'

let shop: TestShop
const delivery = createDelivery()
const { setOilPrice, createVoucher, signInWith, expectOneRefusal, expectAccepted } = createTotalCalls(
  () => shop,
)

beforeAll(async () => {
  shop = await startTestShop({ delivery })
})
beforeEach(async () => {
  delivery.prices.ND = pence(8_00)
  await setOilPrice(1250)
})
afterAll(() => shop.close())

describe('a total of a loaded order that rose since it was displayed is not charged before it was displayed again', () => {
  async function requestWithVoucher(code: string, kind: string, amount: number, total: string) {
    await createVoucher(code, kind, amount)
    const sender = await signInWith('apprentice@example.com', 2)
    await sender.post('/basket/discount', { code })
    const send = createMemberSend('approval', { purchase_order: code })
    const { reference } = await expectAccepted(sender, send, total)
    await sender.post('/checkout/send-approval')
    return (await getOrderRow(shop, reference)).id
  }

  test('when the voucher of a request for approval ended', async () => {
    const approval_id = await requestWithVoucher('REQUESTED', 'fixed', 300, '£36.00')
    const head = await shop.signIn('head@example.com')
    await shop.sql(`update voucher set ends_at = $1 where code = 'REQUESTED'`, [shop.clock.now()])
    await expectOneRefusal(head, createMemberSend('account', { approval_id }), '36.00', '£39.60')
    await completeOrder(head)
  })

  test('when the voucher of a request for approval takes off less', async () => {
    const approval_id = await requestWithVoucher('LESSLATER', 'percentage', 2000, '£33.60')
    await shop.sql(`update voucher set amount = 1000 where code = 'LESSLATER'`)
    const head = await shop.signIn('head@example.com')
    await expectOneRefusal(head, createMemberSend('account', { approval_id }), '33.60', '£36.60')
    await completeOrder(head)
  })

  test('when delivery became dearer after a request for approval was sent', async () => {
    const { id } = await requestApproval(shop)
    const head = await shop.signIn('head@example.com')
    delivery.prices.ND = pence(9_00)
    await expectOneRefusal(head, createMemberSend('account', { approval_id: id }), '39.60', '£40.80')
    await completeOrder(head)
  })

  test('when staff priced a quote again', async () => {
    const request = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
    const staff = await shop.signIn('staff@example.com')
    await priceQuote(staff, request.reference, ['10.00'])
    await priceQuote(staff, request.reference, ['11.00'])
    await expectOneRefusal(request.buyer, createQuoteSend('account', request.id), '39.00', '£41.40')
    await completeOrder(request.buyer)
  })

  test('when it requests a quote', async () => {
    const trade = await signInWith('trade@example.com', 2)
    const request = createMemberSend('quote', { delivery_method: 'quote' })
    expect((await sendSave(trade, { ...request, shown_total: 29.99 })).body.error).toContain('has changed')
    await expectAccepted(trade, request, '£30.00')
    await completeOrder(trade)
  })
})

test('a request for approval is ordered as it was sent, or with a dearer delivery of choice', async () => {
  for (const [delivery_method, total] of [
    ['ND', '£39.60'],
    ['ND12', '£46.80'],
  ] as const) {
    const { id } = await requestApproval(shop)
    const head = await shop.signIn('head@example.com')
    await expectAccepted(head, createMemberSend('account', { approval_id: id, delivery_method }), total)
    await completeOrder(head)
  }
})
