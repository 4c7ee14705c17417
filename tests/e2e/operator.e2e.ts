import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { copyDemoData, failedStart, startShop } from '../support/built-shop.ts'
import { root } from '../support/sources.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

const SESSION_SECRET = 'kJ8#mN2$pQ5^rT7&vX9*zB3!dF6@hL0%'
const status = (url: string, path: string) => fetch(url + path).then(response => response.status)

test('the shop starts on an empty folder, stops at SIGTERM with 0, and finds its data again', async () => {
  const first = await startShop({ DATA_DIR: dataDir })
  expect(await status(first.url, '/healthz')).toBe(200)
  expect(await status(first.url, '/readyz')).toBe(200)
  expect(await (await fetch(`${first.url}/metrics`)).text()).toContain('http_request_duration_seconds')
  expect(await status(first.url, '/filterhouse/fh-oil-1')).toBe(200)
  expect(await first.stop()).toBe(0)

  const second = await startShop({ DATA_DIR: dataDir })
  expect(await status(second.url, '/filterhouse/fh-oil-1')).toBe(200)
  expect(await second.stop()).toBe(0)
})

test('killed with -9, the shop starts again on the same data; a second one beside it is told so', async () => {
  await copyDemoData(dataDir)
  const first = await startShop({ DATA_DIR: dataDir })
  const beside = await failedStart({ DATA_DIR: dataDir })
  expect(beside.code).not.toBe(0)
  expect(beside.said).toContain('Another shop is already running on this data folder')
  first.process.kill('SIGKILL')
  await new Promise(resolve => first.process.once('exit', resolve))
  const again = await startShop({ DATA_DIR: dataDir })
  expect(await status(again.url, '/readyz')).toBe(200)
  expect(await again.stop()).toBe(0)
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
])('with %o the start ends with code 78 and one sentence', async (env, sentence) => {
  const { code, said } = await failedStart({ DATA_DIR: dataDir, ...env } as Record<string, string>)
  expect(code).toBe(78)
  expect(said).toContain(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
})

test('a database with a migration of a newer release ends the start with code 78 and one sentence', async () => {
  await copyDemoData(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(`insert into kysely_migration values ('990-future', '2099-01-01T00:00:00.000Z')`)
  await client.end()
  await server.stop()
  const { code, said } = await failedStart({ DATA_DIR: dataDir })
  expect(code).toBe(78)
  expect(said).toBe(
    'The database is newer than this release: it has the migration 990-future, which this release does not know.\n',
  )
})

test('a data folder that cannot be made ends the start at once', async () => {
  const began = Date.now()
  const { code, said } = await failedStart({ DATA_DIR: '/proc/nope' })
  expect([code, said.trim().split('\n').length]).toEqual([78, 1])
  expect(said).toContain('DATA_DIR /proc/nope cannot be written')
  // Not after having waited for a database.
  expect(Date.now() - began).toBeLessThan(20_000)
})

test('when its database server ends, the shop ends with 1 and one sentence', async () => {
  await copyDemoData(dataDir)
  const shop = await startShop({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const end = once(shop.process, 'close')
  process.kill(pid, 'SIGKILL')
  expect(await end).toEqual([1, null])
  expect(shop.log().trim()).toBe('The database server has ended by itself, and the shop ends with it.')
})

test('in production nothing of the demo is there', async () => {
  const shop = await startShop({
    DATA_DIR: dataDir,
    SHOP_MODE: 'production',
    SESSION_SECRET,
    BASE_URL: 'https://shop.example.com',
  })
  expect(await status(shop.url, '/')).toBe(200)
  for (const path of ['/_sandbox/mail', '/_sandbox/demo.json', '/filterhouse/fh-oil-1', '/metrics']) {
    expect(await status(shop.url, path), path).toBe(404)
  }
  expect(await shop.stop()).toBe(0)
})

test('a release without the demo starts in production mode, and says why it cannot in demo mode', async () => {
  const { server, remove } = await makeReleaseWithoutDemo()
  try {
    const production = { SHOP_MODE: 'production', SESSION_SECRET, BASE_URL: 'https://shop.example.com' }
    const shop = await startShop({ DATA_DIR: dataDir, ...production }, server)
    expect(await status(shop.url, '/readyz')).toBe(200)
    expect(await status(shop.url, '/')).toBe(200)
    expect(await status(shop.url, '/media/product/image/fh-oil-1.jpg')).toBe(404)
    expect(await shop.stop()).toBe(0)
    const { code, said } = await failedStart({ DATA_DIR: dataDir }, server)
    expect([code, said.trim()]).toEqual([
      78,
      'SHOP_MODE is demo, and this release has no demo: set SHOP_MODE=production.',
    ])
  } finally {
    await remove()
  }
})

test('no file that a release without the demo keeps has anything of the demo', async () => {
  const { server, remove } = await makeReleaseWithoutDemo()
  try {
    const demoTexts = ['Rita Tailor', 'SAVE10', 'Fleetguard', 'Captured mail', 'Sandbox Bank']
    const demo = await readFile(join(root, 'dist', 'server', 'demo.js'), 'utf8')
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

/** The built shop in a folder of its own, without demo/ and dist/server/demo.js. */
async function makeReleaseWithoutDemo(): Promise<{ server: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'release-'))
  await mkdir(join(folder, 'dist'))
  for (const path of ['package.json', 'node_modules', 'db', 'dist/client']) {
    await symlink(join(root, path), join(folder, path))
  }
  const server = join(folder, 'dist', 'server')
  await cp(join(root, 'dist', 'server'), server, {
    recursive: true,
    filter: source => !source.endsWith('/demo.js'),
  })
  return { server, remove: () => rm(folder, { recursive: true }) }
}

test('whoever gets a font from the shop finds its licence beside it', async () => {
  const shop = await startShop()
  const assets = await readdir(join(root, 'dist', 'client', 'assets'))
  for (const font of ['ibm-plex-sans', 'ibm-plex-mono']) {
    expect(assets).toContainEqual(expect.stringMatching(new RegExp(`^${font}-.*\\.woff2$`)))
    const licence = assets.find(name => name.startsWith(`${font}-licence-`) && name.endsWith('.txt'))
    const answer = await fetch(`${shop.url}/assets/${licence}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const text = await answer.text()
    expect(text).toContain('IBM Corp.')
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
  }
  expect(await shop.stop()).toBe(0)
})
