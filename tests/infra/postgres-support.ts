import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, expect, vi } from 'vitest'
import {
  PostgresRefusal,
  type RunningPostgres,
  startEmbeddedPostgres,
} from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../src/infra/embedded-postgres/postmaster.ts'

export const asRoot = process.getuid?.() === 0

const module = new URL('../../src/infra/embedded-postgres/embedded-postgres.ts', import.meta.url).href
const cleanups: (() => unknown)[] = []
let model: Promise<string> | undefined

/** Each test makes a database or two, and the machine may be busy; none leaves a server or a folder behind. */
export function sweepAfterEachTest(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  afterAll(async () => {
    if (model) rmSync(await model, { recursive: true })
  })
}

/** Done after the test, the last said first. */
export function afterwards(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}

export async function start(
  dataDir: string,
  purpose: 'serve' | 'use',
  binaries?: '15',
): Promise<RunningPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, purpose, binaries })
  cleanups.push(() => server.stop())
  return server
}

/** A process of its own that serves the data until it is killed (or at once ends, unless it lingers). */
export function startElsewhere(
  dataDir: string,
  options: { uid?: number; lingers?: boolean } = {},
): ChildProcess {
  const { uid, lingers = true } = options
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    ${uid ? `process.setgroups([]); process.setgid(${uid}); process.setuid(${uid})` : ''}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, purpose: 'serve' }).then(
      server => console.log('started', server.startedByUs),
      error => console.log('refused', error.message),
    )
    ${lingers ? 'setInterval(() => {}, 1000)' : ''}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => kill(child))
  return child
}

export async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout!, 'data')
  return String(chunk).trim()
}

export function kill(child: ChildProcess): void {
  child.kill('SIGKILL')
}

export async function ask(server: RunningPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url(server.connection.database) })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

export async function refusalOf(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  expect(error).toBeInstanceOf(PostgresRefusal)
  return (error as Error).message
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 25_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not come about')
    await pause(10)
  }
}

/** A folder that is removed after the test, with the server that may still live on it. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fh-test-'))
  chmodSync(folder, 0o755)
  cleanups.push(async () => {
    const cluster = join(folder, 'postgres')
    const server = existsSync(cluster) ? findPostmaster(cluster) : undefined
    if (server) {
      process.kill(server.pid, 'SIGQUIT')
      await until(() => !findPostmaster(cluster))
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return folder
}

/** A folder with a database in it, as a shop leaves it: a copy, which is quicker than a first start. */
export async function usedFolder(): Promise<string> {
  model ??= makeModel()
  const folder = newFolder()
  execFileSync('cp', ['-a', join(await model, 'postgres'), folder])
  return folder
}

async function makeModel(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fh-test-'))
  const server = await startEmbeddedPostgres({ dataDir: folder, purpose: 'use' })
  await server.stop()
  return folder
}
