import { createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { decideMode } from '../database/database-mark.ts'
import { listOwnMigrations, migrate } from '../database/migrate.ts'
import { createFolder } from '../folders.ts'
import { updateSchema } from '../schema.ts'
import { type ArchiveReader, BackupError, openArchive } from './archive.ts'
import { type BackupManifest, verifyBackup } from './manifest.ts'
import { beginCopy, connectForCopy, countRows, listTables, loadTables, setSequences } from './tables.ts'

export interface RestoreOptions {
  pool: pg.Pool
  dataDir: string
  file: string
  /** Deletes the data and pictures that are there; otherwise they refuse the restore. */
  replace: boolean
}

const noticeMs = 2_000
const pollMs = 100

/**
 * Restores database and pictures from a backup that was read and checked first, and brings the schema up to date. The shop
 * must not be running. A restore that fails leaves an empty database.
 */
export async function restoreBackup({
  pool,
  dataDir,
  file,
  replace,
}: RestoreOptions): Promise<BackupManifest> {
  const manifest = await verifyBackup(file)
  refuseNewerBackup(manifest)
  await refuseUsedDatabase(pool)
  const pictures = join(dataDir, 'images')
  if (!replace) await refuseData(pool, pictures)
  const archive = await openArchive(file)
  try {
    await extractPictures(archive, manifest, `${pictures}.restored`)
    await restoreDatabase(pool, archive, manifest)
    await rm(pictures, { recursive: true, force: true })
    await rename(`${pictures}.restored`, pictures)
  } finally {
    archive.close()
    await rm(`${pictures}.restored`, { recursive: true, force: true })
  }
  return manifest
}

/** What the database has does not matter: the way back from a newer release is to restore over it. */
function refuseNewerBackup({ migrations }: BackupManifest): void {
  const names = listOwnMigrations()
  const unknown = migrations.find(name => !names.includes(name))
  if (!unknown) return
  throw new BackupError(
    `The backup is from a newer release: it has the migration ${unknown}, which this release does not know.`,
  )
}

async function refuseUsedDatabase(pool: pg.Pool): Promise<void> {
  // A connection that was closed a moment ago still counts until the server has noticed.
  const deadlineMs = Date.now() + noticeMs
  while (await isUsed(pool)) {
    if (Date.now() > deadlineMs) {
      throw new BackupError('The database is in use: stop the shop and whatever else is connected to it.')
    }
    await sleep(pollMs)
  }
}

async function isUsed(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename is not null`,
  )
  return rowCount !== 0
}

async function refuseData(pool: pg.Pool, pictures: string): Promise<void> {
  const { rowCount } = await pool.query(
    `select from pg_tables where schemaname in ('public', 'graphile_worker') limit 1`,
  )
  if (rowCount) throw new BackupError('The database is not empty: with --replace its data is deleted first.')
  const names = await readdir(pictures).catch(() => [])
  if (names.length > 0) {
    throw new BackupError(
      `The folder ${pictures} is not empty: with --replace its pictures are deleted first.`,
    )
  }
}

async function extractPictures(
  archive: ArchiveReader,
  manifest: BackupManifest,
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  createFolder(folder)
  for (const { path } of manifest.pictures) {
    const target = join(folder, path.slice('images/'.length))
    if (!target.startsWith(folder + sep))
      throw new BackupError(`The backup has a picture with the invalid name ${path}.`)
    createFolder(dirname(target))
    await pipeline(await archive.open(path), createWriteStream(target, { flush: true }))
  }
}

async function restoreDatabase(
  pool: pg.Pool,
  archive: ArchiveReader,
  manifest: BackupManifest,
): Promise<void> {
  await emptyDatabase(pool)
  try {
    await migrate(pool, undefined, manifest.migrations.at(-1))
    await loadData(pool, archive, manifest)
    // The rows say whether it is a demo or a real shop.
    await updateSchema(pool, await decideMode(pool, null))
    await pool.query('analyze')
  } catch (error) {
    await emptyDatabase(pool)
    throw error
  }
}

async function emptyDatabase(pool: pg.Pool): Promise<void> {
  await pool.query(
    `drop schema if exists graphile_worker cascade; drop schema if exists public cascade; create schema public; grant usage on schema public to public`,
  )
}

async function loadData(pool: pg.Pool, archive: ArchiveReader, manifest: BackupManifest): Promise<void> {
  const client = await connectForCopy(pool)
  try {
    await beginCopy(client, '')
    await refuseOtherColumns(client, manifest)
    await loadTables(client, manifest.tables, ({ path }) => archive.open(path))
    await setSequences(client, manifest.sequences)
    for (const { name, rows } of manifest.tables) {
      const count = await countRows(client, name)
      if (count !== rows) throw new BackupError(`The table ${name} has ${count} rows instead of ${rows}.`)
    }
    await client.query('commit')
  } finally {
    await client.end().catch(() => {})
  }
}

async function refuseOtherColumns(client: pg.Client, manifest: BackupManifest): Promise<void> {
  const tables = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of manifest.tables) {
    const missing = columns.find(column => !tables.get(name)?.includes(column))
    if (missing)
      throw new BackupError(`The backup has the column ${name}.${missing}, which this release does not know.`)
  }
}
