import { accessSync, constants } from 'node:fs'
import { chown, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../folders.ts'
import { createFolderAtomically } from './atomic-folder.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError, getErrorCode } from './errors.ts'
import { type SystemUser, spawnOnFolder, waitForExit } from './programs.ts'
import { adminRole } from './roles.ts'

/** What the cluster's folder holds before the start. */
export type ClusterState = { exists: false } | { exists: true; major: number; owner: SystemUser }

/** The data folder's real path; creates it when it is missing. Throws EmbeddedPostgresError when it is not writable. */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  try {
    createFolder(dataDir)
    const folder = await realpath(dataDir)
    accessSync(folder, constants.W_OK | constants.X_OK)
    return folder
  } catch (error) {
    throw toWriteError(dataDir, error)
  }
}

/** Throws EmbeddedPostgresError when the folder holds something else, or a cluster of another user. */
export async function readClusterState(cluster: string): Promise<ClusterState> {
  const names = await readdir(cluster).catch((error: unknown): string[] => {
    if (getErrorCode(error) === 'ENOENT') return []
    throw new EmbeddedPostgresError(`The database folder ${cluster} cannot be read (${getErrorCode(error)}).`)
  })
  if (names.length === 0) return { exists: false }
  if (!names.includes('PG_VERSION')) {
    throw new EmbeddedPostgresError(
      `The folder ${cluster} is in the way: it holds something that is not a database.`,
    )
  }
  const { uid, gid } = await stat(cluster)
  const currentUid = process.getuid?.()
  if (currentUid !== 0 && currentUid !== uid) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to user ${uid}; start the shop as that user.`,
    )
  }
  const major = Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  return { exists: true, major, owner: { uid, gid } }
}

/** Refuses a cluster of another major version: PostgreSQL cannot read it. */
export function refuseOtherMajorVersion(cluster: string, state: ClusterState, binaries: Binaries): void {
  if (!state.exists || state.major === binaries.major) return
  throw new EmbeddedPostgresError(
    `The database in ${cluster} was made by PostgreSQL ${state.major}, but this shop runs PostgreSQL ` +
      `${binaries.major}: bring it over with pg_upgrade, or move the folder away to start afresh.`,
  )
}

/** Creates the cluster atomically, even when several processes do it at once or one of them is killed. */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<void> {
  try {
    await createFolderAtomically(cluster, async draft => {
      if (user) await chown(draft, user.uid, user.gid)
      await runInitdb(draft, binaries, user)
    })
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : toWriteError(cluster, error)
  }
}

/** Makes `user` the owner of data that root has copied here: PostgreSQL does not run as root. */
export async function changeOwner(user: SystemUser, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await changeOwner(user, path)
    else await lchown(path, user.uid, user.gid)
  }
  await lchown(folder, user.uid, user.gid)
}

async function runInitdb(folder: string, binaries: Binaries, user: SystemUser | undefined): Promise<void> {
  // The builtin provider sorts text the same on every machine, whatever its C library. It exists since 17.
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C']
  // Trust: the socket is in a folder that only its owner can enter, and there is no TCP.
  const args = ['--username', adminRole, '--auth=trust', '--encoding=UTF8', ...locale]
  const result = await waitForExit(spawnOnFolder(binaries.initdb, folder, args, { user }))
  if (!result.ok)
    throw new EmbeddedPostgresError(`The database could not be made in ${folder}: ${result.reason}`)
}

function toWriteError(folder: string, error: unknown): Error {
  if (getErrorCode(error) === '') return error as Error
  return new EmbeddedPostgresError(`The data folder ${folder} cannot be written (${getErrorCode(error)}).`)
}
