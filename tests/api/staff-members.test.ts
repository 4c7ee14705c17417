import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseEmail } from '../../demo/mail-viewer/parse-email.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { runConcurrently, type TestVisitor } from '../support/test-visitor.ts'
import { waitForMail } from './captured-emails.ts'
import { type CustomerReply, getCustomerSeen } from './customer-calls.ts'
import { toText } from './despatch-calls.ts'

let shop: TestShop
let manager: TestVisitor
beforeAll(async () => {
  shop = await startTestShop({ worker: true })
  manager = await shop.signIn('staff@example.com')
}, 60_000)
afterAll(() => shop.close())

const staffUrl = '/admin/staff'
const invite = (fields: object, who = manager) =>
  who.post<CustomerReply>(staffUrl, { name: 'Wes Ward', email: 'wes@shop.example', role: 'staff', ...fields })
const findId = async (email: string) =>
  (await shop.sql<{ id: number }>('select id from person where email = $1', [email]))[0]!.id
const change = async (who: TestVisitor, email: string, call = '', fields: object = {}, seen?: string) => {
  const page = `${staffUrl}/${await findId(email)}`
  const version = seen ?? (await getCustomerSeen(who, page))
  return who.post<CustomerReply>(`${page}${call}`, { seen: version, ...fields })
}
const password = 'nine purple tractors'

async function setPassword(email: string): Promise<void> {
  const { text } = parseEmail(await waitForMail(shop, email, 'Your staff login'))
  const path = new URL(/https?:\/\/\S+\/password\/reset\/\S+/.exec(text)![0]).pathname
  expect((await shop.createVisitor().post(path, { password })).status).toBe(200)
}

/** Makes somebody a second manager by SQL, without a second factor. */
async function addManager(email: string): Promise<TestVisitor> {
  await shop.sql(
    `update person set roles = '{buyer,staff}', permissions = '{godmode}', disabled_at = null where email = $1`,
    [email],
  )
  return shop.signIn(email)
}

describe('R-STAFF-7: a manager', () => {
  test('invites a member of staff, who chooses a password and has the rights alone', async () => {
    const replies = await runConcurrently(2, () => invite({ warehouse: '1' }))
    expect(replies.map(({ body }) => body.success)).toEqual([true, true])
    const mails = await shop.sql(`select from mail_outbox where kind = 'staff-invited'`)
    expect(mails).toHaveLength(1)
    await setPassword('wes@shop.example')
    const wes = shop.createVisitor()
    expect((await wes.post('/login', { email: 'wes@shop.example', password })).status).toBe(200)
    const pages = ['/admin/picking', '/admin/quotes', staffUrl]
    const statuses = await Promise.all(pages.map(async path => (await wes.getPage(path)).status))
    expect(statuses).toEqual([200, 403, 403])
    const list = toText((await manager.getPage(staffUrl)).text)
    expect(list).toContain('Wes Ward')
    expect((await manager.getPage('/admin')).text).toContain(`href="${staffUrl}"`)

    const saved = await change(manager, 'wes@shop.example', '', { role: 'staff', sales: '1', warehouse: '1' })
    expect(saved.body.success).toBe(true)
    expect((await wes.getPage('/admin/quotes')).status).toBe(200)
    const disabled = await change(manager, 'wes@shop.example', '/disable')
    expect(disabled.body.success).toBe(true)
    expect((await wes.getPage('/admin/picking')).headers.get('location')).toMatch(/^\/login/)
    expect(toText((await manager.getPage(`${staffUrl}?show=disabled`)).text)).toContain('Wes Ward')

    expect((await change(manager, 'wes@shop.example', '/invite')).body.success).toBe(true)
    expect((await shop.createVisitor().post('/login', { email: 'wes@shop.example', password })).status).toBe(
      422,
    )
    const history = toText((await manager.getPage(`${staffUrl}/${await findId('wes@shop.example')}`)).text)
    for (const part of [
      'Staff added',
      'staff, rights: warehouse',
      'warehouse → warehouse and sales',
      'Staff disabled',
    ])
      expect(history).toContain(part)
  })

  test('reads what is wrong', async () => {
    const none = await invite({ name: '', email: 'wes' })
    expect(Object.keys(none.body.errors)).toEqual(['name', 'email', 'role'])
    const taken = await invite({ email: 'staff@example.com', role: 'manager' })
    expect(taken.body.errors).toEqual({ email: 'staff@example.com is staff already. Find them in the list.' })
    const readCustomer = () =>
      shop.sql(`select name, roles, password_hash from person where email = 'trade@example.com'`)
    const before = await readCustomer()
    const customer = await invite({ email: 'trade@example.com', role: 'manager' })
    expect(customer.body.errors).toEqual({
      email:
        'trade@example.com is the login of a customer, and stays one. Enter another email address for the member of staff.',
    })
    expect(await readCustomer()).toEqual(before)
    expect((await manager.getPage(`${staffUrl}/new`)).text).not.toMatch(
      /name="(warehouse|sales|accounts|catalogue)"[^>]*checked/,
    )
    const page = `${staffUrl}/${await findId('wes@shop.example')}`
    const seen = await getCustomerSeen(manager, page)
    await change(manager, 'wes@shop.example', '', { role: 'staff', accounts: '1' }, seen)
    const outdated = await change(manager, 'wes@shop.example', '', { role: 'manager' }, seen)
    expect(outdated.body.message).toMatch(/was changed while this page was open.*staff rights changed/s)
    expect((await manager.getPage(`${staffUrl}/${await findId('head@example.com')}`)).status).toBe(404)
    expect((await change(manager, 'wes@shop.example', '/reset-factor')).body.success).toBe(true)
  })
})

describe('R-STAFF-8: the last manager', () => {
  test('is never lost: managers cannot change their own login', async () => {
    for (const [call, fields] of [
      ['', { role: 'staff', sales: '1' }],
      ['/disable', {}],
      ['/reset-factor', {}],
      ['/invite', {}],
    ] as const) {
      const { body } = await change(manager, 'staff@example.com', call, fields, '0')
      expect([call, body.success || body.message !== '']).toEqual([call, true])
    }
    const [row] = await shop.sql(
      `select 'godmode' = any(permissions) and disabled_at is null as "isManager" from person where email = 'staff@example.com'`,
    )
    expect(row).toEqual({ isManager: true })
    const page = toText((await manager.getPage(`${staffUrl}/${await findId('staff@example.com')}`)).text)
    expect(page).toContain('This is your login: another manager changes it.')
  })

  test('is never lost when two managers end each other at once', async () => {
    const second = await addManager('retail@example.com')
    const ends = await Promise.all(
      (
        [
          [manager, 'retail@example.com'],
          [second, 'staff@example.com'],
        ] as const
      ).map(async ([who, email]) => {
        const seen = await getCustomerSeen(who, `${staffUrl}/${await findId(email)}`)
        return () => change(who, email, '/disable', {}, seen)
      }),
    )
    const replies = await Promise.all(ends.map(end => end()))
    const done = replies.filter(({ status, body }) => status === 200 && body.success)
    expect(done).toHaveLength(1)
    const rows = await shop.sql<{ count: number }>(
      `select count(*)::int as count from person where 'godmode' = any(permissions) and disabled_at is null`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})
