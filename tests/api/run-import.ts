import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { inject } from 'vitest'
import { runImportCommand } from '../../scripts/import/import-command.ts'
import { runCommand } from '../support/run-command.ts'

export interface ImportOutput {
  code: number | null
  /** The printed table: one line for each file. */
  out: string
  /** The lines of the error output. */
  complaints: string[]
}

export interface RunImport {
  /** Runs `npm run import -- DIR` on a folder of these files, as the operator does beside the serving shop. */
  (files: Record<string, string | Buffer>, ...flags: string[]): Promise<ImportOutput>
  /** The settings of the shop's database and data folder. */
  env: { DATABASE_URL: string; DATA_DIR: string }
  dataDir: string
  close(): void
}

/** A shop's database and data folder. */
export interface ImportTarget {
  sql<T>(text: string, values?: unknown[]): Promise<T[]>
  dataDir: string
}

/** Imports into the target's database and data folder. */
export async function createImportRunner({ sql, dataDir }: ImportTarget): Promise<RunImport> {
  const folders: string[] = []
  const { connection } = inject('postgres')
  const [{ name }] = (await sql('select current_database() as name')) as [{ name: string }]
  const databaseUrl = `postgresql://${connection.user}@localhost/${name}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`

  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }

  const importFiles = (files: Record<string, string | Buffer>, ...flags: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'filterhouse-import-'))
    folders.push(folder)
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    return runImport([folder, ...flags], env)
  }
  const close = () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  return Object.assign(importFiles, { env, dataDir, close })
}

/** Runs the import command with these parameters. */
export async function runImport(parameters: string[], env: Record<string, string>): Promise<ImportOutput> {
  const { code, out, errors } = await runCommand(runImportCommand, parameters, env)
  return { code, out, complaints: errors.split('\n').filter(Boolean) }
}

/** The counts of new, changed, same and removed rows of each file; null where nothing was written. */
export function parseCounts(out: string): Record<string, number[] | null> {
  const lines = out.split('\n').filter(line => /^\w+\.csv/.test(line))
  return Object.fromEntries(
    lines.map(line => {
      const [file = ''] = line.split(' ')
      const counts = [...line.matchAll(/(\d+) (?:new|changed|same|gone)/g)].map(match => Number(match[1]))
      return [file, line.includes('not written') ? null : counts]
    }),
  )
}

const catalogueTables = [
  'product',
  'stock',
  'product_attribute',
  'attribute',
  'brand',
  'product_type',
  'maker',
  'cross_reference',
  'make',
  'model_type',
  'model',
  'variant',
  'fitment',
  'serial_range',
  'customer_price',
]

/** A hash of every table that an import can change. Row versions are in it, so that an unchanged rewrite shows, too. */
export async function fingerprintCatalogue({
  sql,
}: Pick<ImportTarget, 'sql'>): Promise<Record<string, string>> {
  const entries = await Promise.all(
    catalogueTables.map(async table => {
      const [row] = await sql<{ all: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t.xmin::text || t::text, ',' order by t::text)), '') as all
         from ${table} t`,
      )
      return [table, row!.all] as const
    }),
  )
  return Object.fromEntries(entries)
}

export const createRedPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#a00' } })
    .png()
    .toBuffer()
