import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from './refusal.ts'

/** The server process of a cluster, as its `postmaster.pid` tells; `ready` is false while it starts or stops. */
export interface Postmaster {
  pid: number
  ready: boolean
}

/**
 * Our servers carry this on their command line: a pid alone proves nothing, it may have been given to another
 * process since. (The inode stays what it is for as long as a server can live on the folder.)
 */
export function marker(cluster: string): string {
  return `filterhouse.cluster=${statSync(cluster).ino}`
}

/** The server that lives on the cluster, if it is one that we started (or a shop before us did). */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = pidLines(cluster)
  const pid = Number(lines[0])
  if (!(pid > 0) || !commandOf(pid).includes(marker(cluster))) return undefined
  // The 8th line is the state: "starting", "ready", "stopping".
  return { pid, ready: lines[7]?.trim() === 'ready' }
}

/**
 * Takes the sting out of a `postmaster.pid` whose process is gone while another one got its number: PostgreSQL would
 * refuse to start. The pid becomes one that cannot exist; the other lines stay, for by them PostgreSQL
 * makes sure that no orphaned backend still works on the data.
 */
export function neutraliseStalePid(cluster: string): void {
  const file = openPidFile(cluster, constants.O_RDWR)
  if (file === undefined) return
  try {
    // Reading and writing go through one open file: a new server replaces the file, it never reuses it.
    const [pid = '', ...rest] = readFileSync(file, 'utf8').split('\n')
    const halfWritten = pid === '' && Date.now() - fstatSync(file).mtimeMs < 2000
    if (halfWritten || !isForeign(Number(pid), cluster)) return
    const text = [impossiblePid, ...rest].join('\n')
    writeSync(file, text, 0)
    ftruncateSync(file, Buffer.byteLength(text))
  } finally {
    closeSync(file)
  }
}

/** Stops the server: a fast shutdown, an immediate one when that takes longer than `patienceMs`. */
export async function shutDown(cluster: string, patienceMs = 30_000): Promise<void> {
  const server = findPostmaster(cluster)
  if (!server) return
  signal(server.pid, 'SIGINT')
  const deadline = Date.now() + patienceMs
  let pressed = false
  while (findPostmaster(cluster)?.pid === server.pid) {
    if (!pressed && Date.now() > deadline) {
      // Nothing is lost: the next start recovers from the write-ahead log.
      signal(server.pid, 'SIGQUIT')
      pressed = true
    }
    await pause(15)
  }
}

// Above the largest pid of Linux (2^22) and macOS.
const impossiblePid = '2147483647'

function pidLines(cluster: string): string[] {
  const file = openPidFile(cluster, constants.O_RDONLY)
  if (file === undefined) return []
  try {
    return readFileSync(file, 'utf8').split('\n')
  } finally {
    closeSync(file)
  }
}

/** The folder is the unprivileged user's: root must not let itself be led elsewhere by a link. */
function openPidFile(cluster: string, flags: number): number | undefined {
  try {
    return openSync(join(cluster, 'postmaster.pid'), flags | constants.O_NOFOLLOW)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Whether the process surely is not a server of this cluster. A PostgreSQL started by hand gets the benefit. */
function isForeign(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  if (command.includes('filterhouse.cluster=')) return !command.includes(marker(cluster))
  const program = basename(command.split(/[\0\s]/, 1)[0] ?? '')
  return program !== 'postgres' || !mayWorkIn(pid, cluster)
}

function mayWorkIn(pid: number, cluster: string): boolean {
  try {
    const folder = statSync(`/proc/${pid}/cwd`)
    const ours = statSync(cluster)
    return folder.ino === ours.ino && folder.dev === ours.dev
  } catch {
    return true
  }
}

/** The command line of a process; '' when there is none, or only its remains (a zombie). */
function commandOf(pid: number): string {
  if (!(pid > 0)) return ''
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
