import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { root } from './sources.ts'

/** The shop as its users start it: the built server, in a process and a data folder of its own. */
export interface BuiltShop {
  url: string
  dataDir: string
  process: ChildProcess
  /** What it wrote to standard error: its log. */
  log: () => string
  /** Waits for a captured mail whose text has this, and returns it whole. */
  mailWith: (text: string) => Promise<string>
  /** Ends it by SIGTERM; the exit code. */
  stop: () => Promise<number | null>
}

const startMs = 200_000
const patienceMs = 60_000

/**
 * `env` overrides. Without DATA_DIR the data folder is a copy of one with the demo data, removed at the end. `server`:
 * another dist/server.
 */
export async function startShop(env: Record<string, string> = {}, server?: string): Promise<BuiltShop> {
  const dataDir = env.DATA_DIR ?? (await copyDemoData(await mkdtemp(join(tmpdir(), 'shop-'))))
  const { child, output, errors } = spawnShop({ ...env, DATA_DIR: dataDir }, server)
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The shop did not start: ${errors()}`)), startMs)
    child.stdout!.on('data', () => {
      const address = /Listening on (\S+)/.exec(output())?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
    child.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`The shop ended with ${code} instead of starting: ${errors()}`))
    })
  })
  return {
    url,
    dataDir,
    process: child,
    log: errors,
    mailWith: text => mailWith(join(dataDir, 'mail'), text),
    async stop() {
      const code = await end(child)
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** Fills a folder with database and demo data. `cp -a` keeps the files' owner, as whom PostgreSQL runs. */
export async function copyDemoData(folder: string): Promise<string> {
  await promisify(execFile)('cp', ['-a', `${inject('demoDataDir')}/.`, folder])
  return folder
}

const builtServer = join(root, 'dist', 'server')

export function spawnShop(env: Record<string, string>, server = builtServer) {
  const child = spawn(process.execPath, [join(server, 'main.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    errors += text
  })
  return { child, output: () => output, errors: () => errors }
}

/** The exit code of a start that is expected to fail, with what it said. */
export async function failedStart(
  env: Record<string, string>,
  server?: string,
): Promise<{ code: number | null; said: string }> {
  const { child, errors } = spawnShop(env, server)
  // After the exit its last words may still be on their way.
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: errors() }
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

function mailWith(folder: string, text: string): Promise<string> {
  return until(async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const mail = await readFile(join(folder, name), 'utf8')
      if (mail.includes(text)) return mail
    }
    return undefined
  }, `No mail with “${text}” came.`)
}

async function until<T>(look: () => Promise<T | undefined>, words: string): Promise<T> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(words)
}
