import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atOnce, goodCard, payByCard, type Visitor } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  apprentice,
  askForApproval,
  head,
  hireHeads,
  mailsAbout,
  otherHead,
  reject,
  secondHead,
  sendForApproval,
} from './approving.ts'
import { basketOf, complete, fill, memberSend, save, stateOf, stockOf } from './buying.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireHeads(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.sql('update person set orders_require_approval = (email = $1)', [apprentice]))
afterEach(() => checkInvariants(shop))

const placeOnAccount = (id: number) => memberSend('account', { approval_id: id })
const load = (visitor: Visitor, id: number) => visitor.post('/checkout/load', { approval_id: id })
const pageOf = async (visitor: Visitor) => (await visitor.page('/account/approvals')).text
const historyOf = (reference: string) =>
  shop.sql<{ actor: string; to_state: string; why: string }>(
    `select coalesce(p.email, h.actor) as actor, to_state, why from order_history h
     join orders o on o.id = h.order_id left join person p on h.actor = 'person ' || p.id
     where o.reference = $1 order by h.id`,
    [reference],
  )

describe('access to an approval request', () => {
  // load, place, reject
  test.each<[string, number, number, number]>([
    ['trade@example.com', 404, 404, 404],
    ['stopped@example.com', 404, 404, 404],
    [otherHead, 404, 404, 404],
    ['staff@example.com', 404, 404, 404],
    ['retail@example.com', 404, 404, 404],
    ['', 401, 401, 401],
  ])('for %j it does not exist', async (email, loads, places, rejects) => {
    const { id, reference } = await askForApproval(shop)
    const other = email === '' ? shop.visitor() : await shop.signedIn(email)
    expect((await load(other, id)).status).toBe(loads)
    expect((await save(other, placeOnAccount(id))).status).toBe(places)
    expect((await reject(other, id)).status).toBe(rejects)
    expect((await other.page(`/order/${reference}/confirmation`)).status).toBe(404)
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
    expect(await mailsAbout(shop, reference)).not.toContain(`approval-refused to ${apprentice}`)
  })

  test('its sender sees it and cannot decide it, not even after becoming a head buyer', async () => {
    const { sender, id, reference } = await askForApproval(shop)
    for (const roles of ['{buyer}', '{buyer,head_buyer}']) {
      await shop.sql('update person set roles = $2 where email = $1', [apprentice, roles])
      expect((await load(sender, id)).status).toBe(200)
      expect((await reject(sender, id)).status).toBe(403)
      expect((await save(sender, placeOnAccount(id))).body.error).toMatch(/another head buyer/)
      expect((await sender.page(`/order/${reference}/confirmation`)).text).toContain('was sent for approval')
    }
    await shop.sql(`update person set roles = '{buyer}' where email = $1`, [apprentice])
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
  })

  test('each head buyer of the company sees it with its lines and gets an e-mail', async () => {
    const { id, reference } = await askForApproval(shop, { 'FH-OIL-1': 3, 'FH-SEAL-1': 2 })
    expect(await mailsAbout(shop, reference)).toEqual([
      `approval-wanted to ${head}`,
      `approval-wanted to ${secondHead}`,
    ])
    for (const email of [head, secondHead]) {
      const page = await pageOf(await shop.signedIn(email))
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
    expect(await pageOf(await shop.signedIn(otherHead))).not.toContain(reference)
  })

  test('a head buyer whose own orders need approval cannot decide it', async () => {
    const { id } = await askForApproval(shop)
    await shop.sql('update person set orders_require_approval = true where email = $1', [secondHead])
    const second = await shop.signedIn(secondHead)
    expect((await reject(second, id)).status).toBe(403)
    expect((await save(second, memberSend('approval', { approval_id: id }))).body.error).toMatch(
      /another head/,
    )
    expect(await pageOf(second)).not.toContain(`href="/checkout?approval_id=`)
  })
})

describe('a rejection', () => {
  test('ends the request, e-mails the reason to the sender, and is in the history and on the sender’s page', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const { sender, id, reference } = await askForApproval(shop)
    const helen = await shop.signedIn(head)
    const { status, body } = await reject(helen, id, ' Too dear,\r\ntake <the> other make ')
    expect([status, body.success]).toEqual([200, true])
    expect(body.message).toContain('Adam Prentice')
    expect(await stateOf(shop, reference)).toBe('rejected')
    expect((await historyOf(reference)).at(-1)).toEqual({
      actor: head,
      to_state: 'rejected',
      why: 'Too dear, take <the> other make',
    })
    expect((await mailsAbout(shop, reference)).at(-1)).toBe(`approval-refused to ${apprentice}`)
    const seen = (await sender.page(`/order/${reference}/confirmation`)).text
    expect(seen).toContain('Your order was not approved')
    expect(seen).toContain('Too dear, take &lt;the&gt; other make')
    expect(seen).toContain('Helen Ead gave this reason')
    expect(await pageOf(helen)).toContain('Too dear, take &lt;the&gt; other make')
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before)
    // Nothing can be made of it any more.
    expect((await load(helen, id)).status).toBe(409)
    expect((await save(helen, placeOnAccount(id))).status).toBe(409)
  })

  test('needs a reason, of at most 500 characters', async () => {
    const { id, reference } = await askForApproval(shop)
    const helen = await shop.signedIn(head)
    for (const reason of ['', '  \n ', 'x'.repeat(501)]) {
      const { status, body } = await reject(helen, id, reason)
      expect(status).toBe(422)
      expect(body).toMatchObject({ errors: { reason: [expect.any(String)] } })
    }
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
    expect((await reject(helen, id, 'x'.repeat(500))).body.success).toBe(true)
  })

  test('works as a plain form, which asks again for a missing reason', async () => {
    const { id, reference } = await askForApproval(shop)
    const helen = await shop.signedIn(head)
    const asked = await helen.form(`/account/approvals/${id}/reject`, { reason: ' ' })
    expect(asked.status).toBe(422)
    expect(asked.text).toContain('Please give a reason')
    expect(asked.text).toContain('<title>Error: User Permissions')
    const done = await helen.form(`/account/approvals/${id}/reject`, { reason: 'Not this month' })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account/approvals#waiting'])
    expect(await stateOf(shop, reference)).toBe('rejected')
    expect(await pageOf(helen)).toContain(`Order ${reference} was rejected.`)
  })

  test('sent twice by one head buyer counts once; of two who decide at once, one learns of the other', async () => {
    const { id, reference } = await askForApproval(shop)
    const [helen, second] = [await shop.signedIn(head), await shop.signedIn(secondHead)]
    const answers = await atOnce(6, nth => reject(nth % 2 ? helen : second, id, `Reason ${nth % 2}`))
    const [by] = (await historyOf(reference)).filter(line => line.to_state === 'rejected')
    answers.forEach(({ status, body }, nth) => {
      expect(status).toBe(200)
      expect(body.success).toBe((nth % 2 ? head : secondHead) === by?.actor)
    })
    expect((await historyOf(reference)).filter(line => line.to_state === 'rejected')).toHaveLength(1)
  })

  test('supersedes the order that another head buyer has begun, and returns its stock', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const { id, reference } = await askForApproval(shop)
    const [helen, second] = [await shop.signedIn(head), await shop.signedIn(secondHead)]
    const begun = (await save(helen, placeOnAccount(id))).body.reference!
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before - 2)
    expect((await reject(second, id)).body.success).toBe(true)
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before)
    expect((await complete(helen)).error).not.toBe(false)
    expect([await stateOf(shop, begun), await stateOf(shop, reference)]).toEqual(['superseded', 'rejected'])
  })

  test('A12: while another head buyer places it: one of the two happens, and the other is refused', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const [helen, second] = [await shop.signedIn(head), await shop.signedIn(secondHead)]
    for (let round = 0; round < 4; round++) {
      const { id, reference } = await askForApproval(shop)
      expect((await save(helen, placeOnAccount(id))).body.error).toBe(false)
      const stockThen = await stockOf(shop, 'FH-OIL-1')
      const [placed, rejected] = await Promise.all([complete(helen), reject(second, id)])
      expect(rejected.status).toBe(200)
      expect(rejected.body.success).toBe(placed.error !== false)
      expect(await stateOf(shop, reference)).toBe(rejected.body.success ? 'rejected' : 'approved')
      expect(await stockOf(shop, 'FH-OIL-1')).toBe(rejected.body.success ? stockThen + 2 : stockThen)
    }
    expect(await stockOf(shop, 'FH-OIL-1')).toBeLessThanOrEqual(before)
  })

  test('while a card is being charged for it charges nothing', async () => {
    const { id, reference } = await askForApproval(shop)
    const [helen, second] = [await shop.signedIn(head), await shop.signedIn(secondHead)]
    const { body } = await save(helen, memberSend('sagepay', { approval_id: id }))
    expect((await reject(second, id)).body.success).toBe(true)
    await payByCard(body.next_url!, goodCard)
    expect(await stateOf(shop, body.reference!)).toBe('superseded')
    expect(await stateOf(shop, reference)).toBe('rejected')
  })
})

