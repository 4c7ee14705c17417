import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runStaffCommand } from '../../scripts/staff/staff-command.ts'
import { runCommand } from '../support/run-command.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { waitForMail } from './captured-emails.ts'
import { enableSecondFactor, findKey, generateCode } from './second-factor-calls.ts'

let shop: TestShop
let env: Record<string, string>

beforeAll(async () => {
  const now = new Date().toISOString()
  shop = await startTestShop({ worker: true, now, env: { STAFF_2FA: 'required' } })
  const { connection } = inject('postgres')
  const [{ name }] = (await shop.sql('select current_database() as name')) as [{ name: string }]
  const { sessionSecret, dataDir } = shop.context.config
  env = {
    DATABASE_URL: `postgresql://${connection.user}@localhost/${name}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`,
    DATA_DIR: dataDir,
    SESSION_SECRET: sessionSecret,
    BASE_URL: shop.url,
    STAFF_2FA: 'required',
  }
}, 60_000)
afterAll(() => shop.close())

const password = 'nine purple tractors'
const run = (...parameters: string[]) => runCommand(runStaffCommand, parameters, env)

/** Adds a person and sets the password with the printed link. */
async function addStaff(email: string, role: string): Promise<void> {
  const { code, out } = await run('add', email, '--role', role)
  expect(code).toBe(0)
  const { status } = await shop.createVisitor().post(toPath(out), { password })
  expect(status).toBe(200)
}

function toPath(out: string): string {
  expect(out.startsWith(`${shop.url}/password/reset/`)).toBe(true)
  return out.trim().slice(shop.url.length)
}

/** Signs in and sets up the second factor; returns its key. */
async function signInFirstTime(visitor: TestVisitor, email: string): Promise<string> {
  const { body } = await visitor.post<{ next_url: string }>('/login', { email, password })
  expect(body.next_url).toBe('/login/second-factor')
  const key = findKey((await visitor.getPage('/login/second-factor')).text)
  const { status } = await visitor.post('/login/second-factor', { code: generateCode(shop, key) })
  expect(status).toBe(200)
  return key
}

const listAudit = (email: string) =>
  shop.sql<{ actor: string; action: string; detail: string }>(
    `select actor, action, detail from audit
     where subject = (select 'person ' || id from person where email = $1) and actor = 'operator' order by id`,
    [email],
  )

