import { cpus } from 'node:os'
import type { CostMeasurement } from './cost.ts'

export interface BenchResults {
  date: string
  machine: string
  node: string
  postgres: string
  /** The machine's load average before: what else it did. */
  load: number
  products: number
  connections: number
  rounds: number
  seconds: number
  /** Medians over all its measurements. */
  floor: CostMeasurement
  figures: FigureResult[]
  /** Multiples of the floor by figure, on the day that these results are compared with. */
  before: { date: string; floors: Record<string, number> } | null
  /** Null: some figures alone were measured. */
  server: {
    idleMegabytes: number
    afterLoadMegabytes: number
    /** 30 seconds after the load. */
    restMegabytes: number
    firstStartMs: number
    secondStartMs: number
  } | null
}

export interface FigureResult extends CostMeasurement {
  name: string
  /** Processor time in multiples of the floor's, which was measured before and after. */
  floors: number
  aimFloors: number | null
}

const memoryAimMegabytes = 300
const startAimMs = 1_000

export function getMachineName(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${process.platform} ${process.arch}`
}

export const toBefore = ({ date, figures }: BenchResults): BenchResults['before'] => ({
  date,
  floors: Object.fromEntries(figures.map(({ name, floors }) => [name, floors])),
})

/** The tables of docs/performance.md. */
export function formatResults(results: BenchResults): string {
  const { floor, figures, before, server } = results
  const lines = [
    `Measured on ${results.date} by \`npm run bench\`: ${results.machine}, Node ${results.node}, PostgreSQL ${results.postgres};`,
    `${formatWhole(results.products)} products, ${results.connections} connections, medians of ${results.rounds} rounds of ${results.seconds} s. The floor takes ${floor.nodeMs.toFixed(2)} ms of Node and`,
    `${floor.postgresMs.toFixed(2)} ms of PostgreSQL. The load average before was ${results.load.toFixed(1)}.${before ? ` “Before” is × floor on ${before.date}.` : ''}`,
    '',
    '| answer | shop ms | PostgreSQL ms | × floor | before | aim | reached | a second | p50 / p99 ms |',
    '|---|--:|--:|--:|--:|--:|---|--:|--:|',
    ...figures.map(figure => formatFigure(figure, before?.floors[figure.name])),
  ]
  if (!server) return lines.join('\n')
  const formatMemory = (name: string, megabytes: number, aim?: number) =>
    `| ${name} | ${formatWhole(megabytes)} MB | ${aim === undefined ? '– | ' : `≤ ${aim} MB | ${formatReached(megabytes <= aim)} `}|`
  lines.push(
    '',
    '| figure | measured | aim | reached |',
    '|---|--:|---|---|',
    formatMemory("Memory of the server's process, idle", server.idleMegabytes),
    formatMemory('Memory after the load', server.afterLoadMegabytes, memoryAimMegabytes),
    formatMemory('Memory half a minute later', server.restMegabytes),
    `| First start to /readyz, database and demo created | ${formatWhole(server.firstStartMs)} ms | – | |`,
    `| Second start to /readyz | ${formatWhole(server.secondStartMs)} ms | ≤ ${formatWhole(startAimMs)} ms | ${formatReached(server.secondStartMs <= startAimMs)} |`,
  )
  return lines.join('\n')
}

function formatFigure(figure: FigureResult, floorsBefore: number | undefined): string {
  const { aimFloors, floors } = figure
  const cells = [
    figure.name,
    figure.nodeMs.toFixed(2),
    figure.postgresMs.toFixed(2),
    floors.toFixed(1),
    floorsBefore?.toFixed(1) ?? '–',
    aimFloors === null ? '–' : `≤ ${aimFloors}`,
    aimFloors === null ? '' : formatReached(floors <= aimFloors),
    formatWhole(figure.perSecond),
    `${figure.p50Ms.toFixed(1)} / ${figure.p99Ms.toFixed(1)}`,
  ]
  return `| ${cells.join(' | ')} |`
}

export const formatReached = (isReached: boolean): string => (isReached ? 'yes' : '**no**')
export const formatWhole = (number: number): string =>
  String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',')
