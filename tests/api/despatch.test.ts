import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  changeOrder,
  countEmails,
  despatch,
  getOrderState,
  holdAll,
  listParcels,
  sendDespatch,
  setOnHand,
  toText,
} from './despatch-calls.ts'
import { cancelOrder, createPaidOrder, getSeenOrderVersion, refundOrder } from './order-admin-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const goods = { 'FH-OIL-1': 4, 'FH-SEAL-1': 2 }
const order = async (changes: Record<string, unknown> = {}) => placeAccountOrder(shop, tom, goods, changes)

describe('R-DESPATCH-1: despatching', () => {
  test('in two parcels takes from what is on hand, moves the order on, and e-mails each parcel', async () => {
    const { reference } = await order()
    const first = await despatch(staff, reference, { 1: 3, 2: 2 })
    expect(first).toEqual({
      success: true,
      message: `Parcel 1 has been despatched with DPD, and ${tom} will get an email.`,
      errors: {},
    })
    expect(await getOrderState(shop, reference)).toBe('part_despatched')
    expect((await despatch(staff, reference, { 1: 1 }, { carrier: 'ups', tracking: '' })).success).toBe(true)
    expect(await getOrderState(shop, reference)).toBe('despatched')
    expect(await listParcels(shop, reference)).toEqual([
      { number: 1, carrier: 'dpd', tracking: '15501234567890', by: '', pieces: '3+2' },
      { number: 2, carrier: 'ups', tracking: '', by: '', pieces: '1' },
    ])
    expect(await countEmails(shop, reference, 'parcel-despatched')).toEqual([
      [[3, 2], [1]],
      [[1], []],
    ])
  })

  test('the page shows what was ordered, has left, is to go and is on hand, and proposes what can go out', async () => {
    const goods = { 'FH-OIL-1': 4, 'FH-HYD-1': 5 }
    const { reference } = await placeAccountOrder(shop, tom, goods, { consignments: 'split' })
    await setOnHand(shop, 2)
    await despatch(staff, reference, { 1: 1 })
    const { text } = await staff.getPage(`/admin/orders/${reference}`)
    for (const [position, quantity] of [
      [0, 3],
      [1, 2],
    ])
      expect(text).toMatch(new RegExp(`name="lines\\[${position}\\]\\[quantity\\]"[^>]* value="${quantity}"`))
    expect(toText(text)).toMatch(/FH-HYD-1 .{5,60}? 5 to go · 2 on hand .* FH-HYD-1 .{5,60}? 5 0 5 to go 5 /)
    expect(toText(text)).not.toContain('Still to go')
    // The carrier that was used last comes first.
    expect(text).toMatch(/<option value="dpd" selected/)
  })

  test('staff who do not despatch read what is still to come, when, and whether it can go', async () => {
    await shop.sql(
      `update person set roles = '{staff}', staff_rights = '{sales}' where email = 'retail@example.com'`,
    )
    const sales = await shop.signIn('retail@example.com')
    const goods = { 'FH-OIL-1': 4, 'FH-HYD-1': 5 }
    await setOnHand(shop, 0)
    const { reference } = await placeAccountOrder(shop, tom, goods, { consignments: 'split' })
    await despatch(staff, reference, { 1: 1 })
    const page = toText((await sales.getPage(`/admin/orders/${reference}`)).text)
    expect(page).toMatch(/Still to go 3 × FH-OIL-1 Oil filter.* Can go now Promised Wednesday 25 November/)
    expect(page).toMatch(/5 × FH-HYD-1 .{5,40} Due about [^.]{5,30} Not on hand/)
    await shop.sql(
      `update person set roles = '{buyer}', staff_rights = null where email = 'retail@example.com'`,
    )
  })

  test('a plain form does it too, and leads back to the order', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    const fields = {
      seen,
      request: 'plain-form-1',
      'lines[0][position]': '1',
      'lines[0][quantity]': '4',
      'lines[1][position]': '2',
      'lines[1][quantity]': '',
      carrier: 'royal-mail',
      tracking: 'AB 123 GB',
    }
    const { status, headers } = await staff.postForm(`/admin/orders/${reference}/despatch`, fields)
    expect([status, headers.get('location')]).toEqual([303, `/admin/orders/${reference}`])
    const { text } = await staff.getPage(`/admin/orders/${reference}`)
    expect(text).toContain('https://www.royalmail.com/track-your-item#/tracking-results/AB%20123%20GB')
    expect(toText(text)).toContain('Parcel 1 despatched')
    expect(toText(text)).toContain('Stella Affleck')
  })
})

