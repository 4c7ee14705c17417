import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findDebianProgram } from './debian-packages.ts'
import { findFreePort } from './shipped-nginx.ts'
import { root } from './sources.ts'

export interface PgbouncerOptions {
  /** The database server: its TCP port, and the one role, which owns the database `filterhouse`. */
  server: { port: number; user: string; password: string }
  /** Connections to the server. */
  poolSize: number
  /** With the second entry, by sessions, for DATABASE_DIRECT_URL. */
  hasDirectEntry?: boolean
  /** Further lines of the section [pgbouncer]. */
  settings?: string
}

/** Debian's pgbouncer with deploy/pgbouncer/pgbouncer.ini; only ports, the size and the path of the users are replaced. */
export interface ShippedPgbouncer {
  url: string
  /** Of the entry by sessions. */
  directUrl: string
  pid(): number
  /** Leads both entries to the server on this port, as an operator would: the file is changed and read again. */
  leadTo(serverPort: number): Promise<void>
  /** Connections of clients and to the server, now. */
  countConnections(): Promise<{ clients: number; servers: number }>
  /** Ends it, as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function startShippedPgbouncer(options: PgbouncerOptions): Promise<ShippedPgbouncer> {
  const program = findDebianProgram('pgbouncer', 'pgbouncer')
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await findFreePort()
  writeConfiguration(folder, port, options)
  const { user, password } = options.server
  const url = `postgresql://${user}:${password}@127.0.0.1:${port}/filterhouse`
  let child: ChildProcess | null = null

  const list = async (client: pg.Client, what: string) =>
    (await client.query<{ database: string }>(`show ${what}`)).rows.filter(
      row => row.database === 'filterhouse',
    ).length
  const withConsole = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url.replace(/filterhouse$/, 'pgbouncer') })
    await client.connect()
    return work(client).finally(() => client.end())
  }

  const pgbouncer: ShippedPgbouncer = {
    url,
    directUrl: `${url}_direct`,
    pid: () => child!.pid!,
    async leadTo(serverPort) {
      writeConfiguration(folder, port, { ...options, server: { ...options.server, port: serverPort } })
      await withConsole(client => client.query('reload'))
    },
    countConnections: () =>
      withConsole(async client => ({
        clients: await list(client, 'clients'),
        servers: await list(client, 'servers'),
      })),
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    async start() {
      // It refuses root, and changes to this user itself.
      child = spawn(program, ['--user', 'postgres', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
      while (!(await canConnect(url.replace(/filterhouse$/, 'pgbouncer')))) {
        if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}.`)
        await sleep(50)
      }
    },
    async close() {
      await pgbouncer.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await pgbouncer.start()
  return pgbouncer
}

function writeConfiguration(
  folder: string,
  port: number,
  { server, poolSize, hasDirectEntry, settings }: PgbouncerOptions,
) {
  const users = join(folder, 'userlist.txt')
  const configuration = readFileSync(join(root, 'deploy', 'pgbouncer', 'pgbouncer.ini'), 'utf8')
    .replace(hasDirectEntry ? /^;(?=filterhouse_direct|ignore_startup)/gm : '', '')
    .replaceAll(' port=5432 ', ` port=${server.port} `)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replace('default_pool_size = 20', `default_pool_size = ${poolSize}`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `${configuration}admin_users = ${server.user}\n${settings ?? ''}\n`,
  )
  writeFileSync(users, `"${server.user}" "${server.password}"\n`)
  chmodSync(folder, 0o755)
}

async function canConnect(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
