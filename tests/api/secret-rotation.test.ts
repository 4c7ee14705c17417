import { afterEach, expect, test } from 'vitest'
import { withEitherSecret } from '../../src/infra/token.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import type { TestVisitor } from '../support/test-visitor.ts'
import { enableSecondFactor, generateCode } from './second-factor-calls.ts'

const oldSecret = 'kJ8#mN2$pQ5^rT7&vX9*zB3!dF6@hL0%'
const newSecret = 'Qw4)zE7(tU1_oP6+aS3=fG9[jK2]lM8{'
const buyer = 'trade@example.com'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function createDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase(12)
  cleanups.push(() => database.close())
  return database
}

/** A process of the shop with these secrets. The clock is the same in all of them. */
async function startWith(database: TestDatabase, secrets: Record<string, string>): Promise<TestShop> {
  const shop = await startTestShop({ database, env: secrets })
  cleanups.push(() => shop.close())
  return shop
}

/** The same browser at another process. */
function moveTo(shop: TestShop, visitor: TestVisitor): TestVisitor {
  const moved = shop.createVisitor(visitor.ip)
  for (const [name, value] of visitor.cookies) moved.cookies.set(name, value)
  return moved
}

const logIn = async (shop: TestShop, key: string, steps: number) => {
  const visitor = shop.createVisitor()
  await visitor.post('/login', { email: buyer, password: 'filters-2026' })
  return visitor.post('/login/second-factor', { code: generateCode(shop, key, steps) })
}

test('R-RUN-41: a customer notices nothing while the operator changes the secret, and the old one is useless afterwards', async () => {
  const database = await createDatabase()
  const before = await startWith(database, { SESSION_SECRET: oldSecret })
  const browser = await before.signIn(buyer)
  const { key } = await enableSecondFactor(before, browser, 'filters-2026')

  const during = await startWith(database, {
    SESSION_SECRET: newSecret,
    SESSION_SECRET_PREVIOUS: oldSecret,
  })
  const moved = moveTo(during, browser)
  expect((await moved.getPage('/account')).status).toBe(200)
  // The token of an open form, where nothing else names the shop.
  const form = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ _token: browser.cookies.get('csrf_token')!, code: '' }).toString(),
  }
  expect((await moved.request('DELETE', '/basket', form)).status).not.toBe(403)
  const loggedIn = await logIn(during, key, 1)
  expect(loggedIn.body).toMatchObject({ success: true })

  // Its use has encrypted the second factor with the new secret.
  const after = await startWith(database, { SESSION_SECRET: newSecret })
  after.clock.advance(1)
  expect((await logIn(after, key, 0)).body).toMatchObject({ success: true })
  expect((await moveTo(after, browser).request('DELETE', '/basket', form)).status).toBe(403)
})

test('R-RUN-41: an authenticator app that was not used during the change needs its recovery codes', async () => {
  const database = await createDatabase()
  const before = await startWith(database, { SESSION_SECRET: oldSecret })
  const { key, codes } = await enableSecondFactor(before, await before.signIn(buyer), 'filters-2026')
  const after = await startWith(database, { SESSION_SECRET: newSecret })
  expect((await logIn(after, key, 1)).status).toBe(422)
  const visitor = after.createVisitor()
  await visitor.post('/login', { email: buyer, password: 'filters-2026' })
  expect((await visitor.post('/login/second-factor', { code: codes[0] })).body).toMatchObject({
    success: true,
  })
})

test('R-RUN-41: the new secret is tried first, and the old one only when it is set', () => {
  const secrets = { sessionSecret: newSecret, previousSessionSecret: oldSecret }
  const tried: string[] = []
  const verify = (secret: string) => {
    tried.push(secret)
    return secret === oldSecret ? 'old' : null
  }
  expect(withEitherSecret(secrets, verify)).toBe('old')
  expect(withEitherSecret({ ...secrets, previousSessionSecret: null }, verify)).toBe(null)
  expect(tried).toEqual([newSecret, oldSecret, newSecret])
})
