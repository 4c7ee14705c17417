import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { addHeadBuyers, requestApproval, secondHeadBuyerEmail } from './approval-calls.ts'
import { waitForMail } from './captured-emails.ts'
import { type CustomerReply, getCustomerSeen } from './customer-calls.ts'
import { toText } from './despatch-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ worker: true })
  staff = await shop.signIn('staff@example.com')
}, 60_000)
afterAll(() => shop.close())

const northfield = '/admin/customers/NPH001'
const dale = '/admin/customers/DAL002'
const password = 'three quiet tractors'

const send = async (page: string, call: string, fields: object = {}, seen?: string) =>
  (
    await staff.post<CustomerReply>(`${page}${call}`, {
      seen: seen ?? (await getCustomerSeen(staff, page)),
      ...fields,
    })
  ).body

const findId = async (email: string) =>
  (await shop.sql<{ id: number }>('select id from person where email = $1', [email]))[0]!.id
const pageOf = async (email: string) => `/admin/customers/people/${await findId(email)}`
/** Of the newest of so many e-mails. */
const findLink = async (email: string, subject: string, path: string, count = 1) => {
  await waitForMail(shop, email, subject, count)
  const { text } = parseEmail(await waitForMail(shop, email, subject))
  return new RegExp(`https?://[^/\\s]+(${path}/[\\w.-]+)`).exec(text)![1]!
}
const canSignIn = async (email: string, typed = demoPassword) =>
  (await shop.createVisitor().post('/login', { email, password: typed })).status === 200

