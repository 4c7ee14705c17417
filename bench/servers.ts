import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, nodeOptions as shopNodeOptions } from '../scripts/run/shop-process.mjs'
import { projectRoot } from '../src/infra/folders.ts'
import { limitNames } from '../src/infra/rate-limit/limits.ts'
import { readProcessorMs } from './processor-time.ts'

export interface RunningServer {
  url: string
  /** Milliseconds from the start of the process until it was ready. */
  startedMs: number
  rssMegabytes(): number
  /** Processor time of the process so far, without its children. */
  processorMs(): number
  /** The lines of its standard error so far: its log. */
  log(): string[]
  stop(): Promise<void>
}

const startTimeoutMs = 180_000
/** Each poll that is too early costs the server time, and a line of its log: of the time so far, and at least 10 ms. */
const pollShare = 0.05
const minPollMs = 10

/** No answer of a load may be decided by a limit: all of it comes from one address, and as fast as the machine can. */
export const withoutLimits = Object.fromEntries(limitNames.map(name => [name, '999999999']))

/** Starts the built shop on a data folder, with the embedded database. `env`: further settings. */
export function startShopServer(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const entry = join(projectRoot, 'dist', 'server', 'main.js')
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
    ...environment,
  }
  return startServer(entry, settings, '/readyz', shopNodeOptions)
}

/** Starts a server that prints 'Listening on URL'; waits until `readyPath` answers 200. */
export async function startServer(
  entry: string,
  env: Record<string, string>,
  readyPath: string,
  nodeOptions: string[] = [],
): Promise<RunningServer> {
  const startMs = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, entry], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
    process.stderr.write(text)
  })
  const url = await waitForUrl(child)
  while (!(await isReady(url + readyPath))) {
    if (performance.now() - startMs > startTimeoutMs) throw new Error(`${entry} does not answer ${readyPath}`)
    await sleep(Math.max(minPollMs, (performance.now() - startMs) * pollShare))
  }
  return {
    url,
    startedMs: performance.now() - startMs,
    rssMegabytes: () => readRssMegabytes(child.pid!),
    processorMs: () => readProcessorMs(child.pid!),
    log: () => log.split('\n').filter(Boolean),
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /Listening on (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    child.on('exit', code => reject(new Error(`A server ended with code ${code} before it listened.`)))
    child.on('error', reject)
  })
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).status === 200
  } catch {
    return false
  }
}

/** Resident memory of one process, without its children; NaN where /proc does not exist. */
function readRssMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
