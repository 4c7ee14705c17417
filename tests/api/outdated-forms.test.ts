import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { correctMoney, correctOrder, getCorrectedOrder } from './correction-calls.ts'
import { changeOrder, despatch } from './despatch-calls.ts'
import { accountOf, enterPayment, getPaymentId } from './ledger-calls.ts'
import { createPaidOrder, refundOrder } from './order-admin-calls.ts'
import { finish, makePickList, pick } from './picking-calls.ts'
import { priceQuote, requestQuote } from './quote-calls.ts'
import { listReturns, moveReturn, placeDespatchedOrder, requestReturn } from './return-calls.ts'
import { placeAccountOrder } from './shoppers.ts'
import { type FormFields, openForm, readForm, readPage, type StaffForm } from './staff-forms.ts'
import { adjustStock, openAdjustForm } from './stock-calls.ts'

// Two of the staff have the same page. The colleague is first, and what the other sends has a mistake as well.

let shop: TestShop
let staff: TestVisitor
let colleague: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', name = 'Wanda Ash',
       staff_rights = '{warehouse,sales,accounts,catalogue}' where email = 'retail@example.com'`,
  )
  ;[staff, colleague] = await Promise.all([
    shop.signIn('staff@example.com'),
    shop.signIn('retail@example.com'),
  ])
})
afterAll(() => shop.close())

interface OutdatedForm extends StaffForm {
  /** What the colleague does. */
  change: () => Promise<unknown>
  wrong: FormFields
  right: FormFields
  /** What the answer says about it. */
  news: RegExp
}

const toOrderForm = (reference: string, call: string): StaffForm => ({
  page: `/admin/orders/${reference}`,
  path: `/admin/orders/${reference}/${call}`,
})
const order = async () => (await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 6 })).reference
const changePo = (reference: string) => () => correctOrder(colleague, reference, { purchase_order: 'PO 77' })
const corrected = /^.* This order has changed since you opened it, .* Since then: .*PO 77 \(Wanda Ash\)\./
const reason = (text: string) => ({ reason: text })

async function createReturn(): Promise<string> {
  const { visitor, reference } = await placeDespatchedOrder(shop, staff, { 'FH-SEAL-1': 3 })
  await requestReturn(visitor, reference, { 1: 3 })
  return `RMA-${String((await listReturns(shop, reference))[0]!.id).padStart(6, '0')}`
}

const forms: Record<string, () => Promise<OutdatedForm>> = {
  refund: async () => {
    const { reference } = await createPaidOrder(shop)
    return {
      ...toOrderForm(reference, 'refund'),
      change: () => refundOrder(colleague, reference, '1.00'),
      // The usual first step: the answer says what it comes to.
      wrong: { amount: '1.00', reason: 'Bent' },
      right: { confirm: '1' },
      news: /Since then: .*£1\.00 refunded \(Wanda Ash\)\. .* This comes to £1\.00/,
    }
  },
  despatch: async () => {
    const reference = await order()
    return {
      ...toOrderForm(reference, 'despatch'),
      change: () => despatch(colleague, reference, { 1: 3 }),
      wrong: { 'lines[0][quantity]': '3', carrier: 'dpd', tracking: '1'.repeat(61) },
      right: { tracking: '155' },
      news: /Since then: Parcel 1 despatched \(Wanda Ash\)\./,
    }
  },
  cancel: async () => {
    const reference = await order()
    const wrong = reason('Sold out')
    const form = toOrderForm(reference, 'cancel')
    return { ...form, change: changePo(reference), wrong, right: { confirm: '1' }, news: corrected }
  },
  hold: async () => {
    const reference = await order()
    const form = toOrderForm(reference, 'hold')
    return { ...form, change: changePo(reference), wrong: reason(''), right: reason('Call'), news: corrected }
  },
  release: async () => {
    const reference = await order()
    await changeOrder(staff, reference, 'hold', { reason: 'Call first' })
    const form = toOrderForm(reference, 'release')
    return { ...form, change: changePo(reference), wrong: reason(''), right: reason('Done'), news: corrected }
  },
  delay: async () => {
    const reference = await order()
    const form = { ...toOrderForm(reference, 'delay'), change: changePo(reference), news: corrected }
    return { ...form, wrong: { choice: 'day', day: '' }, right: { choice: 'unknown' } }
  },
  'carrier of a parcel': async () => {
    const reference = await order()
    await despatch(staff, reference, { 1: 2 })
    return {
      ...toOrderForm(reference, 'parcels/1'),
      change: () => despatch(colleague, reference, { 1: 2 }),
      wrong: { tracking: '1'.repeat(61) },
      right: { tracking: '156' },
      news: /Since then: Parcel 2 despatched \(Wanda Ash\)\./,
    }
  },
  'closing a return': async () => {
    const number = await createReturn()
    const lines = [{ position: 1, quantity: '3', restocked: '3', scrapped: '0', note: '' }]
    await moveReturn(staff, number, 'authorise', { lines })
    const page = `/admin/returns/${number}`
    return {
      ...{ page, path: `${page}/close` },
      change: async () => {
        await moveReturn(colleague, number, 'receive', { lines })
        await moveReturn(colleague, number, 'inspect', { lines })
      },
      wrong: reason(''),
      right: reason('Kept'),
      news: /This return has changed since you opened it, .* Since then: goods received \(Wanda Ash\), .*\(Wanda Ash\)\./,
    }
  },
  'withdrawing a quote': async () => {
    const { reference } = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 })
    const page = `/admin/quotes/${reference}`
    return {
      ...{ page, path: `${page}/withdraw` },
      change: () => priceQuote(colleague, reference, ['11.37']),
      wrong: reason(''),
      right: reason('Sold out'),
      news: /Somebody else has changed this quote .* Since then: .*priced at .*\(Wanda Ash\)/,
    }
  },
  'stock count': async () => ({
    page: '/admin/stock/FH-AIR-1',
    path: '/admin/stock/FH-AIR-1/adjust',
    change: async () => {
      const form = await openAdjustForm(colleague, 'FH-AIR-1')
      await adjustStock(colleague, 'FH-AIR-1', { ...form, mode: 'change', quantity: '2', reason: 'count' })
    },
    wrong: { quantity: 'abc' },
    right: { quantity: '40' },
    news: /The stock of this part has changed .* Since then: \d+ → \d+, count \(Wanda Ash\)\./,
  }),
  'bin of a part': async () => ({
    page: '/admin/stock/FH-AIR-1',
    path: '/admin/stock/FH-AIR-1/storage',
    change: async () => {
      const form = await openForm(colleague, {
        page: '/admin/stock/FH-AIR-1',
        path: '/admin/stock/FH-AIR-1/storage',
      })
      await colleague.postForm('/admin/stock/FH-AIR-1/storage', { ...form, bin: 'B-07' })
    },
    wrong: { low_stock: 'few' },
    right: { low_stock: '3' },
    news: /Somebody else has changed the bin .* Now it is bin B-07,/,
  }),
  'payment on account': async () => ({
    page: accountOf('NPH001'),
    path: `${accountOf('NPH001')}/payments`,
    change: () => enterPayment(colleague, 'NPH001', { amount: '12.34', reference: 'BACS 1' }),
    wrong: { amount: '12.34', reference: '', received_on: '2026-11-20' },
    right: { reference: 'BACS 3' },
    news: /This account has changed .* Since then: payment entered: £12\.34, .*\(Wanda Ash\)/,
  }),
  'credit limit': async () => ({
    page: accountOf('NPH001'),
    path: `${accountOf('NPH001')}/credit-limit`,
    change: () => enterPayment(colleague, 'NPH001', { amount: '1', reference: 'BACS 2' }),
    wrong: { credit_limit: 'lots' },
    right: { credit_limit: '7000' },
    news: /Since then: payment entered: £1\.00, .*\(Wanda Ash\)/,
  }),
  'cancelling a payment': async () => {
    await enterPayment(staff, 'NPH001', { amount: '2', reference: 'BACS 3' })
    const page = `${accountOf('NPH001')}/payments/${await getPaymentId(shop, 'BACS 3')}`
    return {
      ...{ page, path: `${page}/cancel` },
      change: () => enterPayment(colleague, 'NPH001', { amount: '3', reference: 'BACS 4' }),
      wrong: reason(''),
      right: reason('Twice'),
      news: /Since then: payment entered: £3\.00, .*\(Wanda Ash\)/,
    }
  },
  synonym: async () => {
    const word = 'qxgasket'
    await staff.postForm('/admin/synonyms', { word, means: 'seal', language: 'en' })
    const [{ id }] = (await shop.sql<{ id: number }>('select id from search_synonym where word = $1', [
      word,
    ])) as [{ id: number }]
    const path = `/admin/synonyms/${id}`
    return {
      ...{ page: path, path },
      change: async () => {
        const form = await openForm(colleague, { page: path, path })
        await colleague.postForm(path, { ...form, means: 'ring' })
      },
      wrong: { means: '' },
      right: { means: 'seal kit' },
      news: /Somebody else has changed this synonym .* Now: “qxgasket” means “ring”/,
    }
  },
}

describe('R-ADMIN-9: a form that is outdated and has a mistake too is answered with what has changed:', () => {
  test.each(Object.entries(forms))('%s', async (_, prepare) => {
    const { page, path, change, wrong, right, news } = await prepare()
    const fields = await openForm(staff, { page, path })
    await change()
    const rejected = await staff.postForm(path, { ...fields, ...wrong })
    expect([rejected.status, readPage(rejected)]).toEqual([409, expect.stringMatching(news)])
    // Only now the next press is made from what the colleague has done.
    const next = await staff.postForm(path, { ...readForm(rejected.text, path), ...right })
    expect([next.status, readPage(next)]).toEqual([303, expect.anything()])
  })

  test('a bin that a colleague has picked meanwhile', async () => {
    const { url } = await makePickList(staff, [await order()])
    const product = await shop.productId('FH-OIL-1')
    const form = { product: String(product), expected: '6', view: '' }
    await pick(colleague, url!, { product, expected: 6, pieces: 2 })
    const { status, text } = await staff.postForm(`${url}/pick`, { ...form, pieces: 'two' })
    expect([status, readPage({ text })]).toEqual([
      409,
      expect.stringMatching(
        /FH-OIL-1 has been picked already: 2 of 6, by Wanda Ash\..* What you typed Pieces in the bin two /,
      ),
    ])
    expect(text).not.toContain(`#pieces-${product}`)
  })

  test('a bin of a list that a colleague has finished meanwhile', async () => {
    const { url } = await makePickList(staff, [await order()])
    const product = await shop.productId('FH-OIL-1')
    const form = { product: String(product), expected: '6', view: '' }
    expect(await finish(colleague, url!, true)).toMatchObject({ success: true })
    for (const pieces of ['3', 'three']) {
      const answer = await staff.postForm(`${url}/pick`, { ...form, pieces })
      expect([answer.status, readPage(answer)]).toEqual([
        409,
        expect.stringMatching(new RegExp(`finished.* What you typed Pieces in the bin ${pieces} `)),
      ])
      expect(answer.text).not.toContain(`#pieces-${product}`)
    }
  })

  test('an up-to-date form has the errors of its fields alone', async () => {
    const form = toOrderForm(await order(), 'hold')
    const { status, text } = await staff.postForm(form.path, await openForm(staff, form))
    expect([status, text.includes('has changed since you opened it')]).toEqual([422, false])
  })
})

