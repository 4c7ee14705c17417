import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdfText } from '../support/pdf-text.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, createMemberSend, sendSave } from './checkout-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { enterOrderPayment } from './hand-payment-calls.ts'
import { getSeenOrderVersion } from './order-admin-calls.ts'
import {
  accountEntry,
  checkEntry,
  type EntryReply,
  findPersonId,
  newEntry,
  placeEntry,
  sendEntry,
  toReference,
} from './order-entry-calls.ts'
import { findLink, getDue, payLink, renderOrderEmail } from './payment-link-calls.ts'
import { signInWithBasket } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
  for (const code of ['FH-OIL-1', 'FH-AIR-1', 'FH-SEAL-1']) await shop.setStock(code, 500)
})
afterAll(() => shop.close())

interface StoredOrder {
  state: string
  method: string
  source: string
  prepared_by: number
  on_stop: boolean
  total: number
  person_id: number | null
  purchase_order: string
  free_reason: string | null
  subtotal: number
  delivery_cost: number
}

const getOrder = async (reference: string) =>
  (await shop.sql<StoredOrder>('select * from orders where reference = $1', [reference]))[0]!

describe('R-ENTRY-1: the caller', () => {
  const search = async (find: string) =>
    (await staff.getPage(`/admin/orders/new?${new URLSearchParams({ find })}`)).text

  test('is found by name, company, account number, email, and by a past order’s number, postcode and telephone', async () => {
    const id = await findPersonId(shop, 'trade@example.com')
    const reply = await placeEntry(staff, await accountEntry(shop, 'trade@example.com'))
    const words = [
      'tom rade',
      'northfield',
      'nph001',
      'trade@example',
      toReference(reply),
      'ls3 1lh',
      '0113 496 0101',
    ]
    for (const find of words)
      expect(await search(find), find).toContain(`/admin/orders/new?customer=${id}&amp;draft=`)
    expect(await search('%')).toContain('No customer is found by “%”')
  })

  test('with an account is found by the telephone, postcode and VAT number of the account, without an order', async () => {
    for (const [email, ...words] of [
      ['head@example.com', '0113 496 0123', '01134960123', 'LS3 1LH', 'ls3', 'GB 980 7806 84'],
      ['apprentice@example.com', 'LS3 1LH'],
      ['retail@example.com', '+44 113 496 0123'],
    ] as const) {
      const id = await findPersonId(shop, email)
      for (const find of words)
        expect(await search(find), find).toContain(`/admin/orders/new?customer=${id}&amp;draft=`)
    }
  })

  test('whose company has no people yet: staff are led to its page to invite a person', async () => {
    await shop.sql(`insert into company (name, account_number) values ('Quarry Lane Plant', 'QLP001')`)
    for (const find of ['quarry lane', 'qlp001']) {
      const text = await search(find)
      expect(text).toContain('href="/admin/customers/QLP001#invite"')
      expect(toText(text)).toContain('Nobody orders for them yet: invite a person first')
    }
    expect((await staff.getPage('/admin/customers/QLP001')).text).toContain('id="invite"')
    await shop.sql(
      `insert into invitation (company_id, email, role, needs_approval, invited_by, link_hash, expires_at)
       select c.id, 'ann@quarry.example', 'head_buyer', false, p.id, 'x', now() + interval '7 days'
       from company c, person p where c.account_number = 'QLP001' and p.email = 'staff@example.com'`,
    )
    expect(toText(await search('quarry lane'))).toContain('ann@quarry.example QLP001 Invited, not joined yet')
    expect(await search('northfield')).not.toContain('#invite')
  })

  test('has a new order from the page of the person and of the company', async () => {
    const id = await findPersonId(shop, 'trade@example.com')
    expect((await staff.getPage(`/admin/customers/people/${id}`)).text).toContain(
      `href="/admin/orders/new?customer=${id}"`,
    )
    expect((await staff.getPage('/admin/customers/NPH001')).text).toContain(
      'href="/admin/orders/new?find=NPH001"',
    )
  })

  test('whole words of a name come first', async () => {
    const rename = (name: string) =>
      shop.sql(`update person set name = $1 where email = 'apprentice@example.com'`, [name])
    await rename('Adam Radeford')
    const text = toText(await search('rade'))
    await rename('Adam Prentice')
    expect(text.indexOf('Tom Rade')).toBeGreaterThan(0)
    expect(text.indexOf('Adam Radeford')).toBeGreaterThan(text.indexOf('Tom Rade'))
  })

  test('who ordered without an account is found by name and telephone, with the address proposed', async () => {
    const reply = await placeEntry(staff, newEntry({ surname: 'Webbster', email: '' }))
    for (const find of ['carla webbster', '01482 4960101']) {
      const text = await search(find)
      const url = /href="(\/admin\/orders\/new\?customer=new[^"]*like=FH\w+)"/
        .exec(text)![1]!
        .replaceAll('&amp;', '&')
      expect(url).toContain(`like=${toReference(reply)}`)
      expect((await staff.getPage(url)).text).toContain('value="3 Dock Road"')
    }
  })
})

