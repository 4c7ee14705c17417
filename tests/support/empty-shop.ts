import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Simulator, simulatorVendor, startSimulator } from '../../demo/card-provider/simulator.ts'
import { createApp } from '../../src/app.ts'
import { hashPassword } from '../../src/features/accounts/service.ts'
import { createOpayo } from '../../src/features/payments/opayo/opayo.server.ts'
import { createPaymentsContext } from '../../src/features/payments/service.ts'
import type { AppContext } from '../../src/infra/app-context.ts'
import { createConfig, parseSettings } from '../../src/infra/config.ts'
import { markDatabase } from '../../src/infra/database/database-mark.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import { migrateJobQueue } from '../../src/infra/jobs/jobs.ts'
import { createMetrics } from '../../src/infra/observability/metrics.ts'
import { createThreadPool } from '../../src/infra/worker-threads/thread-pool.ts'
import { createPaymentProviders } from '../../src/payment-providers.ts'
import { startBackgroundJobs } from '../../src/worker.ts'
import { createEmptyDatabase, type TestDatabase } from './test-database.ts'
import { createTestVisitor, type TestVisitor } from './test-visitor.ts'

export interface EmptyShop {
  readonly url: string
  readonly dataDir: string
  readonly database: TestDatabase
  createVisitor(): TestVisitor
  /**
   * Ends the process's part and starts it with further settings; database and data folder stay. `takesCards`: from the
   * simulator of the card provider. `worker`: with the background jobs, which send the e-mails. `daysLater`: on another day.
   */
  restart(
    env: Record<string, string>,
    options?: { takesCards?: boolean; worker?: boolean; daysLater?: number },
  ): Promise<void>
  waitForCatalogue(): Promise<void>
  close(): Promise<void>
}

const secret = 'kJ8#mN2$pQ5^rT7&vX9*zB3!dF6@hL0%'
export const emptyShopSettings = { SHOP_MODE: 'production', SESSION_SECRET: secret, STAFF_2FA: 'off' }
export const staffPassword = 'nine purple tractors'

/** A production shop on a new database, as after its first start: no demo, no catalogue, no settings. */
export async function startEmptyShop(): Promise<EmptyShop> {
  const database = await createEmptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'filterhouse-empty-'))
  const log = pino({ level: 'silent' })
  await migrate(database.pool)
  await migrateJobQueue(database.pool, log)
  await markDatabase(database.pool, 'production')
  let running = await start({})

  async function start(
    env: Record<string, string>,
    { takesCards = false, worker = false, daysLater = 0 } = {},
  ) {
    const settings = { ...emptyShopSettings, DATA_DIR: dataDir, PORT: '0', ...env }
    const config = createConfig(parseSettings(settings), 'production')
    let url = ''
    const context: AppContext = {
      config,
      db: database.db,
      now: () => new Date(Date.now() + daysLater * 86_400_000),
      log,
      metrics: createMetrics(),
      threads: createThreadPool(log),
      baseUrl: () => url,
    }
    const simulator = takesCards
      ? await startSimulator({
          host: '127.0.0.1',
          port: 0,
          now: context.now,
          frameAncestors: context.baseUrl,
        })
      : null
    const { payments, close } = simulator
      ? { payments: createPaymentsContext(context, [createSimulated(simulator)]), close: simulator.close }
      : await createPaymentProviders(context, null)
    const app = await createApp({
      context,
      payments,
      direct: { db: database.db, connection: database.connection },
      replicaPools: null,
      demo: null,
    })
    url = await app.listen({ host: '127.0.0.1', port: 0 })
    await app.searchService.waitUntilReady(10_000)
    const jobs = worker ? await startBackgroundJobs(context, database.pool, payments) : null
    const stop = async () => {
      await app.close()
      await jobs?.stop()
      await close()
      await context.threads.close()
    }
    return { app, url, stop }
  }

  return {
    get url() {
      return running.url
    },
    dataDir,
    database,
    createVisitor: () => createTestVisitor(running.url, '127.0.0.1'),
    async restart(env, options) {
      await running.stop()
      running = await start(env, options)
    },
    waitForCatalogue: () => running.app.searchService.waitUntilCurrent(),
    async close() {
      await running.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const createSimulated = ({ url }: Simulator) =>
  createOpayo({
    vendor: simulatorVendor,
    baseUrl: url,
    paymentPageOrigins: [url],
    isTest: true,
    frameOrigins: [url],
  })

/** Adds a member of staff who can sign in with `staffPassword`. */
export async function addStaff(
  { pool }: TestDatabase,
  email: string,
  role: 'staff' | 'manager',
): Promise<void> {
  const permissions = role === 'manager' ? ['godmode'] : []
  await pool.query(
    `insert into person (email, name, password_hash, roles, permissions, verified_at)
     values ($1, 'Anna Hill', $2, '{staff}', $3, now())`,
    [email, await hashPassword(staffPassword), permissions],
  )
}
