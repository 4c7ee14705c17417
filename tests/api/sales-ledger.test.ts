import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toCredit } from '../../src/features/credit/credit.ts'
import { getAccountFigures } from '../../src/features/sales-ledger/queries.ts'
import { toLondonTime } from '../../src/lib/dates.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  accountOf,
  enterPayment,
  getOpen,
  getPaymentId,
  getSeen,
  insertDocument,
  type LedgerReply,
  newPayment,
} from './ledger-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

// R-LEDGER-1 to R-LEDGER-5: the accounts of companies, their payments and credit.

let shop: TestShop
let staff: TestVisitor
let account: string
let companyId: number
let reference: string
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
  // A company of its own for each test, with an order of £24.00 that is not invoiced.
  account = `T${randomUUID().slice(0, 7).toUpperCase()}`
  ;[{ id: companyId }] = (await shop.sql<{ id: number }>(
    `insert into company (account_number, name) values ($1, 'Test Quarries') returning id`,
    [account],
  )) as [{ id: number }]
  reference = (await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })).reference
  await shop.sql('update orders set company_id = $1 where reference = $2', [companyId, reference])
})
afterAll(() => shop.close())

const invoice = (net: number, dueOn: string | null = null, issuedAt?: string) =>
  insertDocument(shop, { reference, net, dueOn, ...(issuedAt !== undefined && { issuedAt }) })
const opens = async () => Object.values(await getOpen(shop, account))
const send = async (path: string, body: object): Promise<LedgerReply> =>
  (await staff.post<LedgerReply>(`${accountOf(account)}${path}`, body)).body
const allocate = async (id: number, allocations: object[], seen?: string) =>
  send(`/payments/${id}/allocation`, { seen: seen ?? (await getSeen(staff, account)), allocations })