describe('R-ENTRY-2: the goods', () => {
  test('are read in any spelling, with stock, the customer’s price and what was paid last', async () => {
    await placeEntry(staff, await accountEntry(shop, 'trade@example.com', { lines: 'FH-OIL-1 3' }))
    const { text } = await checkEntry(
      staff,
      await accountEntry(shop, 'trade@example.com', { lines: 'fh oil 1 x 4' }),
    )
    const words = toText(text)
    expect(words).toContain('in stock')
    expect(words).toContain('Last paid £')
    expect(text).toMatch(/name="quantities\[0\]"[^>]*value="4"/)
  })

  test('that are named in words are proposed, and a press adds one', async () => {
    const entry = newEntry({ lines: '4 oil filters for a JCB 3CX 2014' })
    const { text } = await checkEntry(staff, entry)
    expect(text).toContain('Which one is “4 oil filters for a JCB 3CX 2014”?')
    const add = /value="(0:[^"]+:4)"[^>]*name="add"/.exec(text)![1]!
    const page = await checkEntry(staff, { ...entry, add })
    expect(page.text).toMatch(/name="quantities\[0\]"[^>]*value="4"/)
    expect(page.text).not.toContain('Which one is')
    const removed = await checkEntry(staff, {
      ...entry,
      lines: '',
      codes: [add.split(':')[1]!],
      quantities: ['4'],
      remove: add.split(':')[1]!,
    })
    expect(removed.text).not.toContain('name="codes[0]"')
  })

  test('what is typed survives a reload, and belongs to who has typed it', async () => {
    const entry = newEntry({ purchase_order: 'PO-KEEP', lines: 'FH-OIL-1 2' })
    expect(await sendEntry(staff, { ...entry, step: 'save' })).toMatchObject({ success: true })
    const url = `/admin/orders/new?customer=new&draft=${entry.request_key}`
    expect((await staff.getPage(url)).text).toContain('PO-KEEP')
    expect((await staff.getPage('/admin/orders/new')).text).toContain(entry.request_key)
    const [other] = await shop.sql<{ id: number }>(`select id from person where email = 'retail@example.com'`)
    await shop.sql(`update person set roles = array_append(roles, 'staff') where id = $1`, [other!.id])
    const colleague = await shop.signIn('retail@example.com')
    expect((await colleague.getPage(url)).text).not.toContain('PO-KEEP')
    await colleague.post('/admin/orders/new', { ...entry, purchase_order: 'PO-THEIRS', step: 'save' })
    expect((await staff.getPage(url)).text).toContain('PO-KEEP')
    await shop.sql(`update person set roles = array_remove(roles, 'staff') where id = $1`, [other!.id])
  })
})

