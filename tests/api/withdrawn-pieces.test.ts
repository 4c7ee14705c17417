import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { getOrderState } from './checkout-calls.ts'
import { correctMoney, getAvailable, getCorrectedOrder } from './correction-calls.ts'
import { despatch, setOnHand, toText } from './despatch-calls.ts'
import { createPaidOrder, getSeenOrderVersion, refundOrder } from './order-admin-calls.ts'
import { finish, makePickList, pick, scan } from './picking-calls.ts'
import { moveReturn, requestReturn } from './return-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const credit = (reference: string, quantities: Record<number, number>, changes: object = {}) =>
  refundOrder(staff, reference, '', {
    lines: Object.entries(quantities).map(([position, quantity]) => ({
      position: Number(position),
      quantity: String(quantity),
    })),
    request: randomUUID(),
    ...changes,
  })

const readConfirmation = async (visitor: TestVisitor, reference: string) =>
  (await visitor.getPage(`/order/${reference}/confirmation`)).text

/** All that the customer reads of an order: its page in the account, if there is one, confirmation and look-up. */
async function readPages(visitor: TestVisitor, reference: string): Promise<string[]> {
  const [order] = await shop.sql<{ postcode: string }>(
    `select delivery->>'postcode' as postcode from orders where reference = $1`,
    [reference],
  )
  const stranger = shop.createVisitor()
  const { body } = await stranger.post<{ next_url: string }>('/order/find', { reference, ...order })
  const pages = await Promise.all([
    visitor.getPage(`/account/orders/${reference}`),
    visitor.getPage(`/order/${reference}/confirmation`),
    stranger.getPage(body.next_url),
  ])
  return pages.flatMap(({ status, text }) =>
    status === 200 ? [toText(text.split('id="page-state"')[0]!)] : [],
  )
}

test('R-CREDIT-1: credited pieces that have not left are not sent, and their stock is free', async () => {
  const { reference, visitor } = await createPaidOrder(shop, { 'FH-SEAL-1': 3, 'FH-OIL-1': 2 })
  const available = await getAvailable(shop, 'FH-OIL-1')
  await despatch(staff, reference, { 1: 2 })
  expect((await credit(reference, { 2: 1 })).message).toMatch(/ was issued\. 1 piece won’t be sent\.$/)
  expect(await getAvailable(shop, 'FH-OIL-1')).toBe(available + 1)
  const staffPage = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
  expect(staffPage).toMatch(/FH-OIL-1 +Oil filter, spin-on +1 credited, 1 won’t be sent +2 +0 1 to go 1/)
  expect((await despatch(staff, reference, { 2: 2 })).message).toContain('Only 1 of FH-OIL-1 is still to go')
  expect(await readConfirmation(visitor, reference)).toContain('Still to come')
  // Pieces that came back are credited first: the third seal still goes out.
  expect((await credit(reference, { 1: 1 }, { restock: true })).message).not.toContain('be sent')
  await credit(reference, { 1: 1, 2: 1 })
  expect(await getOrderState(shop, reference)).toBe('despatched')
  expect(await getAvailable(shop, 'FH-OIL-1')).toBe(available + 2)
  expect((await staff.getPage('/admin/picking')).text).not.toContain(reference)
  expect(await readConfirmation(visitor, reference)).not.toContain('Still to come')
})