describe('an approval', () => {
  test('A12: places what was sent: neither the basket nor the catalogue changes it', async () => {
    const { sender, id, reference } = await askForApproval(shop, { 'FH-OIL-1': 4 })
    await fill(shop, sender, { 'FH-SEAL-1': 9 })
    await shop.sql(`update product set price = price * 3 where code = 'FH-OIL-1'`)
    const helen = await shop.signedIn(head)
    const { body } = await save(helen, placeOnAccount(id))
    expect((await complete(helen)).error).toBe(false)
    await shop.sql(`update product set price = price / 3 where code = 'FH-OIL-1'`)
    const placed = await shop.sql(
      `select l.code, l.quantity, l.unit_price as price from order_line l join orders o on o.id = l.order_id
       where o.reference = $1`,
      [body.reference],
    )
    expect(placed).toEqual([{ code: 'FH-OIL-1', quantity: 4, price: 1250 }])
    expect((await basketOf(sender)).count).toBe(9)
    // Both know: the sender by mail and on his page, the head buyer in the list.
    expect(await mailsAbout(shop, reference)).toContain(`approval-given to ${apprentice}`)
    expect((await historyOf(reference)).at(-1)).toEqual({
      actor: head,
      to_state: 'approved',
      why: `ordered as ${body.reference}`,
    })
    const seen = (await sender.page(`/order/${reference}/confirmation`)).text
    expect(seen).toContain('Your order was approved')
    expect(seen).toContain(`/account/orders/${body.reference}`)
    expect((await sender.page(`/account/orders/${body.reference}`)).status).toBe(200)
    expect(await pageOf(helen)).toContain(body.reference!)
    expect((await reject(helen, id)).body).toEqual({
      success: false,
      message: 'This order was approved and placed already.',
    })
  })

  test('can be paid by card: the order is placed when the card has paid', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const { id, reference } = await askForApproval(shop)
    const helen = await shop.signedIn(head)
    const { body } = await save(helen, memberSend('sagepay', { approval_id: id }))
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
    await payByCard(body.next_url!, goodCard)
    expect([await stateOf(shop, body.reference!), await stateOf(shop, reference)]).toEqual([
      'placed',
      'approved',
    ])
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before - 2)
    expect(await mailsAbout(shop, reference)).toContain(`approval-given to ${apprentice}`)
    expect(await pageOf(helen)).toMatch(/Helen Ead/)
  })

  test('A12: by two head buyers at once is one order', async () => {
    const before = await stockOf(shop, 'FH-OIL-1')
    const { id } = await askForApproval(shop)
    const both = [await shop.signedIn(head), await shop.signedIn(secondHead)]
    await Promise.all(both.map(visitor => save(visitor, placeOnAccount(id))))
    const words = await Promise.all(both.map(complete))
    expect(words.filter(({ error }) => error === false)).toHaveLength(1)
    const placed = await shop.sql('select 1 from orders where source_id = $1 and placed_at is not null', [id])
    expect(placed).toHaveLength(1)
    expect(await stockOf(shop, 'FH-OIL-1')).toBe(before - 2)
  })

  test('of goods that are out of stock is refused, and possible when they are back', async () => {
    const { id, reference } = await askForApproval(shop, { 'FH-AIR-1': 3 })
    await shop.setStock('FH-AIR-1', 2)
    const helen = await shop.signedIn(head)
    expect((await save(helen, placeOnAccount(id))).body.error_details).toHaveLength(1)
    await shop.setStock('FH-AIR-1', 5)
    expect((await save(helen, placeOnAccount(id))).body.error).toBe(false)
    expect((await complete(helen)).error).toBe(false)
    expect(await stateOf(shop, reference)).toBe('approved')
    expect(await stockOf(shop, 'FH-AIR-1')).toBe(2)
    await shop.setStock('FH-AIR-1', 5)
  })

  test('E04: is refused when the head buyer has lost the right since saving it', async () => {
    const { id, reference } = await askForApproval(shop)
    const second = await shop.signedIn(secondHead)
    expect((await save(second, placeOnAccount(id))).body.error).toBe(false)
    await shop.sql('update person set orders_require_approval = true where email = $1', [secondHead])
    expect((await complete(second)).error).not.toBe(false)
    expect(await stateOf(shop, reference)).toBe('awaiting_approval')
  })
})

