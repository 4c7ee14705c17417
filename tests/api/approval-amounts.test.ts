import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import {
  apprenticeEmail,
  getPersonId,
  headBuyerEmail,
  listEmailsAbout,
  rejectRequest,
  requestApproval,
  sendForApproval,
} from './approval-calls.ts'
import { completeOrder, createMemberSend, fillBasket, getOrderState, sendSave } from './checkout-calls.ts'
import { toText } from './despatch-calls.ts'

const buyerEmail = 'buyer-with-a-sum@example.com'
let shop: TestShop
let buyerId: number
beforeAll(async () => {
  shop = await startTestShop()
  await shop.sql(
    `insert into person (email, name, company_id, roles, permissions, password_hash, verified_at)
     select $1, 'Bea Sumner', company_id, '{buyer}', '{account_orders}', password_hash, now()
     from person where email = $2`,
    [buyerEmail, headBuyerEmail],
  )
  buyerId = await getPersonId(shop, buyerEmail)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(
    'update person set deputy_of = null, deputy_from = null, deputy_until = null, approval_above = null',
  )
  await shop.sql("update orders set placed_at = placed_at - interval '2 days' where person_id = $1", [
    buyerId,
  ])
})

const saveAmount = (visitor: TestVisitor, above: string) =>
  visitor.post<{ success: boolean }>('/account/approvals', {
    selectedUsers: [],
    amounts: [{ user: buyerId, above }],
  })
const getAmount = async () =>
  (
    await shop.sql<{ sum: number | null }>('select approval_above as sum from person where id = $1', [
      buyerId,
    ])
  )[0]!.sum
const setAmount = (pence: number) =>
  shop.sql('update person set approval_above = $2 where id = $1', [buyerId, pence])

async function save(visitor: TestVisitor, method: string, quantity: number) {
  await visitor.delete('/basket')
  await fillBasket(shop, visitor, { 'FH-OIL-1': quantity })
  return (await sendSave(visitor, createMemberSend(method))).body
}
/** Goods ex VAT of so many, in pence. */
async function getGoods(quantity: number): Promise<number> {
  const [row] = await shop.sql<{ price: number }>(
    `select unit_price as price from order_line l join orders o on o.id = l.order_id
     where o.person_id = $1 order by l.order_id desc limit 1`,
    [buyerId],
  )
  return row!.price * quantity
}

describe('R-APPROVAL-6: orders above a sum', () => {
  test('are set by a head buyer, for each colleague, and audited; the switch stays as it was', async () => {
    const head = await shop.signIn(headBuyerEmail)
    await shop.sql('update person set orders_require_approval = false')
    expect((await saveAmount(head, '£250.00')).body).toEqual({ success: true, message: 'Settings saved' })
    expect(await getAmount()).toBe(250_00)
    // The call of the contract leaves sums alone.
    await head.post('/account/approvals', { selectedUsers: [] })
    expect(await getAmount()).toBe(250_00)
    expect((await saveAmount(head, 'lots')).status).toBe(422)
    expect(await getAmount()).toBe(250_00)
    expect((await saveAmount(await shop.signIn(buyerEmail), '')).status).toBe(403)
    expect((await saveAmount(head, '')).status).toBe(200)
    expect(await getAmount()).toBeNull()
    const entries = await shop.sql<{ detail: string }>(
      "select detail from audit where action = 'approval sum changed' order by id",
    )
    expect(entries.map(({ detail }) => detail)).toEqual([
      'any sum → £250.00 a day',
      '£250.00 a day → any sum',
    ])
  })

  test('need approval, those below do not, and two of a day count together', async () => {
    const bea = await shop.signIn(buyerEmail)
    expect((await save(bea, 'account', 2)).error).toBe(false)
    expect((await completeOrder(bea)).error).toBe(false)
    const goods = await getGoods(2)
    await setAmount(goods * 2 - 1)
    const second = await save(bea, 'account', 2)
    expect(second).toMatchObject({ errors: { payment_method: expect.any(String) } })
    const loaded = await bea.post<{ payment_methods: { value: string }[] }>('/checkout/load', {})
    expect(loaded.body.payment_methods.map(({ value }) => value)).toEqual(['approval'])
    expect((await save(bea, 'approval', 2)).error).toBe(false)
    expect((await sendForApproval(bea)).error).toBe(false)
    // A penny more, and both may be placed.
    await setAmount(goods * 2)
    expect((await save(bea, 'account', 2)).error).toBe(false)
    expect((await completeOrder(bea)).error).toBe(false)
    expect((await save(bea, 'account', 1)).error).not.toBe(false)
  })

  test('are checked again when the order is completed', async () => {
    const bea = await shop.signIn(buyerEmail)
    const { reference } = await save(bea, 'account', 2)
    await setAmount(1)
    expect((await completeOrder(bea)).error).toBe(
      'Your orders need approval, so this one can’t be placed directly.',
    )
    expect(await getOrderState(shop, reference!)).toBe('saved')
  })

  test('are not placed by two devices at the same time', async () => {
    const devices = await runConcurrently(4, () => shop.signIn(buyerEmail))
    const references: string[] = []
    for (const device of devices) {
      const { reference } = await save(device, 'account', 1)
      // Its own basket: the next device's order does not supersede it.
      await shop.sql('update orders set basket_id = null where reference = $1', [reference])
      references.push(reference!)
    }
    await setAmount(await getGoods(2))
    const replies = await Promise.all(devices.map(completeOrder))
    expect(replies.filter(({ error }) => error === false)).toHaveLength(2)
    const states = await Promise.all(references.map(reference => getOrderState(shop, reference)))
    expect(states.filter(state => state === 'saved')).toHaveLength(2)
  })

  test('are approved by head buyers who may order as much themselves', async () => {
    await shop.sql('update person set orders_require_approval = (email = $1)', [apprenticeEmail])
    const { id, reference } = await requestApproval(shop)
    await shop.sql('update person set approval_above = 1 where email = $1', [headBuyerEmail])
    const head = await shop.signIn(headBuyerEmail)
    expect((await rejectRequest(head, id)).status).toBe(403)
    expect((await head.getPage('/account/approvals')).text).toContain('waiting for another head buyer')
    // The next one has no approver, so the head buyer gets no e-mail about it.
    const next = await requestApproval(shop)
    expect(
      (await listEmailsAbout(shop, next.reference)).some(mail => mail.startsWith('approval-wanted')),
    ).toBe(false)
    await shop.sql('update person set approval_above = 100000000 where email = $1', [headBuyerEmail])
    const placed = await head.post<{ success: boolean }>(`/account/approvals/${id}/approve`, {})
    expect(placed.body.success).toBe(true)
    expect(await getOrderState(shop, reference)).toBe('approved')
  })
})

