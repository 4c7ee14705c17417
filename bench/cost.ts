import type { BenchShop } from './bench-shop.ts'
import type { RunningServer } from './servers.ts'
import type { TimedJob, TimedLoader } from './timed-load.ts'

/** Processor time for one answer, in milliseconds, and what the load generator saw. */
export interface CostMeasurement {
  nodeMs: number
  postgresMs: number
  answered: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Sends the requests to the shop, or to another server on its database. Nothing else may use them meanwhile. */
export async function measureCost(
  { postgresMs }: BenchShop,
  loader: TimedLoader,
  server: RunningServer,
  job: Omit<TimedJob, 'url'>,
): Promise<CostMeasurement> {
  const before = { node: server.processorMs(), postgres: postgresMs() }
  const { answered, perSecond, p50Ms, p99Ms } = await loader.run({ ...job, url: server.url })
  return {
    nodeMs: (server.processorMs() - before.node) / answered,
    postgresMs: (postgresMs() - before.postgres) / answered,
    answered,
    perSecond,
    p50Ms,
    p99Ms,
  }
}

/** Of each number of the measurements. */
export function calculateMedians<Key extends string>(
  measurements: readonly Record<Key, number>[],
): Record<Key, number> {
  const keys = Object.keys(measurements[0]!) as Key[]
  const entries = keys.map(key => [key, median(measurements.map(one => one[key]))])
  return Object.fromEntries(entries) as Record<Key, number>
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
