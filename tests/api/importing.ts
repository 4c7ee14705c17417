import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { inject } from 'vitest'
import { root } from '../support/sources.ts'

export interface Imported {
  code: number | null
  /** The table: one line for each file. */
  out: string
  /** What was wrong, line by line. */
  complaints: string[]
}

export interface Import {
  /** Runs `npm run import -- DIR` on a folder of these files, as the operator does beside the serving shop. */
  (files: Record<string, string | Buffer>, ...flags: string[]): Promise<Imported>
  dataDir: string
  close(): void
}

/** A shop's database and data folder. */
export interface Place {
  sql<T>(text: string, values?: unknown[]): Promise<T[]>
  dataDir: string
}

/** Imports into the shop's own database and data folder, each in a process of its own. */
export async function importInto({ sql, dataDir }: Place): Promise<Import> {
  const folders: string[] = []
  const { connection } = inject('postgres')
  const [{ name }] = (await sql('select current_database() as name')) as [{ name: string }]
  const databaseUrl = `postgresql://${connection.user}@localhost/${name}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`

  const run = (files: Record<string, string | Buffer>, ...flags: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'filterhouse-import-'))
    folders.push(folder)
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    return command([folder, ...flags], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  }
  const close = () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  return Object.assign(run, { dataDir, close })
}

/** The command alone, with these parameters. */
export function command(parameters: string[], env: Record<string, string>): Promise<Imported> {
  const child = spawn(process.execPath, [join(root, 'scripts', 'import.ts'), ...parameters], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, out, complaints: errors.split('\n').filter(Boolean) }))
  })
}

/** new, changed, same of each file in the table; null where it was not written. */
export function figures(out: string): Record<string, number[] | null> {
  const lines = out.split('\n').filter(line => /^\w+\.csv/.test(line))
  return Object.fromEntries(
    lines.map(line => {
      const [file = ''] = line.split(' ')
      const counts = [...line.matchAll(/(\d+) (?:new|changed|same|gone)/g)].map(match => Number(match[1]))
      return [file, line.includes('not written') ? null : counts]
    }),
  )
}

const catalogue = [
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

/** Everything that an import could touch: rows and versions of rows, so that a row rewritten as it was shows too. */
export async function fingerprint({ sql }: Pick<Place, 'sql'>): Promise<Record<string, string>> {
  const entries = await Promise.all(
    catalogue.map(async table => {
      const [row] = await sql<{ all: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t.xmin::text || t::text, ',' order by t::text)), '') as all
         from ${table} t`,
      )
      return [table, row!.all] as const
    }),
  )
  return Object.fromEntries(entries)
}

export const redPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#a00' } })
    .png()
    .toBuffer()