describe('R-LEDGER-2: payments', () => {
  test('pay the invoices that were due first, and what remains is not allocated', async () => {
    await invoice(10_000, '2026-12-31')
    await invoice(5_000, '2026-11-30')
    expect(await enterPayment(staff, account, { amount: '70' })).toEqual({
      success: true,
      message: '£70.00 from Test Quarries entered.',
      errors: {},
    })
    expect(await opens()).toEqual([11_000, 0])
    await enterPayment(staff, account, { amount: '1,000.00', reference: 'BACS 4712' })
    expect(await opens()).toEqual([0, 0])
    const { text } = await staff.getPage(accountOf(account))
    expect(text).toContain('£890.00 not allocated')
    expect(text).toContain('−£890.00')
  })

  test('pay what staff enter for each invoice, never more than is open or came in', async () => {
    const first = await invoice(10_000)
    const second = await invoice(5_000)
    const pay = (allocations: object[]) =>
      enterPayment(staff, account, { amount: '100', mode: 'typed', allocations })
    expect((await pay([{ id: second.id, amount: '60.01' }])).errors).toEqual({
      [`amount-${second.id}`]: 'Only £60.00 is open on this invoice.',
    })
    expect(
      (
        await pay([
          { id: first.id, amount: '60' },
          { id: second.id, amount: '40.01' },
        ])
      ).errors,
    ).toEqual({ allocations: 'That is £0.01 more than there is to allocate.' })
    const other = await insertDocument(shop, {
      reference: (await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })).reference,
      net: 100,
    })
    expect((await pay([{ id: other.id, amount: '1' }])).errors).toEqual({
      [`amount-${other.id}`]: 'Nothing is open on this invoice any more.',
    })
    expect((await pay([{ id: second.id, amount: '25.5' }])).success).toBe(true)
    expect(await opens()).toEqual([12_000, 3_450])
  })

  test('are refused with a sentence for each field', async () => {
    const { errors } = await enterPayment(staff, account, {
      received_on: '2026-11-25',
      amount: '0',
      method: 'gold',
      reference: 'x'.repeat(61),
      mode: '',
    })
    expect(errors).toEqual({
      amount: 'The amount must be more than £0.00.',
      received_on: 'The day can’t be later than today.',
      method: 'Choose how it was paid.',
      reference: 'Reference must be 60 characters or fewer.',
      mode: 'Choose which invoices it pays.',
    })
    expect(
      (await enterPayment(staff, account, { received_on: '2026-02-30', amount: 'ten', reference: '' }))
        .errors,
    ).toEqual({
      amount: 'Enter an amount in pounds and pence, such as 120.50.',
      received_on: 'Enter the day the money came in.',
      reference: 'Reference is required.',
    })
  })

  test('the same press ten times at once enters one payment', async () => {
    await invoice(10_000)
    const body = { ...newPayment({ reference: `BACS ${account}` }), seen: await getSeen(staff, account) }
    const replies = await runConcurrently(10, () => send('/payments', body))
    expect(replies.every(({ success }) => success)).toBe(true)
    expect(await shop.sql('select from account_payment where company_id = $1', [companyId])).toHaveLength(1)
    expect(await opens()).toEqual([2_000])
    // The browser's Back brings the form back: another amount is another payment, and the form is outdated.
    expect((await send('/payments', { ...body, amount: '5' })).success).toBe(false)
  })

  test('of ten staff who enter a payment at once, one does, and nine read what changed', async () => {
    await invoice(10_000)
    const seen = await getSeen(staff, account)
    const replies = await runConcurrently(10, nth =>
      enterPayment(staff, account, { seen, reference: `BACS ${nth}` }),
    )
    const refusals = replies.filter(({ success }) => !success)
    expect(refusals).toHaveLength(9)
    for (const { message } of refusals)
      expect(message).toMatch(
        /^This account has changed since you opened it, so nothing was saved\. .* Since then: payment entered: £100\.00, bank transfer BACS \d; INV-\d{6} £100\.00 \(Stella Affleck\)\.$/,
      )
    expect(await opens()).toEqual([2_000])
  })

  test('a plain form that is refused comes back as it was typed', async () => {
    await invoice(10_000)
    const form = {
      ...newPayment({ amount: '12.345', note: 'Part payment' }),
      seen: await getSeen(staff, account),
    }
    const rejected = await staff.postForm(`${accountOf(account)}/payments`, form)
    expect(rejected.status).toBe(422)
    expect(rejected.text).toContain('value="12.345"')
    expect(rejected.text).toContain('value="Part payment"')
    await enterPayment(staff, account, { reference: 'BACS first' })
    const second = await staff.postForm(`${accountOf(account)}/payments`, { ...form, amount: '12.34' })
    expect([second.status, second.text.includes('payment entered: £100.00')]).toEqual([409, true])
    expect(second.text).toContain('value="12.34"')
    const seen = /name="seen" value="([^"]*)"/.exec(second.text)![1]!
    const accepted = await staff.postForm(`${accountOf(account)}/payments`, {
      ...form,
      amount: '12.34',
      seen,
    })
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, accountOf(account)])
  })
})

