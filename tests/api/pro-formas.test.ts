import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseUnpaidProFormas } from '../../src/features/payments/service.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import {
  completeOrder,
  createGuestSend,
  createMemberSend,
  fillBasket,
  getOrderState,
  getStock,
  sendSave,
} from './checkout-calls.ts'
import { enterOrderPayment } from './hand-payment-calls.ts'
import { newEntry, placeEntry, toReference } from './order-entry-calls.ts'
import { getDue, renderOrderEmail } from './payment-link-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ takesCards: false, env: { PROFORMA_HOLD_DAYS: '5' } })
  staff = await shop.signIn('staff@example.com')
  for (const code of ['FH-OIL-1', 'FH-SEAL-1']) await shop.setStock(code, 5000)
})
afterAll(() => shop.close())

const pounds = (pence: number) => (pence / 100).toFixed(2)
const placeProForma = async (changes: object = {}) =>
  toReference(await placeEntry(staff, newEntry({ end: 'proforma', ...changes })))

describe('R-CASH-4: pro formas', () => {
  test('are listed with the days left, and lead to the payment', async () => {
    const reference = await placeProForma()
    const { text } = await staff.getPage('/admin/pro-formas')
    expect(text).toContain(reference)
    expect(text).toContain('5 days left')
    expect(text).toContain(`/admin/payments/new?order=${reference}`)
    expect((await staff.getPage('/admin')).text).toContain('Pro formas')
    const { total } = await getDue(shop, reference)
    expect((await staff.getPage(`/admin/pro-formas?query=${pounds(total)}`)).text).toContain(reference)
    expect((await staff.getPage('/admin/pro-formas?query=FHZZZZZZZZ')).text).not.toContain(reference)
  })

  test('that are not paid in time are cancelled with an e-mail, and their goods are free; a part that was paid keeps them', async () => {
    const [unpaid, part] = [await placeProForma({ lines: 'FH-OIL-1 x 7' }), await placeProForma()]
    expect((await enterOrderPayment(staff, part, { amount: '1.00' })).success).toBe(true)
    const before = await getStock(shop, 'FH-OIL-1')
    shop.clock.set('2026-11-29T23:59:00Z')
    await releaseUnpaidProFormas(shop.context)
    expect(await getOrderState(shop, unpaid)).toBe('placed')
    shop.clock.set('2026-11-30T00:01:00Z')
    try {
      const [first, second] = await Promise.all([
        releaseUnpaidProFormas(shop.context),
        releaseUnpaidProFormas(shop.context),
      ])
      expect(first + second).toBeGreaterThan(0)
      expect(await getOrderState(shop, unpaid)).toBe('cancelled')
      expect(await getOrderState(shop, part)).toBe('placed')
      expect((await getStock(shop, 'FH-OIL-1')) - before).toBeGreaterThanOrEqual(7)
      const email = await renderOrderEmail(shop, 'order-cancelled', unpaid)
      expect(email.text).toContain('It was not paid by 29 November 2026.')
      staff = await shop.signIn('staff@example.com')
      expect((await staff.getPage('/admin/pro-formas?show=released')).text).toContain(unpaid)
      const late = (await staff.getPage('/admin/pro-formas?show=late')).text
      expect(late).toContain(part)
      expect(late).toContain('part paid')
    } finally {
      shop.clock.set('2026-11-24T09:00:00Z')
      staff = await shop.signIn('staff@example.com')
    }
  })
})