describe('R-ADMIN-9: nothing typed is lost', () => {
  test('when a colleague changes a delivery to a collection, or back, while the goods are despatched', async () => {
    const reference = await order()
    const form = toOrderForm(reference, 'despatch')
    const delivered = await openForm(staff, form)
    expect(await correctMoney(colleague, reference, { delivery_option: 'COL' })).toMatchObject({
      success: true,
    })
    const answer = await staff.postForm(form.path, { ...delivered, carrier: 'dpd', tracking: '15507' })
    expect([answer.status, readPage(answer)]).toEqual([
      409,
      expect.stringMatching(
        / Since then: .*\(Wanda Ash\)\..* What you typed Carrier DPD Tracking number 15507 /,
      ),
    ])
    const collected = readForm(answer.text, form.path)
    await correctMoney(colleague, reference, { delivery_option: 'ND' })
    const reverse = await staff.postForm(form.path, { ...collected, collected_by: 'Sam Okafor' })
    expect(readPage(reverse)).toMatch(/ Since then: .* What you typed Collected by Sam Okafor /)
  })

  test('when the form is gone: it can be read, and no message leads to a field that is not there', async () => {
    const reference = await order()
    const form = toOrderForm(reference, 'cancel')
    const fields = await openForm(staff, form)
    await despatch(colleague, reference, { 1: 1 })
    const answer = await staff.postForm(form.path, { ...fields, reason: 'Sold out' })
    expect([answer.status, readPage(answer)]).toEqual([
      409,
      expect.stringMatching(/ Since then: Parcel 1 .*\(Wanda Ash\)\..* What you typed Reason Sold out /),
    ])
    expect(answer.text).not.toContain('#cancel-confirm')
  })

  test('when a colleague withdraws the quote that is being priced', async () => {
    const { reference } = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 })
    const page = `/admin/quotes/${reference}`
    const fields = await openForm(staff, { page, path: `${page}/offer` })
    const withdraw = await openForm(colleague, { page, path: `${page}/withdraw` })
    await colleague.postForm(`${page}/withdraw`, { ...withdraw, reason: 'Sold out' })
    const typed = { 'prices[0]': '11.37', carriage: 'ten', note: 'By Friday', step: 'send' }
    const answer = await staff.postForm(`${page}/offer`, { ...fields, ...typed })
    expect([answer.status, readPage(answer)]).toEqual([
      409,
      expect.stringMatching(
        /\(Wanda Ash\)\. What you typed Lines FH-OIL-1: 10 at £11\.37 Carriage, £ ex VAT ten .* By Friday /,
      ),
    ])
    expect(answer.text).not.toContain('href="#carriage"')
  })

  test('when two price a quote: the second keeps what they typed, and the colleague’s other fields', async () => {
    const { reference } = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10, 'FH-AIR-1': 2 })
    const page = `/admin/quotes/${reference}`
    const path = `${page}/offer`
    const outdated = await openForm(staff, { page, path })
    const colleagues = await openForm(colleague, { page, path })
    const changes = { 'prices[0]': '11.37', carriage: '12.00', carriage_title: 'By pallet' }
    const sent = await colleague.postForm(path, { ...colleagues, ...changes, step: 'send' })
    expect(sent.status).toBe(303)
    const typed = { 'prices[1]': '17.00', note: 'By Friday' }
    const answer = await staff.postForm(path, { ...outdated, ...typed, step: 'send' })
    expect([answer.status, readPage(answer)]).toEqual([
      409,
      expect.stringMatching(/ Since then: .*Wanda Ash/),
    ])
    expect(readForm(answer.text, path)).toMatchObject({ ...changes, ...typed })
    // 'Remove' removes the line beside it, wherever the colleague has moved it.
    const removed = await staff.postForm(path, { ...outdated, ...typed, step: 'check', remove: '0' })
    expect(readForm(removed.text, path)).toMatchObject({ 'codes[0]': 'FH-AIR-1', 'prices[0]': '17.00' })
  })

  test('when two correct an order: the second keeps what they typed, and the colleague’s other fields', async () => {
    const reference = await order()
    const form = { page: `/admin/orders/${reference}/correct`, path: `/admin/orders/${reference}/correct` }
    const outdated = await openForm(staff, form)
    const colleagues = await openForm(colleague, form)
    const changes = { 'contact[telephone]': '0113 496 0555', 'delivery[town]': 'Bradford' }
    expect((await colleague.postForm(form.path, { ...colleagues, ...changes })).status).toBe(303)
    await correctMoney(colleague, reference, { lines: [{ position: 1, quantity: '5' }] })
    const typed = { purchase_order: 'PO 5', 'delivery[address2]': 'Unit 9' }
    const answer = await staff.postForm(form.path, { ...outdated, ...typed })
    expect([answer.status, readPage(answer)]).toEqual([
      409,
      expect.stringMatching(
        /Wanda Ash changed this order while you had it open\. .*0113 496 0555.*Nothing was saved yet\./,
      ),
    ])
    const again = readForm(answer.text, form.path)
    expect(again).toMatchObject({ ...changes, ...typed, 'lines[0][quantity]': '5' })
    expect((await staff.postForm(form.path, again)).status).toBe(303)
    expect(await getCorrectedOrder(shop, reference)).toMatchObject({
      contact: { telephone: '0113 496 0555' },
      delivery: { town: 'Bradford', address2: 'Unit 9' },
      purchase_order: 'PO 5',
      lines: '1: 5 × FH-OIL-1',
    })
  })
})
