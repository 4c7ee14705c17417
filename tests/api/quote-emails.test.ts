import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { quoteEmails } from '../../src/features/quotes/emails.server.ts'
import { remindOfQuotes } from '../../src/features/quotes/service.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { listAudit, toText } from './despatch-calls.ts'
import { makeQuote, toReference } from './order-entry-calls.ts'
import { getSeenQuoteVersion, priceQuote, type QuoteChangeReply, requestQuote } from './quote-calls.ts'

const tom = 'trade@example.com'
let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())
afterEach(async () => {
  await setClock('2026-11-24T09:00:00Z')
})

/** The session ends with the working day. */
async function setClock(iso: string) {
  shop.clock.set(iso)
  staff = await shop.signIn('staff@example.com')
}

const price = async (reference: string, prices: string[]) =>
  expect((await priceQuote(staff, reference, prices)).body.success).toBe(true)

async function createPricedQuote() {
  const quote = await requestQuote(shop, tom, { 'FH-OIL-1': 10 })
  await price(quote.reference, ['11.37'])
  return quote
}

const writeMessage = (reference: string, text: string) =>
  staff.post(`/admin/quotes/${reference}/messages`, { request: randomUUID(), text })

interface MailRow {
  id: number
  kind: string
  recipient: string
  facts: never
}

const listEmails = (reference: string) =>
  shop.sql<MailRow>(
    `select id, kind, recipient, facts from mail_outbox where facts->>'reference' = $1 order by id`,
    [reference],
  )
const findEmails = async (reference: string, kind: string) =>
  (await listEmails(reference)).filter(email => email.kind === kind)

const sendAgain = async (reference: string, id: number, request: string = randomUUID()) =>
  (await staff.post<QuoteChangeReply>(`/admin/quotes/${reference}/emails/${id}/send-again`, { request })).body

async function renderMail({ kind, facts }: MailRow) {
  const { shopName: name, contact } = shop.context.config
  return createEmailRenderers(quoteEmails, shop.context)[kind]!(facts, {
    name,
    ...contact,
    baseUrl: 'https://filters.example',
  })
}

const getSection = async (reference: string) =>
  (await staff.getPage(`/admin/quotes/${reference}`)).text.split('id="emails"')[1] ?? ''

