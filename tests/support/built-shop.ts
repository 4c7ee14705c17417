import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { toCheckedShop } from './checked-built-shop.ts'
import { checkAfterEachTest, type InvariantExceptions } from './checked-shops.ts'
import { root } from './sources.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The built server, in a process and a data folder of its own. */
export interface BuiltShop {
  url: string
  dataDir: string
  /** DATA_DIR and DATABASE_URL, for scripts that work on the same data. */
  dataEnv: Record<string, string>
  process: ChildProcess
  /** Its standard error: the log. */
  log: () => string
  /** Waits for a captured e-mail that contains this text; returns its source. */
  waitForEmail: (text: string) => Promise<string>
  /** Stops it with SIGTERM; returns the exit code. */
  stop: () => Promise<number | null>
}

const startTimeoutMs = 200_000
const emailTimeoutMs = 60_000
/** A browser's last request may still be answered when its test ends. */
const lastRequestMs = 5_000

/**
 * `env` overrides the defaults. Without DATA_DIR the shop gets a folder and a database with demo data, deleted at the
 * end; with it, the embedded PostgreSQL in that folder. `server`: another folder than dist/server. The invariants of a shop
 * with a database of its own are checked after each test, but those of `exceptions`.
 */
export async function startBuiltShop(
  env: Record<string, string> = {},
  server?: string,
  exceptions: InvariantExceptions = {},
): Promise<BuiltShop> {
  const data = env.DATA_DIR ? getShopData(env.DATA_DIR) : await createShopData()
  const { child, output, errors } = spawnBuiltShop({ ...env, ...data.env }, server)
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The shop did not start: ${errors()}`)), startTimeoutMs)
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
  const checks =
    data.database && checkAfterEachTest(await toCheckedShop(data.database, errors), exceptions, lastRequestMs)
  return {
    url,
    dataDir: data.env.DATA_DIR,
    dataEnv: data.env,
    process: child,
    log: errors,
    waitForEmail: text => waitForEmail(data.env.DATA_DIR, text),
    async stop() {
      checks?.stop()
      const code = await end(child)
      await data.remove()
      return code
    },
  }
}

interface ShopData {
  env: { DATA_DIR: string; DATABASE_URL?: string }
  /** Of its own, as a copy of the template. */
  database?: TestDatabase
  remove: () => Promise<void>
}

const getShopData = (dataDir: string): ShopData => ({ env: { DATA_DIR: dataDir }, remove: async () => {} })

/** All shops share the folder of scaled product pictures, so that each picture is encoded once for the whole run. */
async function createShopData(): Promise<ShopData> {
  const database = await createTestDatabase(1)
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
  await symlink(inject('pictureDir'), join(dataDir, 'derivatives'))
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: database.url },
    database,
    async remove() {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies database and demo data into a folder. `cp -a` preserves the owner, as PostgreSQL runs under that user. */
export async function copyDemoData(folder: string): Promise<string> {
  await promisify(execFile)('cp', ['-a', `${inject('demoDataDir')}/.`, folder])
  return folder
}

/** The checks have it set: shops and commands then start in less time. */
const { NODE_COMPILE_CACHE } = process.env
export const compileCacheEnv = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : undefined

const builtServer = join(root, 'dist', 'server')

export function spawnBuiltShop(env: Record<string, string>, server = builtServer) {
  const child = spawn(process.execPath, [join(server, 'main.js')], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      ...compileCacheEnv,
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

/** Starts a shop that must fail; returns its exit code and error output. */
export async function waitForFailedStart(
  env: Record<string, string>,
  server?: string,
): Promise<{ code: number | null; errorOutput: string }> {
  const { child, errors } = spawnBuiltShop(env, server)
  // 'close' instead of 'exit': output may still arrive after the exit.
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, errorOutput: errors() }
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

/** Waits for a captured e-mail in this data folder that contains the text; returns its source. */
export function waitForEmail(dataDir: string, text: string): Promise<string> {
  const folder = join(dataDir, 'mail')
  return until(async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const mail = await readFile(join(folder, name), 'utf8')
      if (mail.includes(text)) return mail
    }
    return undefined
  }, `No mail with “${text}” came.`)
}

async function until<T>(attempt: () => Promise<T | undefined>, message: string): Promise<T> {
  const end = Date.now() + emailTimeoutMs
  while (Date.now() < end) {
    const result = await attempt()
    if (result !== undefined) return result
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  throw new Error(message)
}
