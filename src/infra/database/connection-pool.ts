import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A healthy connection answers `select 1` within a millisecond or two. */
const checkTimeoutMs = 2_000
/** A connection that was used this recently is handed out unchecked, so that a busy shop checks hardly any. */
const trustedMs = 1_000

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void

/** TCP probes after 5 idle seconds, ten of them a second apart: the system's own defaults are two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 }

/**
 * A pool that recovers from connections that died without a reset: a firewall drops their packets, or the address has
 * moved to another server. They look open for hours, and nothing on them is ever answered.
 * - A connection whose query gets no byte for `silenceMs` is destroyed, and the query fails. 0: queries may take any time.
 * - A connection that was idle is checked before it is handed out. If it is dead, all idle ones are destroyed with it.
 */
export class ConnectionPool extends pg.Pool {
  /** When each idle connection was released. */
  readonly #idleSince = new Map<pg.PoolClient, number>()
  /** How long each connection in use was idle before. */
  readonly #idleMs = new WeakMap<pg.PoolClient, number>()

  constructor(options: pg.PoolConfig, silenceMs: number) {
    super({ ...keepAlive, ...options })
    this.on('connect', client => destroyWhenSilent(client, silenceMs))
    this.on('release', (_error, client) => void this.#idleSince.set(client, performance.now()))
    this.on('acquire', client => {
      this.#idleMs.set(client, performance.now() - (this.#idleSince.get(client) ?? performance.now()))
      this.#idleSince.delete(client)
    })
    this.on('remove', client => void this.#idleSince.delete(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectChecked()
    if (!callback) return connecting
    connecting.then(
      client => callback(undefined, client, client.release),
      error => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connectChecked(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await super.connect()
      const startMs = performance.now()
      if (this.#idleMs.get(client)! < trustedMs || (await isAlive(client))) return client
      destroyConnection(client)
      client.release(true)
      for (const [idle, sinceMs] of this.#idleSince) if (sinceMs < startMs) destroyConnection(idle)
    }
  }
}

/** Exist, but are missing in pg's types. */
type ClientInternals = { connection: { stream: Socket }; readyForQuery: boolean }

const getInternals = (client: pg.ClientBase) => client as unknown as ClientInternals

/** Closes the socket at once. `client.end()` waits for the server's answer, and a dead connection never gets one. */
export function destroyConnection(client: pg.ClientBase, error?: Error): void {
  getInternals(client).connection.stream.destroy(error)
}

/**
 * Destroys the connection when its query gets no byte for `silenceMs`, or up to an eighth longer. Without a query it may be
 * silent. The traffic is compared at intervals, because a timer that expired during a long task of this process would not
 * see the data that arrived meanwhile.
 */
export function destroyWhenSilent(client: pg.ClientBase, silenceMs: number): void {
  if (silenceMs === 0) return
  const internals = getInternals(client)
  const { stream } = internals.connection
  let lastTraffic = ''
  let silentChecks = 0
  const timer = setInterval(() => {
    const traffic = `${stream.bytesRead} ${stream.bytesWritten}`
    silentChecks = internals.readyForQuery || traffic !== lastTraffic ? 0 : silentChecks + 1
    lastTraffic = traffic
    if (silentChecks === checksPerSilence) destroyConnection(client, createSilenceError())
  }, silenceMs / checksPerSilence)
  timer.unref()
  stream.once('close', () => clearInterval(timer))
}

const checksPerSilence = 8

function createSilenceError(): Error {
  return Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' })
}

async function isAlive(client: pg.PoolClient): Promise<boolean> {
  const ended = new AbortController()
  const answer = client.query('select 1').then(
    () => true,
    () => false,
  )
  const timeout = sleep(checkTimeoutMs, null, { signal: ended.signal })
    // After a long task of this process the answer may have arrived, and is read before this resolves.
    .then(() => new Promise(resolve => setImmediate(resolve)))
    .then(
      () => false,
      () => false,
    )
  const result = await Promise.race([answer, timeout])
  ended.abort()
  return result
}
