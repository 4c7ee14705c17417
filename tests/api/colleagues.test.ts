import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { addHeadBuyers, requestApproval, secondHeadBuyerEmail } from './approval-calls.ts'
import { listMailsTo, waitForMail } from './captured-emails.ts'
import { fillBasket } from './checkout-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await startTestShop({ worker: true })
  await addHeadBuyers(shop)
})
// Invitations are counted per hour: each test starts in a new hour.
beforeEach(() => shop.clock.advance(61))
afterAll(() => shop.close())

const url = '/account/colleagues'
const password = 'three quiet tractors'
const accountUrl = '/account'

const invite = (visitor: TestVisitor, email: string, role = 'buyer') =>
  visitor.post(`${url}/invitations`, { email, role })
const accept = (path: string, visitor = shop.createVisitor(), name = 'Nina Ew') =>
  visitor.postForm(path, { name, password })
const logIn = async (email: string) => {
  const visitor = shop.createVisitor()
  expect((await visitor.post('/login', { email, password })).status).toBe(200)
  return visitor
}
const remove = (visitor: TestVisitor, id: number) => visitor.post(`${url}/${id}/remove`)

interface PersonRow {
  id: number
  company_id: number | null
  roles: string[]
  permissions: string[]
  orders_require_approval: boolean
  is_verified: boolean
}
const findPerson = async (email: string) =>
  (
    await shop.sql<PersonRow>(
      `select id, company_id, roles, permissions, orders_require_approval, verified_at is not null as is_verified
       from person where email = $1`,
      [email],
    )
  )[0]
const getPerson = async (email: string) => (await findPerson(email))!

/** Invites an address and returns the path of its link. */
async function getInvitationPath(visitor: TestVisitor, email: string, role = 'buyer'): Promise<string> {
  const isInvitation = (mail: string) => parseEmail(mail).text.includes('/account/invitation/')
  const count = async () => (await listMailsTo(shop, email)).filter(isInvitation).length
  const before = await count()
  const { status, text } = await invite(visitor, email, role)
  if (status !== 200) throw new Error(`not invited: ${text}`)
  await expect.poll(count, { timeout: 30_000 }).toBe(before + 1)
  const mail = await waitForMail(shop, email, 'invites you to order for')
  return /https?:\/\/[^/\s]+(\/account\/invitation\/[\w.-]+)/.exec(parseEmail(mail).text)![1]!
}

/** A new colleague of the demo's head buyer, signed in. */
async function createColleague(email: string, role = 'buyer'): Promise<{ visitor: TestVisitor; id: number }> {
  const path = await getInvitationPath(await shop.signIn('head@example.com'), email, role)
  const visitor = shop.createVisitor()
  await accept(path, visitor)
  return { visitor, id: (await getPerson(email)).id }
}

