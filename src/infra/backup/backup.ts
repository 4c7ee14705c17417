import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { listMigrations } from '../database/migrate.ts'
import { createFolder } from '../folders.ts'
import { type ArchiveWriter, BackupError, createArchive } from './archive.ts'
import { recordLastBackup } from './last-backup.ts'
import { type BackupManifest, verifyBackup } from './manifest.ts'
import { beginCopy, connectForCopy, copyTableTo, listSequences, listTables } from './tables.ts'

export interface BackupOptions {
  pool: pg.Pool
  /** Its pictures are part of the backup. */
  dataDir: string
  /** Where the backup is written. */
  folder: string
  now: Date
}

/**
 * Writes one file with the data of all tables, as they are at one moment, and the pictures; the shop may be serving. The
 * file appears under its name when it has been written and read again. Returns its path.
 */
export async function createBackup(options: BackupOptions): Promise<string> {
  const { folder, now } = options
  createFolder(folder)
  await removeDrafts(folder, now)
  const name = `filterhouse-${now.toISOString().replace(/\.\d+|[-:]/g, '')}.zip`
  const file = join(folder, name)
  const draft = `${file}.partial`
  if (await exists(file)) throw new BackupError(`The backup ${file} already exists.`)
  try {
    await writeBackup(draft, options)
    await verifyBackup(draft)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  recordLastBackup(options.dataDir, { at: now, file })
  return file
}

/** Deletes all but the newest `count` backups of the folder; other files stay. */
export async function removeOldBackups(folder: string, count: number): Promise<void> {
  const names = (await readdir(folder)).filter(name => backupName.test(name)).sort()
  for (const name of names.slice(0, -count)) await rm(join(folder, name))
}

const backupName = /^filterhouse-\d{8}T\d{6}Z\.zip$/
const abandonedMs = 24 * 3_600_000

/** Those of processes that were killed. */
async function removeDrafts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.partial') || !backupName.test(name.slice(0, -'.partial'.length))) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > abandonedMs) await rm(join(folder, name), { force: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function writeBackup(file: string, { pool, dataDir, now }: BackupOptions): Promise<void> {
  const applied = (await listMigrations(pool)).filter(({ state }) => state !== 'pending')
  if (applied.length === 0) throw new BackupError('The database is empty: there is nothing to back up.')
  const client = await connectForCopy(pool)
  const archive = createArchive(file)
  try {
    await beginCopy(client, 'isolation level repeatable read read only')
    const manifest: BackupManifest = {
      format: 1,
      createdAt: now.toISOString(),
      postgres: await getVersion(client),
      migrations: applied.map(({ name }) => name),
      tables: await addTables(archive, client),
      // Read after the tables: a sequence is never behind the rows.
      sequences: await listSequences(client),
      pictures: await addPictures(archive, join(dataDir, 'images')),
    }
    await client.query('commit')
    await archive.finish(JSON.stringify(manifest, null, 1))
  } catch (error) {
    await archive.abort()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function addTables(archive: ArchiveWriter, client: pg.Client): Promise<BackupManifest['tables']> {
  const tables: BackupManifest['tables'] = []
  for (const table of await listTables(client)) {
    const path = `database/${table.name}.txt`
    const { lines, ...file } = await archive.add(path, () => copyTableTo(client, table), true)
    tables.push({ ...table, path, rows: lines, ...file })
  }
  return tables
}

/** Not compressed, because pictures are already. */
async function addPictures(archive: ArchiveWriter, folder: string): Promise<BackupManifest['pictures']> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  const pictures: BackupManifest['pictures'] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const path = `images/${source.slice(folder.length + 1)}`
    const { lines: _, ...file } = await archive.add(path, async () => createReadStream(source), false)
    pictures.push({ path, ...file })
  }
  return pictures
}

async function getVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? ''
}
