import { cpus } from 'node:os'
import type { Aim, Figure, Floor } from './figures.ts'

export interface BenchResults {
  date: string
  machine: string
  node: string
  postgres: string
  products: number
  questions: number
  connections: number
  rounds: number
  seconds: number
  /** Answers (of 'render': documents) a second, medians over the rounds. */
  floors: Record<Floor, number>
  figures: FigureResult[]
  memory: {
    idleMegabytes: number
    afterLoadMegabytes: number
    /** 30 seconds after the load. */
    restMegabytes: number
    aimMegabytes: number
    isReached: boolean
  }
  start: { firstMs: number; secondMs: number; aimMs: number; isReached: boolean }
}

export interface FigureResult {
  key: string
  name: string
  perSecond: number
  /** With a single page or query; null where there is none. */
  hotPerSecond: number | null
  p50Ms: number
  p99Ms: number
  /** Shares of each floor, 1 is all of it; medians of the rounds' own shares. */
  shares: Record<Floor, number>
  aim: Aim | null
  /** Null: without an aim. */
  isReached: boolean | null
}

export interface FigureMeasurement {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** One round: answers a second of every figure and floor. */
export interface Round {
  floors: Record<Floor, number>
  figures: Record<string, FigureMeasurement>
  /** The figures with a single page or query. */
  hotFigures: Record<string, FigureMeasurement>
}

/** Each round is compared with its own floors, because a machine's speed drifts. Then the median counts. */
export function calculateResult({ key, name, hotRequest, aim }: Figure, rounds: Round[]): FigureResult {
  const measurements = rounds.map(round => round.figures[key]!)
  const perSecond = median(measurements.map(one => one.perSecond))
  const calculateShare = (floor: Floor) =>
    median(rounds.map(round => round.figures[key]!.perSecond / round.floors[floor]))
  const shares = {
    fixed: calculateShare('fixed'),
    select: calculateShare('select'),
    render: calculateShare('render'),
  }
  return {
    key,
    name,
    perSecond,
    hotPerSecond: hotRequest ? median(rounds.map(round => round.hotFigures[key]!.perSecond)) : null,
    p50Ms: median(measurements.map(one => one.p50Ms)),
    p99Ms: median(measurements.map(one => one.p99Ms)),
    shares,
    aim: aim ?? null,
    isReached: aim ? shares[aim.floor] >= aim.share || perSecond >= (aim.perSecond ?? Infinity) : null,
  }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function getMachineName(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform} ${process.arch}`
}

const floorNames: Record<Floor, string> = { fixed: '(a)', select: '(b)', render: '(c)' }

/** The tables of docs/performance.md. */
export function formatResults(results: BenchResults): string {
  const { floors, figures, memory, start } = results
  return [
    `Measured on ${results.date} by \`npm run bench\`: ${results.machine}, Node ${results.node}, PostgreSQL ${results.postgres};`,
    `${formatWhole(results.products)} products, ${formatWhole(results.questions)} questions, ${results.connections} connections, medians of ${results.rounds} rounds of ${results.seconds} s.`,
    '',
    '| floor | a second |',
    '|---|--:|',
    `| (a) bare Node, fixed 2 KB JSON | ${formatWhole(floors.fixed)} |`,
    `| (b) bare Node, one prepared 10-row SELECT | ${formatWhole(floors.select)} |`,
    `| (c) \`renderToString\` of a product page's whole document | ${formatWhole(floors.render)} |`,
    '',
    '| figure | a second | of (b) | of (c) | p50 / p99 ms | aim | reached | one hot page |',
    '|---|--:|--:|--:|--:|---|---|--:|',
    ...figures.map(formatFigure),
    '',
    '| figure | measured | aim | reached |',
    '|---|--:|---|---|',
    `| Memory of the server's process, idle | ${formatWhole(memory.idleMegabytes)} MB | – | |`,
    `| Memory after the load | ${formatWhole(memory.afterLoadMegabytes)} MB | ≤ ${memory.aimMegabytes} MB | ${formatReached(memory.isReached)} |`,
    `| Memory half a minute later | ${formatWhole(memory.restMegabytes)} MB | – | |`,
    `| First start to /readyz, database and demo created | ${formatWhole(start.firstMs)} ms | – | |`,
    `| Second start to /readyz | ${formatWhole(start.secondMs)} ms | ≤ ${formatWhole(start.aimMs)} ms | ${formatReached(start.isReached)} |`,
  ].join('\n')
}

function formatFigure(figure: FigureResult): string {
  const cells = [
    figure.name,
    formatWhole(figure.perSecond),
    formatPercent(figure.shares.select),
    formatPercent(figure.shares.render),
    `${figure.p50Ms} / ${figure.p99Ms}`,
    formatAim(figure.aim),
    formatReached(figure.isReached),
    figure.hotPerSecond === null ? '–' : formatWhole(figure.hotPerSecond),
  ]
  return `| ${cells.join(' | ')} |`
}

function formatAim(aim: Aim | null): string {
  if (!aim) return '–'
  const share = `≥ ${formatPercent(aim.share)} of ${floorNames[aim.floor]}`
  return aim.perSecond ? `${share}, or ≥ ${aim.perSecond}` : share
}

const formatReached = (isReached: boolean | null): string =>
  isReached === null ? '' : isReached ? 'yes' : '**no**'
const formatPercent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
const formatWhole = (number: number): string => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')