describe('R-ENTRY-3: an order on account', () => {
  test('is placed for the person, at the company’s prices, with its source and who took it', async () => {
    const entry = await accountEntry(shop, 'trade@example.com', {
      purchase_order: 'PO 1234',
      note: 'Rang twice',
    })
    const reply = await placeEntry(staff, entry)
    expect(reply).toMatchObject({ success: true, errors: {} })
    const reference = toReference(reply)
    const order = await getOrder(reference)
    expect(order).toMatchObject({
      state: 'placed',
      method: 'account',
      source: 'phone',
      purchase_order: 'PO 1234',
      on_stop: false,
    })
    expect(order.person_id).toBe(Number(entry.customer))
    const buyer = await shop.signIn('trade@example.com')
    expect((await buyer.getPage(`/account/orders/${reference}`)).status).toBe(200)
    const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
    expect(page).toContain('Rang twice')
    expect(page).toContain('Telephone')
    expect((await renderOrderEmail(shop, 'order-received', reference)).recipient).toBe('trade@example.com')
    // The draft is gone, and the same press leads to the same order.
    expect(await sendEntry(staff, { ...entry, step: 'place', shown_total: '1.00' })).toMatchObject({
      success: true,
      url: reply.url,
    })
  })

  test('is held while the account is on stop', async () => {
    const reply = await placeEntry(staff, await accountEntry(shop, 'stopped@example.com'))
    expect(reply.message).toContain('held, because the account is on stop')
    expect(await getOrder(toReference(reply))).toMatchObject({ state: 'placed', on_stop: true })
  })

  test('R-APPROVAL-6: is refused above the sum of a day, with what was ordered before, also of two at once', async () => {
    const entry = (changes: object = {}) =>
      accountEntry(shop, 'head@example.com', { lines: 'FH-OIL-1 x 2', ...changes })
    const setSum = (pence: number | null) =>
      shop.sql(`update person set approval_above = $1 where email = 'head@example.com'`, [pence])
    const first = await placeEntry(staff, await entry())
    const [order] = await shop.sql<{ subtotal: number }>('select subtotal from orders where reference = $1', [
      toReference(first),
    ])
    await setSum(order!.subtotal * 2)
    try {
      const both = [await entry(), await entry()]
      const replies = await Promise.all(both.map(each => placeEntry(staff, each)))
      expect(replies.map(({ success }) => success).sort()).toEqual([false, true])
      const refused = replies.find(({ success }) => !success)!
      expect(refused.errors.end).toContain('above £')
      expect(refused.errors.end).toContain('Make a quote')
      expect((await placeEntry(staff, await entry({ end: 'quote' }))).success).toBe(true)
    } finally {
      await setSum(null)
    }
  })

  test('is refused for those who may not, and for those whose orders a head buyer approves', async () => {
    expect((await placeEntry(staff, await accountEntry(shop, 'retail@example.com'))).errors.end).toContain(
      'may not order on account',
    )
    expect(
      (await placeEntry(staff, await accountEntry(shop, 'apprentice@example.com'))).errors.end,
    ).toContain('A head buyer approves')
  })

  test('two presses at once make one order', async () => {
    const entry = await accountEntry(shop, 'trade@example.com')
    const { displayed } = await checkEntry(staff, entry)
    const replies = await runConcurrently(2, () =>
      sendEntry(staff, { ...entry, step: 'place', shown_total: displayed }),
    )
    expect(new Set(replies.map(({ url }) => url)).size).toBe(1)
  })
})

describe('R-ENTRY-4: what is refused', () => {
  test('a total that the page did not display, and a missing address', async () => {
    const entry = await accountEntry(shop, 'trade@example.com')
    const { displayed } = await checkEntry(staff, entry)
    await shop.sql(`update product set price = price + 100 where code = 'FH-SEAL-1'`)
    await shop.waitForCatalogue()
    const refused = await sendEntry(staff, { ...entry, step: 'place', shown_total: displayed })
    expect(refused.message).toContain('The total is now £')
    await shop.sql(`update product set price = price - 100 where code = 'FH-SEAL-1'`)
    await shop.waitForCatalogue()
    const empty = {
      firstname: '',
      surname: '',
      company: '',
      address1: '',
      town: '',
      postcode: '',
      telephone: '',
    }
    const { errors } = await sendEntry(staff, { ...newEntry(empty), step: 'place', shown_total: '1.00' })
    expect(errors).toMatchObject({ address1: 'Address line 1 is invalid.', postcode: 'Postcode is invalid.' })
  })

  test('carriage that is overwritten without a reason; with one it is in the audit', async () => {
    const entry = await accountEntry(shop, 'trade@example.com', { carriage: '3.50' })
    expect((await placeEntry(staff, entry)).errors).toHaveProperty('carriage_reason')
    const reply = await placeEntry(staff, { ...entry, carriage_reason: 'Comes on our van' })
    expect(reply.success).toBe(true)
    const [order] = await shop.sql<{ delivery_cost: number }>(
      'select delivery_cost from orders where reference = $1',
      [toReference(reply)],
    )
    expect(order!.delivery_cost).toBe(350)
    const [audit] = await shop.sql<{ detail: string }>(
      `select detail from audit where action = 'order taken' and subject = $1`,
      [`order ${toReference(reply)}`],
    )
    expect(audit!.detail).toContain('→ £3.50: Comes on our van')
  })

  test('more than there is of a part that takes no back orders', async () => {
    await shop.setStock('FH-AIR-1', 3)
    const { errors } = await placeEntry(
      staff,
      await accountEntry(shop, 'trade@example.com', { lines: 'FH-AIR-1 5' }),
    )
    expect(errors['quantity-FH-AIR-1']).toContain('Only 3 of FH-AIR-1')
  })
})

