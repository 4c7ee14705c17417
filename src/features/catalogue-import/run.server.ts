import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { codes } from './codes.server.ts'
import { type Header, type ImportFile, importOrder } from './files.ts'
import { fitments } from './fitments.server.ts'
import type { FileKind, ImportRun } from './kinds.server.ts'
import { machines } from './machines.server.ts'
import { openPictures } from './pictures.server.ts'
import { prices } from './prices.server.ts'
import { products } from './products.server.ts'
import { examine } from './reading.server.ts'
import type { FileReport } from './report.ts'
import { serials } from './serials.server.ts'
import { takeFile } from './take-file.server.ts'

const kinds: {
  [file in ImportFile]: (take: <Row>(kind: FileKind<Row>) => Promise<FileReport>) => Promise<FileReport>
} = {
  'products.csv': take => take(products),
  'codes.csv': take => take(codes),
  'machines.csv': take => take(machines),
  'fitments.csv': take => take(fitments),
  'serials.csv': take => take(serials),
  'prices.csv': take => take(prices),
}

/** The folder cannot be imported at all; the message is a sentence for the operator. */
export class FolderRefusal extends Error {}

// Two imports at once would judge each by what the other is about to change.
const lockKey = 726_118_003

/** What a folder holds, before anything of it is read into the shop. */
export interface ExaminedFolder {
  headers: ReadonlyMap<ImportFile, Header>
  /** Files whose columns, encoding or format rule them out as a whole. */
  refused: FileReport[]
}

/** Looks at the files of a folder without a database. Throws FolderRefusal when there is nothing to import. */
export async function examineFolder(
  folder: string,
  tell: (sentence: string) => void,
): Promise<ExaminedFolder> {
  const headers = new Map<ImportFile, Header>()
  const refused: FileReport[] = []
  for (const file of await filesOf(folder, tell)) {
    const header = await examine(join(folder, file), file)
    if ('refused' in header) refused.push(unread(file, header.refused))
    else headers.set(file, header)
  }
  return { headers, refused }
}

/**
 * Imports the files of contract §6 that the folder has, each in one transaction, while the shop serves. A file with bad
 * rows is rolled back, and the others go on; but when one cannot be read at all, none is begun.
 */
export async function importFolder(
  pool: pg.Pool,
  examined: ExaminedFolder,
  run: ImportRun,
): Promise<FileReport[]> {
  if (examined.refused.length > 0) {
    for (const report of examined.refused) run.onReport(report)
    return examined.refused
  }
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query(`set work_mem = '32MB'`)
    await waitForOthers(client, run)
    return await takeFiles(client, run, examined.headers)
  } finally {
    // The settings and the lock go with the connection.
    client.release(true)
  }
}

async function filesOf(folder: string, tell: (sentence: string) => void): Promise<ImportFile[]> {
  const facts = await stat(folder).catch(() => null)
  if (!facts?.isDirectory()) throw new FolderRefusal(`${folder} is not a folder.`)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new FolderRefusal(`The folder ${folder} cannot be read (${error.code}).`)
  })
  const present = importOrder.filter(file => names.includes(file))
  const unknown = names.filter(
    name => /\.(?:csv|xlsx?|ods)$/i.test(name) && !present.includes(name as ImportFile),
  )
  if (unknown.length > 0)
    tell(`Not read: ${unknown.slice(0, 20).join(', ')}. The files are called ${importOrder.join(', ')}.`)
  if (present.length === 0)
    throw new FolderRefusal(`The folder ${folder} has none of ${importOrder.join(', ')}.`)
  return present
}

function unread(file: ImportFile, refused: string): FileReport {
  return { file, counts: null, badRows: 0, listed: [], refused, notes: [] }
}

async function waitForOthers(client: pg.PoolClient, { tell }: ImportRun): Promise<void> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [lockKey])
  if (rows[0]?.ours) return
  tell('Another import is running; this one begins when it has ended.')
  await client.query('select pg_advisory_lock($1)', [lockKey])
}

async function takeFiles(
  client: pg.PoolClient,
  run: ImportRun,
  headers: ReadonlyMap<ImportFile, Header>,
): Promise<FileReport[]> {
  const reports: FileReport[] = []
  // A dry run does all of it in one transaction, so that later files see what earlier ones would bring, and takes it back.
  if (run.dryRun) await client.query('begin')
  try {
    for (const [file, header] of headers) {
      const pictures = openPictures({ from: join(run.folder, 'images'), to: run.imageFolder })
      const report = await kinds[file](kind => takeFile({ client, header, kind, pictures, run }))
      reports.push(report)
      run.onReport(report)
    }
  } finally {
    if (run.dryRun) await client.query('rollback').catch(() => {})
  }
  return reports
}
