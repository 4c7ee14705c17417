import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { copyDemoData, startBuiltShop, waitForFailedStart } from '../support/built-shop.ts'
import { root } from '../support/sources.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

const SESSION_SECRET = 'kJ8#mN2$pQ5^rT7&vX9*zB3!dF6@hL0%'
const getStatus = (url: string, path: string) => fetch(url + path).then(response => response.status)

test('an operator starts the shop on an empty folder, stops it with SIGTERM, and finds the data again', async () => {
  const first = await startBuiltShop({ DATA_DIR: dataDir })
  expect(await getStatus(first.url, '/healthz')).toBe(200)
  expect(await getStatus(first.url, '/readyz')).toBe(200)
  expect(await (await fetch(`${first.url}/metrics`)).text()).toContain('http_request_duration_seconds')
  expect(await getStatus(first.url, '/filterhouse/fh-oil-1')).toBe(200)
  expect(await first.stop()).toBe(0)

  const second = await startBuiltShop({ DATA_DIR: dataDir })
  expect(await getStatus(second.url, '/filterhouse/fh-oil-1')).toBe(200)
  expect(await second.stop()).toBe(0)
})

test('an operator who kills the shop with -9 can start it again; a second shop on the same data refuses to start', async () => {
  await copyDemoData(dataDir)
  const first = await startBuiltShop({ DATA_DIR: dataDir })
  const secondShop = await waitForFailedStart({ DATA_DIR: dataDir })
  expect(secondShop.code).not.toBe(0)
  expect(secondShop.errorOutput).toContain('Another shop is already running on this data folder')
  first.process.kill('SIGKILL')
  await new Promise(resolve => first.process.once('exit', resolve))
  const restarted = await startBuiltShop({ DATA_DIR: dataDir })
  expect(await getStatus(restarted.url, '/readyz')).toBe(200)
  expect(await restarted.stop()).toBe(0)
})

test.each([
  [{ SHOP_MODE: 'production' }, 'SESSION_SECRET is missing'],
  [{ SHOP_MODE: 'production', SESSION_SECRET: 'short' }, 'SESSION_SECRET is not valid'],
  [{ SHOP_MODE: 'production', SESSION_SECRET: 'a'.repeat(40) }, 'too weak'],
  [{ SHOP_MODE: 'production', SESSION_SECRET, BASE_URL: 'http://shop.example.com' }, 'BASE_URL is not valid'],
  [{ PORT: 'eighty' }, 'PORT is not valid'],
  [{ OPAYO_VENDORNAME: 'x' }, 'OPAYO_VENDORNAME is not known'],
  [{ LIMIT_SAVES_PER_MINUTE: 'many' }, 'LIMIT_SAVES_PER_MINUTE is not valid'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'cannot be reached'],
  [{ HOST: 'banana.invalid' }, 'HOST is not valid'],
  [{ HOST: '192.0.2.1' }, 'cannot listen there'],
])('an operator who starts the shop with %o gets exit code 78 and one sentence', async (env, sentence) => {
  const { code, errorOutput } = await waitForFailedStart({ DATA_DIR: dataDir, ...env } as Record<
    string,
    string
  >)
  expect(code).toBe(78)
  expect(errorOutput).toContain(sentence)
  expect(errorOutput.trim().split('\n')).toHaveLength(1)
})

test('an operator whose database has a migration of a newer release gets exit code 78 and one sentence', async () => {
  await copyDemoData(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(`insert into kysely_migration values ('990-future', '2099-01-01T00:00:00.000Z')`)
  await client.end()
  await server.stop()
  const { code, errorOutput } = await waitForFailedStart({ DATA_DIR: dataDir })
  expect(code).toBe(78)
  expect(errorOutput).toBe(
    'The database is newer than this release: it has the migration 990-future, which this release does not know.\n',
  )
})

test('an operator whose terms cannot be read finds that no database was created', async () => {
  const { code, errorOutput } = await waitForFailedStart({
    DATA_DIR: dataDir,
    SHOP_MODE: 'demo',
    TERMS_FILE: '/nothing.md',
  })
  expect([code, errorOutput.trim().split('\n').length]).toEqual([78, 1])
  expect(errorOutput).toContain('TERMS_FILE /nothing.md cannot be read')
  expect(await readdir(dataDir)).not.toContain('postgres')
})

test('an operator whose data folder cannot be created reads so at once', async () => {
  const startMs = Date.now()
  const { code, errorOutput } = await waitForFailedStart({ DATA_DIR: '/proc/nope' })
  expect([code, errorOutput.trim().split('\n').length]).toEqual([78, 1])
  expect(errorOutput).toContain('DATA_DIR /proc/nope cannot be written')
  // The folder is checked before the shop waits for a database.
  expect(Date.now() - startMs).toBeLessThan(20_000)
})

test('an operator whose database server dies finds that the shop has started it again', async () => {
  await copyDemoData(dataDir)
  const shop = await startBuiltShop({ DATA_DIR: dataDir })
  const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => getStatus(shop.url, '/readyz')).toBe(503)
  await expect.poll(() => getStatus(shop.url, '/readyz')).toBe(200)
  expect(await getStatus(shop.url, '/basket')).toBe(200)
  expect(shop.log()).toMatch(
    /"level":50.*The database server has ended by itself; it is being started again\./,
  )
  expect(await shop.stop()).toBe(0)
})

