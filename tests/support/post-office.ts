import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { createElement } from 'react'
import { expect, vi } from 'vitest'
import { parseConfig } from '../../src/infra/config.ts'
import { inTransaction } from '../../src/infra/database/db.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../src/infra/jobs/jobs.ts'
import { type EmailRenderers, enqueueEmail } from '../../src/infra/mail/mail.ts'
import { renderEmail } from '../../src/infra/mail/mail-letter.ts'
import { testDatabase } from './database.ts'
import { type SmtpSink, smtpSink } from './smtp.ts'

/** A letter that any test may have sent: its facts are `{ name }`. */
export const letters: EmailRenderers = {
  greeting: (facts, shop) => {
    const { name } = facts as { name: string }
    return renderEmail(`For ${name}`, createElement('p', null, `Hello ${name}, this is ${shop.name} – £5`))
  },
}

export function greeting(name: string, recipient = 'sam@example.com') {
  return { kind: 'greeting', recipient, facts: { name }, dedupeKey: `greeting:${name}` }
}

export const patience = { timeout: 25_000, interval: 25 }

export type PostOffice = Awaited<ReturnType<typeof postOffice>>

/** A database, a data folder and a log of one's own, with workers and mail servers that end with `close`. */
export async function postOffice() {
  const database = await testDatabase(20)
  const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-mail-'))
  const cleanups: (() => Promise<unknown>)[] = []
  let logged = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })

  const office = {
    ...database,
    dataDir,
    logged: () => logged,
    context(env: Record<string, string>) {
      const config = parseConfig({ DATA_DIR: dataDir, ...env })
      return {
        config,
        db: database.db,
        pool: database.pool,
        now: () => new Date(),
        log: pino({ level: config.logLevel }, stream),
        baseUrl: () => 'http://shop.test',
      }
    },
    async work(env: Record<string, string>, extra: Partial<WorkerOptions> = {}): Promise<Worker> {
      const worker = await startWorker(office.context(env), { tasks: {}, letters, everyMinute: [], ...extra })
      cleanups.push(() => worker.stop())
      return worker
    },
    async mailServer(options: Parameters<typeof smtpSink>[0] = {}): Promise<SmtpSink> {
      const sink = await smtpSink(options)
      cleanups.push(() => sink.close().catch(() => {}))
      return sink
    },
    enqueue: (name: string, recipient?: string) =>
      inTransaction(database.db, tx => enqueueEmail(tx, greeting(name, recipient))),
    mails: () => database.db.selectFrom('mail_outbox').selectAll().orderBy('id').execute(),
    async lastErrors(): Promise<string[]> {
      return (await office.mails()).flatMap(mail => mail.last_error ?? [])
    },
    async jobs(): Promise<unknown[]> {
      return (
        await database.pool.query(`select * from graphile_worker.jobs where task_identifier = 'send-mail'`)
      ).rows
    },
    allSent: () =>
      vi.waitFor(async () => {
        expect((await office.mails()).filter(mail => mail.sent_at === null)).toEqual([])
      }, patience),
    cutConnections: () =>
      database.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    async close() {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return office
}
