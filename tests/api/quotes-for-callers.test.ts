import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, getOrderState, sendSave } from './checkout-calls.ts'
import { newEntry } from './order-entry-calls.ts'
import { createQuoteSend, loadQuote, priceQuote, requestQuote } from './quote-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

interface Prepared {
  success: boolean
  message: string
  errors: Record<string, string>
  url: string | null
}

const newContact = (changes: Record<string, unknown> = {}) => ({
  ...newEntry({ purchase_order: 'PO-77', lines: 'FH-OIL-1 x 10\nfh seal 1, 4' }),
  ...{ end: 'quote', step: 'place', ...changes },
})

const createQuote = (body: Record<string, unknown>) => staff.post<Prepared>('/admin/orders/new', body)
const toReference = ({ url }: Prepared): string => url!.split('/').pop()!

const findPersonId = async (email: string) =>
  (await shop.sql<{ id: number }>('select id from person where email = $1', [email]))[0]!.id

const listLines = (reference: string) =>
  shop.sql<{ code: string; quantity: number; price: number }>(
    `select l.code, l.quantity, l.unit_price as price from order_line l join orders o on o.id = l.order_id
     where o.reference = $1 order by position`,
    [reference],
  )

const getId = async (reference: string) =>
  (await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [reference]))[0]!.id

