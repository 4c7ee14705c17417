import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/infra/database/db.ts'
import { migrate } from '../../src/infra/database/migrate.ts'
import {
  type RunningPostgres,
  startEmbeddedPostgres,
} from '../../src/infra/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../src/infra/embedded-postgres/postmaster.ts'
import {
  addCleanup,
  asRoot,
  cleanUpAfterEachTest,
  copyUsedFolder,
  createTestFolder,
  getStartError,
  kill,
  readFirstLine,
  runAdminQuery,
  runQuery,
  start,
  startInOtherProcess,
  waitUntil,
} from './postgres-support.ts'

cleanUpAfterEachTest()

describe('a first start', () => {
  test('creates a durable UTF-8 database that is reachable by socket only', async () => {
    const dataDir = createTestFolder()
    const server = await start(dataDir, 'serve')
    expect(server.isStartedHere).toBe(true)
    const [row] = await runQuery(
      server,
      `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
       current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp
       from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({ name: 'filterhouse', encoding: 'UTF8', provider: 'b', fsync: 'on', tcp: '' })
    const folder = statSync(join(dataDir, 'postgres'))
    expect(folder.mode & 0o777).toBe(0o700)
    expect(folder.uid === 0).toBe(false)
  })

  test('by several processes at once creates one database and one server', async () => {
    const dataDir = createTestFolder()
    const servers = await Promise.all([start(dataDir, 'serve'), start(dataDir, 'use'), start(dataDir, 'use')])
    expect(servers.filter(server => server.isStartedHere)).toHaveLength(1)
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
    for (const server of servers) expect(await runQuery(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('that was killed while it created the database is completed by the next', async () => {
    const dataDir = createTestFolder()
    const child = startInOtherProcess(dataDir)
    await waitUntil(() => readdirSync(dataDir).some(name => name.startsWith('postgres.new-')))
    kill(child)
    mkdirSync(join(dataDir, 'postgres.new-11111111', 'base'), { recursive: true })
    const server = await start(dataDir, 'serve')
    expect(await runQuery(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readdirSync(dataDir)).not.toContain('postgres.new-11111111')
  })

  test('works below a folder that only its owner can enter, on a path too long for a socket', async () => {
    const home = createTestFolder()
    chmodSync(home, 0o700)
    const dataDir = join(home, 'a fitter’s van?'.repeat(4), 'x'.repeat(90))
    const server = await start(dataDir, 'serve')
    expect(await runQuery(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    expect(server.connection.host.length).toBeLessThan(90)
    await server.stop()
    expect(existsSync(server.connection.host)).toBe(false)
  })

  test.runIf(asRoot)('by an ordinary user on their own folder works', async () => {
    const dataDir = createTestFolder()
    chownSync(dataDir, 65534, 65534)
    const child = startInOtherProcess(dataDir, { uid: 65534 })
    expect(await readFirstLine(child)).toBe('started true')
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(65534)
    kill(child)
    // Root then runs it as the folder's owner.
    const server = await start(dataDir, 'serve')
    expect(server.isStartedHere).toBe(false)
  })
})

describe('a second start', () => {
  test.runIf(asRoot)('runs on data that root copied here', async () => {
    const dataDir = await copyUsedFolder()
    await (await start(dataDir, 'serve')).stop()
    const cluster = join(dataDir, 'postgres')
    for (const name of ['.', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(cluster, name), 0, 0)
    }
    expect(await runQuery(await start(dataDir, 'serve'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('finds the existing data', async () => {
    const dataDir = await copyUsedFolder()
    const first = await start(dataDir, 'serve')
    await runQuery(first, 'create table part as select 4711 as number')
    await Promise.all([first.stop(), first.stop()])
    expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
    const second = await start(dataDir, 'serve')
    expect(await runQuery(second, 'select number from part')).toEqual([{ number: 4711 }])
  })

  test('while a shop serves the same data is refused in one sentence', async () => {
    const dataDir = await copyUsedFolder()
    await start(dataDir, 'serve')
    const message = await getStartError(start(dataDir, 'serve'))
    expect(message).toBe(`Another shop is already running on this data folder (${dataDir}).`)
  })

  test('is still refused after the server has dropped every connection in a crash', async () => {
    const dataDir = await copyUsedFolder()
    const shop = await start(dataDir, 'serve')
    const [row] = await runAdminQuery(
      shop,
      'select pid from pg_stat_activity where backend_type = $$walwriter$$',
    )
    process.kill(Number(row?.pid), 'SIGKILL')
    await waitUntil(async () => (await runQuery(shop, lockHolders).catch(() => []))[0]?.held === 2)
    expect(await getStartError(start(dataDir, 'serve'))).toMatch('Another shop')
  })

  test('joins the server of a killed shop', async () => {
    const dataDir = await copyUsedFolder()
    const child = startInOtherProcess(dataDir)
    expect(await readFirstLine(child)).toBe('started true')
    kill(child)
    const server = await start(dataDir, 'serve')
    expect(server.isStartedHere).toBe(false)
    await server.stop()
    expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  })

  test('recovers when the server was killed too', async () => {
    const dataDir = await copyUsedFolder()
    const first = await start(dataDir, 'use')
    await runQuery(first, 'create table part as select 4711 as number')
    process.kill(findPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
    const second = await start(dataDir, 'serve')
    expect(await runQuery(second, 'select number from part')).toEqual([{ number: 4711 }])
  })

  test('succeeds despite a stale pid that belongs to another process now', async () => {
    const dataDir = await copyUsedFolder()
    const first = await start(dataDir, 'serve')
    await first.stop()
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    const otherProcess = spawn('sleep', ['60'], { stdio: 'ignore', ...(asRoot ? { uid, gid } : {}) })
    addCleanup(() => kill(otherProcess))
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${otherProcess.pid}\n/x\n1\n5432\n.\n\n 1 1\nready   \n`,
    )
    expect((await start(dataDir, 'serve')).isStartedHere).toBe(true)
    expect(otherProcess.exitCode).toBe(null)
  })

  test('waits for a server that is still shutting down', async () => {
    const dataDir = await copyUsedFolder()
    const child = startInOtherProcess(dataDir)
    await readFirstLine(child)
    kill(child)
    const client = new pg.Client({
      host: join(dataDir, 'postgres'),
      user: 'filterhouse',
      database: 'postgres',
    })
    await client.connect()
    // A smart shutdown waits for its clients.
    process.kill(findPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGTERM')
    await waitUntil(() => findPostmaster(join(dataDir, 'postgres'))?.isReady === false)
    const starting = start(dataDir, 'serve')
    await pause(200)
    await client.end()
    expect((await starting).isStartedHere).toBe(true)
  })
})

describe('a server that dies while the shop serves', () => {
  test('is started again, with a line in the log', async () => {
    const dataDir = await copyUsedFolder()
    const lines: string[] = []
    const server = await startEmbeddedPostgres({ dataDir, purpose: 'serve', log: line => lines.push(line) })
    addCleanup(() => server.stop())
    for (let round = 0; round < 2; round++) {
      const { pid } = findPostmaster(join(dataDir, 'postgres'))!
      process.kill(pid, 'SIGKILL')
      await waitUntil(() => canQuery(server))
      expect(findPostmaster(join(dataDir, 'postgres'))!.pid).not.toBe(pid)
    }
    expect(lines).toContain('The database server has ended by itself; it is being started again.')
    // The server answers a moment before the shop has its lock again.
    await waitUntil(() => isServed(server))
    await expect(start(dataDir, 'serve')).rejects.toThrow('Another shop is already running')
  })

  test('is started again while a busy backend of it still uses its memory', async () => {
    const dataDir = await copyUsedFolder()
    const server = await start(dataDir, 'serve')
    const endless = runQuery(server, 'do $$ begin loop end loop; end $$').catch(() => 'ended')
    await waitUntil(async () => {
      const [row] = await runQuery(
        server,
        `select count(*)::int as busy from pg_stat_activity where query like 'do $%'`,
      )
      return row!.busy === 1
    })
    process.kill(findPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
    expect(await endless).toBe('ended')
    await waitUntil(() => canQuery(server))
  })

  test('stays down when the shop stops', async () => {
    const dataDir = await copyUsedFolder()
    const server = await start(dataDir, 'serve')
    process.kill(findPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
    await server.stop()
    await pause(500)
    expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  })
})

describe('a script beside the shop', () => {
  test('joins the running server and leaves it running; the last to leave stops it', async () => {
    const dataDir = await copyUsedFolder()
    const shop = await start(dataDir, 'serve')
    const script = await start(dataDir, 'use')
    expect(script.isStartedHere).toBe(false)
    await script.stop()
    expect(await runQuery(shop, 'select 1 as one')).toEqual([{ one: 1 }])
    const another = await start(dataDir, 'use')
    await shop.stop()
    expect(await runQuery(another, 'select 1 as one')).toEqual([{ one: 1 }])
    await another.stop()
    expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  })

  test('is served by a shop that starts later, and then leaves the server to it', async () => {
    const dataDir = await copyUsedFolder()
    const script = await start(dataDir, 'use')
    expect(script.isStartedHere).toBe(true)
    const shop = await start(dataDir, 'serve')
    await script.stop()
    expect(await runQuery(shop, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('exits even if it does not call stop, and the server has a process group of its own', async () => {
    const dataDir = await copyUsedFolder()
    const child = startInOtherProcess(dataDir, { staysAlive: false })
    expect(await readFirstLine(child)).toBe('started true')
    await waitUntil(() => child.exitCode !== null)
    expect(child.exitCode).toBe(0)
    const { pid } = findPostmaster(join(dataDir, 'postgres'))!
    const [, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    expect(Number(group)).toBe(pid)
  })
})

const canQuery = (server: RunningPostgres): Promise<boolean> =>
  runQuery(server, 'select 1').then(
    () => true,
    () => false,
  )

/** A shop has the lock of the data folder: the only one that is exclusive. */
async function isServed(server: RunningPostgres): Promise<boolean> {
  const locks = await runQuery(
    server,
    `select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted`,
  )
  return locks.length > 0
}

describe('the role of the shop', () => {
  const rights = `select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as "isPrivileged",
    pg_has_role(current_user, 'pg_execute_server_program', 'member') as "runsPrograms",
    (select datdba = r.oid from pg_database where datname = current_database()) as "ownsDatabase"
    from pg_roles r where rolname = current_user`
  const shopRights = {
    name: 'filterhouse',
    isPrivileged: false,
    runsPrograms: false,
    ownsDatabase: true,
  }

  test('owns its database and is no superuser (R-RUN-40)', async () => {
    const server = await start(await copyUsedFolder(), 'serve')
    expect(await runQuery(server, rights)).toEqual([shopRights])
    for (const attack of [
      `copy (select 1) to program 'true'`,
      `select pg_read_file('postgresql.conf')`,
      `alter system set fsync = off`,
      `create role intruder superuser`,
    ]) {
      await expect(runQuery(server, attack), attack).rejects.toThrow(/permission denied/)
    }
  })

  test('loses the rights of a superuser when a release starts on the data of an earlier one', async () => {
    const dataDir = await copyUsedFolder()
    const old = await start(dataDir, 'use')
    await restoreEarlierRoles(old)
    await old.stop()

    const servers = await Promise.all([start(dataDir, 'serve'), start(dataDir, 'use'), start(dataDir, 'use')])
    const [server] = servers
    expect(await runQuery(server, rights)).toEqual([shopRights])
    expect(await runQuery(server, 'select number from part')).toEqual([{ number: 4711 }])
    expect(await runQuery(server, foreignObjects)).toEqual([])
    expect(
      await runAdminQuery(server, `select rolname from pg_roles where rolname ~ '^filterhouse' order by 1`),
    ).toEqual([{ rolname: 'filterhouse' }, { rolname: 'filterhouse_admin' }])
    // Each later migration may change what the earlier ones made.
    await runQuery(
      server,
      'alter table product add column later int; alter function order_is_open stable; drop table part',
    )
  })
})

/** Turns the cluster into one of a release whose only role was a superuser, with the shop's tables in it. */
async function restoreEarlierRoles(server: RunningPostgres): Promise<void> {
  const as = async (user: string, database: string, statements: string[]) => {
    const client = new pg.Client({ ...server.adminConnection, user, database })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  await as('filterhouse_admin', 'postgres', ['create role helper login superuser'])
  await as('helper', 'postgres', [
    'drop database filterhouse',
    'drop role filterhouse',
    'alter role filterhouse_admin rename to filterhouse',
  ])
  await as('filterhouse', 'postgres', ['drop role helper', 'create database filterhouse'])
  const { pool, close } = connect(server.connection, 2)
  await migrate(pool)
  await pool.query('create table part as select 4711 as number')
  await close()
}

const foreignObjects = `
  select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace
    and relowner <> current_user::regrole
  union all select p.oid::regprocedure::text from pg_proc p where pronamespace = 'public'::regnamespace
    and proowner <> current_user::regrole and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`

const lockHolders = `select count(*)::int as held from pg_locks where locktype = 'advisory' and granted`
