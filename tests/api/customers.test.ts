import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { type CustomerReply, getCustomerSeen, newCompany } from './customer-calls.ts'
import { despatch, toText } from './despatch-calls.ts'
import { insertDocument } from './ledger-calls.ts'
import { placeAccountOrder } from './shoppers.ts'

let shop: TestShop
let staff: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({
    env: { INVOICE_DUE: '30' },
    brokenInvariants: { names: /^R-INVOICE-4/, reason: 'an overdue invoice is inserted by SQL' },
  })
  staff = await shop.signIn('staff@example.com')
}, 60_000)
afterAll(() => shop.close())

const customersUrl = '/admin/customers'
const northfield = `${customersUrl}/NPH001`
const details = { ...newCompany, name: 'Northfield Plant Hire', account_number: 'NPH001', vat: 'GB980780684' }

const change = async (fields: object, seen?: string, who = staff) =>
  who.post<CustomerReply>(northfield, {
    ...details,
    ...fields,
    seen: seen ?? (await getCustomerSeen(staff, northfield)),
  })

describe('R-CUSTOMER-1: the list of customers', () => {
  const list = async (query: string) => {
    const { status, text } = await staff.getPage(`${customersUrl}?${query}`)
    expect(status).toBe(200)
    const rows = text.split('<tbody')[1]?.split('</tbody')[0] ?? ''
    return [...rows.matchAll(/href="\/admin\/customers\/([^"]+)"/g)].map(([, name]) => name!)
  }

  test('has companies and people without one, not staff and no person of a company', async () => {
    const all = await list('')
    expect(all).toEqual(['DAL002', 'NPH001', expect.stringMatching(/^people\/\d+$/)])
    expect(await list('show=companies')).toEqual(['DAL002', 'NPH001'])
    expect(await list('show=people')).toEqual([all[2]])
    expect(await list('show=on_stop')).toEqual(['DAL002'])
    expect(await list('sort=name&direction=down&show=companies')).toEqual(['NPH001', 'DAL002'])
  })

  test('finds them by whatever a caller says', async () => {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    for (const query of [
      'plant hire',
      'NPH0',
      'helen',
      'head@example.com',
      'LS3 1LH',
      'ls31',
      '0113 496 0101',
      '+44 113 4960101',
      '980 7806 84',
      'GB980780684',
      reference,
      reference.slice(2).toLowerCase(),
    ])
      expect([query, await list(`query=${encodeURIComponent(query)}`)]).toEqual([
        query,
        expect.arrayContaining(['NPH001']),
      ])
    expect(await list('query=nothing like it')).toEqual([])
    expect(await list('query=%25')).toEqual([])
    const [rita] = await list('show=people')
    expect(await list('query=rita')).toEqual([rita])
    // Of a person and of a company.
    expect(await list('query=0113 496 0123')).toEqual(['DAL002', 'NPH001', rita])
  })

  test('says who is over the limit, overdue or without a head buyer', async () => {
    expect(await list('show=over_limit')).toEqual([])
    expect(await list('show=no_head_buyer')).toEqual(['DAL002'])
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    await despatch(staff, reference, { 1: 1 })
    await shop.sql(`update company set credit_limit = 100 where account_number = 'NPH001'`)
    expect(await list('show=over_limit')).toEqual(['NPH001'])
    expect(await list('show=over_limit&query=dale')).toEqual([])
    expect(await list('show=overdue')).toEqual([])
    await insertDocument(shop, { reference, net: 1000, dueOn: '2026-11-02' })
    expect(await list('show=overdue')).toEqual(['NPH001'])
    const { text } = await staff.getPage(`${customersUrl}?show=overdue`)
    expect(toText(text)).toContain('£12.00')
    // R-CUSTOMER-10
    expect(toText((await staff.getPage(northfield)).text)).toContain('Over the limit')
    await shop.sql(`update company set credit_limit = null where account_number = 'NPH001'`)
  })
})

describe('R-CUSTOMER-2: a company', () => {
  test('is opened with the proposed number, once', async () => {
    const page = (await staff.getPage(`${customersUrl}/new`)).text
    expect(page).toMatch(/name="account_number"[^>]*value="DAL003"/)
    const form = { ...newCompany, name: 'Moor Drainage', account_number: 'dal003' }
    const replies = await runConcurrently(3, () => staff.post<CustomerReply>(customersUrl, form))
    expect(replies.map(({ body }) => body.success)).toEqual([true, true, true])
    const other = await staff.post<CustomerReply>(customersUrl, { ...form, name: 'Other' })
    expect(other.body.errors).toEqual({
      account_number: 'DAL003 is the account number of Moor Drainage. Please choose another.',
    })
    const [row] = await shop.sql<{ count: number }>(
      `select count(*)::int as count from audit where action = 'company opened'`,
    )
    expect(row).toEqual({ count: 1 })
    expect(toText((await staff.getPage(`${customersUrl}/DAL003`)).text)).toContain(
      'Nobody orders for Moor Drainage yet.',
    )
    const [newest] = [...(await staff.getPage(`${customersUrl}/new`)).text.matchAll(/value="DAL004"/g)]
    expect(newest).toBeDefined()
  })

  test('has what it owes, its people, its addresses and what it buys', async () => {
    await placeAccountOrder(shop, 'trade@example.com', { 'FH-SEAL-1': 7 })
    const text = toText((await staff.getPage(northfield)).text)
    for (const part of [
      'Tom Rade',
      'Head buyer, orders on account',
      'Kirkstall Road',
      'FH-SEAL-1',
      '7 pieces',
    ])
      expect(text).toContain(part)
    expect((await staff.getPage(`${customersUrl}/NOBODY`)).status).toBe(404)
  })
})

