import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { ConfigurationError } from '../config.ts'
import { hasRow, selectRows } from './query.ts'

/** A file of db/migrations; its name has no ending. */
export interface MigrationFile {
  name: string
  statements: string
  /**
   * Number of the oldest migration (`043`) whose release still works after this one, from the file's first line
   * `-- compatible with 043`; null: older releases refuse the database.
   */
  compatibleWith: string | null
}

export interface AppliedMigration {
  name: string
  compatibleWith: string | null
}

const compatibilityMark = /^-- compatible with (\d{3})$/m

export function readMigrationFiles(folder: string): MigrationFile[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.sql'))
  return files.sort().map(file => {
    const statements = readFileSync(join(folder, file), 'utf8')
    const [, compatibleWith = null] = compatibilityMark.exec(statements.split('\n', 1)[0] ?? '') ?? []
    return { name: file.slice(0, -'.sql'.length), statements, compatibleWith }
  })
}

/** Whether the database has the table. Not `to_regclass`: it may use a cache that is older than another's commit. */
export const hasTable = (db: Kysely<never>, table: string): Promise<boolean> =>
  hasRow(db)`
    select from pg_tables where schemaname = current_schema() and tablename = ${table}
  `

/** The recorded migrations, in the order of their names; writes nothing. */
export async function listAppliedMigrations(db: Kysely<never>): Promise<AppliedMigration[]> {
  const source = await findMigrationTable(db)
  if (!source) return []
  const hasMarks = await hasTable(db, 'compatible_migration')
  const mark = hasMarks
    ? sql`(select compatible_with from compatible_migration c where c.name = m.name)`
    : sql`null`
  return selectRows(db)<AppliedMigration>`
    select regexp_replace(name, '\\.sql$', '') as name, ${mark} as "compatibleWith"
    from ${sql.table(source)} m order by name collate "C"
  `
}

async function findMigrationTable(db: Kysely<never>): Promise<string | null> {
  for (const table of ['schema_migration', 'kysely_migration']) if (await hasTable(db, table)) return table
  return null
}

/** Migrations that may run after ones with higher numbers: they came later (migrate.ts). */
const releasedLate = ['011-search', '012-serial-make', '032-catalogue-changes', '040-order-kinds']

/** Throws ConfigurationError when database and files contradict each other. */
export function refuseMismatch(files: MigrationFile[], applied: AppliedMigration[]): void {
  const unknown = listUnknownMigrations(files, applied).find(migration => !isCompatible(files, migration))
  if (unknown) {
    throw new ConfigurationError(
      `The database is newer than this release: it has the migration ${unknown.name}, which this release does not know.`,
    )
  }
  const latest = applied.at(-1)?.name ?? ''
  const late = listPendingMigrations(files, applied).find(
    name => name < latest && !releasedLate.includes(name),
  )
  if (late) {
    throw new ConfigurationError(
      `Migration ${late} cannot be applied: the database already has ${latest}, and migrations run in the order of their names.`,
    )
  }
}

export function listPendingMigrations(files: MigrationFile[], applied: AppliedMigration[]): string[] {
  const names = new Set(applied.map(({ name }) => name))
  return files.map(({ name }) => name).filter(name => !names.has(name))
}

/** Applied by a newer release. */
export function listUnknownMigrations(
  files: MigrationFile[],
  applied: AppliedMigration[],
): AppliedMigration[] {
  const names = new Set(files.map(({ name }) => name))
  return applied.filter(({ name }) => !names.has(name))
}

const isCompatible = (files: MigrationFile[], { compatibleWith }: AppliedMigration): boolean =>
  compatibleWith !== null && files.some(({ name }) => name.startsWith(`${compatibleWith}-`))