describe('an invitation', () => {
  test('makes an account of the company, with the role and what the head buyer may do', async () => {
    const head = await shop.signIn('head@example.com')
    const path = await getInvitationPath(head, 'nina@northfield.example', 'buyer_with_approval')
    expect((await head.getPage(url)).text).toContain('nina@northfield.example')
    const visitor = shop.createVisitor()
    await fillBasket(shop, visitor, { 'FH-SEAL-1': 3 })
    const page = await visitor.getPage(path)
    expect([page.status, page.text.includes('Northfield Plant Hire')]).toEqual([200, true])
    expect(await findPerson('nina@northfield.example')).toBe(undefined)
    const accepted = await accept(path, visitor)
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, accountUrl])
    expect(await getPerson('nina@northfield.example')).toMatchObject({
      company_id: (await getPerson('head@example.com')).company_id,
      roles: ['buyer'],
      permissions: ['full_customer', 'account_orders'],
      orders_require_approval: true,
      is_verified: true,
    })
    expect((await visitor.getPage(accountUrl)).text).toContain('NPH001')
    expect((await visitor.get<{ count: number }>('/basket')).body.count).toBe(3)
    await waitForMail(shop, 'head@example.com', 'Nina Ew now orders for Northfield Plant Hire')
    expect((await head.getPage(url)).text).toContain('Nina Ew')
    const signedIn = await shop.createVisitor().post('/login', { email: 'nina@northfield.example', password })
    expect(signedIn.status).toBe(200)
  })

  test('makes a head buyer, who never gets the rights of staff', async () => {
    await shop.sql(
      `update person set permissions = permissions || '{godmode}'::text[] where email = 'head@example.com'`,
    )
    const { visitor } = await createColleague('henry@northfield.example', 'head_buyer')
    expect(await getPerson('henry@northfield.example')).toMatchObject({
      roles: ['buyer', 'head_buyer'],
      permissions: ['full_customer', 'account_orders'],
      orders_require_approval: false,
    })
    expect((await visitor.getPage(url)).status).toBe(200)
    await shop.sql(
      `update person set permissions = array_remove(permissions, 'godmode') where email = 'head@example.com'`,
    )
  })

  test('E12: is accepted once, however often it is sent, and a repeat leads to the account', async () => {
    const head = await shop.signIn('head@example.com')
    const path = await getInvitationPath(head, 'once@northfield.example')
    const answers = await runConcurrently(6, () => accept(path))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(303))
    const people = await shop.sql(`select from person where email = 'once@northfield.example'`)
    expect(people).toHaveLength(1)
    const stranger = shop.createVisitor()
    const page = await stranger.getPage(path)
    expect([page.status, page.text.includes('This invitation was accepted')]).toEqual([200, true])
    await accept(path, stranger)
    expect((await stranger.get('/account/addresses')).status).toBe(401)
    expect(
      (
        await shop.sql(
          `select from mail_outbox where kind = 'invitation-accepted' and facts->'colleague'->>'email' = $1`,
          ['once@northfield.example'],
        )
      ).length,
    ).toBe(1)
  })

  test('E12: lasts seven days; a later one and a withdrawal end it', async () => {
    const head = await shop.signIn('head@example.com')
    const first = await getInvitationPath(head, 'late@northfield.example')
    const second = await getInvitationPath(head, 'late@northfield.example')
    expect((await accept(first)).status).toBe(404)
    shop.clock.advance(7 * 24 * 60 - 1)
    expect((await shop.createVisitor().getPage(second)).status).toBe(200)
    shop.clock.advance(2)
    const late = await accept(second)
    expect([late.status, late.text.includes('more than 7 days old')]).toEqual([404, true])

    const third = await getInvitationPath(await shop.signIn('head@example.com'), 'late@northfield.example')
    const [row] = await shop.sql<{ id: number }>(
      `select id from invitation where email = 'late@northfield.example'`,
    )
    const stranger = await shop.signIn('other-head@example.com')
    expect((await stranger.post(`${url}/invitations/${row!.id}/withdraw`)).status).toBe(404)
    const visitor = await shop.signIn('head@example.com')
    expect((await visitor.postForm(`${url}/invitations/${row!.id}/withdraw`, {})).status).toBe(303)
    expect((await accept(third)).status).toBe(404)
    expect(await findPerson('late@northfield.example')).toBe(undefined)
    expect((await accept('/account/invitation/x')).status).toBe(404)
  })

  test('ends when the head buyer who sent it has left the company or is no head buyer any more', async () => {
    const { visitor, id } = await createColleague('leaver@northfield.example', 'head_buyer')
    const path = await getInvitationPath(visitor, 'friend@northfield.example')
    await shop.sql(`update person set company_id = (select id from company where account_number = 'DAL002')
      where id = ${id}`)
    expect((await accept(path)).status).toBe(404)
    await shop.sql(`update person set company_id = (select id from company where account_number = 'NPH001'),
      roles = '{buyer}' where id = ${id}`)
    expect((await accept(path)).status).toBe(404)
    expect(await findPerson('friend@northfield.example')).toBe(undefined)
  })

  test('needs a name and a good password', async () => {
    const head = await shop.signIn('head@example.com')
    const path = await getInvitationPath(head, 'weak@northfield.example')
    const refused = await shop.createVisitor().postForm(path, { name: ' ', password: 'Northfield2026' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Name is required.')
    expect(refused.text).toContain('That password is easy to guess.')
    expect(await findPerson('weak@northfield.example')).toBe(undefined)
  })
})