test('R-APPROVAL-6: a daily limit that is none is marked in a plain form, which keeps what was typed', async () => {
  const head = await shop.signIn(headBuyerEmail)
  const page = await head.postForm('/account/approvals', {
    'selectedUsers[]': '',
    'amounts[0][user]': String(buyerId),
    'amounts[0][above]': 'lots',
  })
  expect(page.status).toBe(422)
  for (const text of [`href="#limit-${buyerId}"`, `id="limit-${buyerId}-error"`, 'value="lots"'])
    expect(page.text).toContain(text)
})

describe('R-APPROVAL-7: a deputy', () => {
  const nameDeputy = (visitor: TestVisitor, deputy: string, from: string, until: string) =>
    visitor.post<{ success: boolean; message: string }>('/account/approvals/deputy', { deputy, from, until })
  const day = '2026-11-24'

  test('decides on the named days, and on no other; the head buyer gets requests too', async () => {
    await shop.sql('update person set orders_require_approval = (email = $1)', [apprenticeEmail])
    const head = await shop.signIn(headBuyerEmail)
    const bea = await shop.signIn(buyerEmail)
    expect((await bea.getPage('/account/approvals')).status).toBe(403)
    const named = await nameDeputy(head, String(buyerId), day, day)
    expect(named.body).toMatchObject({
      success: true,
      message: expect.stringMatching(/^Bea Sumner can approve/),
    })
    const [audit] = await shop.sql<{ detail: string }>(
      `select detail from audit where action = 'deputy named' order by id desc limit 1`,
    )
    expect(audit!.detail).toBe(`nobody → person ${buyerId}, 24 November 2026 to 24 November 2026`)
    const staff = await shop.signIn('staff@example.com')
    const history = toText((await staff.getPage('/admin/customers/NPH001')).text)
    expect(history).toContain('nobody → Bea Sumner, 24 November 2026')
    const { id, reference } = await requestApproval(shop)
    expect((await listEmailsAbout(shop, reference)).toSorted()).toEqual([
      `approval-wanted to ${buyerEmail}`,
      `approval-wanted to ${headBuyerEmail}`,
    ])
    const page = await bea.getPage('/account/approvals')
    expect(page.text).toContain(reference)
    expect(page.text).not.toContain('Whose orders need approval')
    // What only head buyers do stays theirs.
    expect((await saveAmount(bea, '5')).status).toBe(403)
    expect((await nameDeputy(bea, '', '', '')).status).toBe(403)
    expect((await bea.getPage('/account/statements')).status).toBe(404)
    const placed = await bea.post<{ success: boolean }>(`/account/approvals/${id}/approve`, {})
    expect(placed.body.success).toBe(true)

    const later = await requestApproval(shop)
    await shop.sql(
      'update person set deputy_from = deputy_from + 1, deputy_until = deputy_until + 1 where id = $1',
      [buyerId],
    )
    expect((await bea.getPage('/account/approvals')).status).toBe(403)
    expect((await rejectRequest(bea, later.id)).status).toBe(404)
  })

  test('is refused in a plain form with a sentence at the field, and what was typed', async () => {
    const head = await shop.signIn(headBuyerEmail)
    const form = { deputy: String(buyerId), from: '2026-12-20', until: '' }
    const page = await head.postForm('/account/approvals/deputy', form)
    expect(page.status).toBe(422)
    for (const text of [
      'There is a problem',
      'href="#deputy-until"',
      'Enter the last day.',
      'value="2026-12-20"',
      `<option value="${buyerId}" selected=""`,
    ])
      expect(page.text).toContain(text)
  })

  test('has no more rights than the head buyer: they end with those', async () => {
    const head = await shop.signIn(headBuyerEmail)
    await nameDeputy(head, String(buyerId), '2027-01-01', '2099-01-01').then(({ status }) =>
      expect(status).toBe(422),
    )
    await nameDeputy(head, String(buyerId), day, day)
    await shop.sql("update person set roles = '{buyer}' where email = $1", [headBuyerEmail])
    expect(await shop.sql('select from person where deputy_of is not null')).toEqual([])
    await shop.sql("update person set roles = '{buyer,head_buyer}' where email = $1", [headBuyerEmail])
    await nameDeputy(head, String(buyerId), day, day)
    expect((await nameDeputy(head, '', '', '')).body.message).toBe('Nobody is standing in for you.')
    expect(await shop.sql('select from person where deputy_of is not null')).toEqual([])
  })
})
