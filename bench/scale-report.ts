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
  /** The median against the small catalogue's. */
  ratio: number
  aims: string[]
  /** Null: nothing was aimed at. */
  reached: boolean | null
}

export interface Round {
  small: TimedResult
  large: TimedResult
}

/** Medians of the rounds; each round's ratio is its own, since a machine's speed drifts. */
export function scaleFigureResult(
  { key, name, p99AimMs, perSecondAim, ratioAim }: ScaleFigure,
  rounds: readonly Round[],
): ScaleFigureResult {
  const ratio = median(rounds.map(({ small, large }) => large.p50Ms / small.p50Ms))
  const perSecond = median(rounds.map(({ large }) => large.perSecond))
  const p50Ms = median(rounds.map(({ large }) => large.p50Ms))
  const p99Ms = median(rounds.map(({ large }) => large.p99Ms))
  const aims = [
    ...(p99AimMs === undefined ? [] : [{ told: `p99 < ${p99AimMs} ms`, reached: p99Ms < p99AimMs }]),
    ...(perSecondAim === undefined
      ? []
      : [{ told: `≥ ${perSecondAim} a second`, reached: perSecond >= perSecondAim }]),
    ...(ratioAim === undefined ? [] : [{ told: `p50 ≤ ${ratioAim} × small`, reached: ratio <= ratioAim }]),
  ]
  return {
    key,
    name,
    perSecond,
    p50Ms,
    p99Ms,
    ratio,
    aims: aims.map(({ told, reached }) => (reached ? told : `**${told}**`)),
    reached: aims.length === 0 ? null : aims.every(({ reached }) => reached),
  }
}

/** The table of docs/performance.md. */
export function scaleMarkdown(results: ScaleResults): string {
  const { large, small, figures } = results
  const verdict = (reached: boolean | null) => (reached === null ? '' : reached ? 'yes' : '**no**')
  return [
    `Measured on ${results.date} by \`npm run bench -- --scale\`: ${results.machine}, Node ${results.node}, PostgreSQL ${results.postgres};`,
    `${whole(large.products)} products, ${whole(large.codes)} codes, ${whole(large.makes)} makes, ${whole(large.models)} models,`,
    `${whole(large.variants)} variants, ${whole(large.fitments)} fitments; ${results.connections} connections, medians of ${results.rounds} rounds of ${results.seconds} s turn by turn, every answer timed from`,
    `request to last byte on the machine that also runs the shop, the database and the load. “Small” is ${whole(small.products)} products with ${whole(small.codes)} codes.`,
    '',
    '| figure | a second | p50 ms | p99 ms | p50 / small | aims | reached |',
    '|---|--:|--:|--:|--:|---|---|',
    ...figures.map(
      figure =>
        `| ${figure.name} | ${whole(figure.perSecond)} | ${figure.p50Ms.toFixed(2)} | ${figure.p99Ms.toFixed(2)} | ${figure.ratio.toFixed(2)} | ${figure.aims.join(', ') || '–'} | ${verdict(figure.reached)} |`,
    ),
    '',
    `Memory of the shop's process after all this: ${whole(results.memoryMegabytes)} MB. It was ready, with its search engine built, ${whole(results.readyMs)} ms after its start.`,
  ].join('\n')
}

const whole = (number: number): string => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')
