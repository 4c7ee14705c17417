import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueDueInvoices } from '../../src/features/billing/due-invoices.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  correctMoney,
  correctOrder,
  getAvailable,
  getCorrectedOrder,
  leedsAddress,
  listChangeEmails,
} from './correction-calls.ts'
import { changeOrder, despatch, getOrderState, listAudit, toText } from './despatch-calls.ts'
import { cancelOrder, createPaidOrder, getSeenOrderVersion, listRefunds } from './order-admin-calls.ts'
import { finish, makePickList } from './picking-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  await shop.setStock('FH-AIR-1', 50)
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const order = async (goods: Record<string, number> = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }, changes = {}) =>
  placeAccountOrder(shop, tom, goods, changes)

const correct = (reference: string, body: object) => correctOrder(staff, reference, body)
const confirm = (reference: string, body: object) => correctMoney(staff, reference, body)

describe('R-CORRECT-4: contact, addresses, PO number and instructions', () => {
  test('are corrected at once; history, audit and one e-mail have them before and after', async () => {
    const { reference, visitor } = await order(undefined, { purchase_order: 'PO 1' })
    const reply = await correct(reference, {
      contact: { name: 'Tom Rade', email: 'Office@Example.com', telephone: '0113 496 0999', vat: '' },
      delivery: leedsAddress,
      purchase_order: 'PO 2',
      delivery_instructions: 'Ring the bell',
    })
    expect(reply).toMatchObject({
      success: true,
      message: `Order ${reference} has been corrected, and office@example.com will get an email.`,
    })
    const row = await getCorrectedOrder(shop, reference)
    expect(row.contact).toMatchObject({ email: 'office@example.com', telephone: '0113 496 0999' })
    expect(row.delivery).toMatchObject({ address1: '90 Mill Lane', postcode: 'LS4 1AB' })
    expect([row.purchase_order, row.delivery_instructions]).toEqual(['PO 2', 'Ring the bell'])
    const readPage = async (reader: TestVisitor, page: string) => toText((await reader.getPage(page)).text)
    expect(await readPage(staff, `/admin/orders/${reference}`)).toContain('PO number: PO 1 → PO 2')
    expect(await readPage(visitor, `/account/orders/${reference}`)).toContain(
      'PO number: PO 2 instead of PO 1',
    )
    const [audit] = await listAudit(shop, reference)
    expect(audit!.action).toBe('order corrected')
    expect(audit!.detail).toContain('PO number: PO 1 → PO 2')
    expect(audit!.detail).not.toMatch(/Mill Lane|example\.com|0999/)
    expect(
      (await listChangeEmails(shop, reference)).map(({ recipient, facts }) => [
        recipient,
        facts.changes.map(({ name }) => name),
      ]),
    ).toEqual([['office@example.com', expect.arrayContaining(['Email', 'Delivery address', 'PO number'])]])
  })

  test('are checked by the rules of the checkout, and what was typed stays', async () => {
    const { reference } = await order()
    expect(
      (await correct(reference, { contact: { name: '', email: 'x', telephone: '1', vat: '' } })).errors,
    ).toEqual({
      'contact-name': 'Name is required.',
      'contact-email': 'Enter an email address, for example name@example.com.',
      'contact-telephone': 'Enter a telephone number.',
    })
    const { errors } = await correct(reference, {
      delivery: { ...leedsAddress, postcode: 'XX', address1: '' },
      delivery_instructions: 'x'.repeat(51),
    })
    expect(Object.keys(errors).sort()).toEqual([
      'delivery-address1',
      'delivery-instructions',
      'delivery-postcode',
    ])
    const seen = await getSeenOrderVersion(staff, reference)
    const { status, text } = await staff.postForm(`/admin/orders/${reference}/correct`, {
      seen,
      request: randomUUID(),
      'delivery[address1]': '',
      ...Object.fromEntries(
        Object.entries(leedsAddress).map(([field, value]) => [
          `delivery[${field}]`,
          field === 'address1' ? '' : value,
        ]),
      ),
      purchase_order: 'PO <9>',
    })
    expect(status).toBe(422)
    expect(text).toContain('value="PO &lt;9&gt;"')
    expect(toText(text)).toContain('Address line 1 is invalid.')
  })

  test('a press without a change says so', async () => {
    const { reference } = await order()
    expect((await correct(reference, {})).message).toBe('You haven’t changed anything.')
  })

  test.each([
    [
      'cancelled',
      async (reference: string) => void (await cancelOrder(staff, reference)),
      /^This order is cancelled/,
    ],
    [
      'wholly despatched',
      async (reference: string) => void (await despatch(staff, reference, { 1: 4, 2: 2 })),
      /^Everything of this order has left/,
    ],
  ])('of an order that is %s are refused', async (_, change, message) => {
    const { reference } = await order()
    await change(reference)
    expect((await correct(reference, { purchase_order: 'PO 9' })).message).toMatch(message)
    expect((await staff.getPage(`/admin/orders/${reference}/correct`)).status).toBe(303)
  })

  test('after the first parcel they count for the rest, and the page says so', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 4 })
    expect(toText((await staff.getPage(`/admin/orders/${reference}/correct`)).text)).toContain(
      'what you correct counts for the rest',
    )
    expect((await correct(reference, { delivery: leedsAddress })).success).toBe(true)
    expect((await getCorrectedOrder(shop, reference)).delivery).toMatchObject({ address1: '90 Mill Lane' })
  })
})