describe('R-CREDIT-1: with what the customer has put on hand, credited pieces that have not left are not sent', () => {
  const placeSentInPart = async () => {
    const order = await createPaidOrder(shop, { 'FH-SEAL-1': 5, 'FH-OIL-1': 1 })
    await despatch(staff, order.reference, { 1: 3 })
    return order
  }

  test('after others were put back', async () => {
    const { reference } = await placeSentInPart()
    expect((await credit(reference, { 1: 1 }, { restock: true })).message).toContain(
      '1 piece was put on hand.',
    )
    expect(
      (await credit(reference, { 1: 4 }, { restock: true, confirm: false })).errors['refund-confirm'],
    ).toContain('2 pieces won’t be sent.')
    expect((await credit(reference, { 1: 4 }, { restock: true })).message).toContain(
      '2 pieces were put on hand. 2 pieces won’t be sent.',
    )
    expect((await despatch(staff, reference, { 1: 1 })).message).toContain('None of FH-SEAL-1 is still to go')
  })

  test('after a return of all that was sent was credited', async () => {
    const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', {
      'FH-SEAL-1': 5,
      'FH-OIL-1': 1,
    })
    await despatch(staff, reference, { 1: 3 })
    const { number } = await requestReturn(visitor, reference, { 1: 3 })
    const lines = [{ position: 1, quantity: 3 }]
    await moveReturn(staff, number!, 'authorise', { lines, charge: false })
    await moveReturn(staff, number!, 'receive', { lines })
    await moveReturn(staff, number!, 'inspect', {
      lines: [{ position: 1, restocked: 3, scrapped: 0, note: '' }],
    })
    const credited = { lines, delivery: false, charge: false, confirm: true }
    expect((await moveReturn(staff, number!, 'credit', credited)).success).toBe(true)
    expect((await credit(reference, { 1: 2 }, { restock: true })).message).toContain(
      '2 pieces won’t be sent.',
    )
    expect((await despatch(staff, reference, { 1: 1 })).message).toContain('None of FH-SEAL-1 is still to go')
  })
})

test('R-CREDIT-1: an order of which nothing would be sent is cancelled instead', async () => {
  const { reference, ledger } = await createPaidOrder(shop)
  expect((await credit(reference, { 1: 3 })).message).toMatch(
    /^Nothing of this order would be left to send\. Cancel it instead/,
  )
  expect(ledger().refunded).toBe(0)
})

test('R-CREDIT-1: the customer reads in e-mail and order page that credited pieces will not be sent', async () => {
  const { visitor, reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 3 })
  await despatch(staff, reference, { 1: 1 })
  expect((await visitor.getPage(`/account/orders/${reference}`)).text).not.toContain('we won’t be sending')
  await credit(reference, { 1: 1 })
  for (const text of await readPages(visitor, reference))
    expect(text).toContain('Credited, so we won’t be sending: 1 × FH-OIL-1.')
  const [email] = await shop.sql<{ notSent: object[] }>(
    `select facts->'notSent' as "notSent" from mail_outbox where kind = 'credit-note' and facts->>'reference' = $1`,
    [reference],
  )
  expect(email!.notSent).toMatchObject([{ code: 'FH-OIL-1', quantity: 1 }])
})

test('R-CREDIT-1: credited pieces that have not left are sent only when staff say that they are free of charge', async () => {
  const { reference } = await createPaidOrder(shop, { 'FH-SEAL-1': 3, 'FH-OIL-1': 2 })
  const form = (await staff.getPage(`/admin/orders/${reference}`)).text
  expect(form).toMatch(
    /<label[^>]*><input(?=[^>]* name="free_of_charge")[^>]*>(<[^>]*>)*Send them all the same/,
  )
  const gift = await credit(reference, { 2: 1 }, { free_of_charge: true })
  expect(gift.message).not.toContain('be sent')
  expect((await despatch(staff, reference, { 1: 3, 2: 2 })).success).toBe(true)
})

