import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { waitForMail } from './captured-emails.ts'
import { listAudit, toText } from './despatch-calls.ts'
import type { OrderActionReply } from './order-admin-calls.ts'
import { makeQuote, toReference } from './order-entry-calls.ts'
import { getLastMessage } from './quote-calls.ts'
import { placeDespatchedOrder, requestReturn } from './return-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
let colleague: TestVisitor
const colleagueEmail = 'retail@example.com'
beforeAll(async () => {
  shop = await startTestShop({ worker: true })
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = '{warehouse}', name = 'Wanda Ash' where email = $1`,
    [colleagueEmail],
  )
  ;[staff, colleague] = await Promise.all([shop.signIn('staff@example.com'), shop.signIn(colleagueEmail)])
})
afterAll(() => shop.close())

const tom = 'trade@example.com'
const order = () => placeAccountOrder(shop, tom, { 'FH-OIL-1': 1 })

const write = async (visitor: TestVisitor, path: string, text: string, request: string = randomUUID()) =>
  (await visitor.post<OrderActionReply>(path, { request, text })).body
const note = (reference: string, text: string, request?: string) =>
  write(staff, `/admin/orders/${reference}/notes`, text, request)
const getOverview = async (visitor: TestVisitor) => (await visitor.getPage('/admin')).text

describe('R-CORRECT-1: notes', () => {
  test('are in the staff’s history, and nowhere for the customer', async () => {
    const { reference, visitor } = await order()
    expect(await note(reference, 'Rang twice.\nNobody in <b>')).toEqual({
      success: true,
      message: 'The note has been saved.',
      errors: {},
    })
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain(
      'Rang twice.\nNobody in &lt;b&gt;',
    )
    for (const path of [`/account/orders/${reference}`, `/order/${reference}/confirmation`])
      expect((await visitor.getPage(path)).text).not.toContain('Rang twice')
    expect(await listAudit(shop, reference)).toEqual([
      { action: 'note added', detail: expect.stringMatching(/^note \d+$/) },
    ])
  })

  test('that name a colleague send one e-mail and stay on the overview until they are ticked off', async () => {
    const { reference } = await order()
    const request = randomUUID()
    const replies = await runConcurrently(5, () => note(reference, '@wanda ash: weigh this parcel', request))
    expect(replies.every(({ success }) => success)).toBe(true)
    const email = await waitForMail(shop, colleagueEmail, `wrote you a note on order ${reference}`)
    expect(parseEmail(email).text).toContain('weigh this parcel')
    expect(
      await shop.sql(
        `select count(*)::int as count from mail_outbox where facts->>'reference' = $1 and kind = 'order-note'`,
        [reference],
      ),
    ).toEqual([{ count: 1 }])
    const text = await getOverview(colleague)
    expect(toText(text)).toMatch(/@wanda ash: weigh this parcel Stella Affleck ?,/)
    expect(await getOverview(staff)).not.toContain('weigh this parcel')
    const doneUrl = /action="(\/admin\/notes\/\d+\/done)"/.exec(text)![1]!
    expect((await staff.post(doneUrl, {})).status).toBe(404)
    expect((await colleague.postForm(doneUrl, {})).status).toBe(303)
    expect(await getOverview(colleague)).not.toContain('weigh this parcel')
    expect((await colleague.post(doneUrl, {})).status).toBe(200)
  })

  test('of a quote lead to the page of the quote', async () => {
    const reference = toReference(await makeQuote(staff, { note: '@wanda ash: is the price right?' }))
    const email = await waitForMail(shop, colleagueEmail, `wrote you a note on quote ${reference}`)
    expect(parseEmail(email).text).toContain(`/admin/quotes/${reference}`)
    const text = await getOverview(colleague)
    expect(text).toMatch(new RegExp(`href="/admin/quotes/${reference}"[^>]*>quote ${reference}<`, 'i'))
    const quote = await staff.getPage(`/admin/quotes/${reference}`)
    expect([quote.status, quote.text.includes('is the price right?')]).toEqual([200, true])
  })

  test('with an unknown name are not saved, and what was typed stays', async () => {
    const { reference } = await order()
    expect((await note(reference, '@bob look')).errors).toEqual({
      'note-text': 'No colleague is called bob. You can write to Stella Affleck, Wanda Ash.',
    })
    expect((await note(reference, '')).errors).toEqual({ 'note-text': 'Type your note first.' })
    const { status, text } = await staff.postForm(`/admin/orders/${reference}/notes`, {
      request: randomUUID(),
      text: '@bob look',
    })
    expect([status, text.includes('>@bob look</textarea>')]).toEqual([422, true])
    expect(
      await shop.sql('select from order_note n join orders o on o.id = n.order_id where reference = $1', [
        reference,
      ]),
    ).toEqual([])
  })
})

describe('R-CORRECT-2: messages', () => {
  test('of staff go to the customer’s address, and into the history of both', async () => {
    const { reference, visitor } = await order()
    const path = `/admin/orders/${reference}/messages`
    const request = randomUUID()
    const text = 'The filter comes tomorrow.\n\nIs that all right?'
    expect((await write(staff, path, text, request)).message).toBe(`Your message is on its way to ${tom}.`)
    await write(staff, path, text, request)
    const email = await waitForMail(shop, tom, `A message about your order ${reference}`)
    expect(parseEmail(email).text).toContain('The filter comes tomorrow.')
    for (const [reader, page] of [
      [visitor, `/account/orders/${reference}`],
      [staff, `/admin/orders/${reference}`],
    ] as const)
      expect(
        toText((await reader.getPage(page)).text).split(
          /Message to (?:you|the customer) The filter comes tomorrow/,
        ),
      ).toHaveLength(2)
  })

  test('of staff to a guest, who has no page to answer on, ask for a reply or a call', async () => {
    const { reference } = await order()
    await shop.sql('update orders set person_id = null where reference = $1', [reference])
    await write(staff, `/admin/orders/${reference}/messages`, 'It comes tomorrow.')
    const { text } = parseEmail(await waitForMail(shop, tom, `A message about your order ${reference}`))
    expect(text).toContain('Reply to this email or call us.')
    expect(text).not.toMatch(/order’s page|See your order/)
  })

  test('of the customer wait on the staff’s list until they are answered', async () => {
    const { reference, visitor } = await order()
    const request = randomUUID()
    const form = { request, text: 'Please ring before you come.' }
    for (const _ of [1, 2])
      expect((await visitor.postForm(`/account/orders/${reference}/messages`, form)).status).toBe(303)
    expect(toText((await visitor.getPage(`/account/orders/${reference}`)).text)).toContain(
      'Message to Filterhouse Please ring before you come.',
    )
    const listWaiting = async () => (await staff.getPage('/admin/orders?state=messages')).text
    expect(await listWaiting()).toContain(reference)
    expect(toText(await getOverview(staff))).toContain('1 Messages to answer')
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).toContain('A message to answer')
    const page = `/admin/orders/${reference}`
    const answer = {
      request: randomUUID(),
      text: 'We will.',
      last_message: await getLastMessage(staff, page),
    }
    await staff.post(`${page}/messages`, answer)
    expect(await listWaiting()).not.toContain(reference)
    expect((await staff.getPage(`/admin/orders/${reference}`)).text).not.toContain('A message to answer')
  })

  test('need no answer when staff say so', async () => {
    const { reference, visitor } = await order()
    await write(visitor, `/account/orders/${reference}/messages`, 'Thank you!')
    const page = `/admin/orders/${reference}`
    const form = { last_message: await getLastMessage(staff, page) }
    const { status } = await staff.postForm(`${page}/messages/dismiss`, form)
    expect(status).toBe(303)
    expect((await staff.getPage('/admin/orders?state=messages')).text).not.toContain(reference)
    expect(await listAudit(shop, reference)).toEqual([
      { action: 'message needs no answer', detail: expect.stringMatching(/^1 open.* → answered$/) },
    ])
  })

  test('of others about it are refused as if the order did not exist, and of one customer there are ten an hour', async () => {
    const { reference } = await order()
    const stranger = await shop.signIn('stopped@example.com')
    const path = `/account/orders/${reference}/messages`
    expect((await stranger.post(path, { request: randomUUID(), text: 'Hello' })).status).toBe(404)
    expect((await shop.createVisitor().post(path, { request: randomUUID(), text: 'Hello' })).status).toBe(401)
    const { visitor, reference: ownReference } = await order()
    const messages = `/account/orders/${ownReference}/messages`
    const first = { request: randomUUID(), text: 'Message 0' }
    await shop.sql(`delete from attempt_count where key like 'order-messages:%'`)
    // A repeated form is no message.
    for (let count = 0; count < 12; count++)
      expect((await visitor.post(messages, first)).body).toMatchObject({ success: true })
    for (let count = 1; count < 10; count++)
      expect(await write(visitor, messages, `Message ${count}`)).toMatchObject({ success: true })
    expect((await write(visitor, messages, 'One too many')).errors).toEqual({
      'message-text': 'You’ve sent a lot of messages. Please try again in an hour.',
    })
    expect((await visitor.post(messages, first)).body).toMatchObject({ success: true })
    const texts = await shop.sql(
      'select text from order_message m join orders o on o.id = m.order_id where reference = $1',
      [ownReference],
    )
    expect(texts).toHaveLength(10)
  })
})

describe('R-CORRECT-3: an e-mail is sent again', () => {
  const listEmails = (reference: string) =>
    shop.sql<{ id: number; kind: string; recipient: string }>(
      `select id, kind, recipient from mail_outbox where facts->>'reference' = $1 order by id`,
      [reference],
    )
  const sendAgain = async (reference: string, id: number, request: string = randomUUID()) =>
    (await staff.post<OrderActionReply>(`/admin/orders/${reference}/emails/${id}/send-again`, { request }))
      .body

  test('once for each press, to the order’s present address', async () => {
    const { reference } = await order()
    await shop.sql(
      `update orders set contact = jsonb_set(contact, '{email}', '"office@example.com"') where reference = $1`,
      [reference],
    )
    const [received] = await listEmails(reference)
    const request = randomUUID()
    for (const _ of [1, 2])
      expect((await sendAgain(reference, received!.id, request)).message).toBe(
        'The email is on its way to office@example.com.',
      )
    expect((await listEmails(reference)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['order-received', tom],
      ['order-received', 'office@example.com'],
    ])
    await waitForMail(shop, 'office@example.com', reference)
    expect(await listAudit(shop, reference)).toContainEqual({
      action: 'e-mail sent again',
      detail: 'order-received',
    })
  })

  test('about a return to the person who requested it', async () => {
    const { visitor, reference } = await placeDespatchedOrder(shop, staff, { 'FH-OIL-1': 1 })
    await requestReturn(visitor, reference, { 1: 1 })
    await shop.sql(
      `update orders set contact = jsonb_set(contact, '{email}', '"office@example.com"') where reference = $1`,
      [reference],
    )
    const requested = (await listEmails(reference)).find(({ kind }) => kind === 'return-requested')!
    expect((await sendAgain(reference, requested.id)).message).toBe(`The email is on its way to ${tom}.`)
    expect((await listEmails(reference)).at(-1)).toMatchObject({ kind: 'return-requested', recipient: tom })
  })

  test('not one to somebody else, nor one of another order, and not without end', async () => {
    const [one, other] = [await order(), await order()]
    await note(one.reference, '@wanda look')
    const emails = await listEmails(one.reference)
    const noteEmail = emails.find(({ kind }) => kind === 'order-note')!
    const refusal = 'This email can’t be sent again.'
    expect((await sendAgain(one.reference, noteEmail.id)).message).toBe(refusal)
    expect((await sendAgain(other.reference, emails[0]!.id)).message).toBe(refusal)
    const replies = []
    for (let count = 0; count < 11; count++) replies.push(await sendAgain(one.reference, emails[0]!.id))
    expect(replies.at(-1)!.message).toMatch(/^Emails of this order have been sent again ten times/)
    const { text } = await staff.getPage(`/admin/orders/${one.reference}`)
    expect(text).not.toContain(`emails/${noteEmail.id}/send-again`)
    expect(toText(text)).toMatch(/To staff: note (Sent|Waiting to be sent)/)
  })
})