describe('R-CORRECT-5: who comes second', () => {
  test('reads what the other has done; the same press corrects once', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    const replies = await runConcurrently(6, nth => correct(reference, { seen, purchase_order: `PO ${nth}` }))
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
    expect(replies.find(({ success }) => !success)).toMatchObject({
      message: expect.stringMatching(
        /^Stella Affleck changed this order while you had it open\. Corrected: PO number: .*\. Nothing was saved yet\./,
      ),
      news: {
        heading: 'Stella Affleck changed this order while you had it open.',
        changes: [expect.stringMatching(/^Corrected: PO number: \(none\) → PO \d$/)],
      },
    })
    const request = randomUUID()
    const again = await getSeenOrderVersion(staff, reference)
    const presses = await runConcurrently(5, () =>
      correct(reference, { seen: again, request, purchase_order: 'PO same' }),
    )
    expect(presses.every(({ success }) => success)).toBe(true)
    expect(await listChangeEmails(shop, reference)).toHaveLength(2)
  })

  test('of a correction, a despatch and a cancellation at once, one happens', async () => {
    for (const _ of [1, 2, 3]) {
      const { reference } = await order()
      const { sums } = await correct(reference, { lines: [{ position: 1, quantity: 1 }] })
      const seen = await getSeenOrderVersion(staff, reference)
      const replies = await Promise.all([
        correct(reference, {
          seen,
          lines: [{ position: 1, quantity: 1 }],
          confirm: sums!.after.total!.toFixed(2),
        }),
        despatch(staff, reference, { 1: 4 }, { seen }),
        cancelOrder(staff, reference, { seen }),
      ])
      expect(replies.filter(({ success }) => success)).toHaveLength(1)
    }
  })

  test('customers, strangers and staff without sales are refused', async () => {
    const { reference, visitor } = await order()
    const path = `/admin/orders/${reference}/correct`
    expect((await visitor.post(path, { seen: '1', request: randomUUID() })).status).toBe(404)
    expect((await shop.createVisitor().post(path, { seen: '1', request: randomUUID() })).status).toBe(401)
    expect(
      (await staff.post('/admin/orders/FH22222222/correct', { seen: '1', request: randomUUID() })).status,
    ).toBe(404)
  })
})

describe('R-CORRECT-6: quantities', () => {
  test('go down after the new total was confirmed; stock is free again', async () => {
    const { reference } = await order()
    const before = await getAvailable(shop, 'FH-OIL-1')
    const lines = [
      { position: 1, quantity: 3 },
      { position: 2, quantity: 0 },
    ]
    const preview = await correct(reference, { lines })
    const { total } = preview.sums!.after
    expect(preview.success).toBe(false)
    expect(preview.errors).toEqual({
      confirm: `Tick the box to confirm the new total of £${total!.toFixed(2)}.`,
    })
    expect(preview.sums!.changes).toEqual(['Quantity of FH-OIL-1: 4 → 3', 'Quantity of FH-SEAL-1: 2 → 0'])
    expect(await getAvailable(shop, 'FH-OIL-1')).toBe(before)
    expect((await correct(reference, { lines, confirm: '1.00' })).sums).toEqual(preview.sums)
    expect((await correct(reference, { lines, confirm: total!.toFixed(2) })).success).toBe(true)
    const row = await getCorrectedOrder(shop, reference)
    expect([row.lines, row.total]).toEqual(['1: 3 × FH-OIL-1', Math.round(total! * 100)])
    expect(await getAvailable(shop, 'FH-OIL-1')).toBe(before + 1)
    expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toContain(
      'Quantity of FH-SEAL-1: 2 → 0',
    )
  })

  test('lowered to what has left end the order, and its invoices add up to it', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 2: 2 })
    expect((await confirm(reference, { lines: [{ position: 1, quantity: 0 }] })).success).toBe(true)
    expect(await getOrderState(shop, reference)).toBe('despatched')
    expect((await getCorrectedOrder(shop, reference)).lines).toBe('2: 2 × FH-SEAL-1')
    expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toContain('FH-SEAL-1')
  })

  test('of a part that has left go no lower; the rest is invoiced with the next parcel', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 2 })
    expect((await correct(reference, { lines: [{ position: 1, quantity: 1 }] })).errors).toEqual({
      'quantity-1': 'FH-OIL-1: 2 sent already, so it can’t be fewer than 2.',
    })
    expect((await confirm(reference, { lines: [{ position: 1, quantity: 3 }] })).success).toBe(true)
    expect((await despatch(staff, reference, { 1: 1, 2: 2 })).success).toBe(true)
    expect(await getOrderState(shop, reference)).toBe('despatched')
  })

  test('of an order with a voucher keep the discount of the pieces that stay', async () => {
    const { reference } = await order()
    await shop.sql(
      `with voucher as (insert into voucher (code, kind, amount) values ('TEN', 'percentage', 1000) on conflict do nothing returning id, code)
       insert into order_voucher (order_id, voucher_id, code, summary, amount)
       select o.id, v.id, v.code, '10% off', o.subtotal / 10 from orders o, voucher v where o.reference = $1`,
      [reference],
    )
    await shop.sql(
      `update orders set discount = subtotal / 10, vat = n.vat, total = subtotal - subtotal / 10 + delivery_cost + n.vat
       from (select id, floor(((subtotal - subtotal / 10 + delivery_cost) * vat_rate_bp + 5000) / 10000)::int as vat from orders) n
       where n.id = orders.id and reference = $1`,
      [reference],
    )
    const before = await getCorrectedOrder(shop, reference)
    expect((await confirm(reference, { lines: [{ position: 1, quantity: 2 }] })).success).toBe(true)
    const after = await getCorrectedOrder(shop, reference)
    expect(after.discount).toBe(Math.floor((before.discount * after.subtotal) / before.subtotal))
  })
})

