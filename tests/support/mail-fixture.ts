import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { createElement } from 'react'
import { expect, vi } from 'vitest'
import { parseConfig } from '../../src/infra/config.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { startWorker, type Worker, type WorkerTasks } from '../../src/infra/jobs/jobs.ts'
import { renderEmail } from '../../src/infra/mail/define-email.server.ts'
import { type EmailRenderers, enqueueEmail } from '../../src/infra/mail/outbox.ts'
import { createMetrics } from '../../src/infra/observability/metrics.ts'
import { createThreadPool } from '../../src/infra/worker-threads/thread-pool.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'
import { createTestDatabase } from './test-database.ts'

/** An e-mail for tests; its payload is `{ name }`. */
export const emailRenderers: EmailRenderers = {
  greeting: (payload, shop) => {
    const { name } = payload as { name: string }
    return renderEmail(`For ${name}`, createElement('p', null, `Hello ${name}, this is ${shop.name} – £5`))
  },
}

export function createGreeting(name: string, recipient = 'sam@example.com') {
  return { kind: 'greeting', recipient, payload: { name }, dedupeKey: `greeting:${name}` }
}

export const waitOptions = { timeout: 25_000, interval: 25 }

export type MailFixture = Awaited<ReturnType<typeof openMailFixture>>

/** A database, a data folder and a log, with workers and mail servers that `close` stops. */
export async function openMailFixture() {
  const database = await createTestDatabase(20)
  const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-mail-'))
  const cleanups: (() => Promise<unknown>)[] = []
  let logText = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logText += String(chunk)
      done()
    },
  })

  const fixture = {
    ...database,
    dataDir,
    getLog: () => logText,
    createContext(env: Record<string, string>) {
      const config = parseConfig({ DATA_DIR: dataDir, ...env })
      const log = pino({ level: config.logLevel }, stream)
      return {
        config,
        db: database.db,
        pool: database.pool,
        now: () => new Date(),
        log,
        metrics: createMetrics(),
        threads: createThreadPool(log),
        baseUrl: () => 'http://shop.test',
      }
    },
    async startWorker(env: Record<string, string>, extra: Partial<WorkerTasks> = {}): Promise<Worker> {
      const worker = await startWorker(fixture.createContext(env), {
        tasks: {},
        emailRenderers,
        everyMinute: [],
        ...extra,
      })
      cleanups.push(() => worker.stop())
      return worker
    },
    async startMailServer(options: Parameters<typeof startSmtpSink>[0] = {}): Promise<SmtpSink> {
      const sink = await startSmtpSink(options)
      cleanups.push(() => sink.close().catch(() => {}))
      return sink
    },
    enqueue: (name: string, recipient?: string) =>
      inTransaction(database.db, tx => enqueueEmail(tx, createGreeting(name, recipient))),
    listEmails: () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute(),
    async listErrors(): Promise<string[]> {
      return (await fixture.listEmails()).flatMap(mail => mail.last_error ?? [])
    },
    async listJobs(): Promise<unknown[]> {
      return (
        await database.pool.query(`select * from graphile_worker.jobs where task_identifier = 'send-mail'`)
      ).rows
    },
    waitUntilSent: () =>
      vi.waitFor(async () => {
        expect((await fixture.listEmails()).filter(mail => mail.sent_at === null)).toEqual([])
      }, waitOptions),
    closeConnections: () =>
      database.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
      ),
    async close() {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return fixture
}