describe('staff add', { timeout: 120_000 }, () => {
  test('R-STAFF-1: prints a link on which the manager sets a password, then a second factor, and works', async () => {
    const email = 'first.manager@example.org'
    const { code, out, errors } = await run('add', email.toUpperCase(), '--role', 'manager')
    expect({ code, lines: out.trim().split('\n').length }).toEqual({ code: 0, lines: 1 })
    expect(errors).toBe(`${email} is manager now. Pass this link on; it works once, within an hour:\n`)
    const visitor = shop.createVisitor()
    expect((await visitor.getPage(toPath(out))).text).toContain(email)
    expect((await visitor.post(toPath(out), { password })).status).toBe(200)
    expect((await visitor.post(toPath(out), { password })).status).toBe(404)
    await signInFirstTime(visitor, email)
    expect((await visitor.getPage('/admin')).status).toBe(200)
    const [person] = await shop.sql('select roles, permissions from person where email = $1', [email])
    expect(person).toEqual({ roles: ['buyer', 'staff'], permissions: ['godmode'] })
    expect(await listAudit(email)).toEqual([{ actor: 'operator', action: 'staff added', detail: 'manager' }])
  })

  test('R-STAFF-1: the link ends after an hour, and a second one replaces the first', async () => {
    const [first, second] = [
      await run('add', 'late@example.org', '--role', 'staff'),
      await run('add', 'late@example.org', '--role', 'staff'),
    ]
    const visitor = shop.createVisitor()
    expect((await visitor.getPage(toPath(first.out))).status).toBe(404)
    expect((await visitor.getPage(toPath(second.out))).status).toBe(200)
    shop.clock.advance(61)
    expect((await visitor.getPage(toPath(second.out))).status).toBe(404)
    shop.clock.advance(-61)
  })

  test('R-STAFF-1: the password of a customer who becomes staff no longer works, because a stranger may have chosen it', async () => {
    const customer = await shop.signIn('apprentice@example.com')
    const { errors } = await run('add', 'apprentice@example.com', '--role', 'staff')
    expect(errors).toContain('They were a customer: the old password no longer works.')
    expect((await customer.get('/account/addresses')).status).toBe(401)
    const { status } = await shop
      .createVisitor()
      .post('/login', { email: 'apprentice@example.com', password: 'filters-2026' })
    expect(status).toBe(422)
  })

  test('staff keep their password until the new link is used, and the role follows', async () => {
    await addStaff('clerk@example.org', 'staff')
    const visitor = shop.createVisitor()
    await signInFirstTime(visitor, 'clerk@example.org')
    expect((await run('add', 'clerk@example.org', '--role', 'manager', '--name', 'Carla Erk')).code).toBe(0)
    expect((await visitor.getPage('/admin')).status).toBe(200)
    expect((await run('list')).out).toMatch(/^clerk@example\.org +manager +active +second factor$/m)
    expect((await listAudit('clerk@example.org')).map(({ detail }) => detail)).toEqual(['staff', 'manager'])
  })

  test('R-STAFF-6: rights limit staff from the next click, stay with a new link, and are listed', async () => {
    const email = 'picker@example.org'
    expect((await run('add', email, '--role', 'staff', '--rights', 'warehouse, sales')).code).toBe(0)
    const line = /^picker@example\.org +staff +active +no second factor +warehouse, sales only$/m
    expect((await run('list')).out).toMatch(line)
    await addStaff(email, 'staff')
    expect((await run('list')).out).toMatch(line)
    const visitor = shop.createVisitor()
    await signInFirstTime(visitor, email)
    expect((await visitor.getPage('/admin/synonyms')).status).toBe(403)
    expect((await run('add', email, '--role', 'staff', '--rights', 'all')).code).toBe(0)
    expect((await visitor.getPage('/admin/synonyms')).status).toBe(200)
    expect((await listAudit(email)).map(({ detail }) => detail)).toEqual([
      'staff, rights: warehouse, sales',
      'a new link',
      'staff, rights: all',
    ])
  })
})

describe('staff disable', { timeout: 120_000 }, () => {
  test('R-STAFF-3: signs the person out at once and for good, until they are added again', async () => {
    const email = 'leaver@example.org'
    await addStaff(email, 'manager')
    const visitor = shop.createVisitor()
    await signInFirstTime(visitor, email)
    const open = await run('add', email, '--role', 'staff')
    expect((await run('disable', email)).out).toBe(`${email} is disabled and signed out everywhere.\n`)
    expect((await visitor.getPage('/admin')).status).toBe(303)
    const { status } = await shop.createVisitor().post('/login', { email, password })
    expect(status).toBe(422)
    expect((await visitor.getPage(toPath(open.out))).status).toBe(404)
    expect((await run('disable', email)).out).toBe(`${email} is already disabled.\n`)
    expect((await run('list')).out).toMatch(/^leaver@example\.org +staff +disabled/m)

    const { errors } = await run('add', email, '--role', 'staff')
    expect(errors).toContain('They were disabled, and are active again.')
    expect((await shop.createVisitor().post('/login', { email, password })).status).toBe(422)
    expect((await listAudit(email)).map(({ action }) => action)).toEqual([
      'staff added',
      'staff added',
      'staff disabled',
      'staff added',
    ])
  })
})