describe('R-CUSTOMER-3: the details of a company', () => {
  test('are changed, audited before and after, and read on its page', async () => {
    const fields = {
      company_number: '01234567',
      notes: 'Ring Mondays',
      accounts_emails: 'ap@northfield.example',
    }
    expect((await change(fields)).body).toMatchObject({
      success: true,
      message: 'Details of Northfield Plant Hire saved.',
    })
    const text = toText((await staff.getPage(northfield)).text)
    for (const part of [
      '01234567',
      'Ring Mondays',
      'ap@northfield.example',
      'company number none → 01234567',
    ])
      expect(text).toContain(part)
    const [entry] = await shop.sql<{ detail: string }>(`select detail from audit order by id desc limit 1`)
    expect(entry!.detail).toBe(
      'company number none → 01234567, emails of the accounts department: none → 1 address, notes',
    )
  })

  test('with a wrong VAT number or the account number of another company are refused', async () => {
    expect((await change({ vat: 'GB980780685' })).body.errors).toEqual({
      vat: 'This is not a VAT number: its check digits are wrong. Please check it.',
    })
    expect((await change({ account_number: 'dal002' })).body.errors.account_number).toContain(
      'Dale Aggregates',
    )
    expect((await staff.getPage(`${customersUrl}/NPH009`)).status).toBe(404)
  })

  test('have an account number that stays once an invoice has it', async () => {
    const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
    await despatch(staff, reference, { 1: 1 })
    expect((await change({ account_number: 'NPH009' })).body.errors).toEqual({
      account_number: 'Invoices have this account number, so it cannot be changed any more.',
    })
    const moor = `${customersUrl}/DAL003`
    const { status, headers } = await staff.postForm(moor, {
      ...newCompany,
      ...{ name: 'Moor Drainage', account_number: 'MD0001', seen: await getCustomerSeen(staff, moor) },
    })
    expect([status, headers.get('location')]).toEqual([303, `${customersUrl}/MD0001`])
  })

  test('of two staff on one company: the second reads what the first has changed', async () => {
    await change({})
    const seen = await getCustomerSeen(staff, northfield)
    expect((await change({ eori: 'GB980780684000' }, seen)).body.success).toBe(true)
    const { body } = await change({ notes: 'Second' }, seen)
    expect(body.success).toBe(false)
    expect(body.message).toBe(
      'Northfield Plant Hire was changed while this page was open, so nothing was saved. Since then: company changed: EORI none → GB980780684000 (Stella Affleck). Check it, then save again.',
    )
    const page = await staff.postForm(northfield, { ...details, notes: 'Second', seen })
    expect(page.status).toBe(409)
    expect(page.text).toContain('Second')
    const again = await getCustomerSeen(staff, northfield)
    const replies = await runConcurrently(4, nth => change({ notes: `Note ${nth}` }, again))
    expect(replies.filter(({ body: reply }) => reply.success)).toHaveLength(1)
  })

  test('with terms of its own: its next invoice is due by them, and no other company’s', async () => {
    const readDue = async () => {
      const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
      await despatch(staff, reference, { 1: 1 })
      const [row] = await shop.sql<{ due: string }>(
        `select due_on::text as due from sales_document order by id desc limit 1`,
      )
      return row!.due
    }
    expect(await readDue()).toBe('2026-12-24')
    await change({ terms_kind: 'end_of_month', terms_days: '14' })
    expect(await readDue()).toBe('2026-12-14')
    await change({ terms_kind: 'days', terms_days: '7' })
    expect(await readDue()).toBe('2026-12-01')
    expect(toText((await staff.getPage(northfield)).text)).toContain(
      'terms 14 days from the end of the month → 7 days',
    )
  })
})

test('R-CUSTOMER-4: a company is put on stop and taken off again, with a reason', async () => {
  const press = async (call: 'stop' | 'release', reason: string) =>
    staff.post<CustomerReply>(`${northfield}/${call}`, {
      reason,
      seen: await getCustomerSeen(staff, northfield),
    })
  expect((await press('stop', '')).body.errors).toEqual({ reason: 'Reason is required.' })
  expect((await press('stop', 'Two cheques came back')).body.success).toBe(true)
  const { reference } = await placeAccountOrder(shop, 'trade@example.com', { 'FH-OIL-1': 1 })
  const isHeld = async () =>
    (
      await shop.sql<{ held: boolean }>('select on_stop as held from orders where reference = $1', [
        reference,
      ])
    )[0]!.held
  expect(await isHeld()).toBe(true)
  const text = toText((await staff.getPage(northfield)).text)
  expect(text).toContain('On stop: Two cheques came back')
  expect(text).toMatch(/Put on stop Two cheques came back/)
  expect((await press('release', 'Paid by BACS')).body.success).toBe(true)
  expect(await isHeld()).toBe(false)
  // The same press again does nothing more.
  expect((await press('release', 'Paid by BACS')).body.success).toBe(true)
  const audit = await shop.sql<{ action: string }>(
    `select action from audit where action in ('put on stop', 'taken off stop') order by id`,
  )
  expect(audit.map(({ action }) => action)).toEqual(['put on stop', 'taken off stop'])
})
