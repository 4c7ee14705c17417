import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { goodCard, payByCard, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  addHeadBuyers,
  apprenticeEmail,
  headBuyerEmail,
  listEmailsAbout,
  otherHeadBuyerEmail,
  rejectRequest,
  requestApproval,
  secondHeadBuyerEmail,
  sendForApproval,
} from './approval-calls.ts'
import {
  cardMethod,
  completeOrder,
  createMemberSend,
  fillBasket,
  getBasket,
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

const placeOnAccount = (id: number) => createMemberSend('account', { approval_id: id })
const load = (visitor: TestVisitor, id: number) => visitor.post('/checkout/load', { approval_id: id })
const getApprovalsPage = async (visitor: TestVisitor) => (await visitor.getPage('/account/approvals')).text
const listHistory = (reference: string) =>
  shop.sql<{ actor: string; to_state: string; why: string }>(
    `select coalesce(p.email, h.actor) as actor, to_state, why from order_history h
     join orders o on o.id = h.order_id left join person p on h.actor = 'person ' || p.id
     where o.reference = $1 order by h.id`,
    [reference],
  )

describe('access to an approval request', () => {
  // The statuses of loading, placing and rejecting it.
  test.each<[string, number, number, number]>([
    ['trade@example.com', 404, 404, 404],
    ['stopped@example.com', 404, 404, 404],
    [otherHeadBuyerEmail, 404, 404, 404],
    ['staff@example.com', 404, 404, 404],
    ['retail@example.com', 404, 404, 404],
    ['', 401, 401, 401],
  ])('for %j it does not exist', async (email, loads, places, rejects) => {
    const { id, reference } = await requestApproval(shop)
    const other = email === '' ? shop.createVisitor() : await shop.signIn(email)
    expect((await load(other, id)).status).toBe(loads)
    expect((await sendSave(other, placeOnAccount(id))).status).toBe(places)
    expect((await rejectRequest(other, id)).status).toBe(rejects)
    expect((await other.getPage(`/order/${reference}/confirmation`)).status).toBe(404)
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    expect(await listEmailsAbout(shop, reference)).not.toContain(`approval-refused to ${apprenticeEmail}`)
  })

  test('the sender sees it and cannot decide it, not even after becoming a head buyer', async () => {
    const { sender, id, reference } = await requestApproval(shop)
    for (const roles of ['{buyer}', '{buyer,head_buyer}']) {
      await shop.sql('update person set roles = $2 where email = $1', [apprenticeEmail, roles])
      expect((await load(sender, id)).status).toBe(200)
      expect((await rejectRequest(sender, id)).status).toBe(403)
      expect((await sendSave(sender, placeOnAccount(id))).body.error).toMatch(/another head buyer/)
      expect((await sender.getPage(`/order/${reference}/confirmation`)).text).toContain(
        'was sent for approval',
      )
    }
    await shop.sql(`update person set roles = '{buyer}' where email = $1`, [apprenticeEmail])
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
  })

  test('each head buyer of the company sees it with its lines and gets an e-mail', async () => {
    const { id, reference } = await requestApproval(shop, { 'FH-OIL-1': 3, 'FH-SEAL-1': 2 })
    expect(await listEmailsAbout(shop, reference)).toEqual([
      `approval-wanted to ${headBuyerEmail}`,
      `approval-wanted to ${secondHeadBuyerEmail}`,
    ])
    for (const email of [headBuyerEmail, secondHeadBuyerEmail]) {
      const page = await getApprovalsPage(await shop.signIn(email))
      for (const words of [
        'Adam Prentice',
        reference,
        'FH-SEAL-1',
        'PO-77',
        `href="/checkout?approval_id=${id}"`,
      ]) {
        expect(page).toContain(words)
      }
    }
    expect(await getApprovalsPage(await shop.signIn(otherHeadBuyerEmail))).not.toContain(reference)
  })

  test('a head buyer whose own orders need approval cannot decide it', async () => {
    const { id } = await requestApproval(shop)
    await shop.sql('update person set orders_require_approval = true where email = $1', [
      secondHeadBuyerEmail,
    ])
    const second = await shop.signIn(secondHeadBuyerEmail)
    expect((await rejectRequest(second, id)).status).toBe(403)
    expect((await sendSave(second, createMemberSend('approval', { approval_id: id }))).body.error).toMatch(
      /another head/,
    )
    expect(await getApprovalsPage(second)).not.toContain(`href="/checkout?approval_id=`)
  })
})

describe('a rejection', () => {
  test('ends the request, e-mails the reason to the sender, and is in the history and on the sender’s page', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { sender, id, reference } = await requestApproval(shop)
    const helen = await shop.signIn(headBuyerEmail)
    const { status, body } = await rejectRequest(helen, id, ' Too dear,\r\ntake <the> other make ')
    expect([status, body.success]).toEqual([200, true])
    expect(body.message).toContain('Adam Prentice')
    expect(await getOrderState(shop, reference)).toBe('rejected')
    expect((await listHistory(reference)).at(-1)).toEqual({
      actor: headBuyerEmail,
      to_state: 'rejected',
      why: 'Too dear, take <the> other make',
    })
    expect((await listEmailsAbout(shop, reference)).at(-1)).toBe(`approval-refused to ${apprenticeEmail}`)
    const seen = (await sender.getPage(`/order/${reference}/confirmation`)).text
    expect(seen).toContain('Your order was not approved')
    expect(seen).toContain('Too dear, take &lt;the&gt; other make')
    expect(seen).toContain('Helen Ead gave this reason')
    expect(await getApprovalsPage(helen)).toContain('Too dear, take &lt;the&gt; other make')
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before)
    // A rejected request can be neither loaded nor placed.
    expect((await load(helen, id)).status).toBe(409)
    expect((await sendSave(helen, placeOnAccount(id))).status).toBe(409)
  })

  test('needs a reason, of at most 500 characters', async () => {
    const { id, reference } = await requestApproval(shop)
    const helen = await shop.signIn(headBuyerEmail)
    for (const reason of ['', '  \n ', 'x'.repeat(501)]) {
      const { status, body } = await rejectRequest(helen, id, reason)
      expect(status).toBe(422)
      expect(body).toMatchObject({ errors: { reason: [expect.any(String)] } })
    }
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    expect((await rejectRequest(helen, id, 'x'.repeat(500))).body.success).toBe(true)
  })

  test('works as a plain form, which reports a missing reason', async () => {
    const { id, reference } = await requestApproval(shop)
    const helen = await shop.signIn(headBuyerEmail)
    const refused = await helen.postForm(`/account/approvals/${id}/reject`, { reason: ' ' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Please give a reason')
    expect(refused.text).toContain('<title>Error: User Permissions')
    const done = await helen.postForm(`/account/approvals/${id}/reject`, { reason: 'Not this month' })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account/approvals#waiting'])
    expect(await getOrderState(shop, reference)).toBe('rejected')
    expect(await getApprovalsPage(helen)).toContain(`Order ${reference} was rejected.`)
  })

  test('sent repeatedly by two head buyers at once counts once, and the other one learns of it', async () => {
    const { id, reference } = await requestApproval(shop)
    const [helen, second] = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    const answers = await runConcurrently(6, nth =>
      rejectRequest(nth % 2 ? helen : second, id, `Reason ${nth % 2}`),
    )
    const [by] = (await listHistory(reference)).filter(line => line.to_state === 'rejected')
    answers.forEach(({ status, body }, nth) => {
      expect(status).toBe(200)
      expect(body.success).toBe((nth % 2 ? headBuyerEmail : secondHeadBuyerEmail) === by?.actor)
    })
    expect((await listHistory(reference)).filter(line => line.to_state === 'rejected')).toHaveLength(1)
  })

  test('supersedes an order that another head buyer has saved, and returns its stock', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { id, reference } = await requestApproval(shop)
    const [helen, second] = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    const begun = (await sendSave(helen, placeOnAccount(id))).body.reference!
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 2)
    expect((await rejectRequest(second, id)).body.success).toBe(true)
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before)
    expect((await completeOrder(helen)).error).not.toBe(false)
    expect([await getOrderState(shop, begun), await getOrderState(shop, reference)]).toEqual([
      'superseded',
      'rejected',
    ])
  })

  test('A12: at the moment when another head buyer places the order excludes it: one of the two happens', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const [helen, second] = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    for (let round = 0; round < 4; round++) {
      const { id, reference } = await requestApproval(shop)
      expect((await sendSave(helen, placeOnAccount(id))).body.error).toBe(false)
      const stockThen = await getStock(shop, 'FH-OIL-1')
      const [placed, rejected] = await Promise.all([completeOrder(helen), rejectRequest(second, id)])
      expect(rejected.status).toBe(200)
      expect(rejected.body.success).toBe(placed.error !== false)
      expect(await getOrderState(shop, reference)).toBe(rejected.body.success ? 'rejected' : 'approved')
      expect(await getStock(shop, 'FH-OIL-1')).toBe(rejected.body.success ? stockThen + 2 : stockThen)
    }
    expect(await getStock(shop, 'FH-OIL-1')).toBeLessThanOrEqual(before)
  })

  test('while another head buyer pays by card prevents the charge', async () => {
    const { id, reference } = await requestApproval(shop)
    const [helen, second] = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    const { body } = await sendSave(helen, createMemberSend(cardMethod, { approval_id: id }))
    expect((await rejectRequest(second, id)).body.success).toBe(true)
    await payByCard(body.next_url!, goodCard)
    expect(await getOrderState(shop, body.reference!)).toBe('superseded')
    expect(await getOrderState(shop, reference)).toBe('rejected')
  })
})

