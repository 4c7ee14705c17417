import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { toText } from './despatch-calls.ts'
import {
  createOffer,
  getLastMessage,
  getSeenQuoteVersion,
  priceQuote,
  type QuoteChangeReply,
  requestQuote,
} from './quote-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const newer =
  'The customer has written again since you opened the page: that message still waits for an answer.'

const write = async (
  visitor: TestVisitor,
  path: string,
  text: string,
  changes: Record<string, unknown> = {},
) => (await visitor.post<QuoteChangeReply>(path, { request: randomUUID(), text, ...changes })).body

/** What the customer wrote that waits for an answer. */
const listOpen = async (reference: string) =>
  (
    await shop.sql<{ text: string }>(
      `select m.text from order_message m join orders o on o.id = m.order_id
        where o.reference = $1 and not from_staff and answered_at is null order by m.id`,
      [reference],
    )
  ).map(({ text }) => text)

describe('R-CORRECT-2: what the customer wrote after staff opened the order', () => {
  const createConversation = async () => {
    const { reference, visitor } = await placeAccountOrder(shop, tom, { 'FH-OIL-1': 1 })
    const path = `/admin/orders/${reference}`
    await write(visitor, `/account/orders/${reference}/messages`, 'When does it come?')
    const displayed = await getLastMessage(staff, path)
    await write(visitor, `/account/orders/${reference}/messages`, 'And ring first, please.')
    return { reference, path, displayed }
  }

  test('waits for an answer when the first message is answered', async () => {
    const { reference, path, displayed } = await createConversation()
    const form = { request: randomUUID(), text: 'Tomorrow.', last_message: displayed }
    const reply = (await staff.post<QuoteChangeReply>(`${path}/messages`, form)).body
    expect(reply.message).toBe(`Your message is on its way to ${tom}. ${newer}`)
    expect(await listOpen(reference)).toEqual(['And ring first, please.'])
    expect((await staff.getPage('/admin/orders?state=messages')).text).toContain(reference)
    await staff.post(`${path}/messages`, form)
    expect(await listOpen(reference)).toHaveLength(1)
  })

  test('waits when no answer was needed, and when a caller does not say what was displayed', async () => {
    const { reference, path, displayed } = await createConversation()
    expect((await write(staff, `${path}/messages`, 'Tomorrow.')).message).toContain(newer)
    expect((await write(staff, `${path}/messages/dismiss`, '')).message).toBe(newer)
    expect(await listOpen(reference)).toHaveLength(2)
    await write(staff, `${path}/messages/dismiss`, '', { last_message: displayed })
    expect(await listOpen(reference)).toEqual(['And ring first, please.'])
    const last = await getLastMessage(staff, path)
    expect((await write(staff, `${path}/messages/dismiss`, '', { last_message: last })).message).not.toBe(
      newer,
    )
    expect(await listOpen(reference)).toEqual([])
  })
})

describe('R-QUOTE-13: what the customer wrote after staff opened the quote', () => {
  const createQuote = async () => {
    const { buyer, reference } = await requestQuote(shop, tom, { 'FH-OIL-1': 10 })
    expect((await priceQuote(staff, reference, ['11.37'])).body.success).toBe(true)
    const path = `/admin/quotes/${reference}`
    const displayed = {
      seen: await getSeenQuoteVersion(staff, reference),
      last_message: await getLastMessage(staff, path),
    }
    const ask = (text: string, change_request: string) =>
      write(buyer, `/account/quotes/${reference}/messages`, text, { change_request })
    return { reference, path, displayed, ask }
  }

  test('stops the offer once when it asks for a change, and nothing typed is lost', async () => {
    const { reference, path, displayed, ask } = await createQuote()
    await ask('20 instead, please', '1')
    const form = {
      ...displayed,
      'codes[0]': 'FH-OIL-1',
      'quantities[0]': '10',
      'prices[0]': '10.99',
      carriage: '12.50',
      valid_until: '2026-12-01',
      note: 'On two pallets.',
      step: 'send',
    }
    const { status, text } = await staff.postForm(`${path}/offer`, form)
    expect([status, toText(text)]).toEqual([
      409,
      expect.stringContaining('The customer has asked for a change since you opened this quote.'),
    ])
    for (const words of ['20 instead, please', 'value="10.99"', 'On two pallets.'])
      expect(text).toContain(words)
    expect(await listOpen(reference)).toEqual(['20 instead, please'])
    const last_message = /name="last_message" value="(\d+)"/.exec(text)![1]!
    expect((await staff.postForm(`${path}/offer`, { ...form, last_message })).status).toBe(303)
    expect(await listOpen(reference)).toEqual([])
  })

  test('waits for an answer when it does not, and the offer is sent', async () => {
    const { reference, path, displayed, ask } = await createQuote()
    await ask('Do you have a catalogue?', '')
    const sent = await staff.post<QuoteChangeReply>(`${path}/offer`, {
      ...createOffer(displayed.seen, ['10.99']),
      ...displayed,
    })
    expect(sent.body.success).toBe(true)
    expect(await listOpen(reference)).toEqual(['Do you have a catalogue?'])
  })

  test('stays open when staff answer an earlier message, or say that none is needed', async () => {
    const { reference, path, ask } = await createQuote()
    await ask('Is it in stock?', '')
    const last_message = await getLastMessage(staff, path)
    await ask('And the price for 50?', '1')
    expect((await write(staff, `${path}/messages`, 'Yes.', { last_message })).message).toContain(newer)
    expect((await write(staff, `${path}/messages/dismiss`, '', { last_message })).message).toBe(newer)
    expect(await listOpen(reference)).toEqual(['And the price for 50?'])
  })

  test('stops the offer of a caller who does not say what was displayed', async () => {
    const { path, displayed, ask } = await createQuote()
    await ask('20 instead, please', '1')
    const reply = await staff.post<QuoteChangeReply>(`${path}/offer`, createOffer(displayed.seen, ['10.99']))
    expect(reply.body).toMatchObject({
      success: false,
      message: expect.stringContaining('asked for a change'),
    })
  })
})
