import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'

/**
 * What processes tell each other by NOTIFY: 'catalogue_changed' after an import or a change in the back office,
 * 'stock_turned' with a product's id when it begins or ceases to be there to sell.
 */
export type Channel = 'catalogue_changed' | 'stock_turned'

const againMs = 1_000

/**
 * Listens on a connection of its own and calls `heard` for each notice. A lost connection is made anew, and then
 * `heard` is called too: nobody knows what was missed. Answers what ends the listening.
 */
export function listenForNotices(
  connection: pg.ClientConfig,
  log: Logger,
  heard: Record<Channel, (payload: string) => void>,
): () => Promise<void> {
  const channels = Object.keys(heard) as Channel[]
  const ended = new AbortController()
  let client: pg.Client | null = null

  async function listen(): Promise<void> {
    for (let isFirst = true; !ended.signal.aborted; isFirst = false) {
      await hear(isFirst).catch((error: Error) => {
        if (!ended.signal.aborted) log.warn({ err: { message: error.message } }, 'notices are not heard')
      })
      await sleep(againMs, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    }
  }

  // Resolves or rejects when the connection is gone.
  async function hear(isFirst: boolean): Promise<void> {
    const mine = new pg.Client({ ...connection, keepAlive: true })
    client = mine
    const gone = new Promise<void>((resolve, reject) => mine.once('end', resolve).once('error', reject))
    // Whoever awaits `gone` later hears of it; until then it must not end the process.
    gone.catch(() => {})
    mine.on('notification', ({ channel, payload = '' }) => {
      if (channel in heard) heard[channel as Channel](payload)
    })
    try {
      await mine.connect()
      for (const channel of channels) await mine.query(`listen ${channel}`)
      if (!isFirst) heard.catalogue_changed('')
      if (ended.signal.aborted) return
      await gone
    } finally {
      mine.on('error', () => {})
      await mine.end().catch(() => {})
    }
  }

  const life = listen()
  return async () => {
    ended.abort()
    await client?.end().catch(() => {})
    await life
  }
}