describe('an approval', () => {
  test('A12: places the order as it was sent, whatever changed in the basket or the catalogue', async () => {
    const { sender, id, reference } = await requestApproval(shop, { 'FH-OIL-1': 4 })
    await fillBasket(shop, sender, { 'FH-SEAL-1': 9 })
    await shop.sql(`update product set price = price * 3 where code = 'FH-OIL-1'`)
    const helen = await shop.signIn(headBuyerEmail)
    const { body } = await sendSave(helen, placeOnAccount(id))
    expect((await completeOrder(helen)).error).toBe(false)
    await shop.sql(`update product set price = price / 3 where code = 'FH-OIL-1'`)
    const placed = await shop.sql(
      `select l.code, l.quantity, l.unit_price as price from order_line l join orders o on o.id = l.order_id
       where o.reference = $1`,
      [body.reference],
    )
    expect(placed).toEqual([{ code: 'FH-OIL-1', quantity: 4, price: 1250 }])
    expect((await getBasket(sender)).count).toBe(9)
    // The sender learns it by e-mail and on the confirmation, the head buyer from the list.
    expect(await listEmailsAbout(shop, reference)).toContain(`approval-given to ${apprenticeEmail}`)
    expect((await listHistory(reference)).at(-1)).toEqual({
      actor: headBuyerEmail,
      to_state: 'approved',
      why: `ordered as ${body.reference}`,
    })
    const seen = (await sender.getPage(`/order/${reference}/confirmation`)).text
    expect(seen).toContain('Your order was approved')
    expect(seen).toContain(`/account/orders/${body.reference}`)
    expect((await sender.getPage(`/account/orders/${body.reference}`)).status).toBe(200)
    expect(await getApprovalsPage(helen)).toContain(body.reference!)
    expect((await rejectRequest(helen, id)).body).toEqual({
      success: false,
      message: 'This order has already been approved and placed.',
    })
  })

  test('can be paid by card: the order is placed once it is paid', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { id, reference } = await requestApproval(shop)
    const helen = await shop.signIn(headBuyerEmail)
    const { body } = await sendSave(helen, createMemberSend(cardMethod, { approval_id: id }))
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
    await payByCard(body.next_url!, goodCard)
    expect([await getOrderState(shop, body.reference!), await getOrderState(shop, reference)]).toEqual([
      'placed',
      'approved',
    ])
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 2)
    expect(await listEmailsAbout(shop, reference)).toContain(`approval-given to ${apprenticeEmail}`)
    expect(await getApprovalsPage(helen)).toMatch(/Helen Ead/)
  })

  test('A12: by two head buyers at once makes one order', async () => {
    const before = await getStock(shop, 'FH-OIL-1')
    const { id } = await requestApproval(shop)
    const both = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    await Promise.all(both.map(visitor => sendSave(visitor, placeOnAccount(id))))
    const completions = await Promise.all(both.map(completeOrder))
    expect(completions.filter(({ error }) => error === false)).toHaveLength(1)
    const placed = await shop.sql('select 1 from orders where source_id = $1 and placed_at is not null', [id])
    expect(placed).toHaveLength(1)
    expect(await getStock(shop, 'FH-OIL-1')).toBe(before - 2)
  })

  test('is refused while the goods are out of stock, and works when they are back', async () => {
    const { id, reference } = await requestApproval(shop, { 'FH-AIR-1': 3 })
    await shop.setStock('FH-AIR-1', 2)
    const helen = await shop.signIn(headBuyerEmail)
    expect((await sendSave(helen, placeOnAccount(id))).body.error_details).toHaveLength(1)
    await shop.setStock('FH-AIR-1', 5)
    expect((await sendSave(helen, placeOnAccount(id))).body.error).toBe(false)
    expect((await completeOrder(helen)).error).toBe(false)
    expect(await getOrderState(shop, reference)).toBe('approved')
    expect(await getStock(shop, 'FH-AIR-1')).toBe(2)
    await shop.setStock('FH-AIR-1', 5)
  })

  test('E04: is refused when the head buyer lost the right after saving the order', async () => {
    const { id, reference } = await requestApproval(shop)
    const second = await shop.signIn(secondHeadBuyerEmail)
    expect((await sendSave(second, placeOnAccount(id))).body.error).toBe(false)
    await shop.sql('update person set orders_require_approval = true where email = $1', [
      secondHeadBuyerEmail,
    ])
    expect((await completeOrder(second)).error).not.toBe(false)
    expect(await getOrderState(shop, reference)).toBe('awaiting_approval')
  })
})