describe('R-CUSTOMER-5: who orders for a company', () => {
  test('is invited by staff, as head buyer who orders on account, and signs in', async () => {
    const email = 'boss@dale.example'
    const fields = { email, role: 'head_buyer', account_orders: '1' }
    const seen = await getCustomerSeen(staff, dale)
    expect((await send(dale, '/invitations', fields, seen)).success).toBe(true)
    // The same press again.
    expect((await send(dale, '/invitations', fields, seen)).success).toBe(true)
    expect(toText((await staff.getPage(dale)).text)).toContain('Invited as head buyer, orders on account')
    const link = await findLink(email, 'invites you to order for Dale Aggregates', '/account/invitation')
    const visitor = shop.createVisitor()
    expect(toText((await visitor.getPage(link)).text)).toContain('Filterhouse invites you to order from us')
    await visitor.postForm(link, { name: 'Bea Oss', password })
    const [row] = await shop.sql<object>(
      `select c.account_number, p.roles, p.permissions from person p join company c on c.id = p.company_id
       where p.email = $1`,
      [email],
    )
    expect(row).toEqual({
      account_number: 'DAL002',
      roles: ['buyer', 'head_buyer'],
      permissions: ['full_customer', 'account_orders'],
    })
    expect((await visitor.getPage('/account/colleagues')).text).toContain('boss@dale.example')
    expect(toText((await staff.getPage(dale)).text)).toMatch(/Colleague joined .* Bea Oss/)
  })

  test('is refused when the person orders for another company, or is staff', async () => {
    const invite = async (email: string) =>
      (await send(dale, '/invitations', { email, role: 'buyer' })).errors.email
    expect(await invite('trade@example.com')).toBe(
      'trade@example.com orders for Northfield Plant Hire, and nobody orders for two companies. Remove the person there first.',
    )
    expect(await invite('stopped@example.com')).toContain('already orders for Dale Aggregates')
    expect(await invite('staff@example.com')).toContain('is the login of a member of staff')
    expect(await invite('nonsense')).toBeDefined()
  })

  test('loses an invitation that is withdrawn, and one whose sender is no longer staff', async () => {
    await send(dale, '/invitations', { email: 'new@dale.example', role: 'buyer' })
    const link = await findLink('new@dale.example', 'invites you', '/account/invitation')
    expect((await shop.createVisitor().getPage(link)).status).toBe(200)
    await shop.sql(
      `update invitation set invited_by = (select id from person where email = 'retail@example.com')`,
    )
    expect((await shop.createVisitor().getPage(link)).status).toBe(404)
    await shop.sql(
      `update invitation set invited_by = (select id from person where email = 'staff@example.com')`,
    )
    const [, id] = /invitations\/(\d+)\/withdraw/.exec((await staff.getPage(dale)).text)!
    expect((await send(dale, `/invitations/${id}/withdraw`)).success).toBe(true)
    expect((await shop.createVisitor().getPage(link)).status).toBe(404)
  })

  test('gets other rights, audited before and after; an outdated form changes nothing', async () => {
    const page = await pageOf('trade@example.com')
    const seen = await getCustomerSeen(staff, page)
    expect((await send(page, '/rights', { role: 'head_buyer', account_orders: '1' }, seen)).success).toBe(
      true,
    )
    const outdated = await send(page, '/rights', { role: 'buyer', needs_approval: '1' }, seen)
    expect(outdated).toMatchObject({
      success: false,
      message: expect.stringContaining(
        'Buyer, orders on account → Head buyer, orders on account (Stella Affleck)',
      ),
    })
    const [row] = await shop.sql<object>(
      `select roles, permissions, orders_require_approval from person where email = 'trade@example.com'`,
    )
    expect(row).toEqual({
      roles: ['buyer', 'head_buyer'],
      permissions: ['full_customer', 'account_orders'],
      orders_require_approval: false,
    })
    expect((await send(page, '/rights', { role: 'buyer', account_orders: '1' })).success).toBe(true)
  })

  test('is the last who can approve what waits: not removed, not disabled, no buyer, also by two staff at once', async () => {
    await addHeadBuyers(shop)
    const { reference } = await requestApproval(shop)
    const [first, second] = [await pageOf('head@example.com'), await pageOf(secondHeadBuyerEmail)]
    const seen = [await getCustomerSeen(staff, first), await getCustomerSeen(staff, second)]
    const results = await runConcurrently(2, nth =>
      send(nth === 0 ? first : second, '/disable', {}, seen[nth]),
    )
    expect(results.filter(({ success }) => success)).toHaveLength(1)
    const left = results[0]!.success ? second : first
    // The demo has a request of its own.
    const refusal = `${reference} wait for approval. Make somebody else head buyer first.`
    for (const [call, fields] of [
      ['/remove', {}],
      ['/disable', {}],
      ['/rights', { role: 'buyer', account_orders: '1' }],
      ['/rights', { role: 'head_buyer', needs_approval: '1' }],
    ] as const) {
      const { success, message } = await send(left, call, fields)
      expect([call, success, message]).toEqual([call, false, expect.stringContaining(refusal)])
    }
    // Another head buyer lets them go.
    await send(await pageOf('trade@example.com'), '/rights', { role: 'head_buyer', account_orders: '1' })
    expect((await send(left, '/remove')).success).toBe(true)
    await send(await pageOf('trade@example.com'), '/rights', { role: 'buyer', account_orders: '1' }).then(
      ({ success }) => expect(success).toBe(false),
    )
  })
})

