import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requeueUnsentEmails } from '../../src/infra/mail/outbox.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { insertFailedJob, insertUnsentEmail } from './failure-calls.ts'

// R-FAILURE-1 to 3: what failed, for staff.

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop()
  staff = await shop.signIn('staff@example.com')
})
afterAll(() => shop.close())

interface Reply {
  success: boolean
  message: string
}
const getList = async (group: string) => (await staff.getPage(`/admin/failures?show=${group}`)).text
const sendEmailForm = async (id: number, form: string, body: object = {}) =>
  (await staff.post<Reply>(`/admin/failures/emails/${id}/${form}`, { seen: 'wrong@example.org', ...body }))
    .body
const getEmail = async (id: number) => {
  const [row] = await shop.sql<{ recipient: string; hasJob: boolean; isGivenUp: boolean }>(
    `select recipient, given_up_at is not null as "isGivenUp",
       exists (select from graphile_worker.jobs where key = 'mail:' || m.id) as "hasJob" from mail_outbox m where id = $1`,
    [id],
  )
  return row!
}

describe('R-FAILURE-2: an e-mail that was not sent', () => {
  test('is listed with its address and why, counted on the overview, and tried again', async () => {
    const id = await insertUnsentEmail(shop)
    const list = await getList('emails')
    for (const text of ['wrong@example.org', 'the mail server refused it', 'FHAAAAAAAA', 'Order received'])
      expect(list).toContain(text)
    expect((await staff.getPage('/admin')).text).toContain('Emails not sent')
    expect(await sendEmailForm(id, 'again')).toMatchObject({ success: true })
    expect(await getEmail(id)).toMatchObject({ hasJob: true, isGivenUp: false })
  })

  test('goes to another address, but not from a list that showed another one', async () => {
    const id = await insertUnsentEmail(shop)
    expect(await sendEmailForm(id, 'address', { email: 'no address' })).toMatchObject({
      success: false,
      message: 'Enter a whole email address.',
    })
    expect(await sendEmailForm(id, 'address', { email: ' Right@Example.org ' })).toMatchObject({
      success: true,
    })
    expect(await getEmail(id)).toMatchObject({ recipient: 'right@example.org', hasJob: true })
    expect(await sendEmailForm(id, 'give-up')).toMatchObject({
      success: false,
      message: 'A colleague has sent it to right@example.org meanwhile.',
    })
  })

  test('with a link that lets its reader in goes to no other address', async () => {
    const id = await insertUnsentEmail(shop, 'password-reset')
    const { success, message } = await sendEmailForm(id, 'address', { email: 'me@example.org' })
    expect([success, message]).toEqual([false, expect.stringContaining('lets its reader in')])
    expect((await getEmail(id)).recipient).toBe('wrong@example.org')
    await sendEmailForm(id, 'give-up')
  })

  test('is given up for good: neither a start nor its job sends it', async () => {
    const id = await insertUnsentEmail(shop)
    await sendEmailForm(id, 'again')
    expect(await sendEmailForm(id, 'give-up')).toMatchObject({ success: true })
    await requeueUnsentEmails(shop.context.db)
    expect(await getEmail(id)).toMatchObject({ hasJob: false, isGivenUp: true })
    expect((await sendEmailForm(id, 'again')).message).toContain('sent or given up meanwhile')
    expect(await getList('emails')).not.toContain(`emails/${id}/`)
  })
})

test('R-FAILURE-3: a failed job is tried again, or removed; a second press finds nothing to do', async () => {
  const send = async (id: number, form: string) =>
    (await staff.post<Reply>(`/admin/failures/jobs/${id}/${form}`, { seen: 1 })).body
  const [again, removed] = [await insertFailedJob(shop), await insertFailedJob(shop)]
  const list = await getList('jobs')
  expect(list).toContain('no such company')
  expect(list).not.toContain('at line 1')
  expect((await send(again, 'again')).success).toBe(true)
  const [job] = await shop.sql<{ attempts: number }>(
    `select attempts::int from graphile_worker.jobs where id = $1`,
    [again],
  )
  expect(job!.attempts).toBe(0)
  expect((await send(again, 'again')).success).toBe(false)
  expect((await send(removed, 'remove')).success).toBe(true)
  expect(await shop.sql(`select from graphile_worker.jobs where id = $1`, [removed])).toEqual([])
  expect((await send(removed, 'remove')).success).toBe(false)
})

test('R-FAILURE-1: cards declined today are listed with order and amount, those of other days by the filter', async () => {
  const now = shop.clock.now()
  for (const [reference, days] of [
    ['T-NEW', 0],
    ['T-OLD', 3],
  ] as const)
    await shop.sql(
      `insert into payment_attempt (order_id, transaction_reference, amount, return_token, state, provider_detail, created_at)
       select min(id), $1, 4321, $1, 'declined', $1 || ' was not authorised', $2::timestamptz - make_interval(days => $3) from orders`,
      [reference, now, days],
    )
  const today = await getList('cards')
  expect(today).toContain('T-NEW was not authorised')
  expect(today).toContain('£43.21')
  expect(today).not.toContain('T-OLD')
  expect(await getList('cards&from=2026-11-01')).toContain('T-OLD was not authorised')
})
