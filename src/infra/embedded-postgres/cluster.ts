import { accessSync, constants } from 'node:fs'
import { chown, lchown, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../folders.ts'
import type { Binaries } from './binaries.ts'
import { createFolderOnce } from './folder-once.ts'
import { ending, type SystemUser, spawnOnFolder } from './programs.ts'
import { codeOf, PostgresRefusal } from './refusal.ts'

/** The only role there is; it owns the databases. */
export const superuser = 'filterhouse'

/** What stands at the cluster's place before we start. */
export type ClusterState = { made: false } | { made: true; major: number; owner: SystemUser }

/** The data folder's true path; makes it when it is missing. Throws PostgresRefusal when we cannot write there. */
export async function openDataFolder(dataDir: string): Promise<string> {
  try {
    createFolder(dataDir)
    const folder = await realpath(dataDir)
    accessSync(folder, constants.W_OK | constants.X_OK)
    return folder
  } catch (error) {
    throw cannotWrite(dataDir, error)
  }
}

/** Looks at the cluster's place. Throws PostgresRefusal for what is not a cluster, or not one of ours to run. */
export async function findCluster(cluster: string): Promise<ClusterState> {
  const names = await readdir(cluster).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return []
    throw new PostgresRefusal(`The database folder ${cluster} cannot be read (${codeOf(error)}).`)
  })
  if (names.length === 0) return { made: false }
  if (!names.includes('PG_VERSION')) {
    throw new PostgresRefusal(
      `The folder ${cluster} is in the way: it holds something that is not a database.`,
    )
  }
  const { uid, gid } = await stat(cluster)
  const us = process.getuid?.()
  if (us !== 0 && us !== uid) {
    throw new PostgresRefusal(
      `The database in ${cluster} belongs to user ${uid}; start the shop as that user.`,
    )
  }
  const major = Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10)
  return { made: true, major, owner: { uid, gid } }
}

/** Refuses a cluster of another major version: PostgreSQL cannot read it. */
export function refuseOtherMajor(cluster: string, found: ClusterState, binaries: Binaries): void {
  if (!found.made || found.major === binaries.major) return
  throw new PostgresRefusal(
    `The database in ${cluster} was made by PostgreSQL ${found.major}, but this shop runs PostgreSQL ` +
      `${binaries.major}: bring it over with pg_upgrade, or move the folder away to start afresh.`,
  )
}

/** Makes the cluster: whole or not at all, also when several processes do it at once or one of them is killed. */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  user: SystemUser | undefined,
): Promise<void> {
  try {
    await createFolderOnce(cluster, async draft => {
      if (user) await chown(draft, user.uid, user.gid)
      await runInitdb(draft, binaries, user)
    })
  } catch (error) {
    throw error instanceof PostgresRefusal ? error : cannotWrite(cluster, error)
  }
}

/** Data that root has copied here belong to root, as whom PostgreSQL will not run: they are given to `user`. */
export async function changeOwner(user: SystemUser, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await changeOwner(user, path)
    else await lchown(path, user.uid, user.gid)
  }
  await lchown(folder, user.uid, user.gid)
}

async function runInitdb(folder: string, binaries: Binaries, user: SystemUser | undefined): Promise<void> {
  // The builtin provider orders text the same on every machine, whatever its C library; it came with 17.
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C']
  // Trust: the socket stands in a folder that only its owner can enter, and there is no TCP.
  const args = ['--username', superuser, '--auth=trust', '--encoding=UTF8', ...locale]
  const end = await ending(spawnOnFolder(binaries.initdb, folder, args, { user }))
  if (!end.ok) throw new PostgresRefusal(`The database could not be made in ${folder}: ${end.why}`)
}

function cannotWrite(folder: string, error: unknown): Error {
  if (codeOf(error) === '') return error as Error
  return new PostgresRefusal(`The data folder ${folder} cannot be written (${codeOf(error)}).`)
}
