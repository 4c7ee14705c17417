import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBuiltShop } from '../support/built-shop.ts'
import { runScript } from '../support/run-script.ts'
import { createTestVisitor } from '../support/test-visitor.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('R-STAFF-1: an operator creates the first manager of an embedded production shop while it serves', async () => {
  const production = {
    DATA_DIR: dataDir,
    SHOP_MODE: 'production',
    SESSION_SECRET: 'kJ8#mN2$pQ5^rT7&vX9*zB3!dF6@hL0%',
    STAFF_2FA: 'off',
  }
  const email = 'owner@example.org'
  const beforeStart = await runScript('staff', ['list'], production)
  expect(beforeStart).toEqual({
    code: 0,
    out: '',
    errors: 'No staff yet: npm run staff -- add EMAIL --role manager.\n',
  })

  const shop = await startBuiltShop(production)
  const { code, out } = await runScript('staff', ['add', email, '--role', 'manager'], {
    ...production,
    BASE_URL: shop.url,
  })
  expect(code).toBe(0)
  const visitor = createTestVisitor(shop.url, '127.0.0.1')
  const password = 'nine purple tractors'
  expect((await visitor.post(out.trim().slice(shop.url.length), { password })).status).toBe(200)
  expect((await visitor.post('/login', { email, password })).status).toBe(200)
  expect((await visitor.getPage('/admin')).status).toBe(200)
  expect((await runScript('staff', ['disable', email], production)).out).toContain('is disabled')
  expect((await visitor.getPage('/admin')).status).toBe(303)
  expect(await shop.stop()).toBe(0)
})
