import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard } from '../support/test-visitor.ts'
import { addHeadBuyers, listEmailsAbout, requestApproval, secondHeadBuyerEmail } from './approval-calls.ts'
import { cardMethod, completeOrder, createMemberSend, getOrderState, sendSave } from './checkout-calls.ts'
import { createQuoteSend, priceQuote, requestQuote } from './quote-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterEach(async () => {
  shop.clock.set('2026-11-24T09:00:00Z')
})
afterAll(() => shop.close())

describe('a request for approval', () => {
  const setHeadBuyer = (email: string, isHeadBuyer: boolean) =>
    shop.sql(
      `update person set roles = array_remove(roles, 'head_buyer') ||
        case when $2 then '{head_buyer}'::text[] else '{}' end where email = $1`,
      [email, isHeadBuyer],
    )

  test('without a head buyer is accepted, and the apprentice and the shop learn that it waits', async () => {
    await setHeadBuyer('head@example.com', false)
    const { sender, reference } = await requestApproval(shop)
    const { email: shopEmail } = shop.context.config.contact
    expect(await listEmailsAbout(shop, reference)).toEqual([`approval-stranded to ${shopEmail}`])
    const page = () => sender.getPage(`/order/${reference}/confirmation`)
    expect((await page()).text).toContain('Nobody at your company can approve orders just now.')
    await setHeadBuyer('head@example.com', true)
    expect((await page()).text).toContain('A head buyer at your company will decide')
    const next = await requestApproval(shop)
    expect(await listEmailsAbout(shop, next.reference)).toEqual(['approval-wanted to head@example.com'])
  })

  test('made from a valid quote can be placed after the quote expired, at its prices', async () => {
    const staff = await shop.signIn('staff@example.com')
    const quote = await requestQuote(shop, 'apprentice@example.com', { 'FH-OIL-1': 10 })
    await priceQuote(staff, quote.reference, ['11.37'])
    const { body: sent } = await sendSave(quote.buyer, createQuoteSend('approval', quote.id))
    expect((await quote.buyer.post('/checkout/send-approval')).body).toMatchObject({ error: false })
    const [request] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [
      sent.reference,
    ])
    shop.clock.set('2026-12-09T09:00:00Z')
    const head = await shop.signIn('head@example.com')
    const placing = createMemberSend('account', { approval_id: request!.id, delivery_method: 'QTD' })
    const { body: placed } = await sendSave(head, placing)
    expect(placed.error).toBe(false)
    expect((await completeOrder(head)).error).toBe(false)
    expect(await getOrderState(shop, sent.reference!)).toBe('approved')
  })

  // docs/decisions/011-next-url-and-terms.md
  test('E04: approved by card stays approved, even if the head buyer loses the right while the card form is open', async () => {
    await addHeadBuyers(shop)
    const { id, reference } = await requestApproval(shop)
    const second = await shop.signIn(secondHeadBuyerEmail)
    const { body } = await sendSave(second, createMemberSend(cardMethod, { approval_id: id }))
    await setHeadBuyer(secondHeadBuyerEmail, false)
    await payByCard(body.next_url!)
    expect([await getOrderState(shop, body.reference!), await getOrderState(shop, reference)]).toEqual([
      'placed',
      'approved',
    ])
  })
})