describe('R-QUOTE-15: staff send an e-mail about a quote again', () => {
  test('from the list on its page, once for each press, audited', async () => {
    const { reference } = await createPricedQuote()
    await writeMessage(reference, 'The blue ones.')
    const section = toText(await getSection(reference))
    for (const name of ['Request received', 'Quote', 'Your message'])
      expect(section).toMatch(new RegExp(`${name} (Sent|Waiting to be sent) .* ${tom}`))
    const [ready] = await findEmails(reference, 'quote-ready')
    const request = randomUUID()
    const replies = await runConcurrently(2, () => sendAgain(reference, ready!.id, request))
    expect(replies.map(({ message }) => message)).toEqual(Array(2).fill(`The email is on its way to ${tom}.`))
    const sent = await findEmails(reference, 'quote-ready')
    expect(sent.map(({ recipient, facts }) => [recipient, facts])).toEqual(Array(2).fill([tom, ready!.facts]))
    expect(await listAudit(shop, reference)).toContainEqual({
      action: 'e-mail sent again',
      detail: 'quote-ready',
    })
    const [message] = await findEmails(reference, 'quote-message')
    expect((await sendAgain(reference, message!.id)).success).toBe(true)
    expect((await renderMail((await findEmails(reference, 'quote-message'))[1]!)).text).toContain(
      'The blue ones.',
    )
  })

  test('without JavaScript', async () => {
    const { reference } = await createPricedQuote()
    const [ready] = await findEmails(reference, 'quote-ready')
    const path = `/admin/quotes/${reference}/emails/${ready!.id}/send-again`
    expect(await getSection(reference)).toContain(`action="${path}"`)
    expect((await staff.postForm(path, { request: randomUUID() })).status).toBe(303)
    expect((await staff.getPage(`/admin/quotes/${reference}`)).text).toContain(
      `The email is on its way to ${tom}.`,
    )
  })

  test('of the newest offer alone', async () => {
    const { reference } = await createPricedQuote()
    await setClock('2026-11-24T10:00:00Z')
    await price(reference, ['11.00'])
    await setClock('2026-11-29T10:00:00Z')
    await remindOfQuotes(shop.context)
    const [replaced, newest] = await findEmails(reference, 'quote-ready')
    const [reminder] = await findEmails(reference, 'quote-reminder')
    expect(await sendAgain(reference, replaced!.id)).toMatchObject({
      success: false,
      message: 'Another offer has replaced the one in this email. Send the newest one again instead.',
    })
    for (const email of [newest!, reminder!])
      expect((await sendAgain(reference, email.id)).message).toBe(`The email is on its way to ${tom}.`)
    const section = await getSection(reference)
    expect(section).not.toContain(`/emails/${replaced!.id}/send-again`)
    expect(toText(section)).toContain('Quote (replaced)')
    await setClock('2026-12-02T00:00:00Z')
    for (const email of [newest!, reminder!])
      expect((await sendAgain(reference, email.id)).message).toBe(
        'This offer has expired. Send the quote with a new last day instead.',
      )
    expect(await listEmails(reference)).toHaveLength(6)
  })

  test('of a withdrawn quote not at all', async () => {
    const { reference } = await createPricedQuote()
    const seen = await getSeenQuoteVersion(staff, reference)
    await staff.post(`/admin/quotes/${reference}/withdraw`, { seen, reason: 'Sold out.' })
    for (const { id } of await listEmails(reference))
      expect((await sendAgain(reference, id)).message).toBe(
        'This quote was withdrawn, so its emails can’t be sent again.',
      )
    expect(await getSection(reference)).not.toContain('send-again')
  })

  test('to the head buyers, once the requester has left the company', async () => {
    const { reference } = await createPricedQuote()
    const [ready] = await findEmails(reference, 'quote-ready')
    const setCompany = (company: string) =>
      shop.sql(`update person set company_id = ${company} where email = $1`, [tom])
    await setCompany('null')
    try {
      expect((await sendAgain(reference, ready!.id)).message).toBe(
        'The email is on its way to head@example.com.',
      )
      const { facts, recipient } = (await findEmails(reference, 'quote-ready'))[1]!
      expect([recipient, facts]).toMatchObject(['head@example.com', { recipientName: 'Helen Ead' }])
    } finally {
      await setCompany(`(select id from company where account_number = 'NPH001')`)
    }
  })

  test('to a caller without an account, with a link that opens the quote', async () => {
    const reference = toReference(await makeQuote(staff))
    await price(reference, ['11.37'])
    await writeMessage(reference, 'Two days.')
    for (const kind of ['quote-ready', 'quote-message']) {
      await sendAgain(reference, (await findEmails(reference, kind))[0]!.id)
      const [, again] = await findEmails(reference, kind)
      expect(again!.recipient).toBe('carla@example.org')
      const [link] = /\/quote\/FH[^\s)\]]+/.exec((await renderMail(again!)).text)!
      expect((await shop.createVisitor().getPage(link)).text).toContain('£11.37')
    }
    // The link ends 28 days after the offer.
    await setClock('2026-12-31T09:00:00Z')
    const [message] = await findEmails(reference, 'quote-message')
    expect((await sendAgain(reference, message!.id)).message).toBe(
      'The link in this email no longer opens the quote. Send the quote with a new last day instead.',
    )
  })

  test('not one to us, nor one of another quote, and not without end', async () => {
    const [one, other] = [await createPricedQuote(), await createPricedQuote()]
    await one.buyer.post(`/account/quotes/${one.reference}/messages`, {
      request: randomUUID(),
      text: 'Hello',
    })
    const [toUs] = await findEmails(one.reference, 'quote-message-to-staff')
    const [ready] = await findEmails(one.reference, 'quote-ready')
    const refusal = 'This email can’t be sent again.'
    expect((await sendAgain(one.reference, toUs!.id)).message).toBe(refusal)
    expect((await sendAgain(other.reference, ready!.id)).message).toBe(refusal)
    expect(toText(await getSection(one.reference))).toContain('To staff: message')
    const replies = []
    for (let count = 0; count < 11; count++) replies.push(await sendAgain(one.reference, ready!.id))
    // What was refused before is not counted.
    expect(replies.slice(0, -1).every(({ success }) => success)).toBe(true)
    expect(replies.at(-1)!.message).toMatch(/^Emails of this quote have been sent again ten times/)
  })

  test('not as a customer, nor of a quote that does not exist', async () => {
    const { buyer, reference } = await createPricedQuote()
    const [ready] = await findEmails(reference, 'quote-ready')
    const path = `/admin/quotes/${reference}/emails/${ready!.id}/send-again`
    expect((await buyer.post(path, { request: randomUUID() })).status).toBe(404)
    expect((await staff.post(path.replace(reference, 'FH22222222'), { request: randomUUID() })).status).toBe(
      404,
    )
  })
})