describe('R-ENTRY-5: an order by payment link', () => {
  test('is placed and held until the link of its email is paid', async () => {
    const reply = await placeEntry(staff, newEntry())
    const reference = toReference(reply)
    expect(reply.message).toContain('It is held until it is paid')
    const { total } = await getOrder(reference)
    expect(await getDue(shop, reference)).toMatchObject({ payment_due: true, on_stop: true, state: 'placed' })
    const link = findLink((await renderOrderEmail(shop, 'payment-requested', reference)).text)
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain(link.replaceAll('&', '&amp;'))
    await payLink(shop.createVisitor(), link, total)
    expect(await getDue(shop, reference)).toMatchObject({
      payment_due: false,
      on_stop: false,
      state: 'placed',
    })
  })

  test('is emailed to none without an address, for goods that are collected a name is enough', async () => {
    const reply = await placeEntry(
      staff,
      newEntry({ email: '', address1: '', town: '', postcode: '', delivery: 'COL' }),
    )
    expect(reply).toMatchObject({ success: true })
    expect(reply.message).toContain('we have no address')
    expect(
      await shop.sql(`select from mail_outbox where facts->>'reference' = $1`, [toReference(reply)]),
    ).toEqual([])
  })
})

test('R-ENTRY-3: before it is placed, staff read that the order will be held for credit, and hand nothing over', async () => {
  await shop.sql(`update company set credit_limit = 100 where account_number = 'NPH001'`)
  const entry = await accountEntry(shop, 'trade@example.com', { delivery: 'COL', hand_over: '1' })
  const { text } = await checkEntry(staff, entry)
  expect(toText(text)).toContain('of their £1.00 credit is left: on account, this order will be held')
  const reply = await placeEntry(staff, entry)
  expect(reply.errors.hand_over).toContain('This order will be held')
  expect((await placeEntry(staff, { ...entry, hand_over: '' })).message).toContain('It is held')
  await shop.sql(`update company set credit_limit = null where account_number = 'NPH001'`)
  expect(toText((await checkEntry(staff, { ...entry, request_key: randomUUID() })).text)).not.toContain(
    'credit is left',
  )
})

test('R-ENTRY-4: the cheapest delivery is proposed again while another was not chosen', async () => {
  const entry = newEntry({ delivery: 'NAM:2026-11-27' })
  expect((await checkEntry(staff, entry)).text).not.toContain('name="proposed_delivery"')
  const gone = { ...entry, delivery: 'PALLET', lines: 'FH-OIL-1 3' }
  const total = (await checkEntry(staff, gone)).displayed
  expect((await sendEntry(staff, { ...gone, step: 'place', shown_total: total })).errors.delivery).toContain(
    'no longer on offer',
  )
  const proposed = { ...gone, request_key: randomUUID(), proposed_delivery: 'PALLET' }
  expect((await checkEntry(staff, proposed)).text).toContain('name="proposed_delivery"')
  expect((await placeEntry(staff, proposed)).errors).toEqual({})
})

test('R-ENTRY-1: an email address that is none is refused in words that fit an order', async () => {
  const { errors } = await placeEntry(staff, newEntry({ email: 'carla at example' }))
  expect(errors.email).toBe('That is not an email address. Correct it, or leave it empty.')
})