test('an approval request sent again gets the same answer, and no second e-mail', async () => {
  const { sender, reference } = await askForApproval(shop)
  const mails = await mailsAbout(shop, reference)
  const answers = await atOnce(4, () => sendForApproval(sender))
  for (const answer of answers) {
    expect(answer).toEqual({ error: false, next_url: `/order/${reference}/confirmation` })
  }
  expect(await mailsAbout(shop, reference)).toEqual(mails)
})

test('B07: after a rejection the voucher is free, and the order can be asked for again', async () => {
  const sender = await shop.signedIn(apprentice)
  await sender.delete('/basket')
  await fill(shop, sender, { 'FH-OIL-1': 2 })
  const send = async () => {
    expect((await sender.post('/basket/discount', { code: 'ONCE' })).body.accepted).toBe(true)
    const { body } = await save(sender, memberSend('approval'))
    expect((await sendForApproval(sender)).error).toBe(false)
    const [row] = await shop.sql<{ id: number }>('select id from orders where reference = $1', [
      body.reference,
    ])
    return { id: row!.id, reference: body.reference! }
  }
  const first = await send()
  const helen = await shop.signedIn(head)
  expect((await reject(helen, first.id)).body.success).toBe(true)
  const again = await sender.post<{ added: number }>(`/account/orders/${first.reference}/reorder`)
  expect(again.body.added).toBe(1)
  const second = await send()
  expect((await save(helen, placeOnAccount(second.id))).body.error).toBe(false)
  expect((await complete(helen)).error).toBe(false)
  expect(await stateOf(shop, second.reference)).toBe('approved')
})
