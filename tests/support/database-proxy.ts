import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/**
 * A proxy between the shop and its database. It can break a connection at COMMIT, the worst moment, and cut all
 * connections silently, as a firewall does that drops their packets.
 */
export interface DatabaseProxy {
  /** The socket where the shop reaches the database. */
  readonly host: string
  readonly port: number
  /**
   * Breaks the connection of the next transaction that writes this text, at its COMMIT: before the database receives it
   * (nothing is written), or after (all is written, but the shop gets no reply).
   */
  breakAtCommit(when: 'before' | 'after', text: string): void
  /** Passes nothing on from now on, on any open connection, and closes none. New connections work. */
  cut(): void
  /** Cuts all connections at the COMMIT of the next transaction that writes this text, before or after it is written. */
  cutAtCommit(when: 'before' | 'after', text: string): void
  /** How many connections the shop has still open that were cut. */
  countDead(): number
  /** How many connections it broke. */
  countBreaks(): number
  close(): Promise<void>
}

// The simple query 'commit' in the protocol: type, length, text, terminator.
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0')
const beginMessage = Buffer.from('begin\0')

export async function startDatabaseProxy(): Promise<DatabaseProxy> {
  const { connection: server } = inject('postgres')
  const socketName = `.s.PGSQL.${server.port}`
  const host = await mkdtemp(join(tmpdir(), 'line-'))
  const open = new Set<Socket>()
  const connections = new Set<{ isDead: boolean }>()
  let pendingBreak: { when: 'before' | 'after'; text: string; isSilent: boolean } | null = null
  let breaks = 0
  const cut = () => {
    for (const connection of connections) connection.isDead = true
  }

  const proxy = createServer(shop => {
    const database = connect(join(server.host, socketName))
    for (const end of [shop, database]) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => open.delete(end))
    }
    const connection = { isDead: false }
    connections.add(connection)
    const breakConnection = () => {
      if (isSilent) return cut()
      breaks += 1
      shop.destroy()
      database.destroy()
    }
    let isSilent = false
    /** What the current transaction has sent so far. */
    let transactionData = Buffer.alloc(0)
    let dropsReply = false
    shop.on('data', chunk => {
      if (connection.isDead) return
      const begin = chunk.lastIndexOf(beginMessage)
      transactionData =
        begin < 0 ? Buffer.concat([transactionData, chunk]) : Buffer.from(chunk.subarray(begin))
      if (pendingBreak && chunk.includes(commitMessage) && transactionData.includes(pendingBreak.text)) {
        const { when } = pendingBreak
        isSilent = pendingBreak.isSilent
        pendingBreak = null
        if (when === 'before') return breakConnection()
        dropsReply = true
      }
      database.write(chunk)
    })
    database.on('data', chunk => {
      if (connection.isDead) return
      if (dropsReply) breakConnection()
      else shop.write(chunk)
    })
    // The end of a dead connection reaches the other side no more than its data do.
    shop.on('close', () => {
      connections.delete(connection)
      if (!connection.isDead) database.destroy()
    })
    database.on('close', () => {
      if (!connection.isDead) shop.destroy()
    })
  })
  await new Promise<void>(resolve => proxy.listen(join(host, socketName), resolve))

  return {
    host,
    port: server.port,
    breakAtCommit(when, text) {
      pendingBreak = { when, text, isSilent: false }
    },
    cut,
    cutAtCommit(when, text) {
      pendingBreak = { when, text, isSilent: true }
    },
    countDead: () => [...connections].filter(({ isDead }) => isDead).length,
    countBreaks: () => breaks,
    async close() {
      for (const end of open) end.destroy()
      await new Promise(resolve => proxy.close(resolve))
      await rm(host, { recursive: true, force: true })
    },
  }
}