describe('an invitation to an address that has an account', () => {
  test('is joined after signing in, and what was private stays private', async () => {
    const head = await shop.signIn('head@example.com')
    const path = await getInvitationPath(head, 'retail@example.com')
    const stranger = shop.createVisitor()
    expect((await stranger.getPage(path)).text).toContain('Sign in and join')
    expect((await accept(path, stranger)).status).toBe(409)
    expect((await head.getPage(path)).text).toContain('you are signed in as')
    expect((await head.post(path, {})).status).toBe(409)
    const owner = await shop.signIn('retail@example.com')
    const joined = await owner.postForm(path, {})
    expect([joined.status, joined.headers.get('location')]).toEqual([303, accountUrl])
    const person = await getPerson('retail@example.com')
    expect(person.company_id).toBe((await getPerson('head@example.com')).company_id)
    expect((await owner.get<unknown[]>('/account/addresses')).body).toHaveLength(7)
    expect((await remove(head, person.id)).status).toBe(200)
  })

  test('E05: gets the answer that every address gets', async () => {
    const head = await shop.signIn('other-head@example.com')
    const [taken, free] = [await invite(head, 'trade@example.com'), await invite(head, 'free@example.org')]
    expect([taken.status, taken.text]).toEqual([200, free.text])
    const ofOwn = await invite(head, 'stopped@example.com')
    expect([ofOwn.status, ofOwn.text.includes('already orders for Dale Aggregates')]).toEqual([422, true])
  })

  test('is not accepted by people of another company, by staff, or for an unverified address', async () => {
    const head = await shop.signIn('head@example.com')
    const addresses = ['stopped@example.com', 'staff@example.com'] as const
    for (const email of addresses) {
      const path = await getInvitationPath(head, email)
      const owner = await shop.signIn(email)
      expect((await owner.getPage(path)).text).toContain('can’t join a company')
      expect((await owner.post(path, {})).status).toBe(409)
    }
    await shop.sql(
      `insert into person (email, name, password_hash) select 'squatted@example.org', 'Squatter', password_hash
       from person where email = 'retail@example.com'`,
    )
    const path = await getInvitationPath(head, 'squatted@example.org')
    const squatter = await shop.signIn('squatted@example.org')
    expect((await squatter.getPage(path)).text).toContain('choose a new password first')
    expect((await squatter.post(path, {})).status).toBe(409)
    expect((await getPerson('squatted@example.org')).company_id).toBe(null)
  })
})

describe('colleagues', () => {
  test('E01: are looked after by head buyers only, and those of others do not exist', async () => {
    const apprentice = await getPerson('apprentice@example.com')
    const calls = async (visitor: TestVisitor) => [
      (await visitor.getPage(url)).status,
      (await visitor.getPage(`${url}/${apprentice.id}/remove`)).status,
      (await remove(visitor, apprentice.id)).status,
      (await invite(visitor, 'someone@example.org')).status,
    ]
    expect(await calls(await shop.signIn('trade@example.com'))).toEqual([403, 403, 403, 403])
    expect(await calls(await shop.signIn('staff@example.com'))).toEqual([403, 403, 403, 403])
    const anonymous = shop.createVisitor()
    expect(await calls(anonymous)).toEqual([303, 303, 401, 401])
    const other = await shop.signIn('other-head@example.com')
    expect((await other.getPage(`${url}/${apprentice.id}/remove`)).status).toBe(404)
    expect((await remove(other, apprentice.id)).status).toBe(404)
    expect((await remove(other, 2_147_483_647)).status).toBe(404)
    expect((await getPerson('apprentice@example.com')).company_id).toBe(apprentice.company_id)
  })

  test('are not looked after by a head buyer whose own orders need approval', async () => {
    await shop.sql('update person set orders_require_approval = true where email = $1', [
      secondHeadBuyerEmail,
    ])
    const restricted = await shop.signIn(secondHeadBuyerEmail)
    const page = await restricted.getPage(url)
    expect([page.status, page.text.includes('ask another head buyer to manage colleagues')]).toEqual([
      200,
      true,
    ])
    expect((await invite(restricted, 'second-self@example.org', 'head_buyer')).status).toBe(403)
    expect((await remove(restricted, (await getPerson('head@example.com')).id)).status).toBe(403)
    await shop.sql('update person set orders_require_approval = false where email = $1', [
      secondHeadBuyerEmail,
    ])
  })

  test('are invited thirty times an hour at most, and five times at one address', async () => {
    const head = await shop.signIn('head@example.com')
    const same = await runConcurrently(6, () => invite(head, 'same@example.org'))
    expect(same.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 422])
    const rest = await runConcurrently(26, nth => invite(head, `many-${nth}@example.org`))
    expect(rest.filter(({ status }) => status === 429)).toHaveLength(2)
    await shop.sql(`delete from invitation where email like '%@example.org'`)
  })
})