describe('R-DESPATCH-2: nothing is despatched twice', () => {
  test('the same press ten times at once is one parcel', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    const replies = await runConcurrently(10, () =>
      despatch(staff, reference, { 1: 2 }, { seen, request: `key-${reference}` }),
    )
    expect(replies.every(({ success }) => success)).toBe(true)
    expect((await listParcels(shop, reference)).map(({ pieces }) => pieces)).toEqual(['2'])
    expect(await countEmails(shop, reference, 'parcel-despatched')).toHaveLength(1)
  })

  test('of ten staff who despatch the same order at once, one does, and nine read that it has changed', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    const replies = await runConcurrently(10, () => despatch(staff, reference, { 1: 2 }, { seen }))
    const refusals = replies.filter(({ success }) => !success).map(({ message }) => message)
    expect(refusals).toHaveLength(9)
    expect(new Set(refusals)).toEqual(
      new Set([
        'This order has changed since you opened it, so nothing was despatched. Since then: Parcel 1 despatched (Stella Affleck). Check the quantities and press Despatch again.',
      ]),
    )
    expect(await listParcels(shop, reference)).toHaveLength(1)
  })

  test('two orders that share the last pieces on hand cannot both have them', async () => {
    await holdAll(shop)
    const orders = [
      await placeAccountOrder(shop, tom, { 'FH-HYD-1': 3 }),
      await placeAccountOrder(shop, tom, { 'FH-HYD-1': 3 }),
    ]
    await setOnHand(shop, 3)
    const replies = await Promise.all(orders.map(({ reference }) => despatch(staff, reference, { 1: 3 })))
    expect(replies.filter(({ success }) => success)).toHaveLength(1)
    expect(replies.find(({ success }) => !success)?.message).toMatch(
      /^FH-HYD-1 is out of stock|is older and waits for FH-HYD-1/,
    )
  })

  test('a form that comes back with other pieces, after the browser’s Back, is outdated', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    const request = `back-${reference}`
    await despatch(staff, reference, { 1: 1 }, { seen, request })
    expect((await despatch(staff, reference, { 1: 2 }, { seen, request })).message).toMatch(
      /^This order has changed .* Since then: Parcel 1 despatched \(Stella Affleck\)\. Check the quantities/,
    )
    expect(await listParcels(shop, reference)).toMatchObject([{ pieces: '1' }])
  })

  test('of a despatch, a cancellation and a hold at once, one happens', async () => {
    for (const _ of [1, 2, 3]) {
      const { reference } = await order()
      const seen = await getSeenOrderVersion(staff, reference)
      const replies = await Promise.all([
        despatch(staff, reference, { 1: 4 }, { seen }),
        cancelOrder(staff, reference, { seen }),
        changeOrder(staff, reference, 'hold', { seen, reason: 'Odd address' }).then(({ body }) => body),
        despatch(staff, reference, { 2: 2 }, { seen }),
      ])
      expect(replies.filter(({ success }) => success)).toHaveLength(1)
    }
  })

  test('the key of one order’s form is another one for another order', async () => {
    const [one, other] = [await order(), await order()]
    await despatch(staff, one.reference, { 1: 1 }, { request: 'shared-key' })
    const reply = await despatch(staff, other.reference, { 1: 1 }, { request: 'shared-key' })
    expect(reply.success).toBe(true)
    for (const { reference } of [one, other]) expect(await listParcels(shop, reference)).toHaveLength(1)
  })
})

test('R-EMAIL-2: the hourly limits hold for e-mails about the parcels of a guest', async () => {
  const paid = await createPaidOrder(shop)
  await despatch(staff, paid.reference, { 1: 1 })
  const { reference } = await order()
  await despatch(staff, reference, { 1: 1 })
  const limits = await shop.sql<{ over_limit: string | null }>(
    `select over_limit from mail_outbox where kind = 'parcel-despatched' and split_part(dedupe_key, ':', 2) = any($1)
     order by id`,
    [[paid.reference, reference]],
  )
  expect(limits.map(({ over_limit }) => over_limit)).toEqual(['wait', null])
})

