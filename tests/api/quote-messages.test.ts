import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { quoteEmails } from '../../src/features/quotes/emails.server.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, getOrderState, sendSave } from './checkout-calls.ts'
import { makeQuote, toReference } from './order-entry-calls.ts'
import {
  createQuoteSend,
  getLastMessage,
  loadQuote,
  priceQuote,
  type QuoteChangeReply,
  requestQuote,
} from './quote-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.sql('delete from attempt_count')
})

const createPricedQuote = async () => {
  const quote = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 })
  expect((await priceQuote(staff, quote.reference, ['11.37'])).body.success).toBe(true)
  return quote
}

const write = (visitor: TestVisitor, path: string, text: string, changes: Record<string, unknown> = {}) =>
  visitor.post<QuoteChangeReply>(`${path}/messages`, { request: randomUUID(), text, ...changes })

/** Staff open the quote and answer. */
const answer = async (reference: string, text: string) => {
  const path = `/admin/quotes/${reference}`
  return write(staff, path, text, { last_message: await getLastMessage(staff, path) })
}

const listEmails = (kind: string, reference: string) =>
  shop.sql<{ recipient: string; facts: never }>(
    `select recipient, facts from mail_outbox where kind = $1 and facts->>'reference' = $2 order by id`,
    [kind, reference],
  )

async function renderMail(kind: string, facts: never) {
  const { shopName: name, contact } = shop.context.config
  return createEmailRenderers(quoteEmails, shop.context)[kind]!(facts, {
    name,
    ...contact,
    baseUrl: 'https://filters.example',
  })
}

const isToAnswer = async (reference: string) =>
  (await staff.getPage('/admin/quotes?state=to_answer')).text.includes(reference)

