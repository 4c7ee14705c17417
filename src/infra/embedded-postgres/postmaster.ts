import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getErrorCode } from './errors.ts'

/** The server process of a cluster, read from its `postmaster.pid`; `isReady` is false while it starts or stops. */
export interface Postmaster {
  pid: number
  isReady: boolean
}

/**
 * A marker on the command line of the shop's servers. A pid alone proves nothing: it may belong to another process by
 * now. (The inode does not change as long as a server can run on the folder.)
 */
export function getClusterMarker(cluster: string): string {
  return `filterhouse.cluster=${statSync(cluster).ino}`
}

/** The server that runs on the cluster, if this shop or an earlier one started it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readPidLines(cluster)
  const pid = Number(lines[0])
  if (!(pid > 0) || !readCommandLine(pid).includes(getClusterMarker(cluster))) return undefined
  // The 8th line is the state: "starting", "ready", "stopping".
  return { pid, isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Invalidates a `postmaster.pid` whose process has ended while another process got its pid: PostgreSQL would refuse to
 * start. The pid is replaced by an impossible one; the other lines stay, because PostgreSQL uses them to make sure that
 * no orphaned backend still uses the data.
 */
export function invalidateStalePid(cluster: string): void {
  const file = openPidFile(cluster, constants.O_RDWR)
  if (file === undefined) return
  try {
    // Reading and writing go through one open file: a new server replaces the file, it never reuses it.
    const [pid = '', ...otherLines] = readFileSync(file, 'utf8').split('\n')
    const isHalfWritten = pid === '' && Date.now() - fstatSync(file).mtimeMs < 2000
    if (isHalfWritten || !isOtherProcess(Number(pid), cluster)) return
    const text = [impossiblePid, ...otherLines].join('\n')
    writeSync(file, text, 0)
    ftruncateSync(file, Buffer.byteLength(text))
  } finally {
    closeSync(file)
  }
}

/** Stops the server: by a fast shutdown, and by an immediate one when that takes longer than `timeoutMs`. */
export async function stopPostmaster(cluster: string, timeoutMs = 30_000): Promise<void> {
  const server = findPostmaster(cluster)
  if (!server) return
  sendSignal(server.pid, 'SIGINT')
  const deadline = Date.now() + timeoutMs
  let isForced = false
  while (findPostmaster(cluster)?.pid === server.pid) {
    if (!isForced && Date.now() > deadline) {
      // Nothing is lost: the next start recovers from the write-ahead log.
      sendSignal(server.pid, 'SIGQUIT')
      isForced = true
    }
    await pause(15)
  }
}

/**
 * Ends the backends of a server that has died. A busy one notices that only at its next wait, and until then it holds the
 * shared memory. Without /proc (macOS) they are waited for.
 */
export function terminateOrphans(cluster: string): void {
  if (process.platform !== 'linux') return
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name) && isOrphan(Number(name), cluster)) sendSignal(Number(name), 'SIGQUIT')
  }
}

// Backends have titles such as 'postgres: filterhouse: …', the server has its command line.
function isOrphan(pid: number, cluster: string): boolean {
  if (!readCommandLine(pid).startsWith('postgres: ') || !mayRunIn(pid, cluster)) return false
  return getProgram(getParent(pid)) !== 'postgres'
}

function getParent(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

// Above the largest pid of Linux (2^22) and macOS.
const impossiblePid = '2147483647'

function readPidLines(cluster: string): string[] {
  const file = openPidFile(cluster, constants.O_RDONLY)
  if (file === undefined) return []
  try {
    return readFileSync(file, 'utf8').split('\n')
  } finally {
    closeSync(file)
  }
}

/** The folder belongs to the unprivileged user, so root must not follow a link in it. */
function openPidFile(cluster: string, flags: number): number | undefined {
  try {
    return openSync(join(cluster, 'postmaster.pid'), flags | constants.O_NOFOLLOW)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** True when the process is certainly no server of this cluster. A PostgreSQL that was started by hand may be one. */
function isOtherProcess(pid: number, cluster: string): boolean {
  const command = readCommandLine(pid)
  if (command.includes('filterhouse.cluster=')) return !command.includes(getClusterMarker(cluster))
  return getProgram(pid) !== 'postgres' || !mayRunIn(pid, cluster)
}

const getProgram = (pid: number): string => basename(readCommandLine(pid).split(/[\0\s]/, 1)[0] ?? '')

function mayRunIn(pid: number, cluster: string): boolean {
  try {
    const folder = statSync(`/proc/${pid}/cwd`)
    const clusterFolder = statSync(cluster)
    return folder.ino === clusterFolder.ino && folder.dev === clusterFolder.dev
  } catch {
    return true
  }
}

/** The command line of a process; '' when there is no such process, or it is a zombie. */
function readCommandLine(pid: number): string {
  if (!(pid > 0)) return ''
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function sendSignal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error
  }
}
