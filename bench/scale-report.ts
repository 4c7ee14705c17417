import { median } from './report.ts'
import type { ScaleFigure } from './scale-figures.ts'
import type { TimedResult } from './timed-load.ts'

export interface ScaleResults {
  date: string
  machine: string
  node: string
  postgres: string
  connections: number
  rounds: number
  seconds: number
  small: { products: number; codes: number }
  large: {
    products: number
    codes: number
    makes: number
    models: number
    variants: number
    fitments: number
  }
  /** Megabytes of the shop's process after the load, and milliseconds from its start to /readyz. */
  memoryMegabytes: number
  readyMs: number
  figures: ScaleFigureResult[]
}

export interface ScaleFigureResult {
  key: string
  name: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** The median divided by the small catalogue's. */
  ratio: number
  aims: string[]
  /** Null: without an aim. */
  reached: boolean | null
}

export interface ScaleRound {
  small: TimedResult
  large: TimedResult
}

/** Medians of the rounds. The ratio is calculated for each round, because a machine's speed drifts. */
export function calculateScaleResult(
  { key, name, p99AimMs, perSecondAim, ratioAim }: ScaleFigure,
  rounds: readonly ScaleRound[],
): ScaleFigureResult {
  const ratio = median(rounds.map(({ small, large }) => large.p50Ms / small.p50Ms))
  const perSecond = median(rounds.map(({ large }) => large.perSecond))
  const p50Ms = median(rounds.map(({ large }) => large.p50Ms))
  const p99Ms = median(rounds.map(({ large }) => large.p99Ms))
  const aims = [
    ...(p99AimMs === undefined ? [] : [{ text: `p99 < ${p99AimMs} ms`, reached: p99Ms < p99AimMs }]),
    ...(perSecondAim === undefined
      ? []
      : [{ text: `≥ ${perSecondAim} a second`, reached: perSecond >= perSecondAim }]),
    ...(ratioAim === undefined ? [] : [{ text: `p50 ≤ ${ratioAim} × small`, reached: ratio <= ratioAim }]),
  ]
  return {
    key,
    name,
    perSecond,
    p50Ms,
    p99Ms,
    ratio,
    aims: aims.map(({ text, reached }) => (reached ? text : `**${text}**`)),
    reached: aims.length === 0 ? null : aims.every(({ reached }) => reached),
  }
}

/** The table of docs/performance.md. */
export function formatScaleResults(results: ScaleResults): string {
  const { large, small, figures } = results
  const formatReached = (reached: boolean | null) => (reached === null ? '' : reached ? 'yes' : '**no**')
  return [
    `Measured on ${results.date} by \`npm run bench -- --scale\`: ${results.machine}, Node ${results.node}, PostgreSQL ${results.postgres};`,
    `${formatWhole(large.products)} products, ${formatWhole(large.codes)} codes, ${formatWhole(large.makes)} makes, ${formatWhole(large.models)} models,`,
    `${formatWhole(large.variants)} variants, ${formatWhole(large.fitments)} fitments; ${results.connections} connections, medians of ${results.rounds} rounds of ${results.seconds} s turn by turn, every answer timed from`,
    `request to last byte on the machine that also runs the shop, the database and the load. “Small” is ${formatWhole(small.products)} products with ${formatWhole(small.codes)} codes.`,
    '',
    '| figure | a second | p50 ms | p99 ms | p50 / small | aims | reached |',
    '|---|--:|--:|--:|--:|---|---|',
    ...figures.map(
      figure =>
        `| ${figure.name} | ${formatWhole(figure.perSecond)} | ${figure.p50Ms.toFixed(2)} | ${figure.p99Ms.toFixed(2)} | ${figure.ratio.toFixed(2)} | ${figure.aims.join(', ') || '–'} | ${formatReached(figure.reached)} |`,
    ),
    '',
    `Memory of the shop's process after all this: ${formatWhole(results.memoryMegabytes)} MB. It was ready, with its search engine built, ${formatWhole(results.readyMs)} ms after its start.`,
  ].join('\n')
}

const formatWhole = (number: number): string => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')