describe('R-CREDIT-1: of an order on account that is invoiced parcel by parcel', () => {
  const getSums = async (reference: string) =>
    (
      await shop.sql<{ invoiced: number; credited: number; total: number }>(
        `select o.total, sum(case d.kind when 'invoice' then d.net else 0 end)::int as invoiced,
           sum(case d.kind when 'credit_note' then d.net else 0 end)::int as credited
         from sales_document d join orders o on o.id = d.order_id where o.reference = $1 group by o.id`,
        [reference],
      )
    )[0]!
  const placeHalfSent = async () => {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', {
      'FH-OIL-1': 7,
      'FH-SEAL-1': 2,
    })
    await despatch(staff, reference, { 1: 3 })
    return reference
  }

  test('what is credited before it leaves is invoiced too, so that the customer pays for all that was sent', async () => {
    const reference = await placeHalfSent()
    const before = await getSums(reference)
    expect((await credit(reference, { 1: 1 }, { confirm: false })).errors['refund-confirm']).toContain(
      '1 piece won’t be sent.',
    )
    expect((await credit(reference, { 1: 1 })).success).toBe(true)
    // Invoiced and credited: nothing is owed for it.
    expect(await getSums(reference)).toMatchObject({ invoiced: before.invoiced + 1250, credited: 1250 })
    expect((await despatch(staff, reference, { 1: 3, 2: 2 })).success).toBe(true)
    const { invoiced, credited } = await getSums(reference)
    expect(invoiced - credited).toBe(before.invoiced + 3 * 1250 + 2 * 400)
  })

  test('all that has not left can be credited, also a line of which nothing was invoiced, and ends the order', async () => {
    const reference = await placeHalfSent()
    const before = await getSums(reference)
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain('refund-quantity-2')
    expect((await credit(reference, { 1: 4, 2: 2 })).message).toContain('6 pieces won’t be sent.')
    expect(await getOrderState(shop, reference)).toBe('despatched')
    const { invoiced, credited } = await getSums(reference)
    expect(invoiced - credited).toBe(before.invoiced)
    expect((await credit(reference, { 1: 3 })).success).toBe(true)
    expect((await credit(reference, { 1: 1 })).success).toBe(false)
  })

  test('R-CORRECT-6: a correction leaves what was credited, and ends the order when nothing else is to go', async () => {
    const reference = await placeHalfSent()
    await credit(reference, { 1: 1 })
    const available = await getAvailable(shop, 'FH-OIL-1')
    const toLines = (quantity: string, code = '') => ({
      lines: [
        { position: 1, quantity, code },
        { position: 2, quantity: '0' },
      ],
    })
    expect((await staff.getPage(`/admin/orders/${reference}/correct`)).text).toContain(
      '7 ordered at £12.50, 3 despatched, 1 credited',
    )
    expect((await correctMoney(staff, reference, toLines('3'))).errors).toEqual({
      'quantity-1': 'FH-OIL-1: 3 sent and 1 credited already, so it can’t be fewer than 4.',
    })
    expect((await correctMoney(staff, reference, toLines('5', 'FH-SEAL-1'))).success).toBe(true)
    expect((await getCorrectedOrder(shop, reference)).lines).toBe('1: 4 × FH-OIL-1, 3: 1 × FH-SEAL-1')
    expect(await getAvailable(shop, 'FH-OIL-1')).toBe(available + 3)
    expect(await getOrderState(shop, reference)).toBe('part_despatched')
    expect((await correctMoney(staff, reference, { lines: [{ position: 3, quantity: '0' }] })).success).toBe(
      true,
    )
    expect(await getOrderState(shop, reference)).toBe('despatched')
  })

  test('what has not left can be credited after all that was invoiced', async () => {
    const reference = await placeHalfSent()
    expect((await credit(reference, { 1: 3 }, { restock: true, delivery: true })).success).toBe(true)
    const page = (await staff.getPage(`/admin/orders/${reference}`)).text
    expect(page).toContain('id="refund-quantity-1"')
    expect(page).toContain('Nothing is left to credit as an amount.')
    expect((await credit(reference, { 1: 4 })).message).toContain('4 pieces won’t be sent.')
    expect((await despatch(staff, reference, { 2: 2 })).success).toBe(true)
  })

  test('one that was sent and credited as an amount has no credit form', async () => {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 2 })
    await despatch(staff, reference, { 1: 2 })
    const getPage = async () => (await staff.getPage(`/admin/orders/${reference}`)).text
    expect(await getPage()).toContain('id="refund-amount"')
    const [order] = await shop.sql<{ total: number }>('select total from orders where reference = $1', [
      reference,
    ])
    const amount = (order!.total / 100).toFixed(2)
    expect((await refundOrder(staff, reference, amount, { request: randomUUID() })).success).toBe(true)
    expect(await getPage()).not.toContain('id="refund-amount"')
  })

  test('a held one gets no invoice, so nothing is credited that has not left', async () => {
    const reference = await placeHalfSent()
    const seen = await getSeenOrderVersion(staff, reference)
    await staff.post(`/admin/orders/${reference}/hold`, { seen, reason: 'Check the address' })
    const before = await getSums(reference)
    expect((await credit(reference, { 1: 1 })).message).toMatch(/^This order is held, and the pieces that/)
    expect((await credit(reference, { 1: 1 }, { free_of_charge: true })).success).toBe(true)
    expect(await getSums(reference)).toMatchObject({ invoiced: before.invoiced, credited: 1250 })
  })
})

