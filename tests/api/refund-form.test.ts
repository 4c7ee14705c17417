import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { despatch, toText } from './despatch-calls.ts'
import { getSeenOrderVersion, refundOrder } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

async function placeSentOrder(): Promise<string> {
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 3, 'FH-SEAL-1': 2 })
  expect((await despatch(staff, reference, { 1: 3, 2: 2 })).success).toBe(true)
  return reference
}

const countCreditNotes = async (reference: string): Promise<number> =>
  (
    await shop.sql(
      `select 1 from sales_document d join orders o on o.id = d.order_id where o.reference = $1 and d.kind = 'credit_note'`,
      [reference],
    )
  ).length

const toLines = (quantity: string) => [{ position: 1, quantity }]

describe('R-CREDIT-1: the form that credits an order', () => {
  test('says what it comes to before it is confirmed', async () => {
    const reference = await placeSentOrder()
    const unconfirmed = { confirm: false }
    const { errors, sum } = await refundOrder(staff, reference, '', { ...unconfirmed, lines: toLines('2') })
    expect(errors).toEqual({ 'refund-confirm': 'This comes to £30.00 inc VAT. Tick the box to go ahead.' })
    expect(sum).toBe(30)
    expect(await countCreditNotes(reference)).toBe(0)
    const form = (await staff.getPage(`/admin/orders/${reference}`)).text
    for (const words of ['Credit…', 'Issue credit note', 'The delivery charge']) expect(form).toContain(words)
  })

  test('says all that is wrong at once, each at its field', async () => {
    const reference = await placeSentOrder()
    const unconfirmed = { confirm: false, reason: '' }
    const tooMany = await refundOrder(staff, reference, '', { ...unconfirmed, lines: toLines('999') })
    expect(tooMany.errors).toEqual({
      'refund-quantity-1': 'Only 3 of FH-OIL-1 are left to credit.',
      'refund-reason': 'Give a reason: the customer sees it.',
      'refund-confirm': 'Tick the box to go ahead.',
    })
    const tooMuch = await refundOrder(staff, reference, '999.00', unconfirmed)
    expect(tooMuch.errors['refund-amount']).toMatch(/^Only £\d+\.\d\d is left to credit\.$/)
    expect(Object.keys(tooMuch.errors)).toHaveLength(3)
    expect(await countCreditNotes(reference)).toBe(0)
  })

  test('names the sum at its box and button, and confirms no other one', async () => {
    const reference = await placeSentOrder()
    const path = `/admin/orders/${reference}/refund`
    const seen = await getSeenOrderVersion(staff, reference)
    const form = (quantity: string) => ({
      seen,
      request: randomUUID(),
      'lines[0][position]': '1',
      'lines[0][quantity]': quantity,
      reason: 'Came bent',
    })
    const first = toText((await staff.postForm(path, form('2'))).text)
    expect(first).toContain('Yes, credit £30.00 to the account Issue credit note for £30.00')
    const other = await staff.postForm(path, { ...form('3'), sum: '30.00', confirm: '1' })
    expect([other.status, toText(other.text)]).toEqual([
      422,
      expect.stringContaining('This comes to £45.00 inc VAT. Tick the box to go ahead.'),
    ])
    expect(await countCreditNotes(reference)).toBe(0)
    expect((await staff.postForm(path, { ...form('3'), sum: '45.00', confirm: '1' })).status).toBe(303)
    expect(await countCreditNotes(reference)).toBe(1)
    const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
    for (const words of [
      / 3 credited /,
      / Credited −£45\.00 Total after credit £/,
      /Emails .*Credit note CN-\d{6} /,
    ])
      expect(page).toMatch(words)
  })

  test('asks for the tick again when something else was wrong', async () => {
    const reference = await placeSentOrder()
    const seen = await getSeenOrderVersion(staff, reference)
    const form = { seen, amount: '5.00', reason: '', confirm: '1', request: randomUUID() }
    const { text } = await staff.postForm(`/admin/orders/${reference}/refund`, form)
    expect(toText(text)).toContain('Give a reason: the customer sees it. Tick again to confirm.')
  })

  test('says at the field that a confirmed amount or quantity is more than is left', async () => {
    const reference = await placeSentOrder()
    const tooMany = await refundOrder(staff, reference, '', { lines: toLines('999') })
    expect(tooMany).toMatchObject({
      success: false,
      message: expect.stringContaining('Nothing was done.'),
      errors: { 'refund-quantity-1': 'Only 3 of FH-OIL-1 are left to credit.' },
    })
    const seen = await getSeenOrderVersion(staff, reference)
    const form = { seen, amount: '999.00', reason: 'Came bent', confirm: '1', request: randomUUID() }
    const answer = await staff.postForm(`/admin/orders/${reference}/refund`, form)
    expect(answer.status).toBe(422)
    const page = toText(answer.text)
    expect(page).toMatch(/There is a problem Only £\d+\.\d\d is left to credit\. /)
    expect(page).not.toContain('Nothing was done.')
    expect(answer.text).toContain('value="999.00"')
    expect(await countCreditNotes(reference)).toBe(0)
  })
})
