import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppContext } from '../../infra/app-context.ts'
import type { UploadedFile } from '../../infra/http/body/multipart.ts'
import type { Result } from '../../lib/result.ts'
import { encodePhotographJob } from '../media/service.ts'
import { pictureMessages } from './messages.ts'
import { listUnusedPictures } from './queries.ts'
import { maxPictureBytes, maxPictures } from './returns.ts'

type PictureContext = Pick<AppContext, 'config' | 'threads'>

// In the folder of pictures, so that backups have them. The product pictures' route serves no sub-folder.
const toFolder = ({ config }: Pick<PictureContext, 'config'>): string =>
  join(config.dataDir, 'images', 'returns')

export type EncodedPictures = Result<{ pictures: Uint8Array[] }, string>

/** Re-encodes the pictures, or says what is wrong with the first one that cannot be used. */
export async function encodePictures(
  { threads }: Pick<PictureContext, 'threads'>,
  owner: string,
  files: readonly UploadedFile[],
): Promise<EncodedPictures> {
  if (files.length > maxPictures) return { ok: false, reason: pictureMessages.tooMany }
  const tooLarge = files.find(({ size }) => size > maxPictureBytes)
  if (tooLarge) return { ok: false, reason: pictureMessages.tooLarge(tooLarge.name) }
  const encoded = await Promise.all(
    files.map(file => threads.run(encodePhotographJob, owner, () => file.read())),
  )
  const unreadable = files.find((_, nth) => encoded[nth] === null)
  if (unreadable) return { ok: false, reason: pictureMessages.unreadable(unreadable.name) }
  return { ok: true, pictures: encoded.filter(picture => picture !== null) }
}

/** Stores pictures; returns the names of their files, which cannot be guessed. */
export async function storePictures(
  context: PictureContext,
  pictures: readonly Uint8Array[],
): Promise<string[]> {
  const folder = toFolder(context)
  if (pictures.length > 0) await mkdir(folder, { recursive: true })
  return Promise.all(
    pictures.map(async picture => {
      const name = `${randomUUID()}.jpg`
      await writeFile(join(folder, name), picture, { flush: true })
      return name
    }),
  )
}

/** Of a return that was not made. */
export async function deletePictures(context: PictureContext, names: readonly string[]): Promise<void> {
  await Promise.all(names.map(name => rm(join(toFolder(context), name), { force: true })))
}

const hourMs = 3_600_000
const batchSize = 1000

/**
 * Deletes the files of pictures that no return has, an hour after they were written: a process that was killed between its
 * files and its transaction left them. Returns how many.
 */
export async function deleteUnusedPictures(
  context: PictureContext & Pick<AppContext, 'db' | 'now'>,
): Promise<number> {
  const folder = toFolder(context)
  const names = await readdir(folder).catch((): string[] => [])
  let count = 0
  for (let from = 0; from < names.length; from += batchSize) {
    const unused = await listUnusedPictures(context.db, names.slice(from, from + batchSize))
    for (const name of unused) {
      const file = await stat(join(folder, name)).catch(() => null)
      if (!file || context.now().getTime() - file.mtimeMs < hourMs) continue
      await deletePictures(context, [name])
      count++
    }
  }
  return count
}

/** For the sweep of every minute: reads the folder once an hour. */
export function createPictureSweep(
  context: PictureContext & Pick<AppContext, 'db' | 'now'>,
): () => Promise<number> {
  let last = 0
  return async () => {
    const now = context.now().getTime()
    if (now - last < hourMs) return 0
    last = now
    return deleteUnusedPictures(context)
  }
}

export const getPicturePath = (context: Pick<PictureContext, 'config'>, name: string): string =>
  join(toFolder(context), name)

/** Null: the file is missing. */
export const readPicture = (context: PictureContext, name: string): Promise<Buffer | null> =>
  readFile(getPicturePath(context, name)).catch(() => null)
