import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { deleteOldApplications } from '../../src/features/trade-applications/queries.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { waitForMail } from './captured-emails.ts'
import { type CustomerReply, getCustomerSeen, newCompany } from './customer-calls.ts'
import { toText } from './despatch-calls.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  const env = { LIMIT_TRADE_APPLICATIONS_PER_HOUR: '3', LIMIT_LINK_MAILS_PER_HOUR: '2' }
  shop = await startTestShop({ worker: true, env })
  staff = await shop.signIn('staff@example.com')
}, 60_000)
afterAll(() => shop.close())

const applicationUrl = '/trade-account'
const listUrl = '/admin/trade-applications'
const usual = {
  company: 'Moor Drainage',
  company_number: '01234567',
  vat: '980 7806 84',
  firstname: 'Bea',
  surname: 'Oss',
  email: 'Bea@Moor.example',
  telephone: '01756 496020',
  address1: 'Moor Yard',
  address2: '',
  town: 'Skipton',
  county: '',
  postcode: 'bd231pt',
  country: 'GB',
  reference_1: 'Dale Hydraulics, 0113 496 0200',
  reference_2: 'Aire Bearings, accounts@aire.example',
  credit_limit: '500',
}

interface ApplyReply {
  success: boolean
  next_url: string
  errors?: Record<string, string[]>
}

const apply = (change: Partial<typeof usual> = {}, visitor = shop.createVisitor()) =>
  visitor.post<ApplyReply>(applicationUrl, { ...usual, ...change })

async function getConfirmPath(email: string): Promise<string> {
  const { text } = parseEmail(await waitForMail(shop, email, 'Confirm your application'))
  return new URL(/https?:\/\/\S+\/trade-account\/confirm\/\S+/.exec(text)![0]).pathname
}

/** An application that waits for staff; returns its page. */
async function applyAndConfirm(change: Partial<typeof usual>): Promise<string> {
  expect((await apply(change)).status).toBe(200)
  const path = await getConfirmPath((change.email ?? usual.email).toLowerCase())
  expect((await shop.createVisitor().post(path)).status).toBe(200)
  const [row] = await shop.sql<{ id: number }>('select max(id)::int as id from trade_application')
  return `${listUrl}/${row!.id}`
}

const approve = async (page: string, fields: object = {}, who = staff, seen?: string) =>
  who.post<CustomerReply>(`${page}/approve`, {
    ...newCompany,
    name: 'Moor Drainage',
    ...{ account_number: 'MOO001', company_number: '01234567', vat: 'GB980780684', credit_limit: '500' },
    // Northfield Plant Hire has it too.
    confirm: '1',
    ...fields,
    seen: seen ?? (await getCustomerSeen(staff, page)),
  })

describe('R-APPLICATION-1: an application', () => {
  test('reaches staff once its e-mail address is confirmed, and never before', async () => {
    const visitor = shop.createVisitor()
    expect((await visitor.getPage(applicationUrl)).status).toBe(200)
    const sent = await visitor.postForm(applicationUrl, usual)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/trade-account/sent'])
    expect(toText((await visitor.getPage('/trade-account/sent')).text)).toContain('One more step')
    // The same form again is the same application.
    await apply()
    const count = await shop.sql<{ state: string }>('select state from trade_application')
    expect(count).toEqual([{ state: 'unconfirmed' }])
    expect((await staff.getPage(listUrl)).text).not.toContain('Moor Drainage')
    expect((await staff.getPage(`${listUrl}/1`)).status).toBe(404)

    const path = await getConfirmPath('bea@moor.example')
    const question = toText((await visitor.getPage(path)).text)
    expect(question).toContain('Is bea@moor.example the address')
    expect((await staff.getPage(listUrl)).text).not.toContain('Moor Drainage')
    const confirmed = await visitor.postForm(path, {})
    expect(confirmed.headers.get('location')).toBe('/trade-account/received')
    // Pressed twice, and opened again.
    expect((await visitor.postForm(path, {})).headers.get('location')).toBe('/trade-account/received')
    expect((await visitor.getPage(path)).headers.get('location')).toBe('/trade-account/received')
    const list = toText((await staff.getPage(listUrl)).text)
    for (const part of ['Moor Drainage', 'Skipton, BD23 1PT', 'Bea Oss', '£500']) expect(list).toContain(part)
    expect(toText((await staff.getPage('/admin')).text)).toContain('Trade applications to decide')
    expect((await staff.getPage('/admin/customers')).text).toContain(`href="${listUrl}"`)
    // R-CUSTOMER-1: as a row of the customers, found as they are, and in no other group.
    const getCustomers = async (query: string) =>
      (await staff.getPage(`/admin/customers?${query}`)).text.split('<tbody')[1] ?? ''
    expect(await getCustomers('show=applied')).toContain(`href="${listUrl}/1"`)
    expect(toText(await getCustomers('show=applied&query=bd23'))).toContain('Applied for an account')
    expect(await getCustomers('show=applied&query=nowhere')).not.toContain('Moor Drainage')
    expect(await getCustomers('show=all')).not.toContain('Moor Drainage')
    const { content } = await staff.getFile('/admin/customers/export.csv?show=applied')
    expect(content.toString()).toContain('bea@moor.example')
  })

  test('needs what an account needs, and keeps what was typed', async () => {
    const visitor = shop.createVisitor()
    const { status, text } = await visitor.postForm(applicationUrl, {
      ...usual,
      ...{ company: '', vat: 'GB980780685', postcode: 'X', reference_2: '', credit_limit: 'lots' },
    })
    expect(status).toBe(422)
    for (const part of [
      'Company name is required.',
      'its check digits are wrong. Please check it.',
      'Postcode is invalid',
      'Enter the name of a supplier',
      'Enter an amount in pounds, such as 500.',
      'value="Moor Yard"',
    ])
      expect(text).toContain(part)
    const { body } = await apply({ email: 'bea' }, visitor)
    expect(Object.keys(body.errors ?? {})).toEqual(['email'])
  })

  test('needs a link that the shop has signed', async () => {
    const forged = '/trade-account/confirm/1.abc'
    expect((await shop.createVisitor().getPage(forged)).status).toBe(404)
    expect((await shop.createVisitor().postForm(forged, {})).status).toBe(404)
  })

  test('is filled in with what the shop has of who is signed in', async () => {
    const rita = await shop.signIn('retail@example.com')
    expect((await rita.getPage(applicationUrl)).text).toContain('value="retail@example.com"')
  })
})

