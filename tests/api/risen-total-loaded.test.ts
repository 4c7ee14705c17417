import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pence } from '../../src/lib/money.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { requestApproval } from './approval-calls.ts'
import { completeOrder, createMemberSend, getOrderRow, sendSave } from './checkout-calls.ts'
import { createQuoteSend, loadQuote, priceQuote, type QuoteRequest, requestQuote } from './quote-calls.ts'

import { createDelivery, createTotalCalls } from './risen-total-calls.ts'

let shop: TestShop
const delivery = createDelivery()
const { setOilPrice, createVoucher, signInWith, listOptions, expectOneRefusal, expectAccepted } =
  createTotalCalls(() => shop)

beforeAll(async () => {
  shop = await startTestShop({ delivery })
})
beforeEach(async () => {
  delivery.prices.ND = pence(8_00)
  await setOilPrice(1250)
})
afterAll(() => shop.close())

describe('a total of a loaded order that rose since it was displayed is not charged before it was displayed again', () => {
  test.each([
    ['the checkout', (head: TestVisitor, id: number) => head.post('/checkout/load', { approval_id: id })],
    ['delivery', (head: TestVisitor, id: number) => listOptions(head, { approval_id: id })],
    ['the request', async () => {}],
  ])('when the voucher of a request for approval ended after %s displayed it', async (page, display) => {
    const code = `REQUEST${page.length}`
    await createVoucher(code, 'fixed', 300)
    const apprentice = await signInWith('apprentice@example.com', 2)
    await apprentice.post('/basket/discount', { code })
    const { body } = await sendSave(apprentice, createMemberSend('approval', { purchase_order: page }))
    await apprentice.post('/checkout/send-approval')
    const [request] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
      body.reference,
    ])
    const head = await shop.signIn('head@example.com')
    await display(head, request!.id)
    await shop.sql(`update voucher set ends_at = $1 where code = $2`, [shop.clock.now(), code])
    await expectOneRefusal(head, createMemberSend('account', { approval_id: request!.id }), '£39.60')
    await completeOrder(head)
  })

  test.each([
    ['delivery options', (head: TestVisitor, id: number) => listOptions(head, { approval_id: id })],
    ['request', async () => {}],
  ])(
    'when delivery became dearer after the %s of a request for approval displayed it',
    async (_, display) => {
      const { id } = await requestApproval(shop)
      const head = await shop.signIn('head@example.com')
      await display(head, id)
      delivery.prices.ND = pence(9_00)
      await expectOneRefusal(head, createMemberSend('account', { approval_id: id }), '£40.80')
      await completeOrder(head)
    },
  )

  test('when the voucher of a request for approval takes off less', async () => {
    await createVoucher('LESSLATER', 'percentage', 2000)
    const sender = await signInWith('apprentice@example.com', 2)
    await sender.post('/basket/discount', { code: 'LESSLATER' })
    const { reference } = await expectAccepted(
      sender,
      createMemberSend('approval', { purchase_order: 'LESS' }),
      '£33.60',
    )
    await sender.post('/checkout/send-approval')
    await shop.sql(`update voucher set amount = 1000 where code = 'LESSLATER'`)
    const head = await shop.signIn('head@example.com')
    const approval_id = (await getOrderRow(shop, reference)).id
    await expectOneRefusal(head, createMemberSend('account', { approval_id }), '£36.60')
    await completeOrder(head)
  })

  test.each([
    ['checkout', ({ buyer, id }: QuoteRequest) => loadQuote(buyer, id)],
    ['page', ({ buyer, reference }: QuoteRequest) => buyer.getPage(`/account/quotes/${reference}`)],
  ])('when staff priced a quote again after its %s displayed it', async (_, display) => {
    const request = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
    const staff = await shop.signIn('staff@example.com')
    await priceQuote(staff, request.reference, ['10.00'])
    await display(request)
    await priceQuote(staff, request.reference, ['11.00'])
    await expectOneRefusal(request.buyer, createQuoteSend('account', request.id), '£41.40')
    await completeOrder(request.buyer)
  })
})

describe('a final send without a total is accepted', () => {
  test('when a request for approval is ordered as it was sent, or with a dearer delivery of choice', async () => {
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

  test('when it requests a quote, which charges nothing', async () => {
    const trade = await signInWith('trade@example.com', 2)
    await setOilPrice(1300)
    const request = createMemberSend('quote', { delivery_method: 'quote' })
    expect((await sendSave(trade, { ...request, shown_total: 30 })).body.error).toContain('has changed')
    await setOilPrice(1400)
    await expectAccepted(trade, request, '£33.60')
    await completeOrder(trade)
  })
})
