import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** The user that PostgreSQL's programs run as; `undefined`: the user of this process. */
export interface SystemUser {
  uid: number
  gid: number
}

export type ProgramResult = { ok: true } | { ok: false; reason: string }

/**
 * PostgreSQL refuses to run as root. When root starts the shop, it therefore runs as the owner of an existing cluster,
 * else as an unprivileged system user.
 */
export function getPostgresUser(owner: SystemUser | undefined): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (owner && owner.uid !== 0) return owner
  return findUser('postgres') ?? findUser('nobody') ?? { uid: 65534, gid: 65534 }
}

/**
 * Starts a PostgreSQL program with `-D folder`. With a `log` (an open file, for both of its output streams) it is
 * detached: it survives this process and gets no Ctrl-C of its terminal. Without one, see `waitForExit`.
 *
 * On Linux the folder is passed as an open descriptor. `/proc/self/fd/3` needs no permission on the parent folders, so
 * the unprivileged user reaches data below a 0700 folder of root, and no path is too long. (`/proc/self/cwd` would
 * suffice for PostgreSQL 18, but 15 changes its working directory to find its own binary.)
 */
export function spawnOnFolder(
  program: string,
  folder: string,
  args: readonly string[],
  options: { user: SystemUser | undefined; log?: number },
): ChildProcess {
  const descriptor = openSync(folder, 'r')
  try {
    const hasDescriptor = process.platform === 'linux'
    return spawn(program, ['-D', hasDescriptor ? '/proc/self/fd/3' : folder, ...args], {
      ...options.user,
      cwd: '/',
      env: programEnvironment,
      detached: options.log !== undefined,
      stdio: [
        'ignore',
        options.log ?? 'ignore',
        options.log ?? 'pipe',
        hasDescriptor ? descriptor : 'ignore',
      ],
    })
  } finally {
    closeSync(descriptor)
  }
}

/** Checks that `user` can run the program, by printing its version. */
export function checkProgram(program: string, user: SystemUser | undefined): Promise<ProgramResult> {
  return waitForExit(
    spawn(program, ['--version'], {
      ...user,
      cwd: '/',
      env: programEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  )
}

/** Waits until a program ends. The reason of a failure is its error output, if there is any. Never throws. */
export function waitForExit(child: ChildProcess): Promise<ProgramResult> {
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString()
  })
  return new Promise(resolve => {
    child.once('error', error => resolve({ ok: false, reason: error.message }))
    child.once('close', (code, signal) =>
      resolve(
        code === 0
          ? { ok: true }
          : { ok: false, reason: errorOutput.trim() || `ended with ${signal ?? code}` },
      ),
    )
  })
}

// Variables that operators set for their own psql (PGDATA, PGPORT, LC_ALL …) must not reach the shop's server.
const programEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function findUser(name: string): SystemUser | undefined {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = accounts.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}
