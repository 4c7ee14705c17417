import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFuzzer } from '../bench/fuzz/fuzz.ts'
import { startShopServer } from '../bench/servers.ts'
import { connect, noTimeouts } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { limitNames } from '../src/infra/rate-limit/limits.ts'
import { toCheckedShop } from '../tests/support/checked-built-shop.ts'
import { findLogViolations, findViolations } from '../tests/support/invariants.ts'
import { cheapenSignIns } from '../tests/support/template.ts'
import { print } from './command-line.ts'

// npm run fuzz [-- --requests N --seed S]: valid and broken requests to every call of the built shop, as visitors, customers,
// buyers, head buyers and staff send them. No answer may be a 5xx or take longer than ten seconds, every call must succeed
// at least once, the invariants of the tests must hold afterwards, and the memory must level off.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const maxMs = 10_000
const maxGrowthMegabytes = 150
const requests = Number(values.requests)
const seed = Number(values.seed)

const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-fuzz-'))
const unlimited = Object.fromEntries(limitNames.map(name => [name, '999999999']))
const server = await startShopServer(dataDir, { ...unlimited, TRUST_PROXY: 'true', SHOP_MODE: 'demo' })
const postgres = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
// The invariants of tens of thousands of requests take longer than a request may.
const database = connect(postgres.connection, 12, undefined, noTimeouts)
try {
  print(`Fuzzing with seed ${seed}: --seed ${seed} draws the same values.`)
  await cheapenSignIns(database.pool)
  const shop = await toCheckedShop(database, () => server.log().join('\n'))
  const productId = async (code: string) =>
    (await shop.sql<{ id: number }>('select id from product where code = $1', [code]))[0]!.id
  const fuzzer = await createFuzzer({ shop: { ...shop, productId, url: server.url }, seed, maxMs })
  const startMs = performance.now()
  // The first tenth fills caches and pools; after it the memory may hardly grow.
  await fuzzer.send(requests / 10)
  const before = server.rssMegabytes()
  await fuzzer.send(requests * 0.9)
  const growth = server.rssMegabytes() - before
  const { calls, failures, neverDone, statuses, slowest } = fuzzer.getResult()
  for (const { name, done, refused } of calls) print(`${name}: ${done} succeeded, ${refused} refused`)
  print(`Answers in ${Math.round((performance.now() - startMs) / 1000)} s: ${JSON.stringify(statuses)}`)
  print(`The slowest took ${slowest.ms} ms: ${slowest.request}`)
  print(
    `Memory: ${server.rssMegabytes().toFixed(0)} MB, ${growth.toFixed(0)} MB more than after the first tenth.`,
  )
  const violations = { ...(await findViolations(shop)), ...(await findLogViolations(shop, null)) }
  const faults = [
    ...failures.map(failure => `Failed: ${JSON.stringify(failure)}`),
    ...neverDone.map(call => `Never succeeded: ${call}`),
    ...Object.entries(violations).map(([name, rows]) => `Does not hold: ${name}: ${JSON.stringify(rows)}`),
    ...(growth > maxGrowthMegabytes ? [`More than ${maxGrowthMegabytes} MB: something keeps memory.`] : []),
  ]
  for (const fault of faults) print(fault)
  print(faults.length === 0 ? 'No fault.' : `${faults.length} faults.`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await database.close()
  await postgres.stop()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
