import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 3_000
const pollMs = 100

/**
 * What still runs in the folder of the check, or was told to use it, after all steps have ended: ends it, and names
 * it. Only where the system tells (Linux).
 */
export async function endStrays(folder: string): Promise<string[]> {
  const deadline = Date.now() + patienceMs
  while (strays(folder).length > 0 && Date.now() < deadline) await pause(pollMs)
  const left = strays(folder)
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
  }
  return left.map(({ pid, command }) => `${pid} ${command}`)
}

function strays(folder: string): { pid: number; command: string }[] {
  return processes()
    .filter(pid => pid !== process.pid && (isIn(folder, pid) || wasTold(folder, pid)))
    .map(pid => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 120) }))
    .filter(({ command }) => command !== '')
}

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function isIn(folder: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
  } catch {
    return false
  }
}

const wasTold = (folder: string, pid: number) => read(pid, 'environ').includes(`TMPDIR=${folder}`)

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
