import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { accountOf, enterPayment, getOpen, getPaymentId, insertDocument } from './ledger-calls.ts'
import { placeAccountOrder } from './shoppers.ts'
import { openForm, readForm, readPage } from './staff-forms.ts'

// The forms of an account, as a browser without JavaScript sends them.

let account: string
let page: string
let shop: TestShop
let staff: TestVisitor
let first: { id: number; number: number }
let second: { id: number; number: number }
beforeAll(async () => {
  shop = await startTestShop({
    brokenInvariants: {
      names: /^R-INVOICE-4: what has left/,
      reason: 'documents are inserted by SQL for orders that did not leave',
    },
  })
  staff = await shop.signIn('staff@example.com')
})
beforeEach(async () => {
  // A company of its own for each test.
  account = `T${randomUUID().slice(0, 7).toUpperCase()}`
  page = accountOf(account)
  await shop.sql(`insert into company (account_number, name) values ($1, 'Test Quarries')`, [account])
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
  await shop.sql(
    'update orders set company_id = (select id from company where account_number = $1) where reference = $2',
    [account, reference],
  )
  first = await insertDocument(shop, { reference, net: 5_000, dueOn: '2026-11-30' })
  second = await insertDocument(shop, { reference, net: 5_000, dueOn: '2026-12-31' })
})
afterAll(() => shop.close())

const formatNumber = (number: number) => `INV-${String(number).padStart(6, '0')}`
const isOpen = async ({ number }: { number: number }) => (await getOpen(shop, account))[number]
/** The name of the field with the amount for an invoice. */
const findAmountField = (fields: Record<string, string>, { id }: { id: number }) => {
  const [name] = Object.entries(fields).find(
    ([field, value]) => /\[id\]$/.test(field) && value === String(id),
  )!
  return name.replace('[id]', '[amount]')
}

describe('R-LEDGER-2: a payment', () => {
  test('with amounts by invoice is not used for the oldest invoices instead', async () => {
    const path = `${page}/payments`
    const form = await openForm(staff, { page, path })
    const amount = findAmountField(form, second)
    const typed = { ...form, amount: '60', reference: 'BACS 60', [amount]: '60' }
    const refused = await staff.postForm(path, typed)
    expect([refused.status, readPage(refused)]).toEqual([
      422,
      expect.stringContaining(
        'You entered amounts by invoice. Choose “Pay what I enter for each invoice”, or clear them.',
      ),
    ])
    const again = readForm(refused.text, path)
    expect(again).toMatchObject({ [findAmountField(again, second)]: '60' })
    expect((await staff.postForm(path, { ...again, mode: 'typed' })).status).toBe(303)
    expect([await isOpen(first), await isOpen(second)]).toEqual([6_000, 0])
  })

  test('can be read for an invoice that a colleague’s payment has paid meanwhile', async () => {
    const path = `${page}/payments`
    const form = await openForm(staff, { page, path })
    const amount = findAmountField(form, second)
    await enterPayment(staff, account, {
      ...{ amount: '60', reference: 'BACS 61', mode: 'typed' },
      allocations: [{ id: second.id, amount: '60' }],
    })
    for (const text of ['60', 'sixty']) {
      const typed = { ...form, amount: '60', reference: 'BACS 62', mode: 'typed', [amount]: text }
      const refused = await staff.postForm(path, typed)
      expect([refused.status, readPage(refused)]).toEqual([
        409,
        expect.stringContaining(`What you typed Amount for ${formatNumber(second.number)}, £ ${text} `),
      ])
      expect(refused.text).not.toContain(`#amount-${second.id}`)
    }
  })

  test('that was entered already needs a tick, and nothing typed is lost', async () => {
    const cheque = { method: 'cheque', amount: '40.00' }
    await enterPayment(staff, account, { ...cheque, reference: '000100233' })
    const form = await openForm(staff, { page, path: `${page}/payments` })
    const typed = { ...form, ...cheque, reference: 'Chq 100\u200b233', note: 'By post', mode: 'none' }
    const questioned = await staff.postForm(`${page}/payments`, typed)
    expect(questioned.status).toBe(422)
    expect(readPage(questioned)).toContain(
      'Cheque 000100233 of £40.00, received on 20 November 2026, was already entered by Stella Affleck on 24 November 2026. If this is another payment, tick the box.',
    )
    const again = readForm(questioned.text, `${page}/payments`)
    expect(again).toMatchObject({ amount: '40.00', method: 'cheque', note: 'By post', mode: 'none' })
    expect(again).not.toHaveProperty('other_payment')
    expect(questioned.text).toContain('name="other_payment"')
    expect((await staff.postForm(`${page}/payments`, again)).status).toBe(422)
    // Another mistake beside it: the tick stays.
    const ticked = { ...again, other_payment: '1' }
    const refused = await staff.postForm(`${page}/payments`, { ...ticked, amount: 'forty' })
    expect(readForm(refused.text, `${page}/payments`)).toMatchObject({ other_payment: '1', amount: 'forty' })
    const { status } = await staff.postForm(`${page}/payments`, ticked)
    const payments = await shop.sql(
      'select from account_payment where company_id = (select id from company where account_number = $1)',
      [account],
    )
    expect([status, payments.length]).toEqual([303, 2])
  })

  test('needs none when the first one was cancelled, or was another company’s', async () => {
    await enterPayment(staff, account, { reference: 'BACS 12' })
    const id = await getPaymentId(shop, 'BACS 12')
    const cancel = await openForm(staff, {
      page: `${page}/payments/${id}`,
      path: `${page}/payments/${id}/cancel`,
    })
    await staff.postForm(`${page}/payments/${id}/cancel`, { ...cancel, reason: 'Cheque returned' })
    expect(await enterPayment(staff, account, { reference: 'BACS 12' })).toMatchObject({ success: true })
    await shop.sql(`insert into company (account_number, name) values ($1, 'Other')`, [`${account}B`])
    const other = await enterPayment(staff, `${account}B`, { reference: 'BACS 12' })
    expect(other).toMatchObject({ success: true })
  })
})