test('R-ENTRY-6: a quote has the delivery, the carriage, the instructions and the note of the form', async () => {
  const entry = newEntry({
    ...{ end: 'quote', carriage: '7.77', carriage_reason: 'As last time', note: 'Rang from the yard' },
    delivery_instructions: 'Gate 4',
  })
  const reply = await sendEntry(staff, { ...entry, step: 'place' })
  expect(reply.success).toBe(true)
  const { text } = await staff.getPage(reply.url!)
  for (const words of ['value="7.77"', 'Gate 4', 'Rang from the yard', '→ £7.77: As last time'])
    expect(text).toContain(words)
  const [draft] = await shop.sql<{ form: { deliveryTitle: string } }>(
    `select form from quote_draft d join orders o on o.id = d.order_id where o.reference = $1`,
    [toReference(reply)],
  )
  expect(draft!.form.deliveryTitle).not.toBe('')
  // The same press again makes nothing twice.
  expect((await sendEntry(staff, { ...entry, step: 'place' })).url).toBe(reply.url)
  expect(
    await shop.sql(`select from order_note n join orders o on o.id = n.order_id where o.reference = $1`, [
      toReference(reply),
    ]),
  ).toHaveLength(1)
})

test('R-ENTRY-6: the same form makes a quote', async () => {
  const reply = await sendEntry(staff, { ...newEntry({ end: 'quote' }), step: 'place' })
  expect(reply.url).toMatch(/^\/admin\/quotes\/FH/)
  const lines = await shop.sql<{ code: string; quantity: number }>(
    `select l.code, l.quantity from order_line l join orders o on o.id = l.order_id where o.reference = $1 order by position`,
    [toReference(reply)],
  )
  expect(lines).toEqual([
    { code: 'FH-OIL-1', quantity: 2 },
    { code: 'FH-SEAL-1', quantity: 4 },
  ])
  expect((await staff.getPage('/admin/quotes/new')).headers.get('location')).toBe(
    '/admin/orders/new?end=quote',
  )
})

test('R-ENTRY-7: the list of orders is filtered by how they came and by who took them', async () => {
  const [me] = await shop.sql<{ id: number }>(`select id from person where email = 'staff@example.com'`)
  const counter = toReference(
    await placeEntry(staff, await accountEntry(shop, 'trade@example.com', { source: 'counter' })),
  )
  const phone = toReference(await placeEntry(staff, await accountEntry(shop, 'trade@example.com')))
  const list = async (query: string) => (await staff.getPage(`/admin/orders?state=all&${query}`)).text
  expect(await list('source=counter')).toContain(counter)
  expect(await list('source=counter')).not.toContain(phone)
  expect(await list('source=web')).not.toContain(phone)
  expect(await list(`taken_by=${me!.id}`)).toContain(phone)
})

test('R-ORDER-24: a price of the company below cost is a warning, and no refusal', async () => {
  const warning = 'The price is below what it costs us.'
  const entry = await accountEntry(shop, 'trade@example.com', { lines: 'FH-OIL-1 x 2' })
  await shop.sql(`update product set cost = 900 where code = 'FH-OIL-1'`)
  expect((await checkEntry(staff, entry)).text).not.toContain(warning)
  const company = `(select id from company where account_number = 'NPH001')`
  const product = `(select id from product where code = 'FH-OIL-1')`
  await shop.sql(
    `insert into customer_price (company_id, product_id, price) values (${company}, ${product}, 899)`,
  )
  expect((await checkEntry(staff, entry)).text).toContain(warning)
  expect((await placeEntry(staff, entry)).success).toBe(true)
  await shop.sql(`delete from customer_price where company_id = ${company} and product_id = ${product}`)
  await shop.sql('update product set cost = null')
})

