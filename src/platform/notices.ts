import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { randomToken } from './cookies.ts'

/**
 * What processes tell each other by NOTIFY: 'catalogue_changed' after an import or a change in the back office,
 * 'stock_changed' with the products' ids ('7,12'; '' for all), 'stock_turned' with a product's id when it begins or
 * ceases to be there to sell.
 */
export type Channel = 'catalogue_changed' | 'stock_changed' | 'stock_turned'

export type Ears = Record<Channel, (payload: string) => void>

const againMs = 1_000
// A connection that broke without a word, or a proxy that keeps notices to itself: a notice of our own does not return.
const proofChannel = 'notices_proof'
const proofEveryMs = 15_000
const proofPatienceMs = 10_000

/**
 * Listens on a connection of its own and calls `heard` for each notice. A lost connection is made anew, and then
 * `catalogue_changed` is told too: nobody knows what was missed. `hearing` is told whether notices arrive, first that
 * they do. Answers what ends the listening.
 */
export function listenForNotices(
  connection: pg.ClientConfig,
  log: Logger,
  heard: Ears,
  hearing: (isHeard: boolean) => void,
): () => Promise<void> {
  const channels = Object.keys(heard)
  const ended = new AbortController()
  let client: pg.Client | null = null
  let lastComplaint = ''

  async function listen(): Promise<void> {
    for (let isFirst = true; !ended.signal.aborted; isFirst = false) {
      await hear(isFirst).catch((error: Error) => complain(error.message))
      await pause(againMs)
    }
  }

  // Resolves or rejects when the connection is gone.
  async function hear(isFirst: boolean): Promise<void> {
    const mine = new pg.Client({ ...connection, keepAlive: true })
    client = mine
    const gone = new Promise<void>((resolve, reject) => mine.once('end', resolve).once('error', reject))
    // Whoever awaits `gone` later hears of it; until then it must not end the process.
    gone.catch(() => {})
    const prove = prover(mine)
    mine.on('notification', ({ channel, payload = '' }) => {
      if (channel in heard) heard[channel as Channel](payload)
    })
    try {
      await mine.connect()
      for (const channel of [...channels, proofChannel]) await mine.query(`listen ${channel}`)
      if (!isFirst) heard.catalogue_changed('')
      while (!ended.signal.aborted) {
        if (!(await Promise.race([prove(), gone]))) break
        hearing(true)
        lastComplaint = ''
        await Promise.race([pause(proofEveryMs), gone])
      }
    } finally {
      hearing(false)
      mine.on('error', () => {})
      await mine.end().catch(() => {})
    }
  }

  function complain(message: string): void {
    if (ended.signal.aborted || message === lastComplaint) return
    lastComplaint = message
    log.warn({ err: { message } }, 'notices are not heard')
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: ended.signal, ref: false }).catch(() => {})

  const life = listen()
  return async () => {
    ended.abort()
    await client?.end().catch(() => {})
    await life
  }
}

/** Sends itself a notice and waits for it. Throws when it does not come. */
function prover(client: pg.Client): () => Promise<true> {
  let awaited = ''
  let tell = () => {}
  client.on('notification', ({ channel, payload }) => {
    if (channel === proofChannel && payload === awaited) tell()
  })
  return async () => {
    awaited = randomToken()
    const came = new Promise<true>(resolve => {
      tell = () => resolve(true)
    })
    const given = new AbortController()
    const late = sleep(proofPatienceMs, undefined, { signal: given.signal, ref: false }).then(() => {
      throw new Error('A notice to ourselves did not arrive.')
    })
    late.catch(() => {})
    try {
      await Promise.race([client.query('select pg_notify($1, $2)', [proofChannel, awaited]), late])
      return await Promise.race([came, late])
    } finally {
      given.abort()
    }
  }
}