describe('R-LEDGER-3: what a payment pays', () => {
  const enter = async (reference: string) => {
    await enterPayment(staff, account, { amount: '60', reference, mode: 'none' })
    const source = `${page}/payments/${await getPaymentId(shop, reference)}`
    return { page: source, path: `${source}/allocation` }
  }

  test('is chosen once when ‘oldest first’ is pressed twice', async () => {
    const form = await enter('BACS 63')
    const press = { ...(await openForm(staff, form)), oldest: '1' }
    for (const nth of [1, 2]) {
      const { status, headers } = await staff.postForm(form.path, press)
      expect([nth, status, headers.get('location')]).toEqual([nth, 303, page])
    }
    expect(await isOpen(first)).toBe(0)
    const changes = await shop.sql(
      `select from audit where action = 'allocation changed' and detail like 'payment BACS 63:%'`,
    )
    expect(changes).toHaveLength(1)
  })

  test('can be read for an invoice that is paid, and once the payment is cancelled', async () => {
    const form = await enter('BACS 64')
    const fields = await openForm(staff, form)
    const typed = {
      ...fields,
      [findAmountField(fields, first)]: '12',
      [findAmountField(fields, second)]: '7',
    }
    await enterPayment(staff, account, { amount: '60', reference: 'BACS 65' })
    const fact = (invoice: { number: number }, text: string) =>
      `Amount for ${formatNumber(invoice.number)}, £ ${text} `
    const paid = readPage(await staff.postForm(form.path, typed))
    expect(paid).toContain(`What you typed ${fact(first, '12')}`)
    expect(paid).not.toContain(fact(second, '7'))
    const cancel = await openForm(staff, { ...form, path: `${form.page}/cancel` })
    await staff.postForm(`${form.page}/cancel`, { ...cancel, reason: 'Returned' })
    expect(readPage(await staff.postForm(form.path, typed))).toContain(
      `What you typed ${fact(first, '12')}${fact(second, '7')}`,
    )
    const late = await staff.postForm(`${form.page}/cancel`, { ...cancel, reason: 'Wrong account' })
    expect(readPage(late)).toContain('What you typed Reason Wrong account ')
  })
})