describe('R-CORRECT-7: another product', () => {
  test('replaces a line at this company’s price; stock moves from one to the other', async () => {
    const { reference } = await order()
    const [oil, air] = await Promise.all([getAvailable(shop, 'FH-OIL-1'), getAvailable(shop, 'FH-AIR-1')])
    const lines = [{ position: 1, quantity: 4, code: 'fh air 1' }]
    expect((await confirm(reference, { lines })).success).toBe(true)
    expect((await getCorrectedOrder(shop, reference)).lines).toBe('1: 4 × FH-AIR-1, 2: 2 × FH-SEAL-1')
    expect(await getAvailable(shop, 'FH-OIL-1')).toBe(oil + 4)
    expect(await getAvailable(shop, 'FH-AIR-1')).toBe(air - 4)
  })

  test('at a typed price, for what has not left; then it is despatched and invoiced', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 1 })
    const lines = [{ position: 1, quantity: 4, code: 'FH-AIR-1', price: '1.00' }]
    expect((await confirm(reference, { lines })).success).toBe(true)
    expect((await getCorrectedOrder(shop, reference)).lines).toBe(
      '1: 1 × FH-OIL-1, 2: 2 × FH-SEAL-1, 3: 3 × FH-AIR-1',
    )
    expect((await despatch(staff, reference, { 2: 2, 3: 3 })).success).toBe(true)
    expect(await getOrderState(shop, reference)).toBe('despatched')
  })

  test('is refused when there is not enough of it, and goes on back order where that is allowed', async () => {
    const { reference } = await order()
    const [seal] = await shop.sql<{ available: number }>(
      `select available from stock s join product p on p.id = s.product_id where p.code = 'FH-SEAL-1'`,
    )
    const tooMany = seal!.available + 3
    const short = await correct(reference, { lines: [{ position: 1, quantity: tooMany, code: 'FH-SEAL-1' }] })
    expect(short.errors['quantity-1']).toMatch(/^Only \d+ of FH-SEAL-1 are in stock\.$/)
    await shop.setStock('FH-SEAL-1', 0)
    const none = await correct(reference, { lines: [{ position: 1, quantity: 2, code: 'FH-SEAL-1' }] })
    expect(none.errors['quantity-1']).toBe('FH-SEAL-1 is out of stock.')
    await shop.setStock('FH-SEAL-1', seal!.available)
    const later = await confirm(reference, {
      lines: [{ position: 1, quantity: 4000, code: 'FH-HYD-1' }],
    })
    expect(later.success).toBe(true)
    const [line] = await shop.sql<{ later_quantity: number }>(
      `select l.later_quantity from order_line l join orders o on o.id = l.order_id where o.reference = $1 and position = 1`,
      [reference],
    )
    expect(line!.later_quantity).toBeGreaterThan(0)
  })
})