describe('R-APPLICATION-2: limits', () => {
  test('hold by network and by address', async () => {
    const visitor = shop.createVisitor()
    const companies = ['One', 'Two', 'Three']
    const replies = [] as unknown[]
    for (const company of companies) {
      const { status, body } = await apply({ company, email: 'flood@moor.example' }, visitor)
      replies.push([status, body.errors?.email?.[0]])
    }
    expect(replies).toEqual([
      [200, undefined],
      [200, undefined],
      [422, 'We have sent several emails to that address already. Please wait an hour.'],
    ])
    expect((await apply({ company: 'Four', email: 'next@moor.example' }, visitor)).status).toBe(429)
  })

  test('end what is not confirmed after 7 days, and what was decided after a year', async () => {
    await shop.sql(
      `insert into trade_application (request_key, form, state, created_at, decided_at) values
        ('old 1', '{}', 'unconfirmed', $1::timestamptz - interval '8 days', null),
        ('old 2', '{}', 'refused', $1::timestamptz - interval '2 years', $1::timestamptz - interval '366 days'),
        ('old 3', '{}', 'refused', $1::timestamptz - interval '2 years', $1::timestamptz - interval '300 days')`,
      [shop.context.now()],
    )
    await deleteOldApplications(shop.context.db, shop.context.now())
    const rows = await shop.sql(
      `select request_key as key from trade_application where request_key like 'old%'`,
    )
    expect(rows).toEqual([{ key: 'old 3' }])
    await shop.sql(`delete from trade_application where request_key = 'old 3'`)
  })
})

