import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 200
const maxPolls = 25

/**
 * Ends the processes that name the folder in their command or environment. Tests that are interrupted leave servers behind:
 * PostgreSQL in a session of its own, which no Ctrl-C reaches. Needs /proc; elsewhere it does nothing.
 */
export async function endProcessesOf(folder) {
  for (const pid of listProcessesOf(folder)) signal(pid, 'SIGINT')
  for (let poll = 0; poll < maxPolls && listProcessesOf(folder).length > 0; poll++) await sleep(pollMs)
  for (const pid of listProcessesOf(folder)) signal(pid, 'SIGKILL')
}

function listProcessesOf(folder) {
  return listNames('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(pid => ['cmdline', 'environ'].some(file => read(`/proc/${pid}/${file}`).includes(folder)))
    .map(Number)
}

function listNames(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

// A process may have ended meanwhile, or belong to somebody else.
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}
