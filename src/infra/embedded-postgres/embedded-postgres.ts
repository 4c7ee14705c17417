import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deleteAbandonedDrafts } from './atomic-folder.ts'
import { type BundledVersion, getPackageFolder, prepareBinaries } from './binaries.ts'
import {
  changeOwner,
  createCluster,
  prepareDataFolder,
  readClusterState,
  refuseOtherMajorVersion,
} from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { type ClusterSetup, getLogFile, type LaunchedServer, launchServer } from './launch.ts'
import { acquireLease, type LeaseOptions, type LeasePurpose, type ServerLease } from './lease.ts'
import { findPostmaster, stopPostmaster, terminateOrphans } from './postmaster.ts'
import { getPostgresUser } from './programs.ts'
import { adminRole, createRoleAndDatabase, isMissingRole, shopRole, upgradeRoles } from './roles.ts'

export { EmbeddedPostgresError }

export interface RunningPostgres {
  /** For libraries that need a URL: the same server as `connection`, for any of its databases. */
  url(database: string): string
  /** For `pg`: `host` is the folder of the socket. The database and the role are the shop's own. */
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** For what needs a superuser: other databases, settings of the server. The shop does not use it. */
  adminConnection: { host: string; port: number; user: string; database: string; ssl: false }
  /** False: a server was running already, and this process joined it. */
  isStartedHere: boolean
  /** Stops using the server; the last process to do so stops it. May be called more than once. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** `serve`: the shop itself, at most one for each data folder. `use`: a script that may run beside it. */
  purpose: LeasePurpose
  binaries?: BundledVersion
  log?: (line: string) => void
}

/**
 * Starts the PostgreSQL that comes with the shop on `${dataDir}/postgres`, or joins the one that already runs there
 * (started by another script, or left by a killed shop). The first start creates the cluster and the database.
 *
 * When the server dies, the shop (`serve`) starts it again.
 *
 * Throws EmbeddedPostgresError, with a sentence for the operator, for everything that the operator can fix.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const server = await prepareCluster(options)
  const socket = createShortSocketPath(server.cluster)
  // Explicit, because PGSSLMODE in the operator's environment would request SSL.
  const address = { host: socket.folder, port, ssl: false } as const
  const log = options.log ?? (() => undefined)
  const leaseOptions: LeaseOptions = {
    ...options,
    connection: { ...address, user: adminRole },
    isServerAlive: () => findPostmaster(server.cluster) !== undefined,
    relaunch: () => relaunch(server, log),
    log,
  }
  try {
    const { lease, isStartedHere } = await joinOrLaunch(server, leaseOptions)
    let stopping: Promise<void> | undefined
    function stop(): Promise<void> {
      stopping ??= releaseAndStop(server, lease).finally(socket.remove)
      return stopping
    }
    await createRoleAndDatabase(lease.query, database).catch(async error => {
      await stop()
      throw error
    })
    return {
      url: name => formatUrl(socket.folder, name),
      connection: { ...address, user: shopRole, database },
      adminConnection: { ...address, user: adminRole, database: 'postgres' },
      isStartedHere,
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
const startTimeoutMs = 120_000
/** Backends of a server that has ended, and servers that are stopping, are gone within a moment. */
const lockTimeoutMs = 10_000

/** Checks and creates everything that a server needs. */
async function prepareCluster({
  dataDir,
  binaries: line = '18',
}: EmbeddedPostgresOptions): Promise<ClusterSetup> {
  const dataFolder = await prepareDataFolder(dataDir)
  const cluster = join(dataFolder, 'postgres')
  const clusterState = await readClusterState(cluster)
  const user = getPostgresUser(clusterState.exists ? clusterState.owner : undefined)
  const binaries = await prepareBinaries(getPackageFolder(line), user, listCopyFolders(dataFolder))
  refuseOtherMajorVersion(cluster, clusterState, binaries)
  if (clusterState.exists) await deleteAbandonedDrafts(cluster)
  else await createCluster(cluster, binaries, user)
  if (clusterState.exists && clusterState.owner.uid === 0 && user) await changeOwner(user, cluster)
  return { cluster, dataFolder, binaries, user }
}