describe('R-CUSTOMER-6: a person’s login', () => {
  test('is disabled, signed out at once, and enabled again', async () => {
    const visitor = await shop.signIn('retail@example.com')
    const page = await pageOf('retail@example.com')
    expect((await visitor.getPage('/account')).status).toBe(200)
    expect((await send(page, '/disable')).success).toBe(true)
    expect((await visitor.getPage('/account')).status).toBe(303)
    expect(await canSignIn('retail@example.com')).toBe(false)
    expect((await send(page, '/enable')).success).toBe(true)
    expect(await canSignIn('retail@example.com')).toBe(true)
    expect((await visitor.getPage('/account')).status).toBe(303)
    const text = toText((await staff.getPage(page)).text)
    expect(text).toMatch(/Login enabled .* Login disabled/)
  })

  test('gets another name; a telephone number that is none is refused', async () => {
    const page = await pageOf('retail@example.com')
    expect((await send(page, '', { name: 'Rita Tailor', telephone: 'x' })).errors.telephone).toBeDefined()
    expect((await send(page, '', { name: 'Rita Taylor', telephone: '0113 496 0123' })).success).toBe(true)
    expect((await staff.getPage(page)).text).toContain('Rita Taylor')
  })

  test('loses its second factor, with an e-mail', async () => {
    await shop.sql(
      `update person set totp_sealed = 'x', totp_confirmed_at = now() where email = 'retail@example.com'`,
    )
    const page = await pageOf('retail@example.com')
    expect((await send(page, '/reset-factor')).success).toBe(true)
    const [row] = await shop.sql<object>(
      `select totp_sealed, totp_confirmed_at from person where email = 'retail@example.com'`,
    )
    expect(row).toEqual({ totp_sealed: null, totp_confirmed_at: null })
    await waitForMail(shop, 'retail@example.com', 'sign-in')
  })

  test('gets another address when its owner confirms it there, signed in; the old address can stop it', async () => {
    const page = await pageOf('retail@example.com')
    expect((await send(page, '/email', { email: 'trade@example.com' })).errors.email).toContain(
      'has an account already',
    )
    expect((await send(page, '/email', { email: 'rita@new.example' })).success).toBe(true)
    const stop = await findLink('retail@example.com', 'We are changing your email address', '/account/email')
    await shop.createVisitor().postForm(`${stop}/stop`, {})
    expect((await send(page, '/email', { email: 'rita@new.example' })).success).toBe(true)
    const link = await findLink('rita@new.example', 'Confirm your new email address', '/account/email', 2)
    // A stranger in the new mailbox gets nothing.
    expect((await shop.createVisitor().getPage(link)).status).toBe(303)
    const owner = await shop.signIn('retail@example.com')
    expect((await owner.postForm(link, {})).status).toBe(303)
    expect(await canSignIn('rita@new.example')).toBe(true)
    expect(await canSignIn('retail@example.com')).toBe(false)
    expect((await staff.getPage(page)).text).toContain('rita@new.example')
  })

  test('of staff has no page', async () => {
    expect((await staff.getPage(await pageOf('staff@example.com'))).status).toBe(404)
    expect((await staff.getPage('/admin/customers/people/999999')).status).toBe(404)
    expect((await staff.post(`${await pageOf('staff@example.com')}/disable`, { seen: '0' })).status).toBe(404)
  })
})

