import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { quoteEmails } from '../../src/features/quotes/emails.server.ts'
import { remindOfQuotes } from '../../src/features/quotes/service.ts'
import { createEmailRenderers } from '../../src/infra/mail/define-email.server.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { completeOrder, sendSave } from './checkout-calls.ts'
import { createQuoteSend, getSeenQuoteVersion, loadQuote, priceQuote, requestQuote } from './quote-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.clock.set('2026-11-24T09:00:00Z')
})

/** Sent on 24 November, valid through 1 December: due from 28 November on. */
async function createPricedQuote() {
  const quote = await requestQuote(shop, 'trade@example.com', { 'FH-OIL-1': 10 })
  expect((await priceQuote(staff, quote.reference, ['11.37'])).body.success).toBe(true)
  return quote
}

const listReminders = (reference: string) =>
  shop.sql<{ recipient: string; facts: never }>(
    `select recipient, facts from mail_outbox where kind = 'quote-reminder' and facts->>'reference' = $1 order by id`,
    [reference],
  )

/** The background job runs at this instant, on both sides of a failover at once. */
async function runAt(iso: string) {
  shop.clock.set(iso)
  await Promise.all([remindOfQuotes(shop.context), remindOfQuotes(shop.context)])
}

test('R-QUOTE-14: a customer is reminded once, three days before the last day', async () => {
  const { id, reference } = await createPricedQuote()
  await runAt('2026-11-27T23:59:00Z')
  expect(await listReminders(reference)).toEqual([])
  await runAt('2026-11-28T00:00:00Z')
  await runAt('2026-11-30T12:00:00Z')
  const [mail, ...furtherMails] = await listReminders(reference)
  expect([mail!.recipient, furtherMails]).toEqual(['trade@example.com', []])
  const { shopName: name, contact } = shop.context.config
  const shopFacts = { name, ...contact, baseUrl: 'https://filters.example' }
  const email = await createEmailRenderers(quoteEmails, shop.context)['quote-reminder']!(
    mail!.facts,
    shopFacts,
  )
  expect(email.subject).toContain(`Quote ${reference} ends on 1 December 2026`)
  // 113.70 + 12.50 = 126.20; VAT 25.24.
  for (const words of ['£151.44', `https://filters.example/checkout?quote_id=${id}`])
    expect(email.text).toContain(words)
  shop.clock.set('2026-11-24T09:00:00Z')
  expect((await staff.getPage(`/admin/quotes/${reference}`)).text).toContain('28 November 2026')
})

test('R-QUOTE-14: another offer is another reminder, a day after it was sent at the earliest', async () => {
  const { reference } = await createPricedQuote()
  await runAt('2026-11-29T10:00:00Z')
  staff = await shop.signIn('staff@example.com')
  await priceQuote(staff, reference, ['11.00'], { valid_until: '2026-12-02' })
  await runAt('2026-11-30T09:59:00Z')
  expect(await listReminders(reference)).toHaveLength(1)
  await runAt('2026-11-30T10:00:00Z')
  expect(await listReminders(reference)).toHaveLength(2)
  shop.clock.set('2026-11-24T09:00:00Z')
  staff = await shop.signIn('staff@example.com')
})

test('R-QUOTE-14: there is no reminder of what is being ordered, was ordered, was withdrawn or has expired', async () => {
  const ordered = await createPricedQuote()
  await loadQuote(ordered.buyer, ordered.id)
  expect((await sendSave(ordered.buyer, createQuoteSend('account', ordered.id))).body.error).toBe(false)
  await runAt('2026-11-28T09:00:00Z')
  shop.clock.set('2026-11-24T09:05:00Z')
  expect((await completeOrder(ordered.buyer)).error).toBe(false)
  const withdrawn = await createPricedQuote()
  const seen = await getSeenQuoteVersion(staff, withdrawn.reference)
  await staff.post(`/admin/quotes/${withdrawn.reference}/withdraw`, { seen, reason: 'Gone.' })
  const expired = await createPricedQuote()
  await runAt('2026-12-02T00:00:00Z')
  await runAt('2026-11-29T09:00:00Z')
  for (const { reference } of [ordered, withdrawn]) expect(await listReminders(reference)).toEqual([])
  expect(await listReminders(expired.reference)).toHaveLength(1)
  await runAt('2026-12-02T00:00:00Z')
  expect(await listReminders(expired.reference)).toHaveLength(1)
})

test('R-QUOTE-14: QUOTE_REMINDER_DAYS=0 sends none', async () => {
  const { reference } = await createPricedQuote()
  shop.clock.set('2026-11-30T09:00:00Z')
  const config = { ...shop.context.config, quoteReminderDays: 0 }
  expect(await remindOfQuotes({ ...shop.context, config })).toBe(0)
  expect(await listReminders(reference)).toEqual([])
})
