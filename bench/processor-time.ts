import { readdirSync, readFileSync } from 'node:fs'

// The kernel counts in hundredths of a second, on every architecture of Linux.
const msPerTick = 10

interface ProcessStat {
  pid: number
  parent: number
  /** Of its threads, ended ones too. */
  ms: number
  /** Of its children that have ended. */
  endedChildrenMs: number
}

/** Processor time of a process so far, without its children. NaN where /proc does not exist. */
export const readProcessorMs = (pid: number): number => readStat(pid)?.ms ?? Number.NaN

/** The same of a PostgreSQL server: of its postmaster, of all its backends, and of those that have ended. */
export function readPostgresMs(postmaster: number): number {
  const server = readStat(postmaster)
  if (!server) return Number.NaN
  const backends = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => readStat(Number(name)))
    .filter(stat => stat?.parent === postmaster)
  return backends.reduce((sum, backend) => sum + readThreadMs(backend!), server.ms + server.endedChildrenMs)
}

/** To the nanosecond: each of many backends works little in a second. They have one thread. */
function readThreadMs({ pid, ms }: ProcessStat): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    // It has ended just now, or the kernel does not count.
    return ms
  }
}

/** Null: there is no such process. */
function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets, which may itself have both.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const readMs = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) * msPerTick
    return { pid, parent: Number(fields[1]), ms: readMs(11), endedChildrenMs: readMs(13) }
  } catch {
    return null
  }
}
