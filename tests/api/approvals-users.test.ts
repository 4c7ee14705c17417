import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently } from '../support/test-visitor.ts'
import {
  addHeadBuyers,
  apprenticeEmail,
  getPersonId,
  headBuyerEmail,
  listEmailsNeedingApproval,
  otherHeadBuyerEmail,
  saveApprovalSettings,
  secondHeadBuyerEmail,
  sendForApproval,
} from './approval-calls.ts'
import { completeOrder, createMemberSend, fillBasket, sendSave } from './checkout-calls.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await startTestShop()
  await addHeadBuyers(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.sql('update person set orders_require_approval = (email = $1)', [apprenticeEmail]))

const getPersonIds = (...emails: string[]) => Promise.all(emails.map(email => getPersonId(shop, email)))
const listAudits = () =>
  shop.sql<{ actor: string; action: string; subject: string; detail: string }>(
    'select actor, action, subject, detail from audit where action like $1 order by id',
    ['approval%'],
  )

describe('the list of buyers whose orders need approval', () => {
  test('is complete: buyers in it need approval, all others no longer do, and both changes are audited', async () => {
    const [trade, adam, helen] = await getPersonIds('trade@example.com', apprenticeEmail, headBuyerEmail)
    const { status, body } = await saveApprovalSettings(await shop.signIn(headBuyerEmail), [trade])
    expect([status, body]).toEqual([200, { success: true, message: 'Settings saved' }])
    expect(await listEmailsNeedingApproval(shop)).toEqual(['trade@example.com'])
    const actor = `person ${helen}`
    expect((await listAudits()).slice(-2)).toEqual(
      expect.arrayContaining([
        { actor, action: 'approval required', subject: `person ${trade}`, detail: '' },
        { actor, action: 'approval no longer required', subject: `person ${adam}`, detail: '' },
      ]),
    )
  })

  test('can be empty or hold strings, and a repeated list is audited once', async () => {
    const visitor = await shop.signIn(headBuyerEmail)
    const [trade] = await getPersonIds('trade@example.com')
    expect((await saveApprovalSettings(visitor, [String(trade)])).status).toBe(200)
    const before = (await listAudits()).length
    expect((await saveApprovalSettings(visitor, [trade, trade])).status).toBe(200)
    expect((await listAudits()).length).toBe(before)
    expect((await saveApprovalSettings(visitor, [])).status).toBe(200)
    expect(await listEmailsNeedingApproval(shop)).toEqual([])
  })

  test.each([[null], ['x'], [['x']], [[1.5]], [[null]], [{ a: 1 }], [undefined], [['-1']]])(
    'is refused as an invalid field when it is %j',
    async list => {
      const { status } = await saveApprovalSettings(await shop.signIn(headBuyerEmail), list)
      expect(status).toBe(422)
      expect(await listEmailsNeedingApproval(shop)).toEqual([apprenticeEmail])
    },
  )

  test('needs a login, even for an invalid body', async () => {
    for (const list of [[], null, 'x', undefined]) {
      expect((await saveApprovalSettings(shop.createVisitor(), list)).status).toBe(401)
    }
    const address = { firstname: { not: 'a name' } }
    expect((await shop.createVisitor().post('/account/addresses', address)).status).toBe(401)
  })

  test('E02: is refused as a whole when it has a buyer of another company, an unknown id, or the sender', async () => {
    const visitor = await shop.signIn(headBuyerEmail)
    const [trade, stopped, retail, self] = await getPersonIds(
      'trade@example.com',
      'stopped@example.com',
      'retail@example.com',
      headBuyerEmail,
    )
    for (const stranger of [stopped, retail, self, 99_999_999]) {
      const before = (await listAudits()).length
      const { status } = await saveApprovalSettings(visitor, [trade, stranger])
      expect(status).toBe(403)
      expect(await listEmailsNeedingApproval(shop)).toEqual([apprenticeEmail])
      const [line] = (await listAudits()).slice(before)
      expect(line).toMatchObject({ actor: `person ${self}`, action: 'approval settings refused' })
      expect(line?.detail).toContain(String(stranger))
    }
  })

  test('E02: can be set by head buyers only', async () => {
    const [adam] = await getPersonIds(apprenticeEmail)
    for (const email of ['trade@example.com', apprenticeEmail, 'retail@example.com', 'staff@example.com']) {
      const visitor = await shop.signIn(email)
      expect((await saveApprovalSettings(visitor, [])).status).toBe(403)
      expect((await visitor.getPage('/account/approvals')).status).toBe(403)
    }
    expect((await saveApprovalSettings(await shop.signIn(otherHeadBuyerEmail), [adam])).status).toBe(403)
    const stranger = shop.createVisitor()
    expect((await saveApprovalSettings(stranger, [])).status).toBe(401)
    const page = await stranger.getPage('/account/approvals')
    expect(page.headers.get('location')).toBe('/login?redirectTo=%2Faccount%2Fapprovals')
    expect(await listEmailsNeedingApproval(shop)).toEqual([apprenticeEmail])
  })

  test('cannot be changed by a head buyer for themselves', async () => {
    await shop.sql('update person set orders_require_approval = true where email = $1', [headBuyerEmail])
    expect((await saveApprovalSettings(await shop.signIn(headBuyerEmail), [])).status).toBe(200)
    expect(await listEmailsNeedingApproval(shop)).toEqual([headBuyerEmail])
    expect((await saveApprovalSettings(await shop.signIn(secondHeadBuyerEmail), [])).status).toBe(200)
    expect(await listEmailsNeedingApproval(shop)).toEqual([])
  })

  test('E04: applies from the next request on: an order saved before cannot be placed', async () => {
    const trade = await shop.signIn('trade@example.com')
    await trade.delete('/basket')
    await fillBasket(shop, trade, { 'FH-OIL-1': 1 })
    expect((await sendSave(trade, createMemberSend('account'))).body.error).toBe(false)
    const [id] = await getPersonIds('trade@example.com')
    await saveApprovalSettings(await shop.signIn(headBuyerEmail), [id])
    expect((await completeOrder(trade)).error).toMatch(/need approval/)
    expect(
      (await sendSave(trade, createMemberSend('account', { purchase_order: '2' }))).body.errors,
    ).toHaveProperty('payment_method')
    expect((await sendSave(trade, createMemberSend('approval'))).body.error).toBe(false)
    expect((await sendForApproval(trade)).error).toBe(false)
  })

  test('saved by two head buyers at once is the list of one of them', async () => {
    const [trade, adam] = await getPersonIds('trade@example.com', apprenticeEmail)
    const [one, two] = [await shop.signIn(headBuyerEmail), await shop.signIn(secondHeadBuyerEmail)]
    for (let round = 0; round < 5; round++) {
      // Starts with an empty list, so that each of the two changes one colleague.
      await shop.sql('update person set orders_require_approval = false')
      const answers = await runConcurrently(2, nth =>
        nth ? saveApprovalSettings(one, [trade]) : saveApprovalSettings(two, [adam]),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect([[apprenticeEmail], ['trade@example.com']]).toContainEqual(await listEmailsNeedingApproval(shop))
    }
  })

  test('is saved by a plain form, even when all switches are off', async () => {
    const visitor = await shop.signIn(headBuyerEmail)
    const page = await visitor.getPage('/account/approvals')
    expect(page.text).toMatch(/<h1[^>]*>User Permissions<\/h1>/)
    expect(page.text).toContain('apprentice@example.com')
    expect(page.text).not.toContain('stopped@example.com')
    const [trade] = await getPersonIds('trade@example.com')
    await visitor.postForm('/account/approvals', {
      'selectedUsers[0]': '',
      'selectedUsers[1]': String(trade),
    })
    expect(await listEmailsNeedingApproval(shop)).toEqual(['trade@example.com'])
    const answer = await visitor.postForm('/account/approvals', { 'selectedUsers[]': '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/approvals'])
    expect(await listEmailsNeedingApproval(shop)).toEqual([])
    expect((await visitor.getPage('/account/approvals')).text).toContain('Settings saved')
  })
})