describe('R-QUOTE-12: staff who make a quote for a customer who calls', () => {
  test('find the customer by e-mail, name, company or account number', async () => {
    for (const find of ['trade@example', 'tom rade', 'northfield', 'nph001']) {
      const { text } = await staff.getPage(`/admin/orders/new?${new URLSearchParams({ find, end: 'quote' })}`)
      expect(text).toContain(
        `/admin/orders/new?customer=${await findPersonId('trade@example.com')}&amp;draft=`,
      )
    }
    const { text } = await staff.getPage('/admin/orders/new?find=%25')
    expect(text).toContain('No customer is found by “%”')
    const page = await staff.getPage(`/admin/orders/new?customer=${await findPersonId('trade@example.com')}`)
    for (const words of ['Northfield Plant Hire', 'NPH001', 'Another address'])
      expect(page.text).toContain(words)
    expect((await staff.getPage('/admin/orders/new?customer=999999')).status).toBe(404)
  })

  test('find beginnings of words by less than three letters, and nothing by punctuation', async () => {
    const search = async (find: string) =>
      (await staff.getPage(`/admin/orders/new?find=${encodeURIComponent(find)}`)).text
    const url = `/admin/orders/new?customer=${await findPersonId('trade@example.com')}&amp;draft=`
    expect(await search('tr')).toContain(url)
    expect(await search('ad')).not.toContain(url)
    expect(await search('rade')).toContain(url)
    expect(await search('@.')).toContain('No customer is found by “@.”')
  })

  test('quote the customer’s own prices, and the customer sees nothing before it is sent', async () => {
    const buyer = await shop.signIn('trade@example.com')
    const customer = String(await findPersonId('trade@example.com'))
    const deliver_to = /name="deliver_to"[^>]*value="(\d+)"/.exec(
      (await staff.getPage(`/admin/orders/new?customer=${customer}`)).text,
    )![1]!
    const { body } = await createQuote(newContact({ customer, deliver_to, email: '' }))
    const reference = toReference(body)
    expect(body).toMatchObject({ success: true, errors: {} })
    expect(await listLines(reference)).toMatchObject([
      { code: 'FH-OIL-1', quantity: 10 },
      { code: 'FH-SEAL-1', quantity: 4 },
    ])
    expect((await buyer.getPage(`/account/quotes/${reference}`)).status).toBe(404)
    expect((await buyer.getPage('/account/quotes')).text).not.toContain(reference)
    expect(await shop.sql(`select from mail_outbox where facts->>'reference' = $1`, [reference])).toEqual([])
    const page = await staff.getPage(`/admin/quotes/${reference}`)
    for (const words of ['Made for the customer by staff', 'PO-77']) expect(page.text).toContain(words)
    expect((await priceQuote(staff, reference, ['11.37', '3.50'])).body.success).toBe(true)
    expect((await buyer.getPage(`/account/quotes/${reference}`)).text).toContain('£11.37')
    const id = await getId(reference)
    await loadQuote(buyer, id)
    expect((await sendSave(buyer, createQuoteSend('account', id))).body.error).toBe(false)
    expect((await completeOrder(buyer)).error).toBe(false)
    expect(await getOrderState(shop, reference)).toBe('quote_accepted')
  })

  test('read a quantity that they cannot read as no piece, and name what they do not have', async () => {
    const form = newContact({ lines: 'FH-OIL-1 x\nFH-OIL-1 two\nnope 3' })
    expect((await createQuote(form)).body.errors).toEqual({
      lines: 'Some parts could not be read: choose the part, or correct the line.',
    })
    const { text } = await staff.getPage(`/admin/orders/new?customer=new&draft=${form.request_key}`)
    for (const words of [
      'Which one is “FH-OIL-1 x”?',
      'Which one is “FH-OIL-1 two”?',
      'We have nothing for “nope 3”.',
    ])
      expect(text).toContain(words)
  })

  test('get a message beside each field, and lose nothing they typed', async () => {
    const form = newContact({ email: 'nobody', postcode: '', lines: 'FH-OIL-1 x 10\nZZZ-99-QQ x 2' })
    const { status, text } = await staff.postForm('/admin/orders/new', form as Record<string, string>)
    expect(status).toBe(422)
    for (const words of [
      'Enter the customer’s email address',
      'Postcode is invalid.',
      'We have nothing for “ZZZ-99-QQ x 2”.',
      'value="nobody"',
      'value="Webb Haulage"',
      'value="FH-OIL-1"',
    ])
      expect(text).toContain(words)
    expect((await createQuote(newContact({ lines: '' }))).body.errors).toEqual({
      lines: 'Enter at least one part number.',
    })
    // An account's quote belongs to the account.
    expect((await createQuote(newContact({ email: 'Retail@Example.com' }))).body.errors).toEqual({
      email: 'retail@example.com has an account already. Find the customer by that address instead.',
    })
    expect((await createQuote(newContact({ customer: '999999' }))).status).toBe(404)
    // The address of somebody else is none of this customer's.
    const customer = String(await findPersonId('retail@example.com'))
    const [foreign] = await shop.sql<{ id: number }>(
      `select id from address where person_id is distinct from $1 limit 1`,
      [customer],
    )
    expect(
      (await createQuote(newContact({ customer, deliver_to: String(foreign!.id) }))).body.errors,
    ).toEqual({
      deliver_to: 'Choose where the goods would go.',
    })
  })

  test('put nothing into an account whose address was never verified', async () => {
    const email = 'squatted@example.org'
    const [squatter] = await shop.sql<{ id: number }>(
      `insert into person (email, name, password_hash) values ($1, 'Mallory', 'none') returning id`,
      [email],
    )
    const { text } = await staff.getPage('/admin/orders/new?find=squatted')
    expect(text).toContain('Email not confirmed')
    expect(text).not.toContain(`customer=${squatter!.id}"`)
    expect((await staff.getPage('/admin/orders/new?find=trade@example')).text).not.toContain(
      'Email not confirmed',
    )
    const page = await staff.getPage(`/admin/orders/new?customer=new&email=${encodeURIComponent(email)}`)
    expect(page.text).toContain(`value="${email}"`)
    expect((await createQuote(newContact({ customer: String(squatter!.id) }))).status).toBe(404)
    const { body } = await createQuote(newContact({ email }))
    expect(body.success).toBe(true)
    expect(
      await shop.sql(`select person_id, contact->>'name' as name from orders where reference = $1`, [
        toReference(body),
      ]),
    ).toEqual([{ person_id: null, name: 'Carla Webb' }])
  })

  test('make one quote with one double click', async () => {
    const form = newContact()
    const replies = await runConcurrently(3, () => createQuote(form))
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1)
  })

  test('are staff with the right for sales: to customers the calls do not exist', async () => {
    for (const email of ['trade@example.com', 'head@example.com']) {
      const customer = await shop.signIn(email)
      expect((await customer.getPage('/admin/quotes/new')).status).toBe(404)
      expect((await customer.post('/admin/orders/new', newContact())).status).toBe(404)
      expect((await customer.post('/admin/quotes/FH22222222/copy', {})).status).toBe(404)
    }
    await shop.sql(
      `update person set roles = '{staff}', staff_rights = '{warehouse}' where email = 'retail@example.com'`,
    )
    const packer = await shop.signIn('retail@example.com')
    expect((await packer.post('/admin/orders/new', newContact())).status).toBe(403)
    expect((await packer.getPage('/admin/quotes/new')).status).toBe(403)
    await shop.sql(
      `update person set roles = '{buyer}', staff_rights = null where email = 'retail@example.com'`,
    )
  })
})