describe('R-QUOTE-13: a customer', () => {
  test('asks for a change, the quote waits for an answer and can still be ordered', async () => {
    const { buyer, id, reference } = await createPricedQuote()
    const account = `/account/quotes/${reference}`
    const { body } = await write(buyer, account, 'Could it be 20, <b>please</b>?', { change_request: '1' })
    expect(body).toEqual({
      success: true,
      message: 'We have your request. Until we send another offer, this one stays as it is.',
      errors: {},
    })
    expect(await isToAnswer(reference)).toBe(true)
    expect((await staff.getPage('/admin')).text).toContain('Quotes to answer')
    const page = await staff.getPage(`/admin/quotes/${reference}`)
    for (const words of ['Could it be 20, &lt;b&gt;please&lt;/b&gt;?', 'asks for a change', 'Tom Rade'])
      expect(page.text).toContain(words)
    const [mail, ...furtherMails] = await listEmails('quote-message-to-staff', reference)
    expect([mail!.recipient, furtherMails]).toEqual([shop.context.config.contact.email, []])
    const email = await renderMail('quote-message-to-staff', mail!.facts)
    expect(email.subject).toBe(`Tom Rade asks for a change of quote ${reference}`)
    expect(email.text).toContain(`https://filters.example/admin/quotes/${reference}`)
    expect(await getOrderState(shop, reference)).toBe('quote_approved')
    await loadQuote(buyer, id)
    expect((await sendSave(buyer, createQuoteSend('account', id))).body.error).toBe(false)
    expect((await completeOrder(buyer)).error).toBe(false)
    // What was ordered is written about on the order's page.
    expect((await write(buyer, account, 'Late')).body.errors).toEqual({
      'message-text': 'This quote is closed, so nothing can be written about it any more.',
    })
  })

  test('gets the answer by e-mail and on the quote’s page, without the name of the member of staff', async () => {
    const { buyer, reference } = await createPricedQuote()
    await write(buyer, `/account/quotes/${reference}`, 'Is there a later day?')
    const { body } = await answer(reference, 'Yes, the week after.')
    expect(body).toMatchObject({ success: true, message: 'Your message was sent to trade@example.com.' })
    expect(await isToAnswer(reference)).toBe(false)
    const page = await buyer.getPage(`/account/quotes/${reference}`)
    for (const words of ['Is there a later day?', 'Yes, the week after.']) expect(page.text).toContain(words)
    expect(page.text).not.toContain('Stella Affleck')
    const [mail] = await listEmails('quote-message', reference)
    const email = await renderMail('quote-message', mail!.facts)
    expect(mail!.recipient).toBe('trade@example.com')
    for (const words of ['Yes, the week after.', `https://filters.example/account/quotes/${reference}`])
      expect(email.text).toContain(words)
  })

  test('gets the answer with the next offer, or none is needed', async () => {
    const { buyer, reference } = await createPricedQuote()
    const account = `/account/quotes/${reference}`
    await write(buyer, account, '12 instead?', { change_request: true })
    expect((await priceQuote(staff, reference, ['11.00'])).body.success).toBe(true)
    expect(await isToAnswer(reference)).toBe(false)
    await write(buyer, account, 'Thank you!')
    expect(await isToAnswer(reference)).toBe(true)
    const path = `/admin/quotes/${reference}`
    const form = { last_message: await getLastMessage(staff, path) }
    expect((await staff.postForm(`${path}/messages/dismiss`, form)).status).toBe(303)
    expect(await isToAnswer(reference)).toBe(false)
  })

  test('writes once with a double click, not too much and not too often', async () => {
    const { buyer, reference } = await createPricedQuote()
    const account = `/account/quotes/${reference}`
    const request = randomUUID()
    await shop.sql(`delete from attempt_count where key like 'order-messages:%'`)
    await runConcurrently(12, () => write(buyer, account, 'Once', { request }))
    expect(await listEmails('quote-message-to-staff', reference)).toHaveLength(1)
    const empty = await buyer.postForm(`${account}/messages`, { request: randomUUID(), text: ' ' })
    expect([empty.status, empty.text.includes('Type your message first.')]).toEqual([422, true])
    const long = await buyer.postForm(`${account}/messages`, {
      request: randomUUID(),
      text: 'x'.repeat(2001),
    })
    expect([long.status, long.text.includes('x'.repeat(2001))]).toEqual([422, true])
    for (let nth = 0; nth < 9; nth++)
      expect((await write(buyer, account, `Message ${nth}`)).body.success).toBe(true)
    expect((await write(buyer, account, 'One too many')).body.errors['message-text']).toMatch(
      /Please try again in an hour/,
    )
    expect((await write(buyer, account, 'Once', { request })).body.success).toBe(true)
  })

  test('writes about no quote of somebody else, and a head buyer about those of the company', async () => {
    const { reference } = await createPricedQuote()
    for (const email of ['retail@example.com', 'stopped@example.com', 'apprentice@example.com']) {
      const other = await shop.signIn(email)
      expect((await write(other, `/account/quotes/${reference}`, 'Hello')).status).toBe(404)
      expect((await write(other, `/admin/quotes/${reference}`, 'Hello')).status).toBe(404)
    }
    expect((await write(shop.createVisitor(), `/account/quotes/${reference}`, 'Hello')).status).toBe(401)
    expect((await write(shop.createVisitor(), `/quote/${reference}`, 'Hello')).status).toBe(404)
    const head = await shop.signIn('head@example.com')
    expect((await write(head, `/account/quotes/${reference}`, 'From the head buyer')).body.success).toBe(true)
  })
})

test('R-QUOTE-13: a customer without an account writes by the link, and is answered with the link', async () => {
  const nora = { email: 'nora@example.org', firstname: 'Nora', surname: 'Vale', company: '' }
  const reference = toReference(await makeQuote(staff, nora))
  await priceQuote(staff, reference, ['11.37'])
  const [sent] = await listEmails('quote-ready', reference)
  const { text } = await renderMail('quote-ready', sent!.facts)
  const link = /https:\/\/filters\.example(\/quote\/\S+key=[\w-]+)/.exec(text)![1]!
  const customer = shop.createVisitor()
  const posted = await customer.postForm(link.replace('?', '/messages?'), {
    request: randomUUID(),
    text: '20 instead, please',
    change_request: '1',
  })
  expect(posted.status).toBe(303)
  expect((await customer.getPage(link)).text).toContain('20 instead, please')
  expect((await staff.getPage(`/admin/quotes/${reference}`)).text).toContain('Nora Vale')
  expect(await isToAnswer(reference)).toBe(true)
  await answer(reference, 'We will see.')
  const [reply] = await listEmails('quote-message', reference)
  expect(reply!.recipient).toBe('nora@example.org')
  expect((await renderMail('quote-message', reply!.facts)).text).toContain(`https://filters.example${link}`)
})
