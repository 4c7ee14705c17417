import type { ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { getClusterMarker, invalidateStalePid } from './postmaster.ts'
import { type SystemUser, spawnOnFolder } from './programs.ts'

/** A server that was launched: `failure` is undefined while the process runs, then has the reason from its log. */
export interface LaunchedServer {
  /** Undefined: it could not be spawned. */
  pid: number | undefined
  failure(): LaunchFailure | undefined
}

/** `isLocked`: another server uses the data, perhaps only for a moment longer. */
export interface LaunchFailure {
  isLocked: boolean
  reason: string
}

export interface ClusterSetup {
  cluster: string
  dataFolder: string
  binaries: Binaries
  user: SystemUser | undefined
}

/** PostgreSQL's own log. It is beside the cluster, where the unprivileged user cannot replace it with a link. */
export function getLogFile(dataFolder: string): string {
  return join(dataFolder, 'postgres.log')
}

/** Starts the server process, detached: it does not keep this process alive, and survives when this one is killed. */
export function launchServer(server: ClusterSetup): LaunchedServer {
  const path = getLogFile(server.dataFolder)
  rotateLog(path)
  invalidateStalePid(server.cluster)
  const log = openSync(path, 'a', 0o600)
  const logStart = fstatSync(log).size
  try {
    const child = spawnOnFolder(server.binaries.postgres, server.cluster, toServerArguments(server), {
      user: server.user,
      log,
    })
    child.unref()
    return watchProcess(child, () => readFileSync(path).subarray(logStart).toString())
  } finally {
    closeSync(log)
  }
}

function watchProcess(child: ChildProcess, readNewLog: () => string): LaunchedServer {
  let spawnError = ''
  let hasEnded = false
  child.once('error', error => {
    spawnError = error.message
    hasEnded = true
  })
  child.once('exit', () => {
    hasEnded = true
  })
  return {
    pid: child.pid,
    failure() {
      if (!hasEnded) return undefined
      const reason = spawnError || findReason(readNewLog(), child.pid) || 'it ended at once'
      return { isLocked: /lock file|shared memory block/.test(reason), reason }
    },
  }
}

/**
 * The reason that the server of this pid logged; if it ended before it could log, the last lines of the output. Servers
 * that were launched at once write into one log, and so do the backends of the one that runs.
 */
function findReason(text: string, pid: number | undefined): string {
  return (
    new RegExp(`\\[${pid}\\] (?:FATAL|PANIC): {2}(.*)`).exec(text)?.[1] ??
    text.trim().split('\n').slice(-2).join(' ')
  )
}

/** Settings for a small machine. Passed at each start, so that a change here applies to existing clusters too. */
function toServerArguments({ cluster, binaries }: ClusterSetup): string[] {
  const settings: Record<string, string> = {
    cluster_name: 'filterhouse',
    // No TCP. The socket is in the cluster's folder, which only its owner can enter.
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    huge_pages: 'off',
    jit: 'off',
    // On two cores, two requests gain more than one parallel query; a container's 64 MB of /dev/shm is too small too.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    // Only events of the server: failed statements are reported by the shop, and their details are personal data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    ...(binaries.major >= 18 ? { io_method: 'sync' } : {}),
  }
  const pairs = [
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    getClusterMarker(cluster),
  ]
  return pairs.flatMap(pair => ['-c', pair])
}

/** The log grows by a few lines with each start; above 1 MB it replaces `postgres.log.old`. */
function rotateLog(path: string): void {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > 1_000_000) renameSync(path, `${path}.old`)
}
