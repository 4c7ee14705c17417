import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Creates a folder atomically: `build` fills a draft beside the target, which is then renamed. When two processes
 * create it at the same time, the first to finish wins and the other uses that folder. Drafts of killed processes are
 * deleted by the next call that succeeds.
 *
 * Throws what `build` throws, and system errors (`EACCES`, `EROFS`, `ENOSPC` …).
 */
export async function createFolderAtomically(
  target: string,
  build: (folder: string) => Promise<void>,
): Promise<void> {
  const draft = `${target}.new-${randomUUID().slice(0, 8)}`
  await mkdir(draft, { mode: 0o700 })
  try {
    await build(draft)
    await rename(draft, target)
    await syncFolder(dirname(target))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process finished first, and may have deleted this draft as an abandoned one.
    if (!(await hasContent(target))) throw error
  }
  await deleteAbandonedDrafts(target)
}

async function hasContent(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.length > 0
}

/** Deletes the drafts of killed processes: no draft is needed once the target exists. Never throws. */
export async function deleteAbandonedDrafts(target: string): Promise<void> {
  const parent = dirname(target)
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(`${basename(target)}.new-`)) continue
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Flushes the folder's entries to disk: a rename must survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