describe('R-QUOTE-11: a copy of a quote', () => {
  const copy = async (reference: string, prices: string, request_key: string = randomUUID()) =>
    (await staff.post<Prepared>(`/admin/quotes/${reference}/copy`, { prices, request_key })).body

  test('is a new quote at the same prices or at those of today, which staff check and send', async () => {
    const { buyer, id, reference } = await requestQuote(shop, 'trade@example.com', {
      'FH-OIL-1': 10,
      'FH-SEAL-1': 3,
    })
    await priceQuote(staff, reference, ['11.37', '3.50'])
    await sendSave(buyer, createQuoteSend('account', id))
    await completeOrder(buyer)
    await shop.sql(`update product set price = 1300 where code = 'FH-OIL-1'`)
    const key = randomUUID()
    const same = await copy(reference, 'same', key)
    expect(await copy(reference, 'same', key)).toEqual(same)
    const today = await copy(reference, 'current', key)
    expect(toReference(today)).not.toBe(toReference(same))
    await shop.sql(`update product set price = 1250 where code = 'FH-OIL-1'`)
    const samePage = await staff.getPage(same.url!)
    for (const words of [
      'value="11.37"',
      'value="3.50"',
      'value="12.50"',
      'On one pallet.',
      `Copied from ${reference}`,
    ])
      expect(samePage.text).toContain(words)
    expect((await staff.getPage(today.url!)).text).toContain('value="13.00"')
    expect(
      await shop.sql(`select from mail_outbox where facts->>'reference' = $1`, [toReference(same)]),
    ).toEqual([])
    expect((await buyer.getPage(`/account/quotes/${toReference(same)}`)).status).toBe(404)
    expect((await priceQuote(staff, toReference(same), ['11.37', '3.50'])).body.success).toBe(true)
    expect((await loadQuote(buyer, await getId(toReference(same)))).body.items).toMatchObject([
      { price: 11.37, qty: 10 },
      { price: 3.5, qty: 3 },
    ])
  })

  test('goes to the present address of the account, and to none that is disabled', async () => {
    const { reference } = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 })
    const setPerson = (change: string) =>
      shop.sql(`update person set ${change} where email in ('trade@example.com', 'moved@example.com')`)
    await setPerson(`email = 'moved@example.com', name = 'Tom Moved'`)
    try {
      expect(
        await shop.sql('select contact from orders where reference = $1', [
          toReference(await copy(reference, 'same')),
        ]),
      ).toMatchObject([{ contact: { email: 'moved@example.com', name: 'Tom Moved' } }])
      await setPerson('disabled_at = now()')
      expect(await copy(reference, 'same')).toMatchObject({
        success: false,
        message: 'This customer’s account is disabled, so no quote can be made for it.',
      })
    } finally {
      await setPerson(`email = 'trade@example.com', name = 'Tom Trade', disabled_at = null`)
    }
  })

  test('is refused for a contact whose address has an account by now', async () => {
    const email = 'later@example.org'
    const { body } = await createQuote(newContact({ email }))
    await shop.sql(
      `insert into person (email, name, password_hash, verified_at) values ($1, 'L', 'none', now())`,
      [email],
    )
    expect((await copy(toReference(body), 'current')).message).toContain('has an account already')
  })

  test('leaves out what is no longer sold, and says so', async () => {
    const { reference } = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10, 'FH-SEAL-1': 3 })
    await shop.sql(`update product set for_sale = false where code = 'FH-SEAL-1'`)
    const { message, url } = await copy(reference, 'current')
    expect(message).toContain('No longer sold and left out: FH-SEAL-1.')
    expect(await listLines(url!.split('/').pop()!)).toHaveLength(1)
    await shop.sql(`update product set for_sale = false where code = 'FH-OIL-1'`)
    expect(await copy(reference, 'current')).toMatchObject({
      success: false,
      message: 'None of these parts is sold any more, so there is nothing to quote.',
    })
    await shop.sql(`update product set for_sale = true where code in ('FH-SEAL-1', 'FH-OIL-1')`)
  })
})
