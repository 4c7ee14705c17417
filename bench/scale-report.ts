import type { CostMeasurement } from './cost.ts'
import { formatReached, formatWhole } from './report.ts'

export interface ScaleResults {
  date: string
  machine: string
  node: string
  postgres: string
  /** The machine's load average before: what else it did. */
  load: number
  connections: number
  rounds: number
  seconds: number
  catalogue: {
    products: number
    codes: number
    makes: number
    models: number
    variants: number
    fitments: number
  }
  /** Of the shop's process after the load. */
  memoryMegabytes: number
  /** From its start to /readyz, which waits for the search engine. */
  readyMs: number
  figures: ScaleFigureResult[]
}

export interface ScaleFigureResult {
  name: string
  /** A client that is alone: medians of the rounds. */
  single: CostMeasurement
  /** All connections at once. */
  many: CostMeasurement
}

const p99AimMs = 10
const memoryAimMegabytes = 500
const readyAimMs = 10_000

/** The table of docs/performance.md. */
export function formatScaleResults(results: ScaleResults): string {
  const { catalogue, figures, memoryMegabytes, readyMs } = results
  const counts = Object.entries(catalogue).map(([name, count]) => `${formatWhole(count)} ${name}`)
  return [
    `Measured on ${results.date} by \`npm run bench -- --scale\`: ${results.machine}, Node ${results.node}, PostgreSQL ${results.postgres};`,
    `${counts.join(', ')}; medians of ${results.rounds} rounds of ${results.seconds} s, every answer timed from request`,
    `to last byte on the machine that also runs the shop, the database and the load. The load average before was ${results.load.toFixed(1)}.`,
    '',
    `| question | a single client: p50 ms | p99 ms | p99 ≤ ${p99AimMs} ms | shop ms | PostgreSQL ms | ${results.connections} clients: a second | p99 ms |`,
    '|---|--:|--:|---|--:|--:|--:|--:|',
    ...figures.map(
      ({ name, single, many }) =>
        `| ${name} | ${single.p50Ms.toFixed(2)} | ${single.p99Ms.toFixed(2)} | ${formatReached(single.p99Ms <= p99AimMs)} | ${many.nodeMs.toFixed(2)} | ${many.postgresMs.toFixed(2)} | ${formatWhole(many.perSecond)} | ${many.p99Ms.toFixed(1)} |`,
    ),
    '',
    '| figure | measured | aim | reached |',
    '|---|--:|--:|---|',
    `| Memory of the shop's process after all this | ${formatWhole(memoryMegabytes)} MB | ≤ ${memoryAimMegabytes} MB | ${formatReached(memoryMegabytes <= memoryAimMegabytes)} |`,
    `| Start to /readyz, with the search engine built | ${formatWhole(readyMs)} ms | ≤ ${formatWhole(readyAimMs)} ms | ${formatReached(readyMs <= readyAimMs)} |`,
  ].join('\n')
}