describe('R-LEDGER-3: allocation', () => {
  test('of a payment is changed, and the ledger still knows what it was', async () => {
    const first = await invoice(10_000)
    const second = await invoice(5_000)
    await enterPayment(staff, account, { reference: `BACS ${account}` })
    const id = await getPaymentId(shop, `BACS ${account}`)
    expect(await opens()).toEqual([2_000, 6_000])
    const moved = [
      { id: first.id, amount: '' },
      { id: second.id, amount: '60' },
    ]
    const seen = await getSeen(staff, account)
    expect((await allocate(id, moved, seen)).success).toBe(true)
    expect((await allocate(id, moved, seen)).success).toBe(true)
    expect(await opens()).toEqual([12_000, 0])
    expect((await allocate(id, [{ id: first.id, amount: '1' }], seen)).message).toContain(
      'allocation changed',
    )
    expect(
      await shop.sql(
        `select amount, released_at is null as live from account_allocation where payment_id = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { amount: 10_000, live: false },
      { amount: 6_000, live: true },
    ])
    expect((await staff.getPage(`/admin/accounts/${account}/payments/${id}`)).text).toContain(
      '£40.00 of £100.00 left to allocate',
    )
    expect(
      (await send(`/payments/${id}/allocation`, { seen: await getSeen(staff, account), oldest: '1' }))
        .success,
    ).toBe(true)
    expect(await opens()).toEqual([2_000, 6_000])
  })

  test('of two staff who allocate the same money at once, one does', async () => {
    const [first, second] = [await invoice(10_000), await invoice(10_000)]
    await enterPayment(staff, account, { reference: `BACS ${account}`, mode: 'none' })
    const id = await getPaymentId(shop, `BACS ${account}`)
    const seen = await getSeen(staff, account)
    const replies = await runConcurrently(6, nth =>
      allocate(id, [{ id: [first, second][nth % 2]!.id, amount: String(50 + nth) }], seen),
    )
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
  })

  test('a credit note pays the invoices of its order first; what remains is credit that staff allocate', async () => {
    const credited = await invoice(5_000)
    const { number } = await insertDocument(shop, {
      kind: 'credit_note',
      reference,
      net: 2_000,
      reason: 'Damaged',
    })
    expect(await opens()).toEqual([3_600])
    await enterPayment(staff, account, { amount: '36' })
    await insertDocument(shop, { kind: 'credit_note', reference, net: 1_000, reason: 'Late' })
    expect(await opens()).toEqual([0])
    const { text } = await staff.getPage(accountOf(account))
    expect(text).toContain('£12.00 not allocated')
    const next = await invoice(3_000)
    const body = { seen: await getSeen(staff, account), oldest: '1' }
    expect((await send(`/credit-notes/${number + 1}/allocation`, body)).success).toBe(true)
    expect(await opens()).toEqual([0, 2_400])
    const page = await staff.getPage(`${accountOf(account)}/credit-notes/${number + 1}`)
    expect(page.text).toContain(`id="amount-${next.id}"`)
    expect(page.text).not.toContain(`id="amount-${credited.id}"`)
  })

  test('the database refuses more than there is', async () => {
    const { id } = await invoice(5_000)
    await enterPayment(staff, account, { amount: '10', mode: 'none', reference: `BACS ${account}` })
    const paymentId = await getPaymentId(shop, `BACS ${account}`)
    await expect(
      shop.sql(
        `insert into account_allocation (invoice_id, payment_id, amount, allocated_at) values ($1, $2, 1001, now())`,
        [id, paymentId],
      ),
    ).rejects.toThrow('more than there is')
  })
})

describe('R-LEDGER-4: a payment that was a mistake', () => {
  test('is cancelled with a reason, and what it paid is open again', async () => {
    await invoice(10_000)
    await enterPayment(staff, account, { reference: `CHQ ${account}` })
    const id = await getPaymentId(shop, `CHQ ${account}`)
    const seen = await getSeen(staff, account)
    expect((await send(`/payments/${id}/cancel`, { seen, reason: '' })).errors).toEqual({
      reason: 'Say why, such as: cheque returned.',
    })
    const reason = 'Cheque returned'
    expect((await send(`/payments/${id}/cancel`, { seen, reason })).success).toBe(true)
    expect((await send(`/payments/${id}/cancel`, { seen, reason })).success).toBe(true)
    expect((await send(`/payments/${id}/cancel`, { seen, reason: 'Other' })).success).toBe(false)
    expect(await opens()).toEqual([12_000])
    expect((await allocate(id, [{ id: 1, amount: '1' }])).success).toBe(false)
    const { text } = await staff.getPage(`${accountOf(account)}/payments/${id}`)
    expect(text).toContain('Cancelled on 24 November 2026, 09:00 by Stella Affleck: Cheque returned')
    expect(text).not.toContain('Save allocation')
  })
})

async function credit() {
  const { db, now } = shop.context
  return toCredit(await getAccountFigures(db, companyId, toLondonTime(now()).date))
}

describe('R-LEDGER-5: credit', () => {
  test('used is what is owed and what is ordered and not invoiced; available is the limit without it', async () => {
    const [{ total }] = (await shop.sql('select total from orders where reference = $1', [reference])) as [
      { total: number },
    ]
    expect(await credit()).toEqual({ limit: null, used: total, available: null })
    expect(
      (await send('/credit-limit', { seen: await getSeen(staff, account), credit_limit: '500' })).success,
    ).toBe(true)
    expect(await credit()).toEqual({ limit: 50_000, used: total, available: 50_000 - total })
    // Of the order £12.00 is invoiced now: that is owed instead of ordered.
    await invoice(1_000)
    expect((await credit()).used).toBe(total)
    await enterPayment(staff, account, { amount: '5' })
    expect((await credit()).used).toBe(total - 500)
  })

  test('the limit is an amount or nothing, and the second of two staff reads what changed', async () => {
    const seen = await getSeen(staff, account)
    expect((await send('/credit-limit', { seen, credit_limit: 'lots' })).errors).toEqual({
      credit_limit: 'Enter an amount in pounds, such as 5000, or nothing for no limit.',
    })
    expect((await send('/credit-limit', { seen, credit_limit: '500' })).success).toBe(true)
    expect((await send('/credit-limit', { seen, credit_limit: '500' })).success).toBe(true)
    expect((await send('/credit-limit', { seen, credit_limit: '600' })).message).toContain(
      'Since then: credit limit changed: none → £500.00 (Stella Affleck).',
    )
  })
})

describe('R-LEDGER-1: the list of accounts', () => {
  const list = async (query: string) => {
    const { status, text } = await staff.getPage(`/admin/accounts?${query}`)
    expect(status).toBe(200)
    return [...text.matchAll(/<span class="code[^"]*">([A-Z0-9]+)<\/span>/g)].map(match => match[1])
  }

  test('finds by name and number, filters what is owed, overdue or over the limit, and sorts', async () => {
    expect(await list(`query=${account.slice(1).toLowerCase()}`)).toEqual([account])
    expect(await list('query=northfield')).toEqual(['NPH001'])
    expect(await list(`query=${encodeURIComponent('100%')}`)).toEqual([])
    expect(await list(`show=owing&query=${account}`)).toEqual([])
    await invoice(900_000, '2026-11-23')
    expect(await list(`show=owing&query=${account}`)).toEqual([account])
    expect(await list(`show=overdue&query=${account}`)).toEqual([account])
    expect(await list(`show=over_limit&query=${account}`)).toEqual([])
    await send('/credit-limit', { seen: await getSeen(staff, account), credit_limit: '10' })
    expect(await list(`show=over_limit&query=${account}`)).toEqual([account])
    for (const sort of ['balance', 'overdue', 'used'])
      expect((await list(`sort=${sort}&direction=down`))[0]).toBe(account)
    expect((await list('sort=available&direction=up'))[0]).toBe(account)
    expect((await list('sort=drop&direction=x&page=-1&show=?'))[0]).toBeDefined()
  })

  test('shows what was billed and paid in a long life', async () => {
    await invoice(1_700_000_000, '2026-11-10')
    await invoice(1_700_000_000, '2026-11-10')
    expect((await credit()).used).toBe(4_080_000_000)
    expect((await staff.getPage(`/admin/accounts?query=${account}`)).text).toContain('£40,800,000.00')
    expect((await staff.getPage(accountOf(account))).text).toContain('£40,800,000.00')
    await shop.sql(
      `insert into account_payment (company_id, received_on, amount, method, reference, request_key, entered_at)
       select $1, '2026-11-20', 2040000000, 'bank_transfer', 'CHAPS', $2 || nth, now() from generate_series(1, 2) nth`,
      [companyId, account],
    )
    expect((await credit()).used).toBe(0)
    expect((await staff.getPage('/admin/accounts')).status).toBe(200)
  })

  test('an account that does not exist is a 404', async () => {
    for (const path of [
      '/NOPE',
      `/${account}/payments/999999`,
      `/${account}/payments/x`,
      `/${account}/credit-notes/99`,
    ])
      expect((await staff.getPage(`/admin/accounts${path}`)).status).toBe(404)
  })
})