/** Where binaries may be copied to when they cannot be run where they are. */
function listCopyFolders(dataFolder: string): string[] {
  return process.getuid?.() === 0 ? ['/var/lib/filterhouse', dataFolder] : [dataFolder]
}

/** Joins the running server, or launches one and joins it, however many processes do the same. */
async function joinOrLaunch(
  server: ClusterSetup,
  leaseOptions: LeaseOptions,
): Promise<{ lease: ServerLease; isStartedHere: boolean }> {
  const startMs = Date.now()
  let launched: LaunchedServer | undefined
  for (;;) {
    const running = findPostmaster(server.cluster)
    if (!running || running.isReady) {
      const lease = await acquireLease(leaseOptions).catch(async error => {
        if (!isMissingRole(error)) throw error
        await upgradeRoles(leaseOptions.connection, database)
        return undefined
      })
      // Of servers that were launched at once, those without the lock take a moment to end.
      const isStartedHere = launched !== undefined && launched.pid === findPostmaster(server.cluster)?.pid
      if (lease) return { lease, isStartedHere }
    }
    const failure = launched?.failure()
    if (failure) {
      const waitedMs = Date.now() - startMs
      if (!failure.isLocked || waitedMs > lockTimeoutMs) throw createStartError(server, failure.reason)
      launched = undefined
      await pause(pollMs * 4)
    }
    if (!running && !launched) {
      launched = launchServer(server)
    }
    if (Date.now() - startMs > startTimeoutMs) throw createStartError(server, 'it does not answer')
    await pause(pollMs)
  }
}

/**
 * Starts a server that has died again, while the shop goes on and answers 503. Backends that survived their server are
 * ended first: they use its shared memory, and PostgreSQL does not start beside them.
 */
async function relaunch(server: ClusterSetup, log: (line: string) => void): Promise<void> {
  log('The database server has ended by itself; it is being started again.')
  terminateOrphans(server.cluster)
  const launched = launchServer(server)
  while (!findPostmaster(server.cluster)?.isReady) {
    const failure = launched.failure()
    if (failure) return log(`The database server could not be started again: ${failure.reason}.`)
    await pause(pollMs)
  }
}

function createStartError(server: ClusterSetup, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL could not be started on ${server.cluster}: ${reason} (more in ${getLogFile(server.dataFolder)}).`,
  )
}

async function releaseAndStop(server: ClusterSetup, lease: ServerLease): Promise<void> {
  try {
    if (await lease.release()) await stopPostmaster(server.cluster)
  } finally {
    await lease.close()
  }
}

function formatUrl(folder: string, name: string): string {
  const host = encodeURIComponent(folder)
  return `postgres://${shopRole}@localhost/${encodeURIComponent(name)}?host=${host}&port=${port}&sslmode=disable`
}

/** A path of a socket's folder that is short enough to be connected to. */
interface SocketFolder {
  folder: string
  remove(): void
}

// A socket address holds 108 bytes on Linux and 104 on macOS, including the terminating zero.
const maxPathBytes = 103

/** The folder itself where its path is short enough, else a link to it that only this user can reach. */
function createShortSocketPath(folder: string): SocketFolder {
  if (isShortEnough(folder)) return { folder, remove: () => undefined }
  const linkFolder = mkdtempSync(
    join(isShortEnough(join(tmpdir(), 'filterhouse-XXXXXX/s')) ? tmpdir() : '/tmp', 'filterhouse-'),
  )
  const link = join(linkFolder, 's')
  symlinkSync(folder, link)
  return { folder: link, remove: () => rmSync(linkFolder, { recursive: true, force: true }) }
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(`${folder}/.s.PGSQL.5432`) <= maxPathBytes
}