describe('R-CUSTOMER-7: the addresses of a company', () => {
  const address = {
    ...{ firstname: 'Bea', surname: 'Oss', company: 'Dale Aggregates', address1: 'Gate 3, Moor Quarry' },
    ...{
      address2: '',
      town: 'Skipton',
      county: '',
      postcode: 'bd23 1pt',
      country: 'GB',
      telephone: '01756 496020',
    },
  }

  test('are added, changed and removed', async () => {
    expect(
      (await send(dale, '/addresses', { ...address, postcode: '', kind: 'delivery' })).errors.postcode,
    ).toBeDefined()
    expect((await send(dale, '/addresses', { ...address, kind: 'delivery' })).success).toBe(true)
    const buyer = await shop.signIn('stopped@example.com')
    const list = async () =>
      (
        await buyer.get<{ id: number; line_1: string; imported: boolean; shared: boolean }[]>(
          '/account/addresses',
        )
      ).body
    const added = (await list()).find(({ line_1 }) => line_1 === 'Gate 3, Moor Quarry')!
    expect(added).toMatchObject({ shared: true, imported: false })
    const page = `${dale}/addresses/${added.id}`
    expect((await send(page, '', { ...address, address1: 'Gate 4' })).success).toBe(true)
    expect((await list()).map(({ line_1 }) => line_1)).toContain('Gate 4')
    const billing = (await list()).find(({ imported }) => imported)!
    expect(
      (await send(`${dale}/addresses/${billing.id}`, '', { ...address, address1: 'New Quarry House' }))
        .success,
    ).toBe(true)
    expect((await list()).find(({ imported }) => imported)!.line_1).toBe('New Quarry House')
    expect((await send(page, '/remove')).success).toBe(true)
    expect((await list()).map(({ line_1 }) => line_1)).not.toContain('Gate 4')
  })

  test('are not changed by the second of two: what was typed stays, with what the first did', async () => {
    await send(dale, '/addresses', { ...address, kind: 'delivery' })
    const [row] = await shop.sql<{ id: number }>('select max(id)::int as id from address')
    const page = `${dale}/addresses/${row!.id}`
    const seen = await getCustomerSeen(staff, page)
    const replies = await Promise.all(
      ['Gate 5', 'Gate 6'].map(address1 => send(page, '', { ...address, address1 }, seen)),
    )
    expect(replies.map(({ success }) => success).toSorted()).toEqual([false, true])
    expect(replies.find(({ success }) => !success)!.message).toMatch(
      /^Dale Aggregates was changed while this page was open.*address changed: delivery address \d+ \(Stella/,
    )
    const late = await staff.postForm(page, { ...address, address1: 'Gate 7', seen })
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('value="Gate 7"')])
    expect((await send(page, '/remove')).success).toBe(true)
    const gone = await staff.postForm(`${page}/remove`, { seen: await getCustomerSeen(staff, dale) })
    expect(gone.status).toBe(404)
  })

  test('of another company do not exist', async () => {
    const [row] = await shop.sql<{ id: number }>(
      `select a.id from address a join company c on c.id = a.company_id where c.account_number = 'NPH001'`,
    )
    expect((await staff.getPage(`${dale}/addresses/${row!.id}`)).status).toBe(404)
    const seen = await getCustomerSeen(staff, dale)
    expect((await staff.post(`${dale}/addresses/${row!.id}/remove`, { seen })).status).toBe(404)
  })

  test('R-CUSTOMER-10: of a person are added, changed and removed, and are theirs alone', async () => {
    const owner = await pageOf('stopped@example.com')
    expect((await send(owner, '/addresses', { ...address, kind: 'billing' })).success).toBe(true)
    const [row] = await shop.sql<object>(
      `select a.id, a.billing, a.imported, a.company_id from address a join person p on p.id = a.person_id
       where p.email = 'stopped@example.com' order by a.id desc limit 1`,
    )
    expect(row).toMatchObject({ billing: true, imported: false, company_id: null })
    const page = `${owner}/addresses/${(row as { id: number }).id}`
    expect(toText((await staff.getPage(owner)).text)).toContain('Gate 3, Moor Quarry')
    expect((await send(page, '', { ...address, address1: 'Gate 8' })).success).toBe(true)
    const buyer = await shop.signIn('stopped@example.com')
    expect((await buyer.get('/account/addresses')).text).toContain('Gate 8')
    const tom = `${await pageOf('trade@example.com')}/addresses/${(row as { id: number }).id}`
    expect((await staff.getPage(tom)).status).toBe(404)
    expect((await send(page, '/remove')).success).toBe(true)
    expect(toText((await staff.getPage(owner)).text)).not.toContain('Gate 8')
  })

  test('R-CUSTOMER-10: the page of a person says what they order on a day without approval', async () => {
    const tom = await pageOf('trade@example.com')
    expect(toText((await staff.getPage(tom)).text)).not.toContain('Without approval up to')
    await shop.sql(`update person set approval_above = 25000 where email = 'trade@example.com'`)
    expect(toText((await staff.getPage(tom)).text)).toContain('Without approval up to £250.00 of goods a day')
    await shop.sql(`update person set approval_above = null where email = 'trade@example.com'`)
  })
})

test('nothing of another company is on a customer’s pages, nor on the staff’s page of a company', async () => {
  const buyer = await shop.signIn('boss@dale.example').catch(() => null)
  expect(buyer).toBe(null)
  const head = shop.createVisitor()
  await head.post('/login', { email: 'boss@dale.example', password })
  const paths = [
    '',
    '/orders',
    '/quotes',
    '/statements',
    '/approvals',
    '/addresses',
    '/colleagues',
    '/details',
  ]
  const foreign = /Northfield|NPH001|LS3 1LH|trade@example\.com|(?<!-)head@example\.com/
  for (const path of paths) {
    const { status, text } = await head.getPage(`/account${path}`)
    expect([path, status < 400 || status === 404, foreign.exec(text)?.[0]]).toEqual([path, true, undefined])
  }
  expect(
    foreign.exec((await staff.getPage(dale)).text.replaceAll(/\(?Remove the person there.*/g, ''))?.[0],
  ).toBe(undefined)
  for (const path of [northfield, dale, await pageOf('trade@example.com'), '/admin/customers'])
    expect([path, (await head.getPage(path)).status]).toEqual([path, 404])
})
