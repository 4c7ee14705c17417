import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { codeOf, PostgresRefusal } from './refusal.ts'

/** `serve` is the shop itself: one on each data folder. `use` is a script beside it: any number. */
export type Purpose = 'serve' | 'use'

/**
 * A process's presence at the server, held by one connection for as long as the process lives: PostgreSQL itself
 * lets go of the locks of a process that dies, however it dies.
 * - everybody holds `present` (shared): whoever can take it alone is the last to leave;
 * - the shop holds `serving`: there is one shop on a data folder.
 */
export interface Presence {
  query(sql: string): Promise<unknown[]>
  /** Resolves when the server's process is gone without our having left: nothing starts it anew by itself. */
  ended: Promise<void>
  /** Gives up the place. True: we were the last, and newcomers wait until `close` (or the server's end). */
  leave(): Promise<boolean>
  close(): Promise<void>
}

/** `ref` and `unref` are there, only the types do not know: the connection must not keep a script alive. */
type Client = pg.Client & { ref(): void; unref(): void }

export interface PresenceOptions {
  connection: { host: string; port: number; user: string; ssl: false }
  dataDir: string
  purpose: Purpose
  /** Whether there is a process of the server, also one that just recovers. */
  serverLives: () => boolean
  log: (line: string) => void
}

/**
 * Joins those who use the server. Undefined: it does not answer, or is about to start or to stop; try again.
 * Throws PostgresRefusal when another shop serves these data.
 */
export async function join(place: PresenceOptions): Promise<Presence | undefined> {
  let client = await openPresence(place)
  if (!client) return undefined
  let leaving = false
  let hasEnded = false
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  watch(client)

  /** A server that recovers from a crash drops every connection, and our locks with them. */
  function watch(current: Client): void {
    current.once('end', () => {
      if (leaving) return
      client = undefined
      place.log('The connection to the database was lost; it is being made again.')
      void rejoin()
    })
  }

  async function rejoin(): Promise<void> {
    while (!leaving && !client) {
      await pause(200, undefined, { ref: false })
      if (!leaving && !place.serverLives()) {
        hasEnded = true
        return end()
      }
      client = await openPresence(place).catch(() => undefined)
      if (client && leaving) await client.end()
      else if (client) watch(client)
    }
  }

  return {
    ended,
    async query(sql) {
      if (!client) throw new Error('the connection to the database is lost')
      client.ref()
      const { rows } = await client.query(sql)
      client.unref()
      return rows
    },
    async leave() {
      leaving = true
      // What lives there by now was started by somebody else.
      if (hasEnded) return false
      client?.ref()
      try {
        await client?.query(`select pg_advisory_unlock_shared(${present})`)
        return client ? await isTrue(client, `select pg_try_advisory_lock(${present}) as yes`) : true
      } catch (error) {
        if (meansNotNow(error)) return true
        throw error
      }
    },
    async close() {
      leaving = true
      await client?.end().catch(() => undefined)
    },
  }
}

async function openPresence({ connection, dataDir, purpose }: PresenceOptions): Promise<Client | undefined> {
  const client = newClient(connection)
  // Without a listener a lost connection would end the process; 'end' and the queries tell of it too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock_shared(${present})`)
    if (purpose === 'serve' && !(await becomesServing(client))) {
      throw new PostgresRefusal(`Another shop is already running on this data folder (${dataDir}).`)
    }
    client.unref()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    if (meansNotNow(error)) return undefined
    throw error
  }
}

function newClient(connection: PresenceOptions['connection']): Client {
  const options = {
    ...connection,
    database: 'postgres',
    application_name: 'filterhouse presence',
  }
  return new pg.Client(options) as Client
}

/** A shop that was killed this very moment still holds its lock until the server has noticed. */
async function becomesServing(client: Client): Promise<boolean> {
  const deadline = Date.now() + 1000
  while (!(await isTrue(client, `select pg_try_advisory_lock(${serving}) as yes`))) {
    if (Date.now() > deadline) return false
    await pause(25)
  }
  return true
}

async function isTrue(client: Client, sql: string): Promise<boolean> {
  const { rows } = await client.query<{ yes: boolean }>(sql)
  return rows[0]?.yes === true
}

/** No server behind the socket, one that is starting or stopping (57P0x), or one that just went. */
function meansNotNow(error: unknown): boolean {
  const notNow = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']
  return (
    notNow.includes(codeOf(error)) || /connection (terminated|ended|error)|not queryable/i.test(String(error))
  )
}

// Advisory locks of the database `postgres`, which nothing else uses; the first number is ours.
const present = '20260, 1'
const serving = '20260, 2'
