import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runDoctorCommand } from '../../scripts/doctor/doctor-command.ts'
import { checkAddressClock, checkProviderHost } from '../../scripts/doctor/network-checks.ts'
import { type HttpProxy, startHttpProxy } from '../support/http-proxy.ts'
import { runCommand } from '../support/run-command.ts'
import { startTestShop, type TestShop } from '../support/shop.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

let shop: TestShop
let proxy: HttpProxy
let env: Record<string, string>

beforeAll(async () => {
  proxy = await startHttpProxy({ toShop: headers => ({ ...headers, 'x-forwarded-for': '198.51.100.7' }) })
  shop = await startTestShop({ env: { BASE_URL: proxy.url } })
  proxy.target = shop.url
  await shop.waitForCatalogue()
  const { connection } = inject('postgres')
  const [{ name }] = (await shop.sql('select current_database() as name')) as [{ name: string }]
  const { sessionSecret, dataDir } = shop.context.config
  mkdirSync(join(dataDir, 'images'), { recursive: true })
  env = {
    DATABASE_URL: `postgresql://${connection.user}@localhost/${name}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`,
    DATA_DIR: dataDir,
    SESSION_SECRET: sessionSecret,
    BASE_URL: proxy.url,
  }
}, 60_000)
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

/** Runs the doctor; returns the findings by check, the lines of 'clock' joined. */
async function examine(change: Record<string, string> = {}, ...parameters: string[]) {
  const { code, out, errors } = await runCommand(runDoctorCommand, parameters, { ...env, ...change })
  const lines = out.trim().split('\n')
  const findings = lines.map(line => /^(ok|warning|problem) +(\w+(?: \w+)?) {2,}(.*)$/.exec(line)!.slice(1))
  const byCheck = Object.fromEntries(findings.map(([state, check, sentence]) => [check, { state, sentence }]))
  return { code, errors, out, byCheck }
}

const openingChecks = [
  'catalogue',
  'machines',
  'delivery prices',
  'terms',
  'VAT number',
  'seller address',
  'shop name',
  'contact',
  'second factor',
]

