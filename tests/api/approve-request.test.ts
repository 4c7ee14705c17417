import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  addHeadBuyers,
  apprenticeEmail,
  headBuyerEmail,
  listEmailsAbout,
  rejectRequest,
  requestApproval,
  secondHeadBuyerEmail,
} from './approval-calls.ts'
import {
  createMemberSend,
  fillBasket,
  getOrderRow,
  getOrderState,
  getStock,
  sendSave,
} from './checkout-calls.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  await addHeadBuyers(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.sql('update person set orders_require_approval = (email = $1)', [apprenticeEmail]))

interface ApproveReply {
  success: boolean
  message: string
  reference: string | null
  next_url: string | null
}

const approve = (visitor: TestVisitor, id: number, body: object = {}) =>
  visitor.post<ApproveReply>(`/account/approvals/${id}/approve`, body)
const getPage = async (visitor: TestVisitor) => (await visitor.getPage('/account/approvals')).text

/** The fields of the form that approves a request, as its page has them. */
function readForm(page: string, id: number): Record<string, string> {
  const form = page.slice(page.indexOf(`action="/account/approvals/${id}/approve"`))
  return Object.fromEntries(
    ['delivery_arg', 'shown_total'].map(name => [
      name,
      new RegExp(`name="${name}" value="([^"]*)"`).exec(form)![1]!,
    ]),
  )
}

describe('the page of a request', () => {
  test('R-APPROVAL-3: leads who may approve it to the decision, not to a second order', async () => {
    const { sender, id, reference } = await requestApproval(shop)
    const url = `/account/orders/${reference}`
    const readActions = async (visitor: TestVisitor) => {
      const { text } = await visitor.getPage(url)
      return {
        hasLink: text.includes(`href="/account/approvals#order-${id}"`),
        leads: text.match(/class="button button-next">[^<]*/g)?.map(button => button.split('>')[1]) ?? [],
        section: /aria-current="page"[^>]*>([^<]*)/.exec(text)?.[1],
      }
    }
    const head = await shop.signIn(headBuyerEmail)
    expect(await readActions(head)).toEqual({
      hasLink: true,
      leads: ['Decide in Approvals'],
      section: 'Approvals',
    })
    expect(await readActions(sender)).toEqual({ hasLink: false, leads: [], section: 'Orders' })
    await shop.sql('update person set orders_require_approval = true where email = $1', [headBuyerEmail])
    expect(await readActions(head)).toMatchObject({ hasLink: false, leads: [] })
    await shop.sql('update person set orders_require_approval = false where email = $1', [headBuyerEmail])
    await rejectRequest(head, id, 'Not needed')
    expect(await readActions(head)).toMatchObject({ hasLink: false, leads: ['Order again'] })
  })
})

describe('the approvals page', () => {
  test('R-APPROVAL-3: shows a request whole: who asks and why, lines, sums, delivery and day', async () => {
    const sender = await shop.signIn(apprenticeEmail)
    await sender.delete('/basket')
    await fillBasket(shop, sender, { 'FH-OIL-1': 3, 'FH-SEAL-1': 2 })
    await sender.post('/basket/discount', { code: 'SAVE10' })
    const note = 'For the 500-hour service of the <3CX> at Garforth'
    const { body } = await sendSave(
      sender,
      createMemberSend('approval', {
        purchase_order: 'PO-77',
        delivery_instructions: 'Gate B',
        approval_note: note,
      }),
    )
    await sender.post('/checkout/send-approval')
    const { delivery_title: delivery } = await getOrderRow(shop, body.reference)
    const page = await getPage(await shop.signIn(headBuyerEmail))
    const html = page.slice(page.indexOf(body.reference!) - 2000)
    for (const words of [
      'Adam Prentice',
      apprenticeEmail,
      note.replace('<3CX>', '&lt;3CX&gt;'),
      'PO-77',
      'FH-OIL-1',
      'FH-SEAL-1',
      '£37.50',
      'SAVE10',
      '£8.00',
      '88 Mill Lane',
      'Gate B',
      String(delivery),
    ])
      expect(html).toContain(words)
    expect(html).toMatch(/Approve and order: £\d+\.\d\d/)
    // Its sender sees the note too, and the head buyer's e-mail has it.
    expect((await sender.getPage(`/account/orders/${body.reference}`)).text).toContain(
      '&lt;3CX&gt; at Garforth',
    )
    const [mail] = await shop.sql<{ facts: { note: string } }>(
      `select facts from mail_outbox where kind = 'approval-wanted' and facts->>'reference' = $1`,
      [body.reference],
    )
    expect(mail!.facts.note).toBe(note)
  })

  test('refuses a note of more than 500 characters', async () => {
    const sender = await shop.signIn(apprenticeEmail)
    await fillBasket(shop, sender, { 'FH-OIL-1': 3 })
    const { status, text } = await sendSave(
      sender,
      createMemberSend('approval', { approval_note: 'x'.repeat(501) }),
    )
    expect(status).toBe(422)
    expect(text).toContain('Enter a note of at most 500 characters.')
  })

  test('has ten requests on a page', async () => {
    const { reference } = await requestApproval(shop)
    await shop.sql(
      `with copies as (
         insert into orders (reference, kind, state, basket_version, person_id, company_id, contact, request_hash, delivery, billing,
           delivery_code, delivery_title, delivery_date, subtotal, discount, delivery_cost, vat, total, vat_rate_bp,
           hold_until, created_at)
         select 'FHCQPYZZ' || translate(lpad(n::text, 2, '0'), '01', 'AB'), kind, state, basket_version, person_id, company_id, contact,
           request_hash || n, delivery, billing, delivery_code, delivery_title, delivery_date, subtotal, discount, delivery_cost,
           vat, total, vat_rate_bp, hold_until, created_at
         from orders, generate_series(1, 11) n where reference = $1 returning id),
       history as (
         insert into order_history (order_id, at, actor, from_state, to_state, why)
         select c.id, h.at, h.actor, h.from_state, h.to_state, h.why
         from copies c, order_history h join orders o on o.id = h.order_id where o.reference = $1 order by h.id)
       insert into order_line (order_id, position, product_id, code, title, unit_price, quantity, line_total)
       select c.id, l.position, l.product_id, l.code, l.title, l.unit_price, l.quantity, l.line_total
       from copies c, order_line l join orders o on o.id = l.order_id where o.reference = $1`,
      [reference],
    )
    const head = await shop.signIn(headBuyerEmail)
    expect((await getPage(head)).match(/Approve and order/g)).toHaveLength(10)
    const second = (await head.getPage('/account/approvals?page=2')).text
    expect(second).toContain('FHCQPYZZBB')
    expect((await head.getPage('/account/approvals?page=99')).text).toContain('Approve and order')
    for (const { id } of await shop.sql<{ id: number }>(
      `select id from orders where reference like 'FHCQPY%'`,
    ))
      await rejectRequest(head, id)
  })
})

