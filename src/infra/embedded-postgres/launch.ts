import type { ChildProcess } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { marker, neutraliseStalePid } from './postmaster.ts'
import { type SystemUser, spawnOnFolder } from './programs.ts'

/** A server on its way: `failure` stays undefined while it lives, then tells the last words of its log. */
export interface Launch {
  failure(): Failure | undefined
}

/** `taken`: the data are in another server's hands, perhaps only for a moment longer. */
export interface Failure {
  taken: boolean
  words: string
}

export interface Server {
  cluster: string
  dataFolder: string
  binaries: Binaries
  user: SystemUser | undefined
}

/** PostgreSQL's own log. It stands beside the cluster, where the unprivileged user cannot swap it for a link. */
export function logFile(dataFolder: string): string {
  return join(dataFolder, 'postgres.log')
}

/** Starts the server process and lets go of it: it does not keep us alive, and outlives us if we are killed. */
export function launch(server: Server): Launch {
  const path = logFile(server.dataFolder)
  truncateLog(path)
  neutraliseStalePid(server.cluster)
  const log = openSync(path, 'a', 0o600)
  const begin = fstatSync(log).size
  try {
    const child = spawnOnFolder(server.binaries.postgres, server.cluster, settings(server), {
      user: server.user,
      log,
    })
    child.unref()
    return watch(child, () => readFileSync(path).subarray(begin).toString())
  } finally {
    closeSync(log)
  }
}

function watch(child: ChildProcess, logged: () => string): Launch {
  let spawnError = ''
  let ended = false
  child.once('error', error => {
    spawnError = error.message
    ended = true
  })
  child.once('exit', () => {
    ended = true
  })
  return {
    failure() {
      if (!ended) return undefined
      const words = spawnError || getLastLines(logged()) || 'it ended at once'
      return { taken: /lock file|shared memory block/.test(words), words }
    },
  }
}

/** What the server gave as the reason; where it did not come so far as to log, all that it said. */
function getLastLines(text: string): string {
  return /(?:FATAL|PANIC): {2}(.*)/.exec(text)?.[1] ?? text.trim().split('\n').slice(-2).join(' ')
}

/** For a small machine. Handed over at each start, so that they follow the code and not the age of the cluster. */
function settings({ cluster, binaries }: Server): string[] {
  const values: Record<string, string> = {
    cluster_name: 'filterhouse',
    // No TCP. The socket stands in the cluster's folder, which only its owner can enter.
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
    // Two cores are better spent on two requests; a container's 64 MB of /dev/shm would not hold much either.
    max_parallel_workers_per_gather: '0',
    timezone: 'UTC',
    // Only what happens to the server: statements that fail are the shop's to report, and their details are personal.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    ...(binaries.major >= 18 ? { io_method: 'sync' } : {}),
  }
  const pairs = [...Object.entries(values).map(([name, value]) => `${name}=${value}`), marker(cluster)]
  return pairs.flatMap(pair => ['-c', pair])
}

/** The log grows by a few lines with each start; past 1 MB it moves aside, over the one before. */
function truncateLog(path: string): void {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > 1_000_000) renameSync(path, `${path}.old`)
}