describe('R-ENTRY-10, R-ORDER-23: free of charge', () => {
  const free = { end: 'free', free_reason: 'warranty', carriage: '', lines: 'FH-OIL-1 x 2' }

  test('has a reason, no carriage, no sale, and is listed with its value', async () => {
    const reply = await placeEntry(staff, await accountEntry(shop, 'trade@example.com', free))
    expect(reply.message).toContain('free of charge')
    const reference = toReference(reply)
    expect(await getOrder(reference)).toMatchObject({
      ...{ state: 'placed', method: 'godmode', free_reason: 'warranty', subtotal: 2500, delivery_cost: 0 },
      ...{ on_stop: false, source: 'phone' },
    })
    const page = toText((await staff.getPage(`/admin/orders/${reference}`)).text)
    expect(page).toContain('Free of charge: warranty')
    expect(page).toContain('Value of the goods ex VAT £25.00 To pay free of charge £0.00')
    expect(await despatch(staff, reference, { 1: 2 })).toMatchObject({ success: true })
    const note = await staff.getFile(`/admin/orders/${reference}/parcels/1/delivery-note.pdf`)
    expect(readPdfText(note.content).join(' ')).toContain('Free of charge')
    const trade = await shop.signIn('trade@example.com')
    const text = toText((await trade.getPage(`/account/orders/${reference}`)).text)
    expect(text).toContain('To pay free of charge £0.00')
    expect(text).not.toMatch(/warranty|Pro forma/)
    const listed = toText((await trade.getPage('/account/orders')).text)
    expect(listed).toMatch(new RegExp(`${reference}(?:(?!FH\\d).)*Free of charge`))
    const orders = toText((await staff.getPage(`/admin/orders?state=all&query=${reference}`)).text)
    expect(orders).toContain('£0.00')
    expect(orders).not.toContain('£30.00')
    const list = toText((await staff.getPage('/admin/free-of-charge?show=warranty')).text)
    expect(list).toContain('1 order with goods worth £25.00 ex VAT.')
    expect(list).toMatch(/Stella Affleck/)
    expect(toText((await staff.getPage('/admin/free-of-charge?show=sample')).text)).toContain(
      'Nothing was given away for this reason.',
    )
  })

  test('is neither paid last nor bought, as little as what waits for its payment', async () => {
    const id = await findPersonId(shop, 'retail@example.com')
    const readPerson = async () => toText((await staff.getPage(`/admin/customers/people/${id}`)).text)
    const lines = 'FH-SEAL-1 x 2'
    const proforma = () => accountEntry(shop, 'retail@example.com', { lines, end: 'proforma' })
    await placeEntry(staff, await accountEntry(shop, 'retail@example.com', { ...free, lines }))
    expect(toText((await checkEntry(staff, await proforma())).text)).not.toContain('Last paid')
    const reference = toReference(await placeEntry(staff, await proforma()))
    expect(await readPerson()).not.toContain('Bought most')
    const { total } = await getDue(shop, reference)
    await enterOrderPayment(staff, reference, { amount: (total / 100).toFixed(2) })
    expect(await readPerson()).toMatch(/Bought most in 12 months.*FH-SEAL-1/)
  })

  test('goes with the customer at once, for somebody without an account too', async () => {
    const sample = { ...free, free_reason: 'sample', delivery: 'COL', hand_over: true, email: '' }
    const reply = await placeEntry(staff, newEntry(sample))
    expect(reply.message).toContain('The goods are handed over.')
    expect(await getOrder(toReference(reply))).toMatchObject({ state: 'collected', total: 3000 })
  })

  test('needs a reason, and a manager', async () => {
    const entry = await accountEntry(shop, 'trade@example.com', { ...free, free_reason: '' })
    expect((await placeEntry(staff, entry)).errors.free_reason).toBe('Choose why it is free of charge.')
    await shop.sql(`update person set permissions = '{}' where email = 'staff@example.com'`)
    const refused = await placeEntry(staff, { ...entry, free_reason: 'sample' })
    await shop.sql(`update person set permissions = '{godmode}' where email = 'staff@example.com'`)
    expect(refused.errors.end).toContain('Only a manager may give goods away')
  })

  test('without a reason, which only a call of the checkout can place, it is not despatched', async () => {
    const manager = await signInWithBasket(shop, 'staff@example.com', { 'FH-SEAL-1': 3 })
    const { body } = await sendSave(manager, createMemberSend('godmode'))
    expect(await completeOrder(manager)).toMatchObject({ error: false })
    const { success, message } = await despatch(staff, body.reference!, { 1: 3 })
    expect({ success, message }).toEqual({
      success: false,
      message: expect.stringContaining('Nobody has said why this order is free of charge'),
    })
    // A manager gives it afterwards, once; the page says so to all others.
    const url = `/admin/orders/${body.reference}`
    const readPage = async (visitor: TestVisitor) => toText((await visitor.getPage(url)).text)
    await shop.sql(
      `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = '{warehouse}' where email = $1`,
      ['retail@example.com'],
    )
    const packer = await shop.signIn('retail@example.com')
    const ofPacker = await readPage(packer)
    expect(ofPacker).toContain('Nothing is despatched until a manager chooses the reason on this page.')
    expect(ofPacker).not.toContain('Save the reason')
    expect((await packer.post(`${url}/free-reason`, { free_reason: 'sample' })).status).toBe(403)
    const form = await readPage(staff)
    for (const part of [
      'Choose the reason: until then nothing is despatched.',
      'Goodwill',
      'Save the reason',
    ])
      expect(form).toContain(part)
    const seen = await getSeenOrderVersion(staff, body.reference!)
    const give = (free_reason: string) => staff.post<EntryReply>(`${url}/free-reason`, { seen, free_reason })
    expect((await give('because')).body.errors).toEqual({ free_reason: 'Choose why it is free of charge.' })
    expect((await give('sample')).body.success).toBe(true)
    expect((await give('goodwill')).body.success).toBe(false)
    const after = await readPage(staff)
    expect(after).toContain('Free of charge: sample')
    expect(after).not.toContain('Save the reason')
    expect((await despatch(staff, body.reference!, { 1: 3 })).success).toBe(true)
  })
})