describe('R-APPROVAL-4: one press', () => {
  test('places the request on account as its page shows it, and the sender gets an e-mail', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { id, reference } = await requestApproval(shop, { 'FH-OIL-1': 4 })
    const head = await shop.signIn(headBuyerEmail)
    const fields = readForm(await getPage(head), id)
    const { status, headers } = await head.postForm(`/account/approvals/${id}/approve`, fields)
    expect([status, headers.get('location')]).toEqual([303, '/account/approvals#waiting'])
    expect(await getOrderState(shop, reference)).toBe('approved')
    const [order] = await shop.sql<Record<string, unknown>>(
      `select o.reference, o.state, o.method, o.delivery_date::text, o.purchase_order, o.billing->>'address1' as billing,
         o.total, o.terms_version, p.email from orders o join person p on p.id = o.person_id where o.source_id = $1`,
      [id],
    )
    expect(order).toMatchObject({
      state: 'placed',
      method: 'account',
      delivery_date: fields.delivery_arg,
      purchase_order: 'PO-77',
      email: headBuyerEmail,
      total: Math.round(Number(fields.shown_total) * 100),
    })
    expect(order!.terms_version).toBeTruthy()
    expect(order!.billing).toMatch(/Northfield Yard/)
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 4)
    expect(await listEmailsAbout(shop, reference)).toContain(`approval-given to ${apprenticeEmail}`)
    const page = await getPage(head)
    expect(page).toContain(`Request ${reference} has been approved and placed as order ${order!.reference}.`)
  })

  test('A12: repeated, in two tabs and by two head buyers at once makes one order', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { id } = await requestApproval(shop)
    const [helen, second] = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    const answers = await runConcurrently(8, nth => approve(nth % 2 ? helen : second, id))
    for (const { status } of answers) expect(status).toBe(200)
    const placed = await shop.sql<{ reference: string; email: string }>(
      `select o.reference, p.email from orders o join person p on p.id = o.person_id
       where source_id = $1 and placed_at is not null`,
      [id],
    )
    expect(placed).toHaveLength(1)
    answers.forEach(({ body }, nth) => {
      const isWinner = (nth % 2 ? headBuyerEmail : secondHeadBuyerEmail) === placed[0]!.email
      if (body.success) expect([isWinner, body.reference]).toEqual([true, placed[0]!.reference])
    })
    expect(answers.some(({ body }) => body.success)).toBe(true)
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 2)
    const again = await approve(placed[0]!.email === headBuyerEmail ? helen : second, id)
    expect(again.body).toMatchObject({
      success: true,
      reference: placed[0]!.reference,
      next_url: `/order/${placed[0]!.reference}/confirmation`,
    })
  })

  test('and a rejection at the same moment: one of the two happens', async () => {
    const [helen, second] = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    for (let round = 0; round < 4; round++) {
      const { id, reference } = await requestApproval(shop)
      const [approved, rejected] = await Promise.all([approve(helen, id), rejectRequest(second, id)])
      expect(approved.body.success).toBe(!rejected.body.success)
      expect(await getOrderState(shop, reference)).toBe(rejected.body.success ? 'rejected' : 'approved')
    }
  })

  test('is for head buyers of the company alone, and not for their own requests', async () => {
    const { sender, id, reference } = await requestApproval(shop)
    expect((await approve(shop.createVisitor(), id)).status).toBe(401)
    for (const email of ['trade@example.com', 'stopped@example.com', 'staff@example.com'])
      expect((await approve(await shop.signIn(email), id)).status).toBe(404)
    expect((await approve(sender, id)).body).toMatchObject({ success: false, reference: null })
    await shop.sql('update person set orders_require_approval = true where email = $1', [
      secondHeadBuyerEmail,
    ])
    const second = await shop.signIn(secondHeadBuyerEmail)
    expect((await approve(second, id)).body.success).toBe(false)
    expect(await getPage(second)).not.toContain(`action="/account/approvals/${id}/approve"`)
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
  })

  test('of a day that can no longer be had says so, and orders the next one only as displayed', async () => {
    const { id, reference } = await requestApproval(shop)
    await shop.sql(`update orders set delivery_date = '2026-11-20' where id = $1`, [id])
    const head = await shop.signIn(headBuyerEmail)
    const refused = await approve(head, id)
    expect(refused.body.success).toBe(false)
    expect(refused.body.message).toMatch(
      /delivery day requested is no longer available\. The next one is \w+day /,
    )
    const page = await getPage(head)
    expect(page).toMatch(
      /Delivery on Friday 20 November is no longer possible\. If you approve it now, the delivery is on \w+day/,
    )
    const fields = readForm(page, id)
    expect((await approve(head, id, { ...fields, delivery_arg: '2026-11-20' })).body.success).toBe(false)
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    const { body } = await approve(head, id, fields)
    expect(body.success).toBe(true)
    expect(
      (
        await shop.sql('select delivery_date::text as day from orders where reference = $1', [body.reference])
      )[0],
    ).toEqual({
      day: fields.delivery_arg,
    })
  })

  test('at another total than the page shows is refused; what is short is named, and nothing is ordered', async () => {
    const { id, reference } = await requestApproval(shop, { 'FH-AIR-1': 3 })
    const head = await shop.signIn(headBuyerEmail)
    const fields = readForm(await getPage(head), id)
    const cheaper = await approve(head, id, { ...fields, shown_total: 1 })
    expect(cheaper.body.message).toContain('The total has changed')
    await shop.setStock('FH-AIR-1', 2)
    const short = await approve(head, id, fields)
    expect(short.body.success).toBe(false)
    expect(short.body.message).toContain('FH-AIR-1')
    const shortPage = await getPage(head)
    expect(shortPage).toContain('FH-AIR-1 Air filter, outer: only 2 in stock.')
    expect(shortPage).not.toContain(`action="/account/approvals/${id}/approve"`)
    await shop.setStock('FH-AIR-1', 5)
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    expect((await approve(head, id, fields)).body.success).toBe(true)
  })

  test('with the day alone or the total alone is held to what was sent, and no total is misread', async () => {
    const { id } = await requestApproval(shop)
    const head = await shop.signIn(headBuyerEmail)
    for (const body of [{ delivery_arg: '2020-01-01' }, { shown_total: 1 }, { delivery_arg: 'soon' }])
      expect((await approve(head, id, body)).body, JSON.stringify(body)).toMatchObject({ success: false })
    for (const shown_total of ['', 'abc', -1])
      expect((await approve(head, id, { shown_total })).status).toBe(422)
    const { shown_total } = readForm(await getPage(head), id)
    expect((await approve(head, id, { shown_total })).body.success).toBe(true)
  })

  test('needs the right to order on account; without it the checkout places the request', async () => {
    const { id } = await requestApproval(shop)
    await shop.sql(`update person set permissions = '{}' where email = $1`, [secondHeadBuyerEmail])
    const second = await shop.signIn(secondHeadBuyerEmail)
    const page = await getPage(second)
    expect(page).not.toContain(`action="/account/approvals/${id}/approve"`)
    expect(page).toContain(`href="/checkout?approval_id=${id}"`)
    expect((await approve(second, id)).body.message).toContain('You can’t order on account.')
    await shop.sql(`update person set permissions = '{account_orders}' where email = $1`, [
      secondHeadBuyerEmail,
    ])
  })

  test('of an account on stop says that the order is held', async () => {
    const { id } = await requestApproval(shop)
    await shop.sql(`update company set on_stop = true where account_number = 'NPH001'`)
    const head = await shop.signIn(headBuyerEmail)
    expect(await getPage(head)).toContain('Your account is currently on stop.')
    const { body } = await approve(head, id)
    expect((await getOrderRow(shop, body.reference)).on_stop).toBe(true)
    await shop.sql(`update company set on_stop = false where account_number = 'NPH001'`)
  })
})
