import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteEmails } from '../../src/features/quotes/emails.server.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, getOrderState, sendSave } from './checkout-calls.ts'
import { makeQuote, toReference } from './order-entry-calls.ts'
import { createQuoteSend, loadQuote, priceQuote } from './quote-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

interface AcceptReply {
  success: boolean
  message: string
  errors: Record<string, string>
  next_url: string | null
}

const password = 'brass-kettle-9-lorry'

/** A quote for a caller without an account, sent, and the link of its e-mail. */
async function createLinkedQuote(email: string) {
  const reference = toReference(await makeQuote(staff, { email }))
  expect((await priceQuote(staff, reference, ['11.37'])).body.success).toBe(true)
  const [mail] = await shop.sql<{ facts: never; recipient: string }>(
    `select facts, recipient from mail_outbox where kind = 'quote-ready' and facts->>'reference' = $1`,
    [reference],
  )
  expect(mail!.recipient).toBe(email)
  const { shopName: name, contact } = shop.context.config
  const sent = { name, ...contact, baseUrl: 'https://filters.example' }
  const { text } = await createEmailRenderers(quoteEmails, shop.context)['quote-ready']!(mail!.facts, sent)
  const link = /https:\/\/filters\.example(\/quote\/\S+key=[\w-]+)/.exec(text)![1]!
  const [row] = await shop.sql<{ id: number }>('select id::int from orders where reference = $1', [reference])
  return { reference, id: row!.id, link, acceptUrl: link.replace('?', '/accept?') }
}

