import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** Whom PostgreSQL's programs run as; `undefined` means: as ourselves. */
export interface SystemUser {
  uid: number
  gid: number
}

export type Ending = { ok: true } | { ok: false; why: string }

/**
 * PostgreSQL refuses to run as root. Started by root it therefore runs as the owner of the cluster that is there
 * already, else as `postgres`, else as `nobody`.
 */
export function userForPostgres(owner: SystemUser | undefined): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (owner && owner.uid !== 0) return owner
  return userNamed('postgres') ?? userNamed('nobody') ?? { uid: 65534, gid: 65534 }
}

/**
 * Starts a PostgreSQL program with `-D folder`. With a `log` (an open file, for both of its output streams) it
 * stands on its own: it outlives us and hears no Ctrl-C of our terminal. Without, see `ending`.
 *
 * On Linux the folder is handed over as an open descriptor. `/proc/self/fd/3` needs no permission on the folders
 * above, so data below a 0700 folder of root are within the unprivileged user's reach, and no path is too long.
 * (`/proc/self/cwd` would do for PostgreSQL 18, but 15 leaves its working directory to look for itself.)
 */
export function spawnOnFolder(
  program: string,
  folder: string,
  args: readonly string[],
  options: { user: SystemUser | undefined; log?: number },
): ChildProcess {
  const handle = openSync(folder, 'r')
  try {
    const byHandle = process.platform === 'linux'
    return spawn(program, ['-D', byHandle ? '/proc/self/fd/3' : folder, ...args], {
      ...options.user,
      cwd: '/',
      env: plainEnvironment,
      detached: options.log !== undefined,
      stdio: ['ignore', options.log ?? 'ignore', options.log ?? 'pipe', byHandle ? handle : 'ignore'],
    })
  } finally {
    closeSync(handle)
  }
}

/** Whether `user` can run the program: it is asked for its version only. */
export function tryProgram(program: string, user: SystemUser | undefined): Promise<Ending> {
  return ending(
    spawn(program, ['--version'], {
      ...user,
      cwd: '/',
      env: plainEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  )
}

/** Waits for the end of a program, and says why it failed: in its own words, if it had any. Never throws. */
export function ending(child: ChildProcess): Promise<Ending> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  return new Promise(resolve => {
    child.once('error', error => resolve({ ok: false, why: error.message }))
    child.once('close', (code, signal) =>
      resolve(
        code === 0 ? { ok: true } : { ok: false, why: complaint.trim() || `ended with ${signal ?? code}` },
      ),
    )
  })
}

// What the operator has set for his own psql (PGDATA, PGPORT, LC_ALL …) must not reach our server.
const plainEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function userNamed(name: string): SystemUser | undefined {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = accounts.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
}
