import { join } from 'node:path'
import type pg from 'pg'
import { Cells } from './cells.ts'
import type { Header } from './files.ts'
import type { FileKind, ImportRun, Writing } from './kinds.server.ts'
import { fileWords, rowWords } from './messages.ts'
import type { Pictures } from './pictures.server.ts'
import { readRecords } from './reading.server.ts'
import type { BadRow, Counts, FileReport } from './report.ts'
import { createStaging, type Line, stage, takeBad } from './staging.server.ts'

interface Taking<Row> {
  client: pg.PoolClient
  header: Header
  kind: FileKind<Row>
  pictures: Pictures
  run: ImportRun
}

interface Staged {
  good: number
  bad: number
  /** The first of the bad ones. */
  listed: BadRow[]
}

interface Outcome {
  counts: Counts | null
  refused: string | null
  notes: string[]
}

const batchRows = 5000
/** Enough to mend a file by, few enough to hold. All are counted. */
const mostListed = 10_000
const manyRows = 1000
const mostAttempts = 4
const toldEveryMs = 2000
/** Fewer changes than this the database tidies up by itself in time. */
const tidyFromRows = 10_000

/** Takes one file in, in one transaction; with bad rows it takes nothing, unless they are to be skipped. */
export async function takeFile<Row>(taking: Taking<Row>): Promise<FileReport> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptFile(taking)
    } catch (error) {
      // Orders and staff write too; whoever meets them in a deadlock begins anew.
      if (taking.run.dryRun || attempt >= mostAttempts || !isCollision(error)) throw error
    }
  }
}

async function attemptFile<Row>(taking: Taking<Row>): Promise<FileReport> {
  const { client, kind, pictures, run } = taking
  await client.query(run.dryRun ? 'savepoint import_file' : 'begin')
  try {
    const staged = await stageFile(taking)
    const outcome = await writeFile(taking, staged)
    const isTaken = outcome.counts !== null
    if (run.dryRun) await client.query(`${isTaken ? 'release' : 'rollback to'} savepoint import_file`)
    else await client.query(isTaken ? 'commit' : 'rollback')
    await pictures.settle()
    if (isTaken && !run.dryRun) await tidy(taking, outcome.counts)
    return { file: kind.file, ...outcome, badRows: staged.bad, listed: staged.listed }
  } catch (error) {
    if (!run.dryRun) await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await pictures.discard()
  }
}

/** Reads the file into its staging table, judged row by row and then as a whole. */
async function stageFile<Row>(taking: Taking<Row>): Promise<Staged> {
  const { client, kind } = taking
  await createStaging(client, kind.staging)
  const read = await readRows(taking)
  await client.query(`analyze ${kind.staging.table}`)
  // The planner takes three columns that name one machine for independent, expects a row or two of the join, and walks
  // the table anew for each row of a large file. Small files are better off with its own ways.
  await client.query(`set local enable_nestloop = ${read.good >= manyRows ? 'off' : 'on'}`)
  await kind.judge(writingOf(taking))
  const found = await takeBad(client, kind.staging.table, mostListed)
  const listed = [...read.listed, ...found.listed].sort((a, b) => a.line - b.line).slice(0, mostListed)
  return { good: read.good - found.count, bad: read.bad + found.count, listed }
}

async function readRows<Row>({ client, header, kind, pictures, run }: Taking<Row>): Promise<Staged> {
  const cells = new Cells(header)
  const staged: Staged = { good: 0, bad: 0, listed: [] }
  const refuse = (line: number, reason: string) => {
    staged.bad += 1
    // A copy of the words: as they came they would hold on to the piece of the file they were read from.
    if (staged.listed.length < mostListed)
      staged.listed.push({ line, reason: Buffer.from(reason).toString() })
  }
  let batch: Line<Row>[] = []
  // The database takes one batch while the next is read.
  let sent: Promise<void> = Promise.resolve()
  const send = async () => {
    await sent
    sent = stage(client, kind.staging, batch)
    sent.catch(() => {})
    batch = []
  }
  const progress = tellingOf(kind.file, run)
  let isHeader = true
  for await (const records of readRecords(join(run.folder, kind.file))) {
    for (const { line, fields, fault } of records) {
      if (isHeader) {
        isHeader = false
        continue
      }
      if (fault) {
        refuse(line, rowWords[fault]('', ''))
        continue
      }
      cells.begin(fields)
      const row = kind.read(cells)
      const picture = cells.refusal ? '' : (kind.pictureOf?.(row) ?? '')
      const why = picture === '' ? null : await pictures.refusal(picture)
      if (why) cells.refuse(why, 'image', picture)
      if (cells.refusal) {
        refuse(line, cells.refusal)
        continue
      }
      staged.good += 1
      batch.push({ line, row })
      if (batch.length >= batchRows) await send()
    }
    progress(staged.good + staged.bad)
  }
  if (batch.length > 0) await send()
  await sent
  return staged
}

async function writeFile<Row>(taking: Taking<Row>, staged: Staged): Promise<Outcome> {
  const { run } = taking
  const notTaken = (refused: string | null): Outcome => ({ counts: null, refused, notes: [] })
  if (staged.bad > 0 && !run.skipBadRows) return notTaken(null)
  if (run.replace && staged.good + staged.bad === 0) return notTaken(fileWords.replaceEmpty)
  const writing = writingOf(taking)
  const written = await taking.kind.write(writing)
  const notes: string[] = []
  let gone = 0
  if (run.replace && staged.bad > 0) notes.push('bad rows were skipped, so that nothing was removed')
  else if (run.replace) {
    const removed = await taking.kind.removeOthers(writing)
    gone = removed.count
    if (gone > 0) notes.push(goneWords(removed.count, removed.examples, run.dryRun))
  }
  if (taking.kind.pictureOf) await takePictures(taking, notes)
  const counts = { ...written, gone }
  return { counts, refused: null, notes }
}

function goneWords(count: number, examples: string[], dryRun: boolean): string {
  const rest = count - examples.length
  return `${dryRun ? 'would go' : 'gone'}: ${examples.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

async function takePictures<Row>(
  { client, kind, pictures, run }: Taking<Row>,
  notes: string[],
): Promise<void> {
  const { rows } = await client.query<{ image: string }>(
    `select distinct image from ${kind.staging.table} where image <> ''`,
  )
  const names = rows.map(({ image }) => image)
  const count = await pictures.countNew(names)
  if (count > 0) notes.push(`pictures: ${count} new`)
  if (!run.dryRun) await pictures.draft(names)
}

function writingOf<Row>({ client, header, run }: Taking<Row>): Writing {
  return { client, header, replace: run.replace, dryRun: run.dryRun }
}

/** Fresh rows stand in lists that every search reads through until a vacuum, and the planner knows nothing of them. */
async function tidy<Row>({ client, kind }: Taking<Row>, counts: Counts | null): Promise<void> {
  if (!counts || counts.new + counts.changed + counts.gone < tidyFromRows) return
  for (const table of kind.tables) await client.query(`vacuum (analyze) ${table}`)
}

function tellingOf(file: string, { tell }: ImportRun): (rows: number) => void {
  let toldMs = Date.now()
  return rows => {
    if (Date.now() - toldMs < toldEveryMs) return
    toldMs = Date.now()
    tell(`${file}: ${rows} rows read`)
  }
}

function isCollision(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '40001' || code === '40P01'
}
