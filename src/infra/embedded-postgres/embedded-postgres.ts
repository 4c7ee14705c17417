import { join as joinPath } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BinaryLine, packageFolder, runnableBinaries } from './binaries.ts'
import {
  changeOwner,
  createCluster,
  findCluster,
  openDataFolder,
  refuseOtherMajor,
  superuser,
} from './cluster.ts'
import { sweepDrafts } from './folder-once.ts'
import { type Launch, launch, logFile, type Server } from './launch.ts'
import { findPostmaster, shutDown } from './postmaster.ts'
import { join, type Presence, type PresenceOptions, type Purpose } from './presence.ts'
import { userForPostgres } from './programs.ts'
import { codeOf, PostgresRefusal } from './refusal.ts'
import { shortPath } from './short-path.ts'

export { PostgresRefusal }

export interface RunningPostgres {
  /** For libraries that want a URL; the same place as `connection`, for any of its databases. */
  url(database: string): string
  /** For `pg`: `host` is the folder of the socket. The database is the shop's own. */
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** False: a server was running already, and we joined. */
  startedByUs: boolean
  /** Resolves when the server's process is gone, though we have not left; it does not come back by itself. */
  ended: Promise<void>
  /** Leaves the server; the last to leave stops it. May be called more than once. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** `serve`: the shop itself, one on each data folder. `use`: a script that may run beside it. */
  purpose: Purpose
  binaries?: BinaryLine
  log?: (line: string) => void
}

/**
 * Starts the PostgreSQL that comes with the shop on `${dataDir}/postgres`, or joins the one that runs there already
 * (another script's, or one whose shop was killed). The first start makes the cluster and the database.
 *
 * Throws PostgresRefusal, with a sentence for the operator, for everything that he can put right.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const server = await prepare(options)
  const socket = shortPath(server.cluster)
  // `ssl` is said aloud, or a PGSSLMODE of the operator would ask for it.
  const connection = { host: socket.folder, port, user: superuser, ssl: false } as const
  const serverLives = () => findPostmaster(server.cluster) !== undefined
  const place: PresenceOptions = {
    ...options,
    connection,
    serverLives,
    log: options.log ?? (() => undefined),
  }
  try {
    const { presence, startedByUs } = await reach(server, place)
    let stopping: Promise<void> | undefined
    function stop(): Promise<void> {
      stopping ??= leave(server, presence).finally(socket.remove)
      return stopping
    }
    await createDatabase(presence).catch(async error => {
      await stop()
      throw error
    })
    return {
      url: name => urlOf(socket.folder, name),
      connection: { ...connection, database },
      startedByUs,
      ended: presence.ended,
      stop,
    }
  } catch (error) {
    socket.remove()
    throw error
  }
}

const port = 5432
const database = 'filterhouse'
const pollMs = 15
/** Recovery after a power cut reads at most half a gigabyte of write-ahead log. */
const startPatienceMs = 120_000
/** Backends that lost their server, and servers that are about to end, are gone in a moment. */
const takenPatienceMs = 10_000

/** Everything that must be true before a server can run. */
async function prepare({ dataDir, binaries: line = '18' }: EmbeddedPostgresOptions): Promise<Server> {
  const dataFolder = await openDataFolder(dataDir)
  const cluster = joinPath(dataFolder, 'postgres')
  const found = await findCluster(cluster)
  const user = userForPostgres(found.made ? found.owner : undefined)
  const binaries = await runnableBinaries(packageFolder(line), user, copyParents(dataFolder))
  refuseOtherMajor(cluster, found, binaries)
  if (found.made) await sweepDrafts(cluster)
  else await createCluster(cluster, binaries, user)
  if (found.made && found.owner.uid === 0 && user) await changeOwner(user, cluster)
  return { cluster, dataFolder, binaries, user }
}

/** Where binaries may be copied to when they cannot be run where they are. */
function copyParents(dataFolder: string): string[] {
  return process.getuid?.() === 0 ? ['/var/lib/filterhouse', dataFolder] : [dataFolder]
}

/** Joins the server that is there, or starts one and joins it, however many others are doing the same. */
async function reach(
  server: Server,
  place: PresenceOptions,
): Promise<{ presence: Presence; startedByUs: boolean }> {
  const begin = Date.now()
  let ours: Launch | undefined
  for (;;) {
    const running = findPostmaster(server.cluster)
    if (!running || running.ready) {
      const presence = await join(place)
      if (presence) return { presence, startedByUs: ours !== undefined && ours.failure() === undefined }
    }
    const failure = ours?.failure()
    if (failure) {
      const waited = Date.now() - begin
      if (!failure.taken || waited > takenPatienceMs) throw cannotStart(server, failure.words)
      ours = undefined
      await pause(pollMs * 4)
    }
    if (!running && !ours) {
      ours = launch(server)
    }
    if (Date.now() - begin > startPatienceMs) throw cannotStart(server, 'it does not answer')
    await pause(pollMs)
  }
}

function cannotStart(server: Server, words: string): PostgresRefusal {
  return new PostgresRefusal(
    `PostgreSQL could not be started on ${server.cluster}: ${words} (more in ${logFile(server.dataFolder)}).`,
  )
}

async function createDatabase(presence: Presence): Promise<void> {
  const there = await presence.query(`select from pg_database where datname = '${database}'`)
  if (there.length > 0) return
  await presence.query(`create database ${database}`).catch(error => {
    // Another process was quicker: 42P04 says so, or the unique index does.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error
  })
}

async function leave(server: Server, presence: Presence): Promise<void> {
  try {
    if (await presence.leave()) await shutDown(server.cluster)
  } finally {
    await presence.close()
  }
}

function urlOf(folder: string, name: string): string {
  const host = encodeURIComponent(folder)
  return `postgres://${superuser}@localhost/${encodeURIComponent(name)}?host=${host}&port=${port}&sslmode=disable`
}