describe('R-CASH-3: a line of the bank statement', () => {
  const read = async (line: string) =>
    (await staff.getPage(`/admin/payments/new?line=${encodeURIComponent(line)}`)).text

  test('leads to the order that it names, with the amount in the form', async () => {
    const reference = await placeProForma()
    const { total } = await getDue(shop, reference)
    const spaced = `${reference.slice(0, 4)} ${reference.slice(4).toLowerCase()}`
    const text = await read(`24/11 FPI WEBB ${spaced} ${pounds(total)}`)
    expect(text).toContain(`/admin/orders/${reference}/payments`)
    expect(text).toContain(`value="${pounds(total)}"`)
    expect(await read(`${reference} 1.00`)).toContain('stays held until the rest comes')
    expect((await enterOrderPayment(staff, reference, { amount: pounds(total) })).success).toBe(true)
    expect(await read(`${reference} 1.00`)).toContain('waits for no payment')
  })

  test('else to those that wait for exactly its amount', async () => {
    const goods = { lines: 'FH-OIL-1 x 31' }
    const reference = await placeProForma(goods)
    const { total } = await getDue(shop, reference)
    expect(await read(`WEBB ${pounds(total)}`)).toContain('Check the name before you enter it')
    const other = await placeProForma(goods)
    const several = await read(`WEBB ${pounds(total)}`)
    expect(several).toContain(`/admin/payments/new?order=${other}`)
    expect(several).toContain('Choose one.')
    expect(await read('WEBB 0.01')).toContain('No order waits for exactly £0.01')
  })
})

describe('R-CHECKOUT-34: payment by bank transfer in a shop without cards', () => {
  test('a guest orders, and reads how to pay and until when; the goods are held until the money is entered', async () => {
    const guest = shop.createVisitor()
    await fillBasket(shop, guest, { 'FH-OIL-1': 2 })
    const loaded = await guest.post<{ payment_methods: { name: string; value: string }[] }>(
      '/checkout/load',
      {},
    )
    expect(loaded.body.payment_methods).toEqual([{ name: 'Pay by bank transfer', value: 'bank_transfer' }])
    const { body } = await sendSave(guest, createGuestSend({ payment_method: 'bank_transfer' }))
    expect(body).toMatchObject({ error: false, next_url: null })
    const reference = body.reference!
    expect(await completeOrder(guest)).toEqual({ error: false, next_url: `/order/${reference}/confirmation` })
    const { total } = await getDue(shop, reference)
    expect(await getDue(shop, reference)).toMatchObject({ state: 'placed', payment_due: true, on_stop: true })
    const sentences = [
      `Please transfer £${pounds(total)} to:`,
      'Sort code 00-00-00',
      `Reference: ${reference}`,
      'We hold the goods for you until Sunday 29 November.',
    ]
    const page = (await guest.getPage(`/order/${reference}/confirmation`)).text
    const email = await renderOrderEmail(shop, 'order-received', reference)
    for (const sentence of sentences) {
      expect(page).toContain(sentence)
      expect(email.text).toContain(sentence)
    }
    expect(page).not.toContain(`/order/${reference}/pay?`)
    expect(email.subject).toContain('please pay')
    expect(email.text).toContain('Pro forma invoice (PDF)')
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).not.toContain('Payment link')
    const reply = await enterOrderPayment(staff, reference, {
      amount: pounds(total),
      payment_reference: reference,
    })
    expect(reply.message).toContain('The order goes on.')
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: false, on_stop: false })
    expect((await guest.getPage(`/order/${reference}/confirmation`)).text).not.toContain('Please transfer')
  })

  test('is offered to private customers, and not to those who order on account', async () => {
    const listMethods = async (email: string) => {
      const member = await shop.signIn(email)
      await fillBasket(shop, member, { 'FH-OIL-1': 1 })
      const { body } = await member.post<{ payment_methods: { value: string }[] }>('/checkout/load', {})
      return body.payment_methods.map(({ value }) => value)
    }
    expect(await listMethods('retail@example.com')).toEqual(['bank_transfer'])
    expect(await listMethods('trade@example.com')).toEqual(['account'])
    const member = await shop.signIn('trade@example.com')
    const { body } = await sendSave(member, createMemberSend('bank_transfer'))
    expect(body.errors).toHaveProperty('payment_method')
  })

  test('holds no more goods unpaid than an order by card may', async () => {
    const guest = shop.createVisitor()
    const order = async (quantity: number) => {
      await fillBasket(shop, guest, { 'FH-OIL-1': quantity })
      const { body } = await sendSave(
        guest,
        createGuestSend({ payment_method: 'bank_transfer', delivery_method: 'COL' }),
      )
      if (body.error === false) await completeOrder(guest)
      return body.error
    }
    expect(await order(1500)).toBe(false)
    expect(await order(1500)).not.toBe(false)
  })
})
