import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { print } from '../scripts/command-line.ts'
import { connect } from '../src/infra/database/db.ts'
import { startEmbeddedPostgres } from '../src/infra/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../src/infra/embedded-postgres/postmaster.ts'
import { projectRoot } from '../src/infra/folders.ts'
import { readPostgresMs } from './processor-time.ts'
import { type RunningServer, startServer, startShopServer, withoutLimits } from './servers.ts'

export interface BenchShop {
  shop: RunningServer
  pool: pg.Pool
  postgresVersion: string
  /** Processor time of PostgreSQL so far. */
  postgresMs(): number
  /** Bare Node with one prepared SELECT of ten rows, on the same database. */
  startFloor(): Promise<RunningServer>
  /** Stops the shop and its database. */
  stop(): Promise<void>
}

/** Starts the built shop on a catalogue. */
export async function openBenchShop(dataDir: string): Promise<BenchShop> {
  const postgres = await startEmbeddedPostgres({ dataDir, purpose: 'use' })
  const { pool, close } = connect(postgres.connection, 2)
  const shop = await startShopServer(dataDir, withoutLimits)
  const { rows } = await pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const postmaster = findPostmaster(join(dataDir, 'postgres'))!.pid
  const floorSettings = { FLOOR_CONNECTION: JSON.stringify(postgres.connection) }
  return {
    shop,
    pool,
    postgresVersion: rows[0]!.version,
    postgresMs: () => readPostgresMs(postmaster),
    startFloor: () => startServer(join(projectRoot, 'bench', 'floor-select.ts'), floorSettings, '/'),
    async stop() {
      await shop.stop()
      await close()
      await postgres.stop()
    },
  }
}

/** Writes the catalogue, unless an earlier run has. */
export function seedCatalogue(dataDir: string, products: number): void {
  if (existsSync(join(dataDir, 'postgres'))) return
  print(`Loading ${products} products …`)
  const seed = join(projectRoot, 'scripts', 'seed.ts')
  run(process.execPath, [seed, '--products', String(products)], { DATA_DIR: dataDir, DATABASE_URL: '' })
}

export function run(
  command: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): void {
  const { status, error } = spawnSync(command, parameters, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  })
  if (status !== 0) throw new Error(`${command} ended with code ${status}`, { cause: error })
}