describe('R-DESPATCH-2: who comes second reads what was done before, and by whom', () => {
  test.each([
    [
      'the whole order has left',
      async (reference: string) => void (await despatch(staff, reference, { 1: 4, 2: 2 })),
      'There is nothing left to despatch of this order. Since then: Parcel 1 despatched (Stella Affleck).',
    ],
    [
      'the order is held',
      async (reference: string) =>
        void (await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })),
      'This order is held, so nothing was despatched. Release it first. Since then: Held: Odd address (Stella Affleck).',
    ],
    [
      'the order is cancelled',
      async (reference: string) => void (await cancelOrder(staff, reference)),
      'This order is cancelled, so nothing was despatched. Since then: Cancelled: Sold out at the maker (Stella Affleck).',
    ],
  ])('%s; what was typed is still on the page', async (_, change, message) => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    await change(reference)
    expect((await despatch(staff, reference, { 1: 3 }, { seen })).message).toBe(message)
    const { status, text } = await staff.postForm(`/admin/orders/${reference}/despatch`, {
      seen,
      request: `late-${reference}`,
      'lines[0][position]': '1',
      'lines[0][quantity]': '3',
      'lines[1][position]': '2',
      'lines[1][quantity]': '',
      carrier: 'fedex',
      tracking: '7711 <b>',
    })
    expect(status).toBe(409)
    expect(text).toContain('7711 &lt;b&gt;')
    expect(toText(text)).toContain(
      'What you typed Pieces FH-OIL-1: 3 Carrier FedEx Tracking number 7711 &lt;b&gt;',
    )
  })

  test('of two who cancel an order, or refund it, with what was typed', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
    const fields = { seen, reason: 'Ordered twice', confirm: '1' }
    const cancel = await staff.postForm(`/admin/orders/${reference}/cancel`, fields)
    expect(cancel.status).toBe(409)
    expect(toText(cancel.text)).toContain('Since then: Held: Odd address (Stella Affleck).')
    expect(cancel.text).toMatch(/<details open[^>]*>(?:(?!<details).)*>Ordered twice<\/textarea>/s)

    const paid = await createPaidOrder(shop)
    const stale = await getSeenOrderVersion(staff, paid.reference)
    await refundOrder(staff, paid.reference, '1.00')
    const refund = { seen: stale, amount: '2.00', reason: 'Bent', confirm: '1' }
    const { status, text } = await staff.postForm(`/admin/orders/${paid.reference}/refund`, refund)
    expect(status).toBe(409)
    expect(toText(text)).toMatch(/Since then: .*£1\.00 refunded \(Stella Affleck\)/)
    expect(text).toMatch(/<details open[^>]*>(?:(?!<details).)*value="2.00"/s)
    await cancelOrder(staff, paid.reference)
    const late = await staff.postForm(`/admin/orders/${paid.reference}/cancel`, { ...fields, seen: stale })
    expect(toText(late.text)).toContain('What you typed Reason Ordered twice')
  })

  test('of two who hold an order, with the reason that was typed', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    await changeOrder(staff, reference, 'hold', { reason: 'Odd address' })
    const hold = await staff.postForm(`/admin/orders/${reference}/hold`, { seen, reason: 'Two of one name' })
    expect(hold.status).toBe(409)
    expect(toText(hold.text)).toContain('held already. Since then: Held: Odd address (Stella Affleck).')
    expect(toText(hold.text)).toContain('What you typed Reason Two of one name')
    const stale = await getSeenOrderVersion(staff, reference)
    await changeOrder(staff, reference, 'release', { reason: 'Checked' })
    const release = await staff.postForm(`/admin/orders/${reference}/release`, {
      seen: stale,
      reason: 'Rang them',
    })
    expect(toText(release.text)).toContain('Since then: Released: Checked (Stella Affleck).')
    expect(toText(release.text)).toContain('What you typed Reason Rang them')
  })
})

