import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/people/people.ts'
import { environment, nodeOptions } from '../../scripts/run/shop-process.mjs'
import { root } from '../support/sources.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { createTestVisitor, runConcurrently, type TestVisitor } from '../support/test-visitor.ts'

// The built shop, started as an operator starts it, while one customer and one visitor ask for all that can be drawn.

const dataDir = mkdtempSync(join(tmpdir(), 'drawing-'))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let shop: ChildProcess
let url: string

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'release', '--without-postgres'])
  database = await createTestDatabase(2)
  shop = spawn(process.execPath, [...nodeOptions, join(root, 'dist/server/main.js')], {
    env: {
      PATH: process.env.PATH,
      ...environment,
      NODE_ENV: 'production',
      SHOP_MODE: 'demo',
      PORT: '0',
      LOG_LEVEL: 'error',
      TRUST_PROXY: 'true',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  url = await waitForAddress(shop)
})
afterAll(async () => {
  if (shop.exitCode === null) {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function waitForAddress({ stdout }: ChildProcess): Promise<string> {
  let output = ''
  for await (const text of stdout!) {
    output += String(text)
    const address = /Listening on (\S+)/.exec(output)?.[1]
    if (address) return address
  }
  throw new Error('The shop did not start.')
}

async function signIn(): Promise<TestVisitor> {
  const visitor = createTestVisitor(url, '10.1.0.1')
  const { status } = await visitor.post('/login', { email: 'trade@example.com', password: demoPassword })
  expect(status).toBe(200)
  return visitor
}

async function createLongList(visitor: TestVisitor): Promise<number> {
  const { rows: products } = await database.pool.query(
    'select id as product_id from product order by id limit 250',
  )
  const { rows } = await database.pool.query(
    `select mk.id as manufacturer_id, mo.id as machine_model_id, v.id as model_variant_id
     from make mk join model mo on mo.make_id = mk.id join variant v on v.model_id = mo.id limit 1`,
  )
  const { body } = await visitor.post<{ product_list: { id: number } }>('/account/productlists', {
    ...rows[0],
    name: 'Long',
    fleet_numbers: '',
    products: Array.from({ length: 1000 }, (_, nth) => ({ ...products[nth % 250], quantity: 1 })),
    _token: decodeURIComponent(visitor.cookies.get('csrf_token') ?? ''),
  })
  return body.product_list.id
}

const getChart = (visitor: TestVisitor, lists: number[]) =>
  visitor.getFile(`/account/productlists/wallpaper.pdf?lists=${lists.join(',')}`)

function countStatuses(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** In megabytes, from the system. */
const getMemory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))![1]) / 1024

/** Requests /healthz until the work is done: the middle of its times in milliseconds, and the highest memory. */
async function watch(work: Promise<unknown>): Promise<{ healthMs: number; megabytes: number }> {
  const durations: number[] = []
  let megabytes = 0
  let isDone = false
  const markDone = () => {
    isDone = true
  }
  work.then(markDone, markDone)
  while (!isDone) {
    const start = performance.now()
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    durations.push(performance.now() - start)
    megabytes = Math.max(megabytes, getMemory())
    await sleep(20)
  }
  return { healthMs: durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)]!, megabytes }
}

test('six wallpapers of 5,000 lines are refused, six of 1,000 lines and 400 new pictures leave the shop alive (R-RUN-30)', async () => {
  const trade = await signIn()
  const list = await createLongList(trade)
  const longest = [list, ...(await runConcurrently(4, () => createLongList(trade)))]
  expect(countStatuses(await runConcurrently(6, () => getChart(trade, longest)))).toEqual({ 422: 6 })

  const { rows } = await database.pool.query<{ filename: string }>('select filename from drawing limit 200')
  const visitor = createTestVisitor(url, '10.2.0.1')
  const charts = runConcurrently(6, () => getChart(trade, [list]))
  const pictures = runConcurrently(400, nth => {
    const { filename } = rows[nth % rows.length]!
    return visitor.getFile(`/media/product/image/${filename}?w=${nth < 200 ? 200 : 790}`)
  })
  const { healthMs, megabytes } = await watch(Promise.all([charts, pictures]))
  expect(countStatuses(await charts)).toEqual({ 200: 2, 429: 4 })
  expect(Object.keys(countStatuses(await pictures))).toEqual(['200', '429'])
  expect(healthMs).toBeLessThan(100)
  expect(megabytes).toBeLessThan(600)
  expect((await getChart(trade, [list])).status).toBe(200)
})
