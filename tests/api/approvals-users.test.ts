import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atOnce } from '../support/client.ts'
import { checkInvariants } from '../support/invariants.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  apprentice,
  head,
  hireHeads,
  needApproval,
  otherHead,
  personId,
  saveUsers,
  secondHead,
  sendForApproval,
} from './approving.ts'
import { complete, fill, memberSend, save } from './buying.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await hireHeads(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.sql('update person set orders_require_approval = (email = $1)', [apprentice]))
afterEach(() => checkInvariants(shop))

const idsOf = (...emails: string[]) => Promise.all(emails.map(email => personId(shop, email)))
const audits = () =>
  shop.sql<{ actor: string; action: string; subject: string; detail: string }>(
    'select actor, action, subject, detail from audit where action like $1 order by id',
    ['approval%'],
  )

describe('whose orders need approval', () => {
  test('is a complete list: people in it need approval, all others no longer do, and both is audited', async () => {
    const [trade, adam, helen] = await idsOf('trade@example.com', apprentice, head)
    const { status, body } = await saveUsers(await shop.signedIn(head), [trade])
    expect([status, body]).toEqual([200, { success: true, message: 'Settings saved' }])
    expect(await needApproval(shop)).toEqual(['trade@example.com'])
    const actor = `person ${helen}`
    expect((await audits()).slice(-2)).toEqual(
      expect.arrayContaining([
        { actor, action: 'approval required', subject: `person ${trade}`, detail: '' },
        { actor, action: 'approval no longer required', subject: `person ${adam}`, detail: '' },
      ]),
    )
  })

  test('can be empty, can come as strings, and the same list again is audited once', async () => {
    const visitor = await shop.signedIn(head)
    const [trade] = await idsOf('trade@example.com')
    expect((await saveUsers(visitor, [String(trade)])).status).toBe(200)
    const before = (await audits()).length
    expect((await saveUsers(visitor, [trade, trade])).status).toBe(200)
    expect((await audits()).length).toBe(before)
    expect((await saveUsers(visitor, [])).status).toBe(200)
    expect(await needApproval(shop)).toEqual([])
  })

  test.each([[null], ['x'], [['x']], [[1.5]], [[null]], [{ a: 1 }], [undefined], [['-1']]])(
    'is refused as a field when it is %j',
    async list => {
      const { status } = await saveUsers(await shop.signedIn(head), list)
      expect(status).toBe(422)
      expect(await needApproval(shop)).toEqual([apprentice])
    },
  )

  test('needs a login, whatever the body is', async () => {
    for (const list of [[], null, 'x', undefined]) {
      expect((await saveUsers(shop.visitor(), list)).status).toBe(401)
    }
    const address = { firstname: { not: 'a name' } }
    expect((await shop.visitor().post('/account/addresses', address)).status).toBe(401)
  })

  test('E02: is refused as a whole for a person of another company, an unknown id, and the sender', async () => {
    const visitor = await shop.signedIn(head)
    const [trade, stopped, retail, self] = await idsOf(
      'trade@example.com',
      'stopped@example.com',
      'retail@example.com',
      head,
    )
    for (const stranger of [stopped, retail, self, 99_999_999]) {
      const before = (await audits()).length
      const { status } = await saveUsers(visitor, [trade, stranger])
      expect(status).toBe(403)
      expect(await needApproval(shop)).toEqual([apprentice])
      const [line] = (await audits()).slice(before)
      expect(line).toMatchObject({ actor: `person ${self}`, action: 'approval settings refused' })
      expect(line?.detail).toContain(String(stranger))
    }
  })

  test('E02: can be set by head buyers only', async () => {
    const [adam] = await idsOf(apprentice)
    for (const email of ['trade@example.com', apprentice, 'retail@example.com', 'staff@example.com']) {
      const visitor = await shop.signedIn(email)
      expect((await saveUsers(visitor, [])).status).toBe(403)
      expect((await visitor.page('/account/approvals')).status).toBe(403)
    }
    expect((await saveUsers(await shop.signedIn(otherHead), [adam])).status).toBe(403)
    const nobody = shop.visitor()
    expect((await saveUsers(nobody, [])).status).toBe(401)
    const page = await nobody.page('/account/approvals')
    expect(page.headers.get('location')).toBe('/login?redirectTo=%2Faccount%2Fapprovals')
    expect(await needApproval(shop)).toEqual([apprentice])
  })

  test('cannot be lifted by a head buyer for themselves', async () => {
    await shop.sql('update person set orders_require_approval = true where email = $1', [head])
    expect((await saveUsers(await shop.signedIn(head), [])).status).toBe(200)
    expect(await needApproval(shop)).toEqual([head])
    expect((await saveUsers(await shop.signedIn(secondHead), [])).status).toBe(200)
    expect(await needApproval(shop)).toEqual([])
  })

  test('E04: holds from the next request on: what was saved before is not placed', async () => {
    const trade = await shop.signedIn('trade@example.com')
    await trade.delete('/basket')
    await fill(shop, trade, { 'FH-OIL-1': 1 })
    expect((await save(trade, memberSend('account'))).body.error).toBe(false)
    const [id] = await idsOf('trade@example.com')
    await saveUsers(await shop.signedIn(head), [id])
    expect((await complete(trade)).error).toMatch(/need approval/)
    expect((await save(trade, memberSend('account', { purchase_order: '2' }))).body.errors).toHaveProperty(
      'payment_method',
    )
    expect((await save(trade, memberSend('approval'))).body.error).toBe(false)
    expect((await sendForApproval(trade)).error).toBe(false)
  })

  test('saved by two head buyers at once is the list of one of them', async () => {
    const [trade, adam] = await idsOf('trade@example.com', apprentice)
    const [one, two] = [await shop.signedIn(head), await shop.signedIn(secondHead)]
    for (let round = 0; round < 5; round++) {
      // Nobody yet: each of the two lists changes one colleague.
      await shop.sql('update person set orders_require_approval = false')
      const answers = await atOnce(2, nth => (nth ? saveUsers(one, [trade]) : saveUsers(two, [adam])))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect([[apprentice], ['trade@example.com']]).toContainEqual(await needApproval(shop))
    }
  })

  test('is saved by a plain form, all switches off too', async () => {
    const visitor = await shop.signedIn(head)
    const page = await visitor.page('/account/approvals')
    expect(page.text).toMatch(/<h1[^>]*>User Permissions<\/h1>/)
    expect(page.text).toContain('apprentice@example.com')
    expect(page.text).not.toContain('stopped@example.com')
    const [trade] = await idsOf('trade@example.com')
    await visitor.form('/account/approvals', { 'selectedUsers[0]': '', 'selectedUsers[1]': String(trade) })
    expect(await needApproval(shop)).toEqual(['trade@example.com'])
    const answer = await visitor.form('/account/approvals', { 'selectedUsers[]': '' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/approvals'])
    expect(await needApproval(shop)).toEqual([])
    expect((await visitor.page('/account/approvals')).text).toContain('Settings saved')
  })
})
