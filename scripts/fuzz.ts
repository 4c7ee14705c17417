import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzz } from '../bench/fuzz/fuzz.ts'
import { startShopServer } from '../bench/servers.ts'
import { demoPassword } from '../demo/people/people.ts'
import { limitNames } from '../src/infra/rate-limit/limits.ts'
import { print } from './command-line.ts'

// npm run fuzz [-- --requests N --seed S --only NTH]: random valid and broken requests to every call of the built shop, as
// visitor, customer, buyer, head buyer and staff. No answer may be a 5xx or take longer than two seconds, and the memory
// must level off.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
  },
})
const maxMs = 2000
const maxGrowthMegabytes = 150
const requests = Number(values.requests)
const seed = Number(values.seed)
const only = values.only === undefined ? {} : { only: Number(values.only) }

const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-fuzz-'))
const unlimited = Object.fromEntries(limitNames.map(name => [name, '999999999']))
const shop = await startShopServer(dataDir, { ...unlimited, TRUST_PROXY: 'true', SHOP_MODE: 'demo' })
try {
  print(`Fuzzing with seed ${seed}: repeat it with --seed ${seed}, one request with --only NTH as well.`)
  const options = { url: shop.url, seed, maxMs, password: demoPassword }
  // The first tenth fills caches and pools; after it the memory may hardly grow.
  const warmUp = await fuzz({ ...options, requests: Math.ceil(requests / 10), ...only })
  const before = shop.rssMegabytes()
  const rest = await fuzz({ ...options, requests, ...only })
  const growth = shop.rssMegabytes() - before
  const failures = [...warmUp.failures, ...rest.failures]
  for (const failure of failures) print(JSON.stringify(failure))
  print(`Answers: ${JSON.stringify(rest.statuses)}; slowest ${rest.slowestMs} ms.`)
  print(
    `Memory: ${shop.rssMegabytes().toFixed(0)} MB, ${growth.toFixed(0)} MB more than after the first tenth.`,
  )
  if (growth > maxGrowthMegabytes) print(`More than ${maxGrowthMegabytes} MB: something keeps memory.`)
  print(failures.length === 0 ? 'No failure.' : `${failures.length} failures.`)
  process.exitCode = failures.length > 0 || growth > maxGrowthMegabytes ? 1 : 0
} finally {
  await shop.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
