import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'
import { completeOrder, createGuestSend, fillBasket, sendSave } from './checkout-calls.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({
    worker: true,
    env: { LIMIT_STRANGER_MAILS_PER_ADDRESS: '2', LIMIT_STRANGER_MAILS_PER_HOUR: '4' },
  })
})
afterAll(() => shop.close())

const listLog = () => shop.log().filter(line => line.includes('An hourly limit of e-mails was reached.'))
const waitForJobs = () =>
  expect
    .poll(async () => (await shop.sql('select from graphile_worker.jobs where run_at <= now()')).length, {
      timeout: 30_000,
    })
    .toBe(0)
/** A guest's request for a quote, with an account: two e-mails to any address, without paying. */
const requestQuote = async (email: string) => {
  const visitor = shop.createVisitor()
  await fillBasket(shop, visitor, { 'FH-OIL-1': 1 })
  const send = createGuestSend({ delivery_method: 'quote', payment_method: 'quote' })
  const saved = await sendSave(visitor, { ...send, contact: { ...send.contact, email } })
  expect(saved.body.error).toBe(false)
  expect((await completeOrder(visitor)).error).toBe(false)
}

test('R-EMAIL-2: e-mails about an order to one address wait beyond its limit and are sent in the next hour', async () => {
  const email = 'flooded@example.org'
  const countSent = async () => (await listMailsTo(shop, email)).length
  for (let i = 1; i <= 2; i++) {
    await shop.createVisitor().post('/newsletter', { email })
    await expect.poll(countSent, { timeout: 30_000 }).toBe(i)
    shop.clock.advance(1)
  }
  await requestQuote(email)
  await waitForJobs()
  const waiting = await shop.sql<{ kind: string; last_error: string }>(
    `select kind, last_error from mail_outbox where recipient = $1 and sent_at is null order by kind`,
    [email],
  )
  expect(waiting.map(({ kind }) => kind)).toEqual(['account-created', 'order-received'])
  expect(waiting[0]!.last_error).toContain('waits: the hourly limit by address')
  expect(await countSent()).toBe(2)
  shop.clock.advance(61)
  await shop.sql('select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())')
  await expect.poll(countSent, { timeout: 30_000 }).toBe(4)
})

test('R-EMAIL-2: e-mails of the newsletter to strangers are dropped beyond the limit of the shop', async () => {
  for (let i = 0; i < 8; i++)
    await shop.createVisitor().post('/newsletter', { email: `stranger-${i}@example.org` })
  await waitForJobs()
  const rows = await shop.sql<{ sent_at: Date | null }>(
    `select sent_at from mail_outbox where kind = 'newsletter-confirm'`,
  )
  expect(rows.filter(row => row.sent_at !== null).length).toBeGreaterThanOrEqual(4)
  expect(rows.length).toBeLessThan(8)
  expect(rows.every(row => row.sent_at !== null)).toBe(true)
  expect(listLog().at(-1)).toContain('"limit":"shop"')
  expect(listLog().join()).not.toContain('stranger-')
})

test('R-EMAIL-2: the other kinds go on, and those of signed-in customers have no limit', async () => {
  await shop.createVisitor().post('/password/forgot', { email: 'retail@example.com' })
  await waitForMail(shop, 'retail@example.com', 'Choose a new password')
})
