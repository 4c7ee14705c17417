import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Ends the command with one sentence on standard error. */
export class CommandError extends Error {
  constructor(sentence, exitCode) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** EX_CONFIG of sysexits.h: the machine lacks something that the operator must provide. */
export const configurationExitCode = 78

const forwardedSignals = ['SIGTERM', 'SIGINT', 'SIGHUP']
const toSignalExitCode = signal => 128 + (constants.signals[signal] ?? 0)
const parentWatchMs = 500
let stoppedBy = null

// Standard output belongs to the command itself; the runner's own messages go to standard error.
export function print(sentence) {
  process.stderr.write(`${sentence}\n`)
}

export function toExitCode(error) {
  print(error instanceof CommandError ? error.message : String(error?.stack ?? error))
  return error instanceof CommandError ? error.exitCode : 1
}

/**
 * Runs a program in the caller's folder with this process's standard streams and forwards signals to it.
 * Resolves with its exit code (128 + n when signal n ended it). `killAfterMs`: how long after a signal it may take to
 * end by itself; without it, as long as it needs.
 */
export function runChild(program, parameters, env = {}, killAfterMs = null) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, PATH: path, ...env } })
  return new Promise((resolve, reject) => {
    let killTimer
    const forward = signal => {
      stoppedBy = signal
      child.kill(signal)
      if (killAfterMs !== null) killTimer ??= setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    }
    for (const signal of forwardedSignals) process.on(signal, forward)
    const watch = watchParent(() => forward('SIGTERM'))
    const done = () => {
      for (const signal of forwardedSignals) process.off(signal, forward)
      clearInterval(watch)
      clearTimeout(killTimer)
    }
    child.on('error', error => {
      done()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      done()
      resolve(code ?? toSignalExitCode(signal))
    })
  })
}

/** The error of a failed preparation: `sentence`, unless a signal stopped it. */
export function toCommandError(sentence, code) {
  return stoppedBy
    ? new CommandError('Stopped.', toSignalExitCode(stoppedBy))
    : new CommandError(sentence, code)
}

/**
 * Under npm this process is the child of npm or of its shell. Some shells die of a SIGTERM without forwarding it, and
 * npm can be killed with -9: no child may outlive them.
 */
function watchParent(onOrphaned) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    onOrphaned()
  }, parentWatchMs)
  return watch
}
