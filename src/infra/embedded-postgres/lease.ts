import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgresError, getErrorCode } from './errors.ts'

/** `serve`: the shop itself, at most one for each data folder. `use`: a script beside it, any number. */
export type LeasePurpose = 'serve' | 'use'

/**
 * A process's use of the server: advisory locks on a connection that stays open while the process lives. PostgreSQL
 * releases them when the process dies, however it dies.
 * - Every process holds `userLock` (shared): the one that can get it exclusively is the last.
 * - The shop also holds `shopLock` (exclusive): there is one shop for each data folder.
 */
export interface ServerLease {
  query(sql: string): Promise<unknown[]>
  /** True: no other process uses the server, and new ones wait until `close` (or until the server has ended). */
  release(): Promise<boolean>
  close(): Promise<void>
}

/** `ref` and `unref` exist but are missing in pg's types: the connection must not keep a script alive. */
type RefClient = pg.Client & { ref(): void; unref(): void }

export interface LeaseOptions {
  connection: { host: string; port: number; user: string; ssl: false }
  dataDir: string
  purpose: LeasePurpose
  /** Whether the server process exists, even if it is still recovering. */
  isServerAlive: () => boolean
  /** Starts the server again after it has died; resolves when it is ready, or when the start has failed. */
  relaunch: () => Promise<void>
  log: (line: string) => void
}

/**
 * Connects to the server and takes the locks. Undefined: it does not answer, or is starting or stopping; try again.
 * Throws EmbeddedPostgresError when another shop serves from this data folder.
 */
export async function acquireLease(options: LeaseOptions): Promise<ServerLease | undefined> {
  let client = await connectAndLock(options)
  if (!client) return undefined
  let delayMs = firstDelayMs
  let isReleased = false
  let hasEnded = false
  let reconnecting = Promise.resolve()
  const releasing = new AbortController()
  const wait = (ms: number) =>
    pause(ms, undefined, { ref: false, signal: releasing.signal }).catch(() => undefined)
  watchConnection(client)

  /** A server that recovers from a crash drops every connection, and the locks with them. */
  function watchConnection(connectedClient: RefClient): void {
    const connectedMs = performance.now()
    connectedClient.once('end', () => {
      if (isReleased) return
      client = undefined
      options.log('The connection to the database was lost; it is being made again.')
      if (performance.now() - connectedMs > stableMs) delayMs = firstDelayMs
      reconnecting = reconnect()
    })
  }

  async function reconnect(): Promise<void> {
    while (!isReleased && !client) {
      await wait(firstDelayMs)
      if (!isReleased && !options.isServerAlive() && !(await relaunch())) return
      if (isReleased) return
      client = await connectAndLock(options).catch(() => undefined)
      if (client) watchConnection(client)
    }
  }

  /** A server that keeps dying is started again more and more slowly. False: a script leaves that to the shop. */
  async function relaunch(): Promise<boolean> {
    hasEnded = options.purpose === 'use'
    if (hasEnded) return false
    await wait(delayMs)
    delayMs = Math.min(2 * delayMs, maxDelayMs)
    if (!isReleased) await options.relaunch()
    return true
  }

  return {
    async query(sql) {
      if (!client) throw new Error('the connection to the database is lost')
      client.ref()
      const { rows } = await client.query(sql)
      client.unref()
      return rows
    },
    async release() {
      isReleased = true
      releasing.abort()
      await reconnecting
      // A server that runs there by now was started by another process.
      if (hasEnded) return false
      client?.ref()
      try {
        await client?.query(`select pg_advisory_unlock_shared(${userLock})`)
        return client ? await isTrue(client, `select pg_try_advisory_lock(${userLock}) as yes`) : true
      } catch (error) {
        if (isTemporary(error)) return true
        throw error
      }
    },
    async close() {
      isReleased = true
      releasing.abort()
      await client?.end().catch(() => undefined)
    },
  }
}

async function connectAndLock({
  connection,
  dataDir,
  purpose,
}: LeaseOptions): Promise<RefClient | undefined> {
  const client = createClient(connection)
  // Without a listener a lost connection would end the process; 'end' and the queries report it too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock_shared(${userLock})`)
    if (purpose === 'serve' && !(await acquireServeLock(client))) {
      throw new EmbeddedPostgresError(`Another shop is already running on this data folder (${dataDir}).`)
    }
    client.unref()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (isTemporary(error)) return undefined
    throw error
  }
}

function createClient(connection: LeaseOptions['connection']): RefClient {
  const options = {
    ...connection,
    database: 'postgres',
    application_name: 'filterhouse lease',
  }
  return new pg.Client(options) as RefClient
}

/** A shop that was killed a moment ago holds its lock until the server has noticed. */
async function acquireServeLock(client: RefClient): Promise<boolean> {
  const deadline = Date.now() + 1000
  while (!(await isTrue(client, `select pg_try_advisory_lock(${shopLock}) as yes`))) {
    if (Date.now() > deadline) return false
    await pause(25)
  }
  return true
}

async function isTrue(client: RefClient, sql: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(sql)
  return rows[0]?.yes === true
}

/** No server behind the socket, one that is starting or stopping (57P0x), or one that has just ended. */
function isTemporary(error: unknown): boolean {
  const temporaryCodes = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']
  return (
    temporaryCodes.includes(getErrorCode(error)) ||
    /connection (terminated|ended|error)|not queryable/i.test(String(error))
  )
}

// Advisory locks in the database `postgres`, which nothing else uses. The first number is the shop's own.
const userLock = '20260, 1'
const shopLock = '20260, 2'

const firstDelayMs = 200
const maxDelayMs = 10_000
/** After this time without a loss the delay starts small again. */
const stableMs = 60_000