test('an apprentice who sends a request again gets the same answer, and the head buyers no second e-mail', async () => {
  const { sender, reference } = await requestApproval(shop)
  const mails = await listEmailsAbout(shop, reference)
  const answers = await runConcurrently(4, () => sendForApproval(sender))
  for (const answer of answers) {
    expect(answer).toEqual({ error: false, next_url: `/order/${reference}/confirmation` })
  }
  expect(await listEmailsAbout(shop, reference)).toEqual(mails)
})

test('B07: an apprentice whose order was rejected can use the voucher again and send the order anew', async () => {
  const sender = await shop.signIn(apprenticeEmail)
  await sender.delete('/basket')
  await fillBasket(shop, sender, { 'FH-OIL-1': 2 })
  const send = async () => {
    expect((await sender.post('/basket/discount', { code: 'ONCE' })).body.accepted).toBe(true)
    const { body } = await sendSave(sender, createMemberSend('approval'))
    expect((await sendForApproval(sender)).error).toBe(false)
    const [row] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [
      body.reference,
    ])
    return { id: row!.id, reference: body.reference! }
  }
  const first = await send()
  const helen = await shop.signIn(headBuyerEmail)
  expect((await rejectRequest(helen, first.id)).body.success).toBe(true)
  const again = await sender.post<{ added: number }>(`/account/orders/${first.reference}/reorder`)
  expect(again.body.added).toBe(1)
  const second = await send()
  expect((await sendSave(helen, placeOnAccount(second.id))).body.error).toBe(false)
  expect((await completeOrder(helen)).error).toBe(false)
  expect(await getOrderState(shop, second.reference)).toBe('approved')
})
