import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getMachineName } from '../bench/report.ts'
import { ensureDemoData } from '../demo/demo-data.ts'
import { loadEngine } from '../src/features/search/load-engine.server.ts'
import { connect, type Database, noTimeouts } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { updateSchema } from '../src/infra/schema.ts'
import { isForOperator, print, toExitCode, toUsageError, UsageError } from './command-line.ts'
import { updateReport } from './performance-report.ts'
import { createSearch } from './search-quality/ask.ts'
import { questionClasses } from './search-quality/classes.ts'
import type { QuestionClass } from './search-quality/question.ts'
import {
  formatReport,
  formatWrongAnswers,
  isFastEnough,
  isReached,
  type ReportFacts,
} from './search-quality/report.ts'
import { type ClassResult, drawQuestions, runQuestions } from './search-quality/run-questions.ts'

// npm run search-quality: how well the search answers questions as people ask them (docs/search.md). Writes the table of
// docs/search.md. `--verbose [CLASS]` lists the wrong answers, `--only CLASS` runs some classes and writes nothing,
// `--seed S` repeats a run, `--check` ends with 1 when an aim is missed. `--scale` measures a catalogue of 300,000
// products; `--data DIR` stores it there for further runs.

const fixedSeed = 1
const maxSeed = 2 ** 31
const scaleProducts = 300_000
const warmUpCount = 3
/** Of each class and seed: drawing takes long from many rows. */
const scaleCount = 10

interface Options {
  seed: number
  isScale: boolean
  isCheck: boolean
  /** Null: no wrong answers are listed; '': those of all classes. */
  verbose: string | null
  only: string
  dataDir: string | null
}

function readOptions(parameters: string[]): Options {
  const options = {
    seed: { type: 'string' },
    scale: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({
      args: parameters,
      options,
      strict: true,
      allowPositionals: true,
    })
    const seed = values.seed === undefined ? randomInt(maxSeed) : Number(values.seed)
    if (!Number.isInteger(seed) || seed < 0) throw new UsageError('--seed wants a whole number.')
    return {
      seed,
      isScale: values.scale,
      isCheck: values.check,
      verbose: values.verbose ? (positionals[0] ?? '') : null,
      only: values.only,
      dataDir: values.data ?? null,
    }
  } catch (error) {
    throw error instanceof UsageError ? error : toUsageError(error)
  }
}

const isNamed = ({ group, name }: { group: string; name: string }, text: string): boolean =>
  `${group}: ${name}`.toLowerCase().includes(text.toLowerCase())

async function measureQuality(options: Options): Promise<boolean> {
  const folder = options.dataDir ?? mkdtempSync(join(tmpdir(), 'filterhouse-quality-'))
  const classes = questionClasses.filter(questionClass => isNamed(questionClass, options.only))
  if (classes.length === 0) throw new UsageError(`No class is named ${options.only}.`)
  try {
    const { results, facts } = await measureFolder(folder, classes, options)
    const table = formatReport(results, facts)
    const { verbose } = options
    if (verbose !== null) {
      process.stdout.write(`${formatWrongAnswers(results.filter(result => isNamed(result, verbose)))}\n\n`)
    }
    process.stdout.write(`${table}\n`)
    if (options.only === '') writeReport(table, options.isScale)
    return results.every(result => isReached(result) && (!options.isScale || isFastEnough(result)))
  } finally {
    if (!options.dataDir) rmSync(folder, { recursive: true, force: true })
  }
}

function writeReport(table: string, isScale: boolean): void {
  const start = `<!-- table: npm run search-quality${isScale ? ' -- --scale' : ''} -->`
  const end = `<!-- end of table${isScale ? ': scale' : ''} -->`
  updateReport('search.md', start, end, table)
}

// For the right answers alone: they are looked up by measures, which the shop never does by SQL.
const measureIndex =
  'create index if not exists product_attribute_number on product_attribute (attribute_id, number)'

async function measureFolder(
  dataDir: string,
  classes: readonly QuestionClass[],
  { seed, isScale }: Options,
): Promise<{ results: ClassResult[]; facts: ReportFacts }> {
  if (isScale && !existsSync(join(dataDir, 'postgres'))) seedCatalogue(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const database = connect(postgres.connection, 4, undefined, noTimeouts)
  try {
    await updateSchema(database.pool, 'demo')
    await ensureDemoData(database.pool)
    if (isScale) await database.pool.query(measureIndex)
    const results = await measureDatabase(database, classes, { seed, isScale })
    return { results, facts: { ...(await readFacts(database)), seed } }
  } finally {
    await database.close()
    await postgres.stop()
  }
}

async function measureDatabase(
  { pool, db }: Database,
  classes: readonly QuestionClass[],
  { seed, isScale }: Pick<Options, 'seed' | 'isScale'>,
): Promise<ClassResult[]> {
  print('Building the search engine …')
  const engine = await loadEngine(db)
  const search = createSearch(db, engine)
  const warmUp = await drawQuestions(pool, classes, { seeds: [seed + 1], count: warmUpCount })
  await runQuestions(warmUp, search)
  print(`Drawing questions, one half with seed ${seed} …`)
  const questions = await drawQuestions(pool, classes, {
    seeds: [fixedSeed, seed],
    count: isScale ? scaleCount : undefined,
  })
  print('Asking …')
  return runQuestions(questions, search)
}

function seedCatalogue(dataDir: string): void {
  print(`Loading ${scaleProducts} products …`)
  const { status } = spawnSync(
    process.execPath,
    [join(projectRoot, 'scripts', 'seed.ts'), '--products', String(scaleProducts)],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } },
  )
  if (status !== 0) throw new Error(`The seed ended with code ${status}`)
}

async function readFacts({ pool }: Database): Promise<Omit<ReportFacts, 'seed'>> {
  const { rows } = await pool.query<Pick<ReportFacts, 'products' | 'numbers' | 'variants' | 'postgres'>>(`
    select (select count(*)::int from product) as products, (select count(*)::int from cross_reference) as numbers,
      (select count(*)::int from variant) as variants, current_setting('server_version') as postgres`)
  const date = new Date().toISOString().slice(0, 10)
  return { ...rows[0]!, date, machine: getMachineName(), node: process.versions.node }
}

try {
  const options = readOptions(process.argv.slice(2))
  const isEachReached = await measureQuality(options)
  if (options.isCheck && !isEachReached) process.exitCode = 1
} catch (error) {
  print(isForOperator(error) ? (error as Error).message : ((error as Error).stack ?? String(error)))
  process.exitCode = toExitCode(error)
}