describe('R-QUOTE-12: the link of a quote for a customer without an account', () => {
  test('opens the quote and its PDF, and nothing without its key', async () => {
    const { link, reference } = await createLinkedQuote('carla@example.org')
    const other = await createLinkedQuote('dirk@example.org')
    const stranger = shop.createVisitor()
    const page = await stranger.getPage(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toContain('no-store')
    for (const words of ['£11.37', '£151.44', 'Open an account and accept', 'noindex'])
      expect(page.text).toContain(words)
    const pdf = await stranger.getFile(link.replace('?', '/quote.pdf?'))
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const key = new URL(link, 'https://filters.example').searchParams.get('key')!
    const foreign = [
      `/quote/${reference}`,
      `/quote/${reference}?key=${'x'.repeat(32)}`,
      `/quote/${other.reference}?key=${key}`,
      `/quote/${other.reference}/quote.pdf?key=${key}`,
    ]
    for (const path of foreign) expect((await stranger.getPage(path)).status).toBe(404)
    const accept = `/quote/${other.reference}/accept?key=${key}`
    expect((await stranger.post(accept, { password })).status).toBe(404)
    expect((await loadQuote(await shop.signIn('retail@example.com'), other.id)).status).toBe(404)
  })

  test('opens an account with a password, which orders at the quoted prices', async () => {
    const { link, acceptUrl, id, reference } = await createLinkedQuote('olga@example.org')
    const customer = shop.createVisitor()
    const weak = await customer.postForm(acceptUrl, { password: 'password' })
    expect(weak.status).toBe(422)
    const replies = await runConcurrently(2, () => customer.post<AcceptReply>(acceptUrl, { password }))
    expect(replies.filter(({ body }) => body.success)).toHaveLength(1)
    const accepted = replies.find(({ body }) => body.success)!.body
    expect(accepted).toMatchObject({
      message: 'Your account is ready. Sign in with your new password to order.',
      next_url: `/login?redirectTo=${encodeURIComponent(`/checkout?quote_id=${id}`)}`,
    })
    // The link leads to the login, and shows and takes nothing any more.
    const stranger = shop.createVisitor()
    const page = await stranger.getPage(link)
    expect([page.status, page.headers.get('location')]).toEqual([303, `/account/quotes/${reference}`])
    expect((await stranger.getPage(`/account/quotes/${reference}`)).headers.get('location')).toContain(
      '/login',
    )
    expect((await stranger.getPage(link.replace('?', '/quote.pdf?'))).status).toBe(404)
    const message = { request: randomUUID(), text: 'Hello' }
    expect((await stranger.post<AcceptReply>(link.replace('?', '/messages?'), message)).body).toMatchObject({
      success: false,
      message: 'This quote is in your account now. Sign in to write about it.',
    })
    expect((await stranger.post<AcceptReply>(acceptUrl, { password })).body.success).toBe(false)
    const login = await customer.postForm('/login', { email: 'olga@example.org', password })
    expect(login.status).toBe(303)
    expect((await customer.getPage('/account/quotes')).text).toContain(reference)
    await loadQuote(customer, id)
    const { body: saved } = await sendSave(
      customer,
      createQuoteSend('sagepay', id, { delivery_method: 'QTD' }),
    )
    expect(saved.error).toBe(false)
    expect(await getOrderState(shop, reference)).toBe('quote_approved')
  })

  test('puts the quote into the account that was opened meanwhile, and into no other', async () => {
    const { link, acceptUrl, id, reference } = await createLinkedQuote('petra@example.org')
    await shop.sql(`update person set email = 'petra@example.org' where email = 'retail@example.com'`)
    try {
      expect((await shop.createVisitor().getPage(link)).text).toContain('Sign in as petra@example.org')
      const opened = await shop.createVisitor().post<AcceptReply>(acceptUrl, { password })
      expect(opened.body.success).toBe(false)
      const other = await shop.signIn('trade@example.com')
      expect((await other.getPage(link)).text).toContain('You are signed in with another address.')
      expect((await other.post<AcceptReply>(acceptUrl)).body.success).toBe(false)
      expect((await loadQuote(other, id)).status).toBe(404)
      const owner = await shop.signIn('petra@example.org')
      expect((await owner.getPage(link)).text).toContain('Accept quote')
      expect((await owner.post<AcceptReply>(acceptUrl)).body).toMatchObject({
        success: true,
        next_url: `/checkout?quote_id=${id}`,
      })
      expect((await loadQuote(owner, id)).body.items).toMatchObject([{ price: 11.37, qty: 10 }])
      await sendSave(owner, createQuoteSend('sagepay', id))
      expect((await completeOrder(owner)).error).not.toBe(undefined)
      expect(await getOrderState(shop, reference)).toBe('quote_approved')
    } finally {
      await shop.sql(`update person set email = 'retail@example.com' where email = 'petra@example.org'`)
    }
  })

  test('puts the quote into no account whose address was never verified', async () => {
    const { link, acceptUrl, reference } = await createLinkedQuote('nina@example.org')
    await shop.sql(
      `update person set email = 'nina@example.org', verified_at = null where email = 'retail@example.com'`,
    )
    try {
      const squatter = await shop.signIn('nina@example.org')
      for (const visitor of [squatter, shop.createVisitor()]) {
        expect((await visitor.getPage(link)).text).toContain('choose a new password first')
        expect((await visitor.post<AcceptReply>(acceptUrl, { password })).body.success).toBe(false)
      }
      expect((await squatter.getPage('/account/quotes')).text).not.toContain(reference)
      await shop.sql(`update person set verified_at = now() where email = 'nina@example.org'`)
      expect((await squatter.post<AcceptReply>(acceptUrl)).body.success).toBe(true)
    } finally {
      await shop.sql(
        `update person set email = 'retail@example.com', verified_at = now() where email = 'nina@example.org'`,
      )
    }
  })

  test('accepts no quote that has expired or was withdrawn', async () => {
    const { link, acceptUrl, reference } = await createLinkedQuote('vera@example.org')
    shop.clock.set('2026-12-02T00:00:00Z')
    const visitor = shop.createVisitor()
    expect((await visitor.getPage(link)).text).toContain(
      'These prices were valid until the end of 1 December 2026.',
    )
    expect((await visitor.post<AcceptReply>(acceptUrl, { password })).body.success).toBe(false)
    for (const [time, status] of [
      ['2026-12-29T23:00:00Z', 200],
      ['2026-12-31T00:00:00Z', 404],
    ] as const) {
      shop.clock.set(time)
      expect((await visitor.getPage(link)).status).toBe(status)
    }
    shop.clock.set('2026-11-24T09:00:00Z')
    const seen = /name="seen" value="(\d+)"/.exec(
      (await staff.getPage(`/admin/quotes/${reference}`)).text,
    )![1]
    await staff.post(`/admin/quotes/${reference}/withdraw`, { seen, reason: 'The maker stopped it.' })
    expect((await visitor.getPage(link)).text).toContain('The maker stopped it.')
    expect((await visitor.getPage(link.replace('?', '/quote.pdf?'))).status).toBe(404)
  })
})
