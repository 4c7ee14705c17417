import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { compileCacheEnv } from './built-shop.ts'
import { root } from './sources.ts'

export interface ScriptOutput {
  code: number | null
  out: string
  errors: string
}

/** Runs a command of the operator, `scripts/NAME.ts`, in a process of its own. */
export function runScript(
  name: string,
  parameters: string[],
  env: Record<string, string> = {},
): Promise<ScriptOutput> {
  const child = spawn(process.execPath, [join(root, 'scripts', `${name}.ts`), ...parameters], {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...compileCacheEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, out, errors }))
  })
}