describe('R-APPLICATION-4: an application that is approved', () => {
  test('opens one account, however often it is pressed, by one of the staff or two', async () => {
    const page = `${listUrl}/1`
    const text = (await staff.getPage(page)).text
    expect(text).toMatch(/name="account_number"[^>]*value="DAL003"/)
    expect(text).toMatch(/name="vat"[^>]*value="GB980780684"/)
    const seen = await getCustomerSeen(staff, page)
    const other = await signInAs('retail@example.com', '{sales,accounts}')
    expect((await approve(page, { credit_limit: ' ' }, staff, seen)).body.errors).toEqual({
      credit_limit: expect.stringMatching(/^Enter a limit.*tick “No limit”/),
    })
    expect((await approve(page, { no_limit: '1' }, staff, seen)).body.errors).toEqual({
      credit_limit: 'Clear the limit, or the tick at “No limit”.',
    })
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => approve(page, {}, staff, seen)),
      approve(page, { account_number: 'MOO002' }, other, seen),
    ])
    const opened = await shop.sql<{ account: string; limit: number }>(
      `select account_number as account, credit_limit::int as limit from company where account_number like 'MOO%'`,
    )
    expect(opened).toHaveLength(1)
    const isMine = opened[0]!.account === 'MOO001'
    expect(replies.map(({ body }) => body.success)).toEqual(
      isMine ? [true, true, true, false] : [false, false, false, true],
    )
    expect(opened[0]!.limit).toBe(50_000)
    const refused = replies.find(({ body }) => !body.success)!
    expect(refused.body.message).toMatch(
      /was changed while this page was open.*approved: MOO00\d, limit £500\.00/s,
    )
    const mail = parseEmail(
      await waitForMail(shop, 'bea@moor.example', 'invites you to order for Moor Drainage'),
    )
    expect(mail.text).toContain('/account/invitation/')
    const company = toText((await staff.getPage(`/admin/customers/${opened[0]!.account}`)).text)
    for (const part of [
      'Moor Yard',
      'Account billing address',
      'Invited as head buyer, orders on account',
      'Company opened',
    ])
      expect(company).toContain(part)
    const decided = toText((await staff.getPage(page)).text)
    expect(decided).toContain('Approved')
    expect(decided).not.toContain('Open the account and invite')
  })

  test('warns of a company with the same numbers, and refuses a number that is taken', async () => {
    const page = await applyAndConfirm({ company: 'Moor Drainage Ltd', email: 'ann@moor.example' })
    expect(toText((await staff.getPage(page)).text)).toMatch(
      /Moor Drainage \(MOO00\d\) has the same (VAT|company) number/,
    )
    const second = await approve(page, { account_number: 'MOO009', confirm: '' })
    expect(second.body.errors).toEqual({
      confirm: expect.stringMatching(
        /^Northfield Plant Hire \(NPH001\) has the same VAT number\. .*tick the box/,
      ),
    })
    const { body } = await approve(page, { account_number: 'nph001' })
    expect(body.errors).toEqual({
      account_number: 'NPH001 is the account number of Northfield Plant Hire. Please choose another.',
    })
    const wrong = await approve(page, { account_number: 'X 1', credit_limit: 'much' })
    expect(Object.keys(wrong.body.errors)).toEqual(['account_number', 'credit_limit'])
    const fields = { account_number: 'MOO009', credit_limit: '', no_limit: '1' }
    expect((await approve(page, fields)).body.success).toBe(true)
    const [row] = await shop.sql(`select credit_limit as limit from company where account_number = 'MOO009'`)
    expect(row).toEqual({ limit: null })
  })

  test('is not opened for who orders for another company', async () => {
    const page = await applyAndConfirm({ company: 'Toms', email: 'trade@example.com', vat: '' })
    expect(toText((await staff.getPage(page)).text)).toContain('orders for Northfield Plant Hire, and nobody')
    const { body } = await approve(page, { account_number: 'TOM001' })
    expect([body.success, body.message]).toEqual([
      false,
      expect.stringContaining('nobody orders for two companies'),
    ])
    expect(await shop.sql(`select from company where account_number = 'TOM001'`)).toEqual([])
  })

  test('has no credit when it is approved without the right to the accounts', async () => {
    const sales = await signInAs('retail@example.com', '{sales}')
    const page = await applyAndConfirm({ company: 'Wharfe Plant', email: 'w@wharfe.example', vat: '' })
    const fields = { name: 'Wharfe Plant', account_number: 'WHA001', credit_limit: '9000' }
    expect((await approve(page, fields, sales)).body.success).toBe(true)
    const [row] = await shop.sql(
      `select credit_limit::int as limit from company where account_number = 'WHA001'`,
    )
    expect(row).toEqual({ limit: 0 })
  })
})

describe('R-APPLICATION-5: an application that is refused', () => {
  test('is refused once with a reason, which is sent', async () => {
    const page = await applyAndConfirm({ company: 'Nidd Hire', email: 'nora@nidd.example', vat: '' })
    const seen = await getCustomerSeen(staff, page)
    const refuse = (reason: string) => staff.post<CustomerReply>(`${page}/refuse`, { seen, reason })
    expect((await refuse('')).body.errors).toEqual({ reason: 'Reason is required.' })
    const reason = 'We need a second reference.'
    const replies = await runConcurrently(2, () => refuse(reason))
    expect(replies.map(({ body }) => body.success)).toEqual([true, true])
    const mail = parseEmail(await waitForMail(shop, 'nora@nidd.example', 'Your application'))
    expect(mail.text).toContain(reason)
    const late = await approve(page, { account_number: 'NID001' }, staff, seen)
    expect([late.body.success, late.body.message]).toEqual([false, expect.stringContaining('refused')])
    expect(await shop.sql(`select from company where account_number = 'NID001'`)).toEqual([])
    expect(toText((await staff.getPage(`${listUrl}?show=refused`)).text)).toContain('Nidd Hire')
  })
})

async function signInAs(email: string, rights: string): Promise<TestVisitor> {
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{}', staff_rights = $2 where email = $1`,
    [email, rights],
  )
  return shop.signIn(email)
}