describe('staff reset-factor', { timeout: 120_000 }, () => {
  test('R-STAFF-4: lets the only manager in again who lost the app, and informs them by e-mail', async () => {
    const email = 'only.manager@example.org'
    await addStaff(email, 'manager')
    const [visitor, other] = [shop.createVisitor(), shop.createVisitor()]
    const lostKey = await signInFirstTime(visitor, email)
    expect(await run('reset-factor', email)).toMatchObject({
      code: 0,
      out: `${email} no longer has a second factor, is signed out everywhere, and will get an e-mail about it. The next login sets up a new one.\n`,
    })
    expect((await visitor.getPage('/admin')).status).toBe(303)
    await waitForMail(shop, email, 'Two-step sign-in of your account was reset')
    expect(await signInFirstTime(other, email)).not.toBe(lostKey)
    expect((await other.getPage('/admin')).status).toBe(200)
    expect((await listAudit(email)).at(-1)).toMatchObject({ action: 'second factor reset' })
    expect((await run('reset-factor', 'staff@example.com')).out).toBe(
      'staff@example.com has no second factor, so nothing was changed.\n',
    )
  })

  test('R-STAFF-4: does not touch the second factor of a customer', async () => {
    const customer = await shop.signIn('retail@example.com')
    await enableSecondFactor(shop, customer, 'filters-2026')
    const { code, errors } = await run('reset-factor', 'retail@example.com')
    expect({ code, errors }).toEqual({
      code: 1,
      errors: 'retail@example.com is not staff: npm run staff -- list shows who is.\n',
    })
    expect((await customer.get('/account/addresses')).status).toBe(200)
  })
})

test.each([
  [[], 2, 'Say what to do: npm run staff -- --help lists the commands.'],
  [['promote'], 2, "There is no command 'promote': npm run staff -- --help lists the commands."],
  [['add'], 2, 'add needs an e-mail address.'],
  [['add', 'nonsense', '--role', 'staff'], 2, "'nonsense' is not an e-mail address."],
  [['add', 'a@example.org'], 2, 'add needs --role staff or --role manager.'],
  [['add', 'a@example.org', '--role', 'owner'], 2, 'add needs --role staff or --role manager.'],
  [['add', 'a@example.org', 'b@example.org', '--role', 'staff'], 2, "add does not take 'b@example.org'."],
  [['list', 'all'], 2, "list does not take 'all'."],
  [
    ['disable', 'a@example.org', '--role', 'staff'],
    2,
    'disable takes neither --role nor --rights nor --name.',
  ],
  [
    ['add', 'a@example.org', '--role', 'staff', '--rights', 'sales,tea'],
    2,
    "There is no right 'tea': the rights are warehouse, sales, accounts, catalogue, or all.",
  ],
  [
    ['add', 'a@example.org', '--role', 'manager', '--rights', 'sales'],
    2,
    'A manager has all rights: leave --rights out.',
  ],
  [['list', '--everything'], 2, "Unknown option '--everything'."],
  [
    ['disable', 'nobody@example.org'],
    1,
    'nobody@example.org is not staff: npm run staff -- list shows who is.',
  ],
])(
  'R-STAFF-5: staff %j is refused with exit code and one sentence',
  { timeout: 60_000 },
  async (parameters, code, sentence) => {
    expect(await run(...parameters)).toEqual({ code, out: '', errors: `${sentence}\n` })
  },
)

test('a link needs to know the address of the shop', async () => {
  const { code, errors } = await runCommand(runStaffCommand, ['add', 'a@example.org', '--role', 'staff'], {
    ...env,
    BASE_URL: '',
    PORT: '0',
  })
  expect({ code, errors }).toEqual({
    code: 78,
    errors: 'BASE_URL is missing: links need the address of the shop.\n',
  })
})

test.each(['add', 'list', 'disable', 'reset-factor'])(
  'staff %s --help describes the command',
  async command => {
    const { code, out } = await run(command, '--help')
    expect(code).toBe(0)
    expect(out.startsWith(`npm run staff -- ${command}`)).toBe(true)
  },
)
