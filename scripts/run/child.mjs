import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Ends the command with one sentence for the person at the keyboard. */
export class Refusal extends Error {
  constructor(sentence, exitCode) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** EX_CONFIG of sysexits.h: the machine lacks something that only its owner can put right. */
export const configurationExitCode = 78

const passedOn = ['SIGTERM', 'SIGINT', 'SIGHUP']
const signalled = signal => 128 + (constants.signals[signal] ?? 0)
const parentWatchMs = 500
let stoppedBy = null

// Standard output belongs to the command itself; what the runner has to tell goes beside it.
export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

export function exitOf(error) {
  say(error instanceof Refusal ? error.message : String(error?.stack ?? error))
  return error instanceof Refusal ? error.exitCode : 1
}

/**
 * Runs a program in the caller's folder with our standard streams and passes signals on to it.
 * Resolves with its exit code (128 + n when signal n ended it), once it has ended. `patienceMs`: how long after a
 * signal it may take to end by itself; without it, as long as it needs.
 */
export function runChild(program, parameters, env = {}, patienceMs = null) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, PATH: path, ...env } })
  return new Promise((resolve, reject) => {
    let lastResort
    const pass = signal => {
      stoppedBy = signal
      child.kill(signal)
      if (patienceMs !== null) lastResort ??= setTimeout(() => child.kill('SIGKILL'), patienceMs)
    }
    for (const signal of passedOn) process.on(signal, pass)
    const watch = watchParent(() => pass('SIGTERM'))
    const done = () => {
      for (const signal of passedOn) process.off(signal, pass)
      clearInterval(watch)
      clearTimeout(lastResort)
    }
    child.on('error', error => {
      done()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      done()
      resolve(code ?? signalled(signal))
    })
  })
}

/** A step of the preparations did not succeed: with `sentence`, unless it was we who were told to stop. */
export function failed(sentence, code) {
  return stoppedBy ? new Refusal('Stopped.', signalled(stoppedBy)) : new Refusal(sentence, code)
}

/**
 * Started by npm, we are the child of npm or of its shell. Some shells die of a SIGTERM without passing it on, and
 * npm can be killed with -9: nothing that it started may stay behind.
 */
function watchParent(orphaned) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    orphaned()
  }, parentWatchMs)
  return watch
}