test('R-CREDIT-1: an amount takes nothing off what is sent', async () => {
  const { reference } = await createPaidOrder(shop)
  expect((await refundOrder(staff, reference, '4.00')).message).not.toContain('be sent')
  expect((await despatch(staff, reference, { 1: 3 })).success).toBe(true)
})

test('R-CREDIT-1: before they confirm it staff read what won’t be sent, and afterwards what goes back into its bin', async () => {
  await shop.setStock('FH-OIL-1', 500)
  await shop.setStock('FH-SEAL-1', 500)
  const { reference } = await createPaidOrder(shop, { 'FH-SEAL-1': 3, 'FH-OIL-1': 2 })
  const { url } = await makePickList(staff, [reference])
  expect((await credit(reference, { 2: 1 })).message).toMatch(/^This order is being picked/)
  await scan(staff, url!, 'FH-OIL-1')
  await scan(staff, url!, 'FH-SEAL-1')
  await finish(staff, url!)
  expect((await credit(reference, { 2: 1 }, { confirm: false })).errors['refund-confirm']).toBe(
    'This comes to £15.00 inc VAT. 1 piece won’t be sent. Tick the box to go ahead.',
  )
  expect((await credit(reference, { 2: 1 })).message).toMatch(
    /1 piece won’t be sent\. Put back what was set aside: 1 × FH-OIL-1\.$/,
  )
})

test('R-CREDIT-1: what was on back order and was credited is promised on no page any more', async () => {
  await setOnHand(shop, 0)
  const { reference, visitor } = await createPaidOrder(shop, { 'FH-OIL-1': 2, 'FH-HYD-1': 3 })
  const promise = /back order|3 × FH-HYD-1|Sent together|once everything is in|Later/
  const [, lookUp] = await readPages(visitor, reference)
  expect(lookUp).toMatch(promise)
  expect((await credit(reference, { 2: 1 })).success).toBe(true)
  for (const text of await readPages(visitor, reference)) expect(text).toMatch(/2 × [^.]*FH-HYD-1/)
  await credit(reference, { 2: 2 })
  for (const text of await readPages(visitor, reference)) {
    expect(text).toContain('Credited, so we won’t be sending: 3 × FH-HYD-1.')
    expect(text.replace('sending: 3 × FH-HYD-1', '')).not.toMatch(promise)
  }
  const staffPage = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
  expect(staffPage).not.toMatch(/Sent together/)
})

test('R-PICK-4: what is short of the others is on back order, whatever was credited before', async () => {
  await shop.setStock('FH-SEAL-1', 500)
  const { visitor, reference } = await createPaidOrder(shop, { 'FH-SEAL-1': 6, 'FH-OIL-1': 1 })
  expect((await credit(reference, { 1: 3 })).success).toBe(true)
  const { url } = await makePickList(staff, [reference])
  await scan(staff, url!, 'FH-OIL-1')
  await pick(staff, url!, { product: await shop.productId('FH-SEAL-1'), expected: 3, pieces: 2 })
  await finish(staff, url!)
  await despatch(staff, reference, { 1: 2, 2: 1 })
  for (const page of await readPages(visitor, reference))
    expect(page).toMatch(
      /Still to come (About [^.]+\. )?We’ll email you when it’s on its way\. 1 × FH-SEAL-1 Sealing ring/,
    )
})

test('R-DELAY-2: pieces that were promised from stock are missed, whatever was credited of the later ones', async () => {
  await setOnHand(shop, 2)
  const { reference } = await createPaidOrder(shop, { 'FH-HYD-1': 5, 'FH-OIL-1': 1 })
  await shop.sql(
    `update orders set consignments = 'split', delivery_date = '2026-11-25' where reference = $1`,
    [reference],
  )
  const readDelays = async () => (await staff.getPage('/admin/promised-days')).text
  expect(await readDelays()).not.toContain(reference)
  expect((await credit(reference, { 1: 3 })).success).toBe(true)
  expect(await readDelays()).not.toContain(reference)
  await setOnHand(shop, 0)
  expect(await readDelays()).toContain(reference)
})
