import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaymentPath } from '../../src/features/orders/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { payByCard, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, openGuestPayment, sendSave } from './checkout-calls.ts'
import { correctMoney, correctOrder } from './correction-calls.ts'
import { changeOrder, despatch, getOrderState, toText } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder, getSeenOrderVersion, listRefunds } from './order-admin-calls.ts'
import { listTransactionReferences, setFault } from './payment-calls.ts'
import {
  createDearerOrder,
  dearerLines,
  findLink,
  followDearer,
  getCharged,
  getDue,
  openForm,
  payLink,
  renderOrderEmail,
} from './payment-link-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  await shop.setStock('FH-OIL-1', 500)
  await shop.setStock('FH-AIR-1', 100)
  await shop.setStock('FH-SEAL-1', 500)
})
afterAll(() => shop.close())

const declinedCard = {
  holder: 'Sam Okafor',
  number: '4929602110085639',
  expiry: '12/30',
  securityCode: '123',
}
const namedDay = { delivery_option: 'NAM:2026-11-27' }
const getDelays = async () => (await staff.getPage('/admin/promised-days')).text
const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`
const getAdminText = async (reference: string) =>
  toText((await staff.getPage(`/admin/orders/${reference}`)).text)

describe('R-CORRECT-10: a correction that makes a paid order dearer', () => {
  test('by another product is confirmed, held, and paid by the link; then it is despatched', async () => {
    const paid = await createPaidOrder(shop)
    const preview = await correctOrder(staff, paid.reference, { lines: dearerLines })
    const { after, ...money } = preview.sums as never as { after: { total: number }; to_pay: number }
    expect(money.to_pay).toBeCloseTo(after.total - paid.total / 100, 2)
    const confirmed = await correctMoney(staff, paid.reference, { lines: dearerLines })
    const { due, link, text } = await followDearer(shop, paid.reference, paid.total)
    expect(confirmed.message).toContain(`a link to pay ${pounds(due)} by card`)
    expect(text).toContain(`${pounds(due)} is still to be paid.`)
    expect(text).toContain(pounds(paid.total + due))
    expect(await getDue(shop, paid.reference)).toMatchObject({ payment_due: true, on_stop: true })
    expect(await getAdminText(paid.reference)).toContain(`Waiting for ${pounds(due)}`)
    expect((await despatch(staff, paid.reference, { 1: 3 })).message).toMatch(/^This order is held/)

    const stranger = shop.createVisitor()
    const page = await stranger.getPage(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('content-security-policy')).toMatch(/frame-src 'self' http/)
    for (const words of [`${pounds(due)} to pay`, 'FH-OIL-1', 'Paid already', 'noindex'])
      expect(page.text).toContain(words)
    const payment = await payLink(stranger, link, due)
    // The provider leads back to the link's page, not to a checkout.
    expect((await stranger.getPage(new URL(payment.location!).pathname)).text).toContain(`href="${link}"`)
    expect(await getCharged(shop, paid.reference)).toBe(paid.total + due)
    expect(await getDue(shop, paid.reference)).toMatchObject({ payment_due: false, on_stop: false })
    const thanks = toText((await stranger.getPage(link)).text)
    expect(thanks).toContain('Thank you, your payment has gone through')
    expect(thanks).not.toContain('FH-OIL-1')
    expect((await renderOrderEmail(shop, 'payment-received', paid.reference)).text).toContain(pounds(due))
    const history = await getAdminText(paid.reference)
    expect(history).toContain(`Held: waiting for ${pounds(due)}`)
    expect(history).toContain(`${pounds(due)} paid`)
    expect((await despatch(staff, paid.reference, { 1: 3 })).success).toBe(true)
    expect(await getOrderState(shop, paid.reference)).toBe('despatched')
  })

  test('by another day asks for its price, and is promised for it once that is paid', async () => {
    const { reference, link, due } = await createDearerOrder(shop, staff, namedDay)
    await payLink(shop.createVisitor(), link, due)
    expect(await getAdminText(reference)).toMatch(/To pick +For Friday 27 November/)
    expect(await getDelays()).not.toContain(reference)
  })

  test('by a day that can’t be met when it is paid has no day', async () => {
    const { reference, link, due } = await createDearerOrder(shop, staff, namedDay)
    await shop.sql(`update orders set delivery_date = '2026-11-24' where reference = $1`, [reference])
    await payLink(shop.createVisitor(), link, due)
    expect(await getDelays()).toContain(reference)
  })

  test('whose day was moved before does not get its first day back', async () => {
    const { reference, total } = await createPaidOrder(shop)
    await changeOrder(staff, reference, 'delay', { choice: 'day', day: '2026-12-04' })
    await correctMoney(staff, reference, { lines: dearerLines })
    const { link, due } = await followDearer(shop, reference, total)
    await payLink(shop.createVisitor(), link, due)
    expect(await getDelays()).toContain(reference)
  })

  test('corrected back while it waits costs nothing: the hold ends, and the form that is open charges nothing', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const { next_url } = await openForm(shop.createVisitor(), link, due)
    const back = await correctMoney(staff, reference, {
      lines: [{ position: 1, quantity: 3, code: 'FH-SEAL-1' }],
    })
    expect(back.success).toBe(true)
    expect(await getDue(shop, reference)).toMatchObject({ total, payment_due: false, on_stop: false })
    await payByCard(next_url!)
    expect(await getCharged(shop, reference)).toBe(total)
    expect(await getAdminText(reference)).toContain('Nothing more to pay')
    expect(toText((await shop.createVisitor().getPage(link)).text)).toContain('Nothing to pay')
    expect(await listRefunds(shop, reference)).toEqual([])
  })

  test('corrected below what was paid refunds only what was paid too much', async () => {
    const { reference, total } = await createDearerOrder(shop, staff)
    const { success } = await correctMoney(staff, reference, {
      lines: [{ position: 1, quantity: 2, code: 'FH-SEAL-1' }],
    })
    expect(success).toBe(true)
    const after = await getDue(shop, reference)
    expect(after).toMatchObject({ payment_due: false, on_stop: false })
    expect(await listRefunds(shop, reference)).toMatchObject([{ amount: total - after.total, state: 'done' }])
  })

  test('cancelled while it waits refunds only what was taken, and the link ends', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const { next_url } = await openForm(shop.createVisitor(), link, due)
    expect((await cancelOrder(staff, reference)).success).toBe(true)
    await payByCard(next_url!)
    expect(await getCharged(shop, reference)).toBe(0)
    expect((await listRefunds(shop, reference)).map(({ amount }) => amount)).toEqual([total])
    expect(toText((await shop.createVisitor().getPage(link)).text)).toContain('which was cancelled')
    expect(await openForm(shop.createVisitor(), link, due)).toMatchObject({ success: false })
  })

  test('is refused without a card provider, and above what one payment takes', async () => {
    const { reference } = await createPaidOrder(shop)
    const lines = [{ position: 1, quantity: 3, code: 'FH-OIL-1', price: '60000' }]
    expect((await correctOrder(staff, reference, { lines })).message).toMatch(
      /^The card provider can’t take that much in one payment\./,
    )
  })
})

describe('R-CORRECT-10: nothing is taken twice', () => {
  test('from two tabs, by double presses, and when the second tab pays what is paid', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const [one, other] = [shop.createVisitor(), shop.createVisitor()]
    const forms = await runConcurrently(4, nth => openForm(nth % 2 === 0 ? one : other, link, due))
    expect(new Set(forms.map(({ next_url }) => next_url)).size).toBe(1)
    expect(await listTransactionReferences(shop, reference)).toHaveLength(2)
    await runConcurrently(3, () => payByCard(forms[0]!.next_url!))
    expect(await getCharged(shop, reference)).toBe(total + due)
    expect(await openForm(other, link, due)).toMatchObject({
      success: false,
      message: 'Nothing more is to be paid for this order, so nothing was charged.',
    })
    expect((await listHistory(reference, 'payment_received')).length).toBe(1)
  })

  test('when the amount has changed since the page was opened', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const visitor = shop.createVisitor()
    const { next_url } = await openForm(visitor, link, due)
    expect((await correctMoney(staff, reference, { delivery_option: 'ND12' })).success).toBe(true)
    const { due: newDue } = await followDearer(shop, reference, total)
    await payByCard(next_url!)
    expect(await getCharged(shop, reference)).toBe(total)
    const { message } = await openForm(visitor, link, due)
    expect(message).toBe(
      `This order was changed meanwhile, and nothing was charged. What is to be paid is now ${pounds(newDue)}.`,
    )
    expect(toText((await visitor.getPage(link)).text)).toContain(message)
    await payLink(visitor, link, newDue)
    expect(await getCharged(shop, reference)).toBe(total + newDue)
  })

  test('when a form for an earlier amount is paid after that amount is due again', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const visitor = shop.createVisitor()
    const first = await openForm(visitor, link, due)
    expect((await correctMoney(staff, reference, { delivery_option: 'ND12' })).success).toBe(true)
    const changed = await followDearer(shop, reference, total)
    expect((await openForm(visitor, link, changed.due)).success).toBe(true)
    expect((await correctMoney(staff, reference, { delivery_option: 'ND' })).success).toBe(true)
    expect((await followDearer(shop, reference, total)).due).toBe(due)
    // The customer gave it up for another form, which may still be paid.
    await payByCard(first.next_url!)
    expect(await getCharged(shop, reference)).toBe(total)
    await payLink(visitor, link, due)
    expect(await getCharged(shop, reference)).toBe(total + due)
  })

  test('when nothing is due: no card form is opened for £0.00', async () => {
    const { reference, link, due } = await createDearerOrder(shop, staff)
    const visitor = shop.createVisitor()
    await payLink(visitor, link, due)
    const before = await listTransactionReferences(shop, reference)
    expect(await openForm(visitor, link, 0)).toMatchObject({
      success: false,
      message: 'Nothing more is to be paid for this order, so nothing was charged.',
    })
    expect(await listTransactionReferences(shop, reference)).toEqual(before)
  })

  test('when the first card is declined and another one pays', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const visitor = shop.createVisitor()
    const { next_url } = await openForm(visitor, link, due)
    await payByCard(next_url!, declinedCard)
    expect(toText((await visitor.getPage(link)).text)).toContain('Your card was not accepted')
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: true, on_stop: true })
    await payLink(visitor, link, due)
    expect(await getCharged(shop, reference)).toBe(total + due)
  })

  test('when our answer was lost: the payment is due again, and the link takes it once more', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const visitor = shop.createVisitor()
    const { next_url } = await openForm(visitor, link, due)
    await setFault(shop, 'drop_our_answer', reference)
    await payByCard(next_url!)
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: false })
    await shop.simulator.control.advance(16)
    expect(await getDue(shop, reference)).toMatchObject({
      payment_due: true,
      on_stop: true,
      state: 'placed',
    })
    expect(await getCharged(shop, reference)).toBe(total)
    expect(findLink((await renderOrderEmail(shop, 'payment-requested', reference)).text)).toBe(link)
    await payLink(visitor, link, due)
    expect(await getCharged(shop, reference)).toBe(total + due)
  })

  test('when the form is abandoned: the link goes on working', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    const visitor = shop.createVisitor()
    await openForm(visitor, link, due)
    expect((await visitor.get<{ state: string }>(link.replace('/pay', '/pay/status'))).body.state).toBe(
      'waiting',
    )
    await shop.simulator.control.advance(16)
    expect((await visitor.get<{ state: string }>(link.replace('/pay', '/pay/status'))).body.state).toBe(
      'ended',
    )
    await payLink(visitor, link, due)
    expect(await getCharged(shop, reference)).toBe(total + due)
  })
})

describe('R-CREDIT-2: an order with two payments', () => {
  test('is refunded from the newest first, none more than it took, and cancelled whole', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    await payLink(shop.createVisitor(), link, due)
    const amounts = async () => (await listRefunds(shop, reference)).map(({ amount }) => amount)
    // Back to what it was, and one piece less.
    const lines = [{ position: 1, quantity: 2, code: 'FH-SEAL-1' }]
    expect((await correctMoney(staff, reference, { lines })).success).toBe(true)
    const after = await getDue(shop, reference)
    expect(await amounts()).toEqual([due, total - after.total])
    expect(await getCharged(shop, reference)).toBe(after.total)
    expect((await cancelOrder(staff, reference)).success).toBe(true)
    expect(await getCharged(shop, reference)).toBe(0)
    expect(await amounts()).toEqual([due, total - after.total, after.total])
  })

  test('and is cancelled on the day: both payments are voided', async () => {
    const { reference, total, link, due } = await createDearerOrder(shop, staff)
    await payLink(shop.createVisitor(), link, due)
    expect((await cancelOrder(staff, reference)).success).toBe(true)
    expect(await listRefunds(shop, reference)).toEqual([
      { kind: 'void', amount: due, state: 'done' },
      { kind: 'void', amount: total, state: 'done' },
    ])
    expect(await getCharged(shop, reference)).toBe(0)
  })
})

describe('R-CORRECT-10: who sees and sends the link', () => {
  test('without the right key, or with that of another order, there is no page and no call', async () => {
    const [one, other] = [await createDearerOrder(shop, staff), await createDearerOrder(shop, staff)]
    const key = new URL(one.link, 'https://filters.example').searchParams.get('key')!
    const stranger = shop.createVisitor()
    for (const path of [
      `/order/${one.reference}/pay`,
      `/order/${one.reference}/pay?key=${'x'.repeat(32)}`,
      `/order/${other.reference}/pay?key=${key}`,
      `/order/FH22222222/pay?key=${key}`,
    ]) {
      expect((await stranger.getPage(path)).status).toBe(404)
      expect((await stranger.post(path, { amount: '1.00' })).status).toBe(404)
      expect((await stranger.get(path.replace('/pay', '/pay/status'))).status).toBe(404)
    }
  })

  test('an order that is not placed has no page, even with its key', async () => {
    const { reference } = await openGuestPayment(shop, { 'FH-SEAL-1': 3 })
    const path = createPaymentPath(shop.context.config.sessionSecret, { reference, linkVersion: 0 })
    const stranger = shop.createVisitor()
    expect((await stranger.getPage(path)).status).toBe(404)
    expect((await stranger.post(path, { amount: '1.00' })).status).toBe(404)
    const { link } = await createDearerOrder(shop, staff)
    expect((await stranger.getPage(link)).status).toBe(200)
  })

  test('the signed-in customer finds it on the order’s page; a stranger does not', async () => {
    const member = await signInWithBasket(shop, 'retail@example.com', { 'FH-SEAL-1': 3 })
    const { body } = await sendSave(member, createMemberSend('sagepay'))
    await payByCard(body.next_url!)
    const reference = body.reference!
    await completeOrder(member)
    const { total } = await getDue(shop, reference)
    expect((await correctMoney(staff, reference, { lines: dearerLines })).success).toBe(true)
    const { link, due } = await followDearer(shop, reference, total)
    const account = `/account/orders/${reference}`
    for (const path of [account, `/order/${reference}/confirmation`]) {
      const { text } = await member.getPage(path)
      expect(text).toContain(`href="${link}"`)
      expect(toText(text)).toContain(`Pay ${pounds(due)}`)
      expect(toText(text)).toContain(`${pounds(due)} is still to be paid.`)
    }
    expect((await shop.createVisitor().getPage(`/order/${reference}/confirmation`)).text).not.toContain(
      '/pay?key=',
    )
    await payLink(member, link, due)
    expect((await member.getPage(account)).text).not.toContain('/pay?key=')
  })

  test('staff send it again, once for each press, and not when nothing is due', async () => {
    const { reference, link, due } = await createDearerOrder(shop, staff)
    const path = `/admin/orders/${reference}/payment-link`
    const send = () =>
      staff.post<{ success: boolean; message: string }>(path, { request: `again-${reference}` })
    expect((await send()).body.success).toBe(true)
    expect((await send()).body.success).toBe(true)
    const email = await renderOrderEmail(shop, 'payment-requested', reference)
    expect([findLink(email.text), email.text.includes(pounds(due))]).toEqual([link, true])
    const [{ count }] = (await shop.sql<{ count: number }>(
      `select count(*)::int as count from mail_outbox where kind = 'payment-requested' and facts->>'reference' = $1`,
      [reference],
    )) as [{ count: number }]
    expect(count).toBe(1)
    expect((await shop.createVisitor().post(path, { request: 'again-again' })).status).toBe(401)
    await payLink(shop.createVisitor(), link, due)
    expect((await send()).body).toMatchObject({ success: false, message: /^Nothing is to be paid/ as never })
  })

  test('a hold of staff stays when it is paid, and staff cannot release what is not paid', async () => {
    const { reference, link, due } = await createDearerOrder(shop, staff)
    const act = async (what: string, body: object) =>
      (
        await staff.post<{ success: boolean; message: string }>(`/admin/orders/${reference}/${what}`, {
          seen: await getSeenOrderVersion(staff, reference),
          ...body,
        })
      ).body
    expect((await act('release', { reason: 'Send it' })).message).toMatch(
      /^A part of this order is still to be paid/,
    )
    expect((await act('hold', { reason: 'Check the address' })).success).toBe(true)
    expect((await act('release', { reason: 'Checked' })).message).toContain('still to be paid')
    expect(await getDue(shop, reference)).toMatchObject({ on_stop: true, hold_reason: '' })
    expect((await act('hold', { reason: 'Check again' })).success).toBe(true)
    await payLink(shop.createVisitor(), link, due)
    expect(await getDue(shop, reference)).toMatchObject({
      payment_due: false,
      on_stop: true,
      hold_reason: 'Check again',
    })
    expect((await act('release', { reason: 'Checked' })).message).toContain('can be despatched')
  })

  test('the press on Pay works without JavaScript and is limited', async () => {
    const { reference, link, due } = await createDearerOrder(shop, staff)
    const visitor = shop.createVisitor()
    const { status, headers } = await visitor.postForm(link, { amount: (due / 100).toFixed(2) })
    expect([status, headers.get('location')]).toEqual([303, link])
    expect((await visitor.getPage(link)).text).toContain('title="Card payment"')
    const statuses = await runConcurrently(25, async () => (await visitor.post(link, { amount: 'x' })).status)
    expect(statuses.filter(code => code === 429).length).toBeGreaterThan(0)
    expect((await getDue(shop, reference)).payment_due).toBe(true)
  })
})

const listHistory = (reference: string, event: string) =>
  shop.sql<{ why: string }>(
    `select h.why from order_history h join orders o on o.id = h.order_id where o.reference = $1 and h.event = $2`,
    [reference, event],
  )
