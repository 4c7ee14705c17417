import { expect } from 'vitest'
import { createFuzzer } from '../../bench/fuzz/fuzz.ts'
import { limitNames } from '../../src/infra/rate-limit/limits.ts'
import { startTestShop } from './shop.ts'

const seed = 20_261_122
// Generous: tests run on busy machines.
const maxMs = 20_000

interface FuzzRun {
  requests: number
  /** Of some 125; it takes `npm run fuzz` to reach all. */
  minCallsDone: number
}

/** To a shop without limits: no 5xx, no answer that takes too long, and so many calls that succeed. */
export async function expectNoFuzzFailure({ requests, minCallsDone }: FuzzRun): Promise<void> {
  const unlimited = Object.fromEntries(limitNames.map(name => [name, '999999999']))
  const shop = await startTestShop({ env: unlimited, worker: true })
  const fuzzer = await createFuzzer({ shop, seed, maxMs })
  await fuzzer.send(requests)
  const { failures, calls } = fuzzer.getResult()
  const errors = shop.log().filter(line => line.includes('"msg":"Request failed."'))
  expect({ failures, errors }, `npm run fuzz -- --seed ${seed}`).toEqual({ failures: [], errors: [] })
  expect(calls.filter(({ done }) => done > 0).length).toBeGreaterThanOrEqual(minCallsDone)
  await shop.close()
}