test('an operator who starts the shop in production finds nothing of the demo in it', async () => {
  const shop = await startBuiltShop({
    DATA_DIR: dataDir,
    SHOP_MODE: 'production',
    SESSION_SECRET,
    BASE_URL: 'https://shop.example.com',
  })
  expect(await getStatus(shop.url, '/')).toBe(200)
  for (const path of ['/_sandbox/mail', '/_sandbox/demo.json', '/filterhouse/fh-oil-1', '/metrics']) {
    expect(await getStatus(shop.url, path), path).toBe(404)
  }
  expect(await shop.stop()).toBe(0)
})

test('an operator who starts a demo’s data folder in production, or a real shop as a demo, gets exit code 78 and one sentence', async () => {
  const production = { SHOP_MODE: 'production', SESSION_SECRET, BASE_URL: 'https://shop.example.com' }
  await copyDemoData(dataDir)
  expect(await waitForFailedStart({ DATA_DIR: dataDir, ...production })).toEqual({
    code: 78,
    errorOutput:
      'The database is a demo, whose passwords everybody knows: give production another DATA_DIR or DATABASE_URL.\n',
  })
  const realDir = join(dataDir, 'real')
  await (await startBuiltShop({ DATA_DIR: realDir, ...production })).stop()
  const refused = await waitForFailedStart({ DATA_DIR: realDir, SHOP_MODE: 'demo' })
  expect([refused.code, refused.errorOutput]).toEqual([
    78,
    expect.stringMatching(/^The database belongs to a real shop, [^.]+\.\n$/),
  ])
  // Without SHOP_MODE the database decides.
  const { SESSION_SECRET: _, ...withoutSecret } = production
  const unset = await waitForFailedStart({ DATA_DIR: realDir, ...withoutSecret, SHOP_MODE: '' })
  expect(unset).toEqual({ code: 78, errorOutput: expect.stringContaining('SESSION_SECRET is missing') })
  const shop = await startBuiltShop({ DATA_DIR: realDir, ...production, SHOP_MODE: '' })
  expect(await getStatus(shop.url, '/filterhouse/fh-oil-1')).toBe(404)
  expect(await getStatus(shop.url, '/_sandbox/demo.json')).toBe(404)
  expect(await shop.stop()).toBe(0)
})

test('an operator of a release without the demo can start it in production mode, and reads why not in demo mode', async () => {
  const { server, remove } = await createReleaseWithoutDemo()
  try {
    const production = { SHOP_MODE: 'production', SESSION_SECRET, BASE_URL: 'https://shop.example.com' }
    const shop = await startBuiltShop({ DATA_DIR: dataDir, ...production }, server)
    expect(await getStatus(shop.url, '/readyz')).toBe(200)
    expect(await getStatus(shop.url, '/')).toBe(200)
    expect(await getStatus(shop.url, '/media/product/image/fh-oil-1.jpg')).toBe(404)
    expect(await shop.stop()).toBe(0)
    const emptyDir = join(dataDir, 'empty')
    const { code, errorOutput } = await waitForFailedStart({ DATA_DIR: emptyDir }, server)
    expect([code, errorOutput.trim()]).toEqual([
      78,
      'SHOP_MODE is demo, and this release has no demo: set SHOP_MODE=production.',
    ])
  } finally {
    await remove()
  }
})

test('an operator of a release without the demo has no file that contains anything of the demo', async () => {
  const { server, remove } = await createReleaseWithoutDemo()
  try {
    const demoTexts = ['Rita Tailor', 'SAVE10', 'Fleetguard', 'Captured mail', 'Sandbox Bank']
    const built = join(root, 'dist', 'server')
    const demoFiles = (await readdir(built)).filter(isOfDemo)
    const demo = (await Promise.all(demoFiles.map(name => readFile(join(built, name), 'utf8')))).join('')
    expect(demoTexts.filter(text => !demo.includes(text))).toEqual([])
    const files = (await readdir(server, { recursive: true })).filter(name => name.endsWith('.js'))
    for (const name of files) {
      const code = await readFile(join(server, name), 'utf8')
      expect(
        demoTexts.filter(text => code.includes(text)),
        name,
      ).toEqual([])
    }
    expect(files).toContain('main.js')
  } finally {
    await remove()
  }
})

const isOfDemo = (name: string): boolean => /^demo(-data-.+)?\.js$/.test(name)

/** Copies the built shop into a folder, without demo/ and its files in dist/server. */
async function createReleaseWithoutDemo(): Promise<{ server: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  await mkdir(join(folder, 'dist'))
  for (const path of ['package.json', 'node_modules', 'db', 'dist/client']) {
    await symlink(join(root, path), join(folder, path))
  }
  const server = join(folder, 'dist', 'server')
  await cp(join(root, 'dist', 'server'), server, {
    recursive: true,
    filter: source => !isOfDemo(basename(source)),
  })
  return { server, remove: () => rm(folder, { recursive: true }) }
}

test('a visitor who downloads a font from the shop finds its licence beside it', async () => {
  const shop = await startBuiltShop()
  const assets = await readdir(join(root, 'dist', 'client', 'assets'))
  for (const font of ['ibm-plex-sans', 'ibm-plex-mono']) {
    expect(assets).toContainEqual(expect.stringMatching(new RegExp(`^${font}-.*\\.woff2$`)))
    const licence = assets.find(name => name.startsWith(`${font}-licence-`) && name.endsWith('.txt'))
    const response = await fetch(`${shop.url}/assets/${licence}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    const text = await response.text()
    expect(text).toContain('IBM Corp.')
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
  }
  expect(await shop.stop()).toBe(0)
})
