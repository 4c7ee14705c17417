import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { limitNames } from '../../src/infra/rate-limit/limits.ts'
import { type BuiltShop, startBuiltShop } from './built-shop.ts'
import { type DebianPostgres, prepareDebianPostgres } from './debian-postgres.ts'
import { findFreePort, type ShippedNginx, startShippedNginx } from './shipped-nginx.ts'
import { type ShippedPgbouncer, startShippedPgbouncer } from './shipped-pgbouncer.ts'

export const standbys = ['standby1', 'standby2'] as const
export type ServerName = 'primary' | (typeof standbys)[number]

/**
 * What docs/operations.md describes for many machines, on one: a primary with two standbys of which one must confirm each
 * commit, pgbouncer with both entries, up to three processes of the built shop that read the catalogue from standby1, and
 * nginx. Everything is Debian's, with the files of deploy/.
 */
export interface Cluster {
  /** Of nginx. */
  url: string
  postgres: DebianPostgres
  pgbouncer: ShippedPgbouncer
  nginx: ShippedNginx
  /** By the number of the process; it may have been killed. */
  shops: BuiltShop[]
  startShop(nth: number): Promise<void>
  /** As superuser, on one server, past pgbouncer. */
  sql<T>(server: ServerName, text: string, values?: unknown[]): Promise<T[]>
  /** Waits until the primary does not answer any more; returns the standby that has taken over. */
  failOver(): Promise<ServerName>
  close(): Promise<void>
}

const user = 'filterhouse'
const password = 'a-password-of-the-database'
const database = 'filterhouse'
/** The primary counts as lost when it has not answered so many checks, a second apart. */
const missedChecks = 3

export async function startCluster(processes: number): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    return await open(folder, processes, undo, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function open(
  folder: string,
  processes: number,
  undo: (() => unknown)[],
  close: Cluster['close'],
): Promise<Cluster> {
  const postgres = prepareDebianPostgres()
  undo.push(() => postgres.close(['primary', ...standbys]))
  const ports = {
    primary: await findFreePort(),
    standby1: await findFreePort(),
    standby2: await findFreePort(),
  }
  const shopPorts: number[] = []
  while (shopPorts.length < processes) shopPorts.push(await findFreePort())
  const getAddress = (server: ServerName) => ({
    host: postgres.folder,
    port: ports[server],
    user: 'postgres',
  })

  async function sql<T>(server: ServerName, text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ ...getAddress(server), database, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text, values)).rows as T[]
    } finally {
      await client.end().catch(() => {})
    }
  }

  await startServers(postgres, ports, sql)
  const server = { port: ports.primary, user, password }
  const pgbouncer = await startShippedPgbouncer({ server, poolSize: 20, hasDirectEntry: true })
  undo.push(() => pgbouncer.close())
  const nginx = await startShippedNginx(shopPorts)
  undo.push(() => nginx.stop())
  const url = `https://localhost:${nginx.httpsPort}`
  const settings = {
    ...Object.fromEntries(limitNames.map(name => [name, '999999999'])),
    SHOP_MODE: 'demo',
    BASE_URL: url,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: pgbouncer.url,
    DATABASE_DIRECT_URL: pgbouncer.directUrl,
    DATABASE_READ_URL: `postgresql://${user}:${password}@127.0.0.1:${ports.standby1}/${database}`,
    SESSION_SECRET: 'kV0n6Yq3pXr8sZt1wBe5uHj7mLc2dFga',
    DATA_DIR: join(folder, 'shop'),
    // For the demo's card provider, which notifies the shop at BASE_URL.
    NODE_EXTRA_CA_CERTS: nginx.certificate,
  }
  const shops: BuiltShop[] = []
  undo.push(() => Promise.all(shops.map(shop => shop.process.signalCode ?? shop.stop())))
  return {
    url,
    postgres,
    pgbouncer,
    nginx,
    shops,
    async startShop(nth) {
      shops[nth] = await startBuiltShop({ ...settings, PORT: String(shopPorts[nth]) })
    },
    sql,
    async failOver() {
      for (let missed = 0; missed < missedChecks; await sleep(1_000)) {
        const isAlive = await sql('primary', 'select 1').catch(() => null)
        missed = isAlive ? 0 : missed + 1
      }
      const promoted = await promoteStandby(sql, name => formatAddress(getAddress(name)))
      await pgbouncer.leadTo(ports[promoted])
      return promoted
    },
    close,
  }
}

const formatAddress = ({ host, port }: { host: string; port: number }) =>
  `host=${host} port=${port} user=postgres`

async function startServers(
  postgres: DebianPostgres,
  ports: Record<ServerName, number>,
  sql: Cluster['sql'],
): Promise<void> {
  postgres.create('primary', '--auth-local=trust', '--auth-host=scram-sha-256')
  const common = { unix_socket_directories: postgres.folder, wal_keep_size: '1GB' }
  postgres.addSettings('primary', { port: String(ports.primary), ...common })
  postgres.start('primary')
  const address = { host: postgres.folder, port: ports.primary }
  const creator = new pg.Client({ ...address, user: 'postgres', database: 'postgres' })
  await creator.connect()
  await creator.query(`create role ${user} login password '${password}'`)
  // pgbouncer drops the options of a session: docs/operations.md, From one machine to many.
  await creator.query(`alter role ${user} set plan_cache_mode = force_generic_plan`)
  await creator.query(`create database ${database} owner ${user}`)
  await creator.end()
  for (const name of standbys) {
    const folder = join(postgres.folder, name)
    postgres.run('pg_basebackup', '-d', formatAddress(address), '-D', folder, '-c', 'fast', '-R')
    postgres.addSettings(name, { port: String(ports[name]), cluster_name: name })
    // For the time after a promotion, too.
    postgres.addSettings(name, { synchronous_standby_names: confirmation })
    postgres.start(name)
  }
  await sql('primary', `alter system set synchronous_standby_names = '${confirmation}'`)
  await sql('primary', 'select pg_reload_conf()')
}

/** Each commit waits until one of the standbys has it on its disk. */
const confirmation = `ANY 1 (${standbys.join(', ')})`

/** The standby that has received most takes over: it has every commit that was confirmed. The other one follows it. */
async function promoteStandby(
  sql: Cluster['sql'],
  formatServer: (name: ServerName) => string,
): Promise<ServerName> {
  const received = await Promise.all(
    standbys.map(async name => {
      const [row] = await sql<{ bytes: string }>(name, `select pg_last_wal_receive_lsn() - '0/0' as bytes`)
      return { name, bytes: Number(row!.bytes) }
    }),
  )
  // With equal ones that which answers no reads: they can then go on.
  const [first, second] = received.toSorted((a, b) => b.bytes - a.bytes || (b.name > a.name ? 1 : -1))
  await sql(first!.name, 'select pg_promote()')
  await sql(second!.name, `alter system set primary_conninfo = '${formatServer(first!.name)}'`)
  await sql(second!.name, 'select pg_reload_conf()')
  return first!.name
}
