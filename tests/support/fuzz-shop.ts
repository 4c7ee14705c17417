import { expect } from 'vitest'
import { fuzz } from '../../bench/fuzz/fuzz.ts'
import { demoPassword } from '../../demo/people/people.ts'
import { limitNames } from '../../src/infra/rate-limit/limits.ts'
import { startTestShop } from './shop.ts'

const seed = 20_261_122
// Generous: tests run on busy machines.
const maxMs = 20_000
const maxGrowthBytes = 400 * 1024 * 1024

/** Sends random requests to a shop without limits: no 5xx, no answer that takes too long, no growing memory. */
export async function expectNoFuzzFailure(requests: number): Promise<void> {
  const unlimited = Object.fromEntries(limitNames.map(name => [name, '999999999']))
  const shop = await startTestShop({ env: unlimited })
  const before = process.memoryUsage().rss
  const { failures, statuses } = await fuzz({ url: shop.url, requests, seed, maxMs, password: demoPassword })
  expect(failures, `npm run fuzz -- --seed ${seed}`).toEqual([])
  expect(process.memoryUsage().rss - before).toBeLessThan(maxGrowthBytes)
  // Requests get past the validation, and are refused by it.
  expect(statuses['200']).toBeGreaterThan(requests / 20)
  expect((statuses['400'] ?? 0) + (statuses['422'] ?? 0)).toBeGreaterThan(requests / 20)
  await shop.close()
}
