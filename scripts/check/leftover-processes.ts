import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 3_000
const pollMs = 100

/**
 * Ends the processes that still run in the check's folder, or have it in their environment, after all steps have
 * ended. Returns their command lines. Only on Linux, where /proc lists them.
 */
export async function endLeftoverProcesses(folder: string): Promise<string[]> {
  const deadline = Date.now() + timeoutMs
  while (findProcesses(folder).length > 0 && Date.now() < deadline) await sleep(pollMs)
  const leftovers = findProcesses(folder)
  for (const { pid } of leftovers) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
  }
  return leftovers.map(({ pid, command }) => `${pid} ${command}`)
}

function findProcesses(folder: string): { pid: number; command: string }[] {
  return listPids()
    .filter(pid => pid !== process.pid && (runsIn(folder, pid) || hasInEnvironment(folder, pid)))
    .map(pid => ({ pid, command: readProc(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 120) }))
    .filter(({ command }) => command !== '')
}

function listPids(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function runsIn(folder: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
  } catch {
    return false
  }
}

const hasInEnvironment = (folder: string, pid: number) =>
  readProc(pid, 'environ').includes(`TMPDIR=${folder}`)

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