describe('R-DESPATCH-3: a refusal is a sentence, and nothing that was typed is lost', () => {
  test.each([
    [
      'more than ordered',
      { 1: 5 },
      'Only 4 of FH-OIL-1 are still to go out, so nothing was despatched.',
      { 'quantity-1': 'Only 4 of FH-OIL-1 are left to send.' },
    ],
    [
      'nothing',
      { 1: '', 2: 0 },
      'Enter how many pieces go out.',
      { 'quantity-1': 'Enter how many pieces go out.' },
    ],
    [
      'a line that is not there',
      { 9: 1 },
      'None of line 9 is still to go out, so nothing was despatched.',
      {},
    ],
  ])('%s', async (_, quantities, message, errors) => {
    const { reference } = await order()
    expect(await despatch(staff, reference, quantities)).toEqual({ success: false, message, errors })
    expect(await getOrderState(shop, reference)).toBe('placed')
  })

  test('a line that is sent twice is no way to more than was ordered', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    const line = { position: 1, quantity: 3 }
    const body = { seen, request: 'twice-in-one', carrier: 'dpd', lines: [line, line] }
    const reply = await staff.post(`/admin/orders/${reference}/despatch`, body)
    expect(reply.body).toMatchObject({
      success: false,
      message: expect.stringMatching(/^Only 4 of FH-OIL-1/),
    })
  })

  test('a tracking number over 60 characters, an unknown carrier, no number of pieces', async () => {
    const { reference } = await order()
    const reply = await despatch(
      staff,
      reference,
      { 1: 'two' },
      { carrier: 'pigeon', tracking: 'x'.repeat(61) },
    )
    expect(reply).toEqual({
      success: false,
      message: '',
      errors: {
        'quantity-1': 'Enter a whole number.',
        carrier: 'Choose a carrier.',
        tracking: 'Tracking number must be 60 characters or fewer.',
      },
    })
    expect((await despatch(staff, reference, { 1: 1 }, { tracking: 'x'.repeat(60) })).success).toBe(true)
  })

  test('a cancelled order', async () => {
    const { reference } = await order()
    await cancelOrder(staff, reference)
    const reply = await despatch(staff, reference, { 1: 1 }, { seen: '1.0' })
    expect(reply.message).toMatch(/^This order is cancelled, so nothing was despatched\./)
  })

  test('a stale page is shown again with what was typed and the order as it is now', async () => {
    const { reference } = await order()
    const seen = await getSeenOrderVersion(staff, reference)
    await despatch(staff, reference, { 1: 1 })
    const { status, text } = await staff.postForm(`/admin/orders/${reference}/despatch`, {
      seen,
      request: 'stale-form',
      'lines[0][position]': '1',
      'lines[0][quantity]': '4',
      carrier: 'fedex',
      tracking: '7711 <b>',
    })
    expect(status).toBe(409)
    expect(text).toContain('This order has changed since you opened it')
    expect(text).toMatch(/name="lines\[0\]\[quantity\]"[^>]* value="4"/)
    expect(text).toContain('value="7711 &lt;b&gt;"')
    expect(text).toMatch(/<option value="fedex" selected/)
    expect(await listParcels(shop, reference)).toHaveLength(1)
  })
})

test('R-DESPATCH-4: an order of which something has left cannot be cancelled', async () => {
  const { reference } = await order()
  await despatch(staff, reference, { 1: 1 })
  const reply = await cancelOrder(staff, reference, { seen: 'old' })
  expect(reply).toMatchObject({
    success: false,
    message: 'Goods of this order have already left, so it can’t be cancelled. Nothing was done.',
  })
  expect((await staff.getPage(`/admin/orders/${reference}`)).text).not.toContain('Cancel this order')
})

test('R-DESPATCH-8: no call of it exists for customers, or for strangers', async () => {
  const { visitor, reference } = await order()
  const calls = ['despatch', 'ready', 'hold', 'release', 'parcels/1']
  for (const call of calls) {
    const path = `/admin/orders/${reference}/${call}`
    expect([call, (await visitor.post(path, {})).status]).toEqual([call, 404])
    expect([call, (await shop.createVisitor().post(path, {})).status]).toEqual([call, 401])
  }
  expect((await sendDespatch(staff, 'FH22222222', { 1: 1 }, { seen: '1.0' })).status).toBe(404)
})
