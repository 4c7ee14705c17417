import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, expect, vi } from 'vitest'
import {
  EmbeddedPostgresError,
  type RunningPostgres,
  startEmbeddedPostgres,
} from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../src/infra/embedded-postgres/postmaster.ts'

export const asRoot = process.getuid?.() === 0

const module = new URL('../../src/infra/embedded-postgres/embedded-postgres.ts', import.meta.url).href
const cleanups: (() => unknown)[] = []
let template: Promise<string> | undefined

/**
 * Stops servers and deletes folders after each test. The tests create databases, which takes long on a busy machine.
 */
export function cleanUpAfterEachTest(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  afterAll(async () => {
    if (template) rmSync(await template, { recursive: true })
    // The next file of the worker makes its own.
    template = undefined
  })
}

/** Runs after the test; the last added runs first. */
export function addCleanup(cleanup: () => unknown): void {
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

/** Starts a process that serves the data until it is killed; without `staysAlive` it exits at once. */
export function startInOtherProcess(
  dataDir: string,
  options: { uid?: number; staysAlive?: boolean } = {},
): ChildProcess {
  const { uid, staysAlive: lingers = true } = options
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(module)})
    ${uid ? `process.setgroups([]); process.setgid(${uid}); process.setuid(${uid})` : ''}
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, purpose: 'serve' }).then(
      server => console.log('started', server.isStartedHere),
      error => console.log('refused', error.message),
    )
    ${lingers ? 'setInterval(() => {}, 1000)' : ''}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => kill(child))
  return child
}

export async function readFirstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout!, 'data')
  return String(chunk).trim()
}

export function kill(child: ChildProcess): void {
  child.kill('SIGKILL')
}

export function runQuery(server: RunningPostgres, sql: string): Promise<Record<string, unknown>[]> {
  return runOn({ connectionString: server.url(server.connection.database) }, sql)
}

/** As the cluster's superuser. */
export function runAdminQuery(server: RunningPostgres, sql: string): Promise<Record<string, unknown>[]> {
  return runOn(server.adminConnection, sql)
}

async function runOn(connection: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

export async function getStartError(starting: Promise<unknown>): Promise<string> {
  const error = await starting.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  expect(error).toBeInstanceOf(EmbeddedPostgresError)
  return (error as Error).message
}

export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 25_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition did not become true')
    await pause(10)
  }
}

/** A folder that is deleted after the test, with the server that may still run on it. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fh-test-'))
  chmodSync(folder, 0o755)
  cleanups.push(async () => {
    const cluster = join(folder, 'postgres')
    const server = existsSync(cluster) ? findPostmaster(cluster) : undefined
    if (server) {
      process.kill(server.pid, 'SIGQUIT')
      await waitUntil(() => !findPostmaster(cluster))
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  })
  return folder
}

/** A folder with a database, as a stopped shop leaves it: a copy, which is faster than a first start. */
export async function copyUsedFolder(): Promise<string> {
  template ??= createTemplateFolder()
  const folder = createTestFolder()
  execFileSync('cp', ['-a', join(await template, 'postgres'), folder])
  return folder
}

async function createTemplateFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fh-test-'))
  const server = await startEmbeddedPostgres({ dataDir: folder, purpose: 'use' })
  await server.stop()
  return folder
}