describe('npm run doctor', { timeout: 60_000 }, () => {
  test('R-DOCTOR-1: finds nothing broken in a healthy shop, and prints one sentence for each check', async () => {
    const { code, errors, byCheck } = await examine()
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(Object.keys(byCheck)).toEqual([
      'settings',
      'database',
      'database rights',
      'migrations',
      'staff',
      ...openingChecks,
      'clock',
      'mail',
      'address',
      'payments',
      'pictures',
      'disk',
      'backup',
    ])
    expect(byCheck.database).toEqual({
      state: 'ok',
      sentence: expect.stringMatching(/^PostgreSQL 1\d\.\d+ answers\.$/),
    })
    for (const check of ['migrations', 'staff', ...openingChecks, 'clock', 'mail', 'address', 'pictures'])
      expect(byCheck[check]?.state, check).toBe('ok')
  })

  test('R-DOCTOR-1: reports an unreachable database in one sentence, and checks the rest', async () => {
    const { code, out, byCheck } = await examine({
      DATABASE_URL: 'postgresql://shop:hunter2-secret@127.0.0.1:1/none',
    })
    expect(code).toBe(1)
    expect(byCheck.database).toMatchObject({
      state: 'problem',
      sentence: expect.stringContaining('ECONNREFUSED'),
    })
    expect(byCheck.migrations).toBe(undefined)
    expect(byCheck.pictures?.state).toBe('ok')
    expect(out).not.toContain('hunter2-secret')
  })

  test('R-DOCTOR-1: reports pending migrations, and those that this release does not know', async () => {
    const [last] = await shop.sql<{ name: string; timestamp: string }>(
      'delete from kysely_migration where name = (select max(name) from kysely_migration) returning *',
    )
    expect((await examine()).byCheck.migrations).toEqual({
      state: 'warning',
      sentence: expect.stringMatching(/^1 of \d+ migrations are pending: the next start applies them\.$/),
    })
    expect((await examine({ MIGRATE_ON_START: 'false' })).byCheck.migrations?.state).toBe('problem')
    await shop.sql('insert into kysely_migration values ($1, $2)', [last!.name, last!.timestamp])
    await shop.sql("insert into kysely_migration values ('990-future', '2099-01-01T00:00:00.000Z')")
    const { code, byCheck } = await examine()
    expect({ code, state: byCheck.migrations?.state }).toEqual({ code: 1, state: 'problem' })
    expect(byCheck.migrations?.sentence).toContain('990-future')
    await shop.sql("delete from kysely_migration where name = '990-future'")
  })

  test('R-DOCTOR-1: reports that no staff can enter the back office', async () => {
    await shop.sql("update person set disabled_at = now() where 'staff' = any(roles)")
    expect((await examine()).byCheck.staff?.state).toBe('problem')
    await shop.sql("update person set disabled_at = null where 'staff' = any(roles)")
  })

  test('R-DOCTOR-1: connects and signs in to the mail server, and sends a test e-mail on request', async () => {
    const sink = await startSmtpSink({ login: { user: 'shop', password: 'correct-horse' } })
    const url = (password: string) => `smtp://shop:${password}@127.0.0.1:${sink.port}`
    expect((await examine({ SMTP_URL: url('correct-horse') })).byCheck.mail?.state).toBe('ok')
    expect(sink.received).toEqual([])
    const sent = await examine({ SMTP_URL: url('correct-horse') }, '--mail', 'owner@example.org')
    expect(sent.byCheck.mail?.sentence).toContain('has accepted a test e-mail')
    expect(sink.received.map(({ recipients }) => recipients)).toEqual([['owner@example.org']])

    const refused = await examine({ SMTP_URL: url('battery-staple') })
    expect(refused).toMatchObject({ code: 1, byCheck: { mail: { state: 'problem' } } })
    expect(refused.byCheck.mail?.sentence).toContain('EAUTH')
    expect(refused.out).not.toContain('battery-staple')
    await sink.close()
    const gone = await examine({ SMTP_URL: url('correct-horse') })
    expect(gone.byCheck.mail).toMatchObject({ state: 'problem', sentence: expect.stringContaining('CONN') })
  })

  test('R-DOCTOR-2: reports a BASE_URL that nothing answers, or another shop', async () => {
    const gone = await startHttpProxy()
    await gone.close()
    expect((await examine({ BASE_URL: gone.url })).byCheck.address).toEqual({
      state: 'problem',
      sentence: `${gone.url} cannot be reached: ECONNREFUSED.`,
    })
    const { code, byCheck } = await examine({ SESSION_SECRET: 'another secret of more than 32 characters' })
    expect(code).toBe(1)
    expect(byCheck.address?.sentence).toContain('is not this shop')
  })

  test('R-DOCTOR-2: reports a proxy that passes on the address which a visitor claims', async () => {
    const careless = await startHttpProxy()
    careless.target = shop.url
    const before = shop.context.config.baseUrl
    shop.context.config.baseUrl = careless.url
    expect((await examine({ BASE_URL: careless.url })).byCheck.address).toEqual({
      state: 'problem',
      sentence: expect.stringContaining('anybody can choose an address'),
    })
    shop.context.config.baseUrl = before
    expect((await examine({ BASE_URL: careless.url })).byCheck.address?.sentence).toContain(
      'another BASE_URL',
    )
    await careless.close()
  })

  test('R-DOCTOR-1: reports a folder of pictures that cannot be used', async () => {
    const images = join(shop.context.config.dataDir, 'images')
    rmSync(images, { recursive: true })
    expect((await examine()).byCheck.pictures?.state).toBe('warning')
    mkdirSync(images)
  })

  test('R-DOCTOR-1: a wrong setting is exit code 78 and one sentence, a wrong parameter 2', async () => {
    expect(await runCommand(runDoctorCommand, [], { ...env, PORT: 'eighty' })).toMatchObject({
      code: 78,
      out: '',
    })
    const wrong = await runCommand(runDoctorCommand, ['--mail', 'nonsense'], env)
    expect(wrong).toEqual({ code: 2, out: '', errors: "'nonsense' is not an e-mail address.\n" })
    expect((await runCommand(runDoctorCommand, ['--help'], {})).out).toContain('--mail ADDRESS')
  })
})

test('R-DOCTOR-1: says what production lacks', { timeout: 60_000 }, async () => {
  const { code, byCheck } = await examine({ SHOP_MODE: 'production', BASE_URL: '' })
  expect(code).toBe(1)
  expect(byCheck.settings?.state).toBe('ok')
  expect([byCheck.mail?.state, byCheck.address?.state, byCheck.payments?.state]).toEqual([
    'problem',
    'problem',
    'warning',
  ])
})

test('R-DOCTOR-1: the host of a payment provider is reachable, or a problem', async () => {
  const provider = await startHttpProxy({ toVisitor: headers => headers })
  provider.target = shop.url
  expect(await checkProviderHost('opayo', provider.url, false)).toEqual([
    'ok',
    `${new URL(provider.url).host} (opayo) can be reached.`,
  ])
  await provider.close()
  expect((await checkProviderHost('opayo', provider.url, false))[0]).toBe('problem')
})

test('R-DOCTOR-1: a Date header of another time is noticed', async () => {
  const late = await startHttpProxy({
    toVisitor: headers => ({ ...headers, date: new Date(Date.now() - 120_000).toUTCString() }),
  })
  late.target = shop.url
  expect(await checkAddressClock(late.url)).toEqual([
    'problem',
    expect.stringContaining('ahead of the one at BASE_URL'),
  ])
  expect((await checkAddressClock(proxy.url))?.[0]).toBe('ok')
  await late.close()
})
