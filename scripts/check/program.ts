import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { StepOutcome } from './step.ts'

export const repositoryRoot = join(import.meta.dirname, '..', '..')

/** A program of the installed packages. */
export const bin = (name: string): string => join(repositoryRoot, 'node_modules', '.bin', name)

const running = new Set<ChildProcess>()
let stopped = false

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)

// A signal arrives more than once: from the terminal, and passed on by npm and by scripts/run.mjs.
function stop(signal: NodeJS.Signals): void {
  if (stopped) return
  stopped = true
  for (const child of running) child.kill(signal)
}

/** True after a signal: the check ends early. */
export const isStopped = (): boolean => stopped

/** A step that is one program and succeeds when the program exits with 0. */
export function createProgramStep(
  command: string,
  ...parameters: string[]
): (env: NodeJS.ProcessEnv) => Promise<StepOutcome> {
  return async env => {
    const { code, output } = await run(command, parameters, env)
    return { ok: code === 0, details: output }
  }
}

/** Runs a program in the project's folder and collects its output. */
export function run(
  command: string,
  parameters: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const child = spawn(command, parameters, { cwd: repositoryRoot, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: signal ? `${output}\nEnded by ${signal}.` : output })
    })
  })
}
