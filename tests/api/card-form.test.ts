import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { declinedCard, payByCard, type TestVisitor } from '../support/test-visitor.ts'
import {
  cardMethod,
  createGuestContact,
  createMemberSend,
  fillBasket,
  getOrderRow,
  getStock,
  leedsAddress,
  openGuestPayment,
  sendSave,
} from './checkout-calls.ts'
import { getPaymentStatus, listCharges, seals } from './payment-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.close())

const openMessage =
  'The card payment for this order is open. Press ‘Cancel payment’ first if you want to change anything.'
const cancel = (visitor: TestVisitor, reference: string) =>
  visitor.post(`/checkout/payment/${reference}/cancel`)

/** What each stage sends when it is completed. */
const stageSends: object[] = [
  { contact: createGuestContact() },
  { delivery: { ...leedsAddress, town: 'Bradford' } },
  { delivery_method: 'COL' },
  { billing: { ...leedsAddress, town: 'Bradford' } },
  { payment_method: 'quote', purchase_order: 'PO 2', delivery_instructions: 'Back gate' },
]

test('while the card form is open no stage can be changed, until the payment is cancelled', async () => {
  const before = await getStock(shop, 'FH-SEAL-1')
  const { visitor, sent, nextUrl, reference } = await openGuestPayment(shop, seals)
  const order = await getOrderRow(shop, reference)
  const readDrafts = () => shop.sql('select draft from checkout_draft order by updated_at desc limit 1')
  const drafts = await readDrafts()
  for (const body of stageSends) {
    const reply = await sendSave(visitor, body)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      error: openMessage,
      errors: { card_form: openMessage },
      next_url: null,
    })
  }
  expect(await readDrafts()).toEqual(drafts)
  expect(await getOrderRow(shop, reference)).toEqual(order)

  expect((await cancel(visitor, reference)).body).toMatchObject({
    state: 'cancelled',
    message: 'The payment was cancelled and nothing was charged.',
    next_url: null,
  })
  // Another tab, which still polls, sees the same; pressing it there again changes nothing.
  expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'cancelled' })
  expect((await cancel(visitor, reference)).body).toMatchObject({ state: 'cancelled' })
  expect(await getStock(shop, 'FH-SEAL-1')).toBe(before)
  for (const body of stageSends.slice(1, 4)) {
    expect((await sendSave(visitor, body)).body, JSON.stringify(body)).toMatchObject({ error: false })
  }
  // The form of the provider may still be on the screen: who pays there now is not charged.
  await payByCard(nextUrl)
  expect(await listCharges(shop, reference)).toEqual([0])
  expect(await getOrderRow(shop, reference)).toMatchObject({ state: 'awaiting_payment' })
  const again = await sendSave(visitor, sent)
  expect(again.body).toMatchObject({ error: false, reference })
  await payByCard(again.body.next_url!)
  expect(await listCharges(shop, reference)).toEqual([0, expect.any(Number)])
  expect(await getOrderRow(shop, reference)).toMatchObject({ state: 'placed' })
})

test('a stage that is sent again unchanged is accepted while the card form is open, and changes nothing', async () => {
  const { visitor, sent, reference } = await openGuestPayment(shop, seals)
  const readDrafts = () => shop.sql('select draft from checkout_draft order by updated_at desc limit 1')
  const [drafts, order] = [await readDrafts(), await getOrderRow(shop, reference)]
  const { contact, delivery, billing, ...choices } = sent
  for (const body of [{ contact }, { delivery }, { billing }, choices, {}]) {
    const { body: reply } = await sendSave(visitor, body)
    expect(reply, JSON.stringify(body)).toMatchObject({ error: false, errors: {} })
  }
  const otherPassword = { contact: { ...(contact as object), password: 'another three tractors' } }
  expect((await sendSave(visitor, otherPassword)).body.error).toBe(openMessage)
  expect([await readDrafts(), await getOrderRow(shop, reference)]).toEqual([drafts, order])
  expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'waiting' })
})

test('the same send again gets the same form, and a declined card, a quarter of an hour or another basket frees the stages', async () => {
  const { visitor, sent, nextUrl } = await openGuestPayment(shop, seals)
  const purchase = { purchase_order: 'PO 2' }
  expect((await sendSave(visitor, sent)).body).toMatchObject({ error: false, next_url: nextUrl })
  await payByCard(nextUrl, declinedCard)
  expect((await sendSave(visitor, purchase)).body.error).toBe(false)

  const slow = await openGuestPayment(shop, seals)
  expect((await sendSave(slow.visitor, purchase)).body.error).toBe(openMessage)
  shop.clock.advance(16)
  expect((await sendSave(slow.visitor, purchase)).body.error).toBe(false)

  const fuller = await openGuestPayment(shop, seals)
  await fillBasket(shop, fuller.visitor, { 'FH-OIL-1': 1 })
  expect((await sendSave(fuller.visitor, purchase)).body.error).toBe(false)
})

test('a payment that was faster than its cancellation stays paid', async () => {
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, seals)
  await payByCard(nextUrl)
  expect((await cancel(visitor, reference)).body).toMatchObject({
    state: 'paid',
    next_url: `/order/${reference}/confirmation`,
  })
  expect(await getOrderRow(shop, reference)).toMatchObject({ state: 'placed' })
})

test('other people cannot cancel a payment, or learn that it is there', async () => {
  const { visitor, reference } = await openGuestPayment(shop, seals)
  const trade = await shop.signIn('trade@example.com')
  for (const stranger of [shop.createVisitor(), trade]) {
    expect((await cancel(stranger, reference)).status).toBe(404)
  }
  expect((await cancel(visitor, 'FH00000000')).status).toBe(404)
  expect(await getPaymentStatus(visitor, reference)).toMatchObject({ state: 'waiting' })
})

test('another tab, a reload and a browser without JavaScript show the card form and no button to change a stage', async () => {
  const { visitor, nextUrl, reference } = await openGuestPayment(shop, seals)
  const { text } = await visitor.getPage('/checkout')
  expect(text).toContain(`<iframe title="Card payment" src="${nextUrl}"`)
  expect(text).toContain(`action="/checkout/payment/${reference}/cancel"`)
  expect(text).not.toMatch(/>Change<span/)

  const cancelled = await visitor.postForm(`/checkout/payment/${reference}/cancel`, {})
  expect([cancelled.status, cancelled.headers.get('location')]).toEqual([303, '/checkout'])
  const after = (await visitor.getPage('/checkout')).text
  expect(after).toContain('The payment was cancelled and nothing was charged.')
  expect(after).not.toContain('<iframe')
  expect(after).toMatch(/>Change<span/)
})

test('a colleague’s card form and that of another basket lock nothing', async () => {
  const trade = await signInWithBasket(shop, 'trade@example.com', seals)
  expect((await sendSave(trade, createMemberSend(cardMethod))).body.next_url).not.toBeNull()
  expect((await sendSave(trade, { purchase_order: 'PO 1' })).body.error).toBe(openMessage)
  const head = await signInWithBasket(shop, 'head@example.com', seals)
  expect((await sendSave(head, { purchase_order: 'PO 2' })).body.error).toBe(false)
  // D14: a whole new order from the same basket is no change of a stage; it replaces the first one.
  const onAccount = await sendSave(trade, createMemberSend('account'))
  expect(onAccount.body).toMatchObject({ error: false })
  expect((await sendSave(trade, { purchase_order: 'PO 3' })).body.error).toBe(false)
})