describe('R-CORRECT-8: delivery and VAT', () => {
  test('another service costs its price, and is confirmed', async () => {
    const { reference } = await order()
    const reply = await confirm(reference, { delivery_option: 'ND12' })
    expect(reply.success).toBe(true)
    const row = await getCorrectedOrder(shop, reference)
    expect(row.delivery_code).toBe('ND12')
    expect(row.delivery_title).toContain('before 12:00')
  })

  test('another day replaces one that was moved or given up, on every page', async () => {
    const { reference, visitor } = await order({ 'FH-OIL-1': 4 })
    await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
    await changeOrder(staff, reference, 'release', { reason: 'Fine' })
    await changeOrder(staff, reference, 'delay', { choice: 'day', day: '2026-12-04' })
    expect(await confirm(reference, { delivery_option: 'NAM:2026-11-27' })).toMatchObject({ success: true })
    const page = toText((await visitor.getPage(`/account/orders/${reference}`)).text)
    expect(page).toContain('Arrives Friday 27 November')
    expect(page).not.toContain('Delayed Now due')
    expect(toText((await staff.getPage(`/admin/orders/${reference}`)).text)).toMatch(
      /To pick +For Friday 27 November/,
    )
    expect((await staff.getPage('/admin/promised-days')).text).not.toContain(reference)
  })

  test('an address in another zone needs a new delivery, and an export has no VAT', async () => {
    const { reference } = await order()
    const jersey = { ...leedsAddress, town: 'St Helier', postcode: 'JE2 3AB', country: 'JE' }
    expect((await correct(reference, { delivery: jersey })).errors).toEqual({
      'delivery-option': 'Choose a delivery for this address.',
    })
    const reply = await confirm(reference, { delivery: jersey, delivery_option: 'CI4' })
    expect(reply.success).toBe(true)
    expect(await getCorrectedOrder(shop, reference)).toMatchObject({ vat_rate_bp: 0, delivery_code: 'CI4' })
  })

  test('after the first invoice neither VAT nor the delivery charge changes', async () => {
    const { reference } = await order()
    await despatch(staff, reference, { 1: 4 })
    const jersey = { ...leedsAddress, town: 'St Helier', postcode: 'JE2 3AB', country: 'JE' }
    expect((await correct(reference, { delivery: jersey, delivery_option: 'CI4' })).message).toMatch(
      /invoiced with other VAT/,
    )
    expect((await correct(reference, { delivery_option: 'ND12' })).message).toMatch(
      /^The delivery charge has been invoiced/,
    )
  })
})

describe('R-CORRECT-9: an order that a card has paid', () => {
  test('and that costs less is refunded by the difference, once', async () => {
    const paid = await createPaidOrder(shop, { 'FH-OIL-1': 4 })
    const lines = [{ position: 1, quantity: 1 }]
    const { sums } = await correct(paid.reference, { lines })
    const [seen, request] = [await getSeenOrderVersion(staff, paid.reference), randomUUID()]
    const replies = await runConcurrently(4, () =>
      correct(paid.reference, { seen, request, lines, confirm: sums!.after.total!.toFixed(2) }),
    )
    expect(replies.every(({ success }) => success)).toBe(true)
    const { total } = await getCorrectedOrder(shop, paid.reference)
    const difference = paid.total - total
    expect(await listRefunds(shop, paid.reference)).toEqual([
      { kind: 'refund', amount: difference, state: 'done' },
    ])
    expect(paid.ledger()).toMatchObject({ refunded: difference })
    expect((await listChangeEmails(shop, paid.reference)).map(({ facts }) => facts.moneyBack)).toEqual([
      difference,
    ])
  })
})

test('R-CORRECT-8: of an order that is invoiced as a whole only what costs nothing is corrected', async () => {
  const { reference } = await order()
  const config = { ...shop.context.config, invoiceWhen: 'placed' as const }
  await issueDueInvoices({ ...shop.context, config })
  expect((await correct(reference, { lines: [{ position: 1, quantity: 1 }] })).message).toMatch(
    /^This order has been invoiced, .* Refund by line instead\.$/,
  )
  expect(toText((await staff.getPage(`/admin/orders/${reference}/correct`)).text)).toContain(
    'These goods have been invoiced',
  )
  expect((await correct(reference, { purchase_order: 'PO 3' })).success).toBe(true)
})

test('R-CORRECT-6: goods that are being picked are not corrected before the list is finished', async () => {
  const { reference } = await order()
  const list = await makePickList(staff, [reference])
  const lines = [{ position: 1, quantity: 1 }]
  expect((await correct(reference, { lines })).message).toMatch(/^This order is being picked/)
  expect((await correct(reference, { purchase_order: 'PO 4' })).success).toBe(true)
  await finish(staff, list.url!, true)
  expect((await confirm(reference, { lines })).success).toBe(true)
  expect((await despatch(staff, reference, { 1: 1, 2: 2 })).success).toBe(true)
})
