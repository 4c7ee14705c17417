import { cpus } from 'node:os'
import type { Figure, Floor } from './figures.ts'

export interface Results {
  date: string
  machine: string
  node: string
  postgres: string
  products: number
  connections: number
  rounds: number
  seconds: number
  /** Answers (of 'render': pages) a second, medians over the rounds. */
  floors: Record<Floor, number>
  figures: FigureResult[]
  memory: {
    idleMegabytes: number
    afterLoadMegabytes: number
    /** Half a minute after the load. */
    atRestMegabytes: number
    /** After the figures that are measured afterwards. */
    atLastMegabytes: number
    aimMegabytes: number
    reached: boolean
  }
  start: { firstMs: number; againMs: number; aimAgainMs: number; reached: boolean }
}

export interface FigureResult {
  key: string
  name: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Shares of each floor, 1 is all of it; medians of the rounds' own shares. */
  ofFixed: number
  ofSelect: number
  ofRender: number
  aim: { floor: Floor; share: number } | null
  /** Null: nothing was aimed at. */
  reached: boolean | null
}

/** One round: answers a second of every figure and floor, with the times of the answers. */
export interface Round {
  floors: Record<Floor, number>
  figures: Record<string, { perSecond: number; p50Ms: number; p99Ms: number }>
}

/** Each round is compared with its own floors, since a machine's speed drifts; then the median counts. */
export function figureResult({ key, name, aim }: Figure, rounds: Round[]): FigureResult {
  const perSecond = median(rounds.map(round => round.figures[key]!.perSecond))
  const share = (floor: Floor) =>
    median(rounds.map(round => round.figures[key]!.perSecond / round.floors[floor]))
  return {
    key,
    name,
    perSecond,
    p50Ms: median(rounds.map(round => round.figures[key]!.p50Ms)),
    p99Ms: median(rounds.map(round => round.figures[key]!.p99Ms)),
    ofFixed: share('fixed'),
    ofSelect: share('select'),
    ofRender: share('render'),
    aim: aim ?? null,
    reached: aim ? share(aim.floor) >= aim.share : null,
  }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function machineName(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform} ${process.arch}`
}

const floorNames: Record<Floor, string> = {
  fixed: 'the fixed floor',
  select: 'the SELECT floor',
  render: 'renderToString',
}

/** The table of docs/performance.md. */
export function markdown(results: Results): string {
  const { floors, figures, memory, start } = results
  const verdict = (reached: boolean | null) => (reached === null ? '' : reached ? 'yes' : '**no**')
  const rows = figures.map(figure => [
    figure.name,
    whole(figure.perSecond),
    percent(figure.ofFixed),
    percent(figure.ofSelect),
    `${figure.p50Ms} / ${figure.p99Ms}`,
    figure.aim ? `≥ ${percent(figure.aim.share)} of ${floorNames[figure.aim.floor]}${ownShare(figure)}` : '–',
    verdict(figure.reached),
  ])
  return [
    `Measured on ${results.date} by \`npm run bench\`: ${results.machine}, Node ${results.node}, PostgreSQL ${results.postgres};`,
    `${whole(results.products)} products, ${results.connections} connections, medians of ${results.rounds} interleaved rounds of ${results.seconds} s.`,
    '',
    '| figure | a second | of (a) fixed | of (b) SELECT | p50 / p99 ms | aim | reached |',
    '|---|--:|--:|--:|--:|---|---|',
    `| Floor (a): bare Node, fixed 2 KB JSON | ${whole(floors.fixed)} | 100 % | ${percent(floors.fixed / floors.select)} | | | |`,
    `| Floor (b): bare Node, one prepared 10-row SELECT | ${whole(floors.select)} | ${percent(floors.select / floors.fixed)} | 100 % | | | |`,
    `| Floor (c): \`renderToString\` of the product page alone | ${whole(floors.render)} | ${percent(floors.render / floors.fixed)} | ${percent(floors.render / floors.select)} | | | |`,
    ...rows.map(cells => `| ${cells.join(' | ')} |`),
    '',
    '| figure | measured | aim | reached |',
    '|---|--:|---|---|',
    `| Memory of the shop's process, idle | ${whole(memory.idleMegabytes)} MB | < ${memory.aimMegabytes} MB | ${verdict(memory.idleMegabytes < memory.aimMegabytes)} |`,
    `| Memory after the load | ${whole(memory.afterLoadMegabytes)} MB | < ${memory.aimMegabytes} MB | ${verdict(memory.reached)} |`,
    `| Memory half a minute later | ${whole(memory.atRestMegabytes)} MB | – | |`,
    `| Memory right after the last row above | ${whole(memory.atLastMegabytes)} MB | – | |`,
    `| First start to /readyz, database and demo made | ${whole(start.firstMs)} ms | – | |`,
    `| Second start to /readyz | ${whole(start.againMs)} ms | < ${whole(start.aimAgainMs)} ms | ${verdict(start.reached)} |`,
  ].join('\n')
}

/** The share of the floor that is aimed at, where no column has it. */
function ownShare({ aim, ofRender }: FigureResult): string {
  return aim?.floor === 'render' ? ` (is ${percent(ofRender)})` : ''
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
const whole = (number: number): string => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')
