import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { createToken } from '../token.ts'
import { destroyConnection, destroyWhenSilent, keepAlive } from './connection-pool.ts'

/** `productIds`: the only products that changed; null: anything of the catalogue may have changed. */
export type CatalogueListener = (productIds: number[] | null) => void

/** Notifications about the catalogue and the settings from other processes, the import and database triggers. */
export interface ChangeListeners {
  add(listener: CatalogueListener): void
  /** Called when a setting of the shop has changed, and when one may have. */
  onSettings(listener: () => void): void
  /** Resolves after the first attempt to listen, successful or not. */
  started: Promise<void>
  /** Resolves when the listeners have been called for all changes that were committed before the call. */
  sync(): Promise<void>
  close(): Promise<void>
}

const changeChannel = 'catalogue_changed'
const settingsChannel = 'settings_changed'
// Detects a connection that broke silently, and a pooler that drops notifications: the process's own do not arrive.
const heartbeatChannel = 'heartbeat'
const heartbeatMs = 5_000
const heartbeatTimeoutMs = 5_000
const connectTimeoutMs = 5_000
const reconnectMs = 1_000

/** Listens on a dedicated connection. After a reconnect the listeners get null, since missed changes are unknown. */
export function createChangeListeners(connection: pg.ClientConfig, log: Logger): ChangeListeners {
  const listeners: CatalogueListener[] = []
  const settingsListeners: (() => void)[] = []
  const ending = new AbortController()
  const started = Promise.withResolvers<void>()
  let client: pg.Client | null = null
  let beat: () => Promise<void> = () => started.promise
  let lastWarning = ''

  const notify = (productIds: number[] | null) => {
    for (const listener of listeners) listener(productIds)
  }
  const notifyOfSettings = () => {
    for (const listener of settingsListeners) listener()
  }
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    for (let isFirst = true; !ending.signal.aborted; isFirst = false) {
      await listen(isFirst).catch((error: Error) => warn(error.message))
      started.resolve()
      await pause(reconnectMs)
    }
  }

  // Resolves or rejects when the connection is lost.
  async function listen(isFirst: boolean): Promise<void> {
    const current = new pg.Client({
      ...connection,
      ...keepAlive,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    client = current
    // Always listens: pgbouncer sends its own error behind the server's, and one without a listener ends the process.
    const lost = new Promise<void>((resolve, reject) => current.once('end', resolve).on('error', reject))
    // It is awaited only later; until then its rejection must not end the process.
    lost.catch(() => {})
    current.on('notification', ({ channel, payload = '' }) => {
      if (channel === changeChannel) notify(parseProductIds(payload))
      if (channel === settingsChannel) notifyOfSettings()
    })
    try {
      await current.connect()
      destroyWhenSilent(current, heartbeatTimeoutMs)
      for (const channel of [changeChannel, settingsChannel, heartbeatChannel])
        await current.query(`listen ${channel}`)
      beat = createHeartbeat(current)
      // What was stored before this process listened may be newer than what it has read.
      notifyOfSettings()
      if (!isFirst) notify(null)
      while (!ending.signal.aborted) {
        await Promise.race([beat(), lost])
        started.resolve()
        lastWarning = ''
        await Promise.race([pause(heartbeatMs), lost])
      }
    } finally {
      destroyConnection(current)
    }
  }

  function warn(message: string): void {
    if (ending.signal.aborted || message === lastWarning) return
    lastWarning = message
    log.warn({ err: { message } }, 'catalogue changes are not received')
  }

  const running = run()
  return {
    add: listener => void listeners.push(listener),
    onSettings: listener => void settingsListeners.push(listener),
    started: started.promise,
    async sync() {
      await started.promise
      await beat()
    },
    async close() {
      ending.abort()
      if (client) destroyConnection(client)
      await running
    },
  }
}

// '7,12'; '' when the change does not concern single products.
function parseProductIds(payload: string): number[] | null {
  const ids = payload.split(',').map(Number)
  return ids.every(id => Number.isInteger(id) && id > 0) ? ids : null
}

/** Sends a notification to itself and waits for it: all earlier ones have then arrived too. */
function createHeartbeat(client: pg.Client): () => Promise<void> {
  const waiting = new Map<string, () => void>()
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === heartbeatChannel) waiting.get(payload)?.()
  })
  return async () => {
    const token = createToken()
    const arrived = new Promise<void>(resolve => waiting.set(token, resolve))
    const timeout = new AbortController()
    const late = sleep(heartbeatTimeoutMs, undefined, { signal: timeout.signal, ref: false }).then(() => {
      throw new Error('A notification to this process did not arrive.')
    })
    late.catch(() => {})
    try {
      await Promise.race([client.query('select pg_notify($1, $2)', [heartbeatChannel, token]), late])
      await Promise.race([arrived, late])
    } finally {
      waiting.delete(token)
      timeout.abort()
    }
  }
}
