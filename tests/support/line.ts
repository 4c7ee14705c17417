import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** The wire between the shop and its database, which can break at the worst moment: while it is told to commit. */
export interface Line {
  /** Where the shop finds the database through it. */
  readonly host: string
  readonly port: number
  /**
   * Breaks the connection of the next transaction that writes this text, at its COMMIT: before the database has heard
   * of it (nothing is written), or after (all is written, and the shop is not told).
   */
  cutAtCommit(when: 'before' | 'after', text: string): void
  /** How often it broke. */
  breaks(): number
  close(): Promise<void>
}

// The simple query 'commit' as it goes over the wire: kind, length, words, end.
const commitMessage = Buffer.from('Q\0\0\0\x0bcommit\0')
const beginMessage = Buffer.from('begin\0')

export async function layLine(): Promise<Line> {
  const { connection: server } = inject('postgres')
  const socketName = `.s.PGSQL.${server.port}`
  const host = await mkdtemp(join(tmpdir(), 'line-'))
  const open = new Set<Socket>()
  let armed: { when: 'before' | 'after'; text: string } | null = null
  let breaks = 0

  const proxy = createServer(shop => {
    const database = connect(join(server.host, socketName))
    for (const end of [shop, database]) {
      open.add(end)
      end.on('error', () => {})
      end.on('close', () => open.delete(end))
    }
    const cut = () => {
      breaks += 1
      shop.destroy()
      database.destroy()
    }
    /** What this transaction has sent so far. */
    let said = Buffer.alloc(0)
    let isSilent = false
    shop.on('data', chunk => {
      const begin = chunk.lastIndexOf(beginMessage)
      said = begin < 0 ? Buffer.concat([said, chunk]) : Buffer.from(chunk.subarray(begin))
      if (armed && chunk.includes(commitMessage) && said.includes(armed.text)) {
        const { when } = armed
        armed = null
        if (when === 'before') return cut()
        isSilent = true
      }
      database.write(chunk)
    })
    database.on('data', chunk => {
      if (isSilent) cut()
      else shop.write(chunk)
    })
    shop.on('close', () => database.destroy())
    database.on('close', () => shop.destroy())
  })
  await new Promise<void>(resolve => proxy.listen(join(host, socketName), resolve))

  return {
    host,
    port: server.port,
    cutAtCommit(when, text) {
      armed = { when, text }
    },
    breaks: () => breaks,
    async close() {
      for (const end of open) end.destroy()
      await new Promise(resolve => proxy.close(resolve))
      await rm(host, { recursive: true, force: true })
    },
  }
}
