import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder that is either whole or not there at all: built beside its place, then renamed. When two processes
 * do it at once, the first to finish wins and the other takes the winner's. What a killed process left behind is
 * swept away by the next one that succeeds (one that is still being written to, by `sweepDrafts` later).
 *
 * Throws what `build` throws, and the system's errors (`EACCES`, `EROFS`, `ENOSPC` …).
 */
export async function createFolderOnce(
  target: string,
  build: (folder: string) => Promise<void>,
): Promise<void> {
  const draft = `${target}.new-${randomUUID().slice(0, 8)}`
  await mkdir(draft, { mode: 0o700 })
  try {
    await build(draft)
    await rename(draft, target)
    await flush(dirname(target))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process was quicker, or its sweep took our draft away in the middle of the work.
    if (!(await hasContent(target))) throw error
  }
  await sweepDrafts(target)
}

async function hasContent(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.length > 0
}

/** Removes what killed processes left: every draft is useless once the target is there. Never throws. */
export async function sweepDrafts(target: string): Promise<void> {
  const parent = dirname(target)
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(`${basename(target)}.new-`)) continue
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** The rename itself must survive a power cut. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