describe('what the form says before it is placed', () => {
  test('R-ENTRY-1: another customer is chosen for the same goods, whether or not the account has other prices', async () => {
    const entry = newEntry({ purchase_order: 'PO-MOVED', lines: 'FH-OIL-1 x 3' })
    await sendEntry(staff, { ...entry, step: 'check' })
    const { url } = await sendEntry(staff, {
      ...{ ...entry, lines: '', codes: ['FH-OIL-1'], quantities: ['3'], step: 'change' },
    })
    expect(url).toContain(entry.request_key)
    const choices = (await staff.getPage(`${url}&find=rade`)).text
    const id = await findPersonId(shop, 'trade@example.com')
    const choice = `/admin/orders/new?customer=${id}&draft=${entry.request_key}`
    expect(choices).toContain(choice.replace('&', '&amp;'))
    const { text } = await staff.getPage(choice)
    expect(text).toContain('PO-MOVED')
    expect(text).toMatch(/name="quantities\[0\]"[^>]*value="3"/)
    expect(text).toMatch(new RegExp(`name="customer"[^>]*value="${id}"`))
    expect(text).not.toContain('carla@example.org')
    // The account's first address and way to pay, not those of the customer before.
    expect(text).toMatch(/<input[^>]*name="end"[^>]*checked[^>]*value="account"/)
  })

  test('R-ENTRY-2: a draft is named after person and company, and can be removed', async () => {
    const entry = await accountEntry(shop, 'trade@example.com', { purchase_order: 'PO-GONE' })
    await sendEntry(staff, { ...entry, step: 'save' })
    expect((await staff.getPage('/admin/orders/new')).text).toContain('Northfield Plant Hire · Tom Rade')
    const { request_key, customer } = entry
    const reply = await sendEntry(staff, { request_key, customer, discard: '1' })
    expect(reply.message).toBe('The draft is removed.')
    expect((await staff.getPage('/admin/orders/new')).text).not.toContain(request_key)
  })

  test('R-ENTRY-4: without an address no delivery is proposed, collection neither', async () => {
    const entry = newEntry({ address1: '', town: '', postcode: '' })
    const page = await checkEntry(staff, entry)
    expect(toText(page.text)).toContain('Enter the postcode, or choose collection.')
    expect(page.text).toContain('<option value="" selected="">Choose…</option>')
    const reply = await placeEntry(staff, entry)
    expect(reply.errors.delivery).toBe('Enter the postcode, or choose collection.')
    expect(reply.errors.postcode).toBeDefined()
    expect((await placeEntry(staff, { ...entry, delivery: 'COL' })).success).toBe(true)
  })

  test('R-ENTRY-2, R-ENTRY-4: a quantity that cannot be read has no price, and all is said at once, as the page has it', async () => {
    const typed = {
      ...{ codes: ['FH-OIL-1', 'FH-SEAL-1'], quantities: ['abc', '4'], lines: 'zzzunreadable' },
      ...{ carriage: 'x', end: 'paid', hand_over: '1', firstname: '', surname: '', company: '' },
    }
    const page = await checkEntry(staff, newEntry({ ...typed, lines: '', carriage: '' }))
    expect(page.displayed).toBe('')
    expect(page.text).not.toContain('id="total"')
    expect(toText(page.text)).toContain('Enter a quantity of FH-OIL-1 from 1 to 9,999.')
    const { errors } = await sendEntry(staff, newEntry({ ...typed, step: 'place', shown_total: '1.00' }))
    expect(Object.keys(errors)).toEqual([
      ...['firstname', 'surname', 'lines', 'quantity-FH-OIL-1', 'carriage'],
      ...['payment_kind', 'hand_over'],
    ])
  })

  test('R-ENTRY-4: what is short and takes no back orders does not ask how to send the rest', async () => {
    await shop.setStock('FH-AIR-1', 5)
    const { text } = await checkEntry(staff, newEntry({ lines: 'FH-AIR-1 x 9\nFH-OIL-1 x 1' }))
    expect(toText(text)).toContain('Only 5 of FH-AIR-1 are in stock')
    expect(text).not.toContain('A part is on back order')
    await shop.setStock('FH-AIR-1', 500)
  })

  test('R-ENTRY-3: what is refused is not offered, with the reason', async () => {
    const listEnds = (text: string) =>
      [...text.matchAll(/<input[^>]*name="end"[^>]*value="(\w+)"/g)].map(([, end]) => end)
    const apprentice = await accountEntry(shop, 'apprentice@example.com')
    const page = await checkEntry(staff, apprentice)
    expect(listEnds(page.text)).toEqual(['free', 'quote'])
    expect(page.text).toMatch(/<input[^>]*name="end"[^>]*checked[^>]*value="quote"/)
    expect(toText(page.text)).toContain('Make a quote: it goes for approval')
    const retail = await checkEntry(staff, await accountEntry(shop, 'retail@example.com', { end: 'link' }))
    expect(listEnds(retail.text)).toEqual(['link', 'paid', 'proforma', 'free', 'quote'])
    expect(toText(retail.text)).toContain('may not order on account')
  })

  test('R-ENTRY-3: who calls stands first, with the stop, and the stop stands beside the total', async () => {
    const { text } = await checkEntry(staff, await accountEntry(shop, 'stopped@example.com'))
    expect(text.indexOf('On stop')).toBeGreaterThan(0)
    expect(text.indexOf('On stop')).toBeLessThan(text.indexOf('What do they want?'))
    expect(toText(text)).toContain('The account is on stop: on account, this order will be held.')
    expect((await staff.getPage('/admin/orders/new?customer=new&end=quote')).text).toContain('New quote</h1>')
  })

  test('R-ENTRY-8: who takes the goods at once came to the counter', async () => {
    const entry = await accountEntry(shop, 'trade@example.com', { delivery: 'COL', hand_over: '1' })
    expect(await getOrder(toReference(await placeEntry(staff, entry)))).toMatchObject({ source: 'counter' })
    const link = await placeEntry(staff, newEntry({ delivery: 'COL', hand_over: '1' }))
    expect(link.errors.hand_over).toContain('This order will be held')
  })

  test('R-ENTRY-3: that an order is held is no good news', async () => {
    const entry = await accountEntry(shop, 'stopped@example.com')
    const { displayed } = await checkEntry(staff, entry)
    const reply = await staff.postForm('/admin/orders/new', {
      ...entry,
      step: 'place',
      shown_total: displayed,
    })
    const { text } = await staff.getPage(reply.headers.get('location')!)
    expect(text).toMatch(/border-link[^>]*>[^<]*It is held/)
  })
})