describe('removing a colleague', () => {
  test('E07: ends sessions and rights at once, and leaves the orders with the company', async () => {
    const email = 'rob@northfield.example'
    const { id } = await createColleague(email)
    const phone = await logIn(email)
    const { visitor, reference } = await placeAccountOrder(
      { productId: shop.productId, signIn: logIn },
      email,
      { 'FH-SEAL-1': 3 },
    )
    const head = await shop.signIn('head@example.com')
    const page = await head.getPage(`${url}/${id}/remove`)
    expect([page.status, page.text.includes('Remove Nina Ew?')]).toEqual([200, true])
    const removed = await head.postForm(`${url}/${id}/remove`, {})
    expect([removed.status, removed.headers.get('location')]).toEqual([303, url])
    for (const browser of [visitor, phone]) expect((await browser.get('/account/addresses')).status).toBe(401)
    expect(await getPerson(email)).toMatchObject({ company_id: null, roles: ['buyer'], permissions: [] })
    await waitForMail(shop, email, 'You no longer order for Northfield Plant Hire')

    const again = await logIn(email)
    for (const path of [`/account/orders/${reference}`, `/order/${reference}/confirmation`])
      expect((await again.getPage(path)).status).toBe(404)
    expect((await again.getPage('/account/orders')).text).not.toContain(reference)
    expect((await again.get<unknown[]>('/account/addresses')).body).toEqual([])
    expect((await head.getPage('/account/orders')).text).toContain(reference)
    expect((await head.getPage(`/account/orders/${reference}`)).status).toBe(200)
    const entries = await shop.sql<{ action: string }>(
      `select action from audit where subject = 'person ${id}' order by id`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['colleague joined', 'colleague removed'])
  })

  test('rejects the requests that wait for approval, once, and says so before', async () => {
    const { id: requestId, reference } = await requestApproval(shop)
    const { id } = await getPerson('apprentice@example.com')
    const head = await shop.signIn('head@example.com')
    expect((await head.getPage(`${url}/${id}/remove`)).text).toContain(reference)
    const answers = await runConcurrently(4, () => remove(head, id))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const [order] = await shop.sql<{ state: string }>('select state from orders where id = $1', [requestId])
    expect(order!.state).toBe('rejected')
    const mail = await waitForMail(shop, 'apprentice@example.com', 'was not approved')
    expect(parseEmail(mail).text).toContain('no longer orders for Northfield Plant Hire.')
    expect((await head.getPage('/account/approvals')).text).not.toContain(`/${requestId}/reject`)
    await checkInvariants(shop)
    // Back again, with the same account.
    const path = await getInvitationPath(head, 'apprentice@example.com', 'buyer_with_approval')
    const apprentice = await shop.signIn('apprentice@example.com')
    expect((await apprentice.getPage(`/account/orders/${reference}`)).status).toBe(404)
    expect((await apprentice.postForm(path, {})).status).toBe(303)
    expect((await apprentice.getPage(`/account/orders/${reference}`)).status).toBe(200)
    expect((await remove(head, id)).status).toBe(200)
  })

  test('leaves one of two head buyers who remove each other, and never oneself', async () => {
    const [head, second] = [await shop.signIn('head@example.com'), await shop.signIn(secondHeadBuyerEmail)]
    const { id: headId, company_id } = await getPerson('head@example.com')
    const { id: secondId } = await getPerson(secondHeadBuyerEmail)
    const selfRemoval = await remove(head, headId)
    expect([selfRemoval.status, selfRemoval.text.includes('You can’t remove yourself')]).toEqual([403, true])
    expect((await head.getPage(`${url}/${headId}/remove`)).status).toBe(404)
    const answers = await Promise.all([remove(head, secondId), remove(second, headId)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect([401, 403]).toContain(statuses.find(status => status !== 200))
    const left = await shop.sql(
      `select from person where id in (${headId}, ${secondId}) and company_id = ${company_id}`,
    )
    expect(left).toHaveLength(1)
  })
})
