import { formatWhole } from './report.ts'

export interface OrderFigureResult {
  name: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** p50 divided by that of the floor, which is measured beside it: a machine's speed drifts. */
  ratio: number
  /** p50 of the floor: bare Node with one prepared SELECT of ten rows. */
  floorMs: number
  isReached: boolean
  /** 0 to 1: the most processor time that the host gave to others in a round that counts. */
  stealShare: number
  /** Rounds that do not count, because more was stolen in them. */
  repeatedRounds: number
}

export interface OrderResults {
  date: string
  machine: string
  node: string
  postgres: string
  orders: number
  connections: number
  rounds: number
  seconds: number
  p99AimMs: number
  figures: OrderFigureResult[]
  /** Milliseconds to place an order on account, alone. */
  placing: { p50Ms: number; p99Ms: number; orders: number }
  memoryMegabytes: number
}

/** The table of docs/performance.md. */
export function formatOrderResults(results: OrderResults): string {
  const { figures, placing } = results
  return [
    `Measured on ${results.date} by \`npm run bench -- --orders\`: ${results.machine}, Node ${results.node}, PostgreSQL ${results.postgres};`,
    `${formatWhole(results.orders)} orders; ${results.connections} connections, medians of ${results.rounds} rounds of ${results.seconds} s, every page timed from request to last byte on the`,
    `machine that also runs the shop, the database and the load. The floor, bare Node with one prepared 10-row SELECT under the same`,
    `load, took ${formatRange(figures.map(({ floorMs }) => floorMs))} ms (p50) between them. “Steal” is the most processor time that the host gave to`,
    `other machines in a round that counts; rounds with more were measured again, ${figures.reduce((sum, figure) => sum + figure.repeatedRounds, 0)} in all.`,
    '',
    `| page | a second | p50 ms | p99 ms | p50 in floors | steal | p99 ≤ ${results.p99AimMs} ms |`,
    '|---|--:|--:|--:|--:|--:|---|',
    ...figures.map(
      figure =>
        `| ${figure.name} | ${formatWhole(figure.perSecond)} | ${figure.p50Ms.toFixed(1)} | ${figure.p99Ms.toFixed(1)} | ${figure.ratio.toFixed(1)} | ${formatPercent(figure.stealShare)} | ${figure.isReached ? 'yes' : '**no**'} |`,
    ),
    '',
    `Placing an order of two lines on account, from the last stage to the confirmation, ${placing.orders} one after the other: ${placing.p50Ms.toFixed(1)} ms (p50), ${placing.p99Ms.toFixed(1)} ms (p99).`,
    `Memory of the shop's process after all this: ${formatWhole(results.memoryMegabytes)} MB.`,
  ].join('\n')
}

export const formatPercent = (share: number): string => `${Math.round(share * 100)} %`

const formatRange = (numbers: number[]): string =>
  `${Math.min(...numbers).toFixed(1)} to ${Math.max(...numbers).toFixed(1)}`
