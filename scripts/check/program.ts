import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Outcome } from './steps.ts'

export const root = join(import.meta.dirname, '..', '..')

/** A program of the installed packages. */
export const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

/** A step that is one program: it has succeeded when the program ends with 0. */
export function program(
  command: string,
  ...parameters: string[]
): (env: NodeJS.ProcessEnv) => Promise<Outcome> {
  return async env => {
    const { code, output } = await run(command, parameters, env)
    return { ok: code === 0, details: output }
  }
}

/** Runs a program in the project's folder and keeps what it writes. */
export function run(
  command: string,
  parameters: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const child = spawn(command, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = (signal: NodeJS.Signals) => {
    process.exitCode = 1
    child.kill(signal)
  }
  for (const signal of passedOn) process.once(signal, stop)
  let output = ''
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const name of passedOn) process.off(name, stop)
      resolve({ code: code ?? 1, output: signal ? `${output}\nEnded by ${signal}.` : output })
    })
  })
}

const passedOn = ['SIGTERM', 'SIGINT'] as const
