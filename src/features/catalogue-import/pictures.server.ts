import { copyFile, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { RowRefusal } from './messages.ts'

const maxBytes = 20 * 1024 * 1024
/** The limit of src/features/media/encode.server.ts. */
const maxPixels = 50_000_000
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']

interface Folders {
  source: string
  target: string
}

export type PictureImport = ReturnType<typeof createPictureImport>

/**
 * Copies pictures of an import to the shop's. File names have been validated before. `listStored`: the names that products
 * and brands have already, such as those of the demo, which are drawn.
 */
export function createPictureImport(folders: Folders, listStored: () => Promise<string[]>) {
  let stored: Promise<Set<string>> | null = null

  const refusals = new Map<string, RowRefusal | null>()
  /** By the final path. */
  const drafts = new Map<string, string>()

  const isNew = (name: string) => isNewOrChanged(name, folders)

  return {
    /** Why the picture of that name cannot be imported, or null. */
    async validatePicture(name: string): Promise<RowRefusal | null> {
      const cachedRefusal = refusals.get(name)
      if (cachedRefusal !== undefined) return cachedRefusal
      let refusal = await checkPicture(name, folders)
      if (refusal === 'image_missing') {
        stored ??= listStored().then(names => new Set(names))
        if ((await stored).has(name)) refusal = null
      }
      // Copied, because the string may be a slice that keeps a whole chunk of the file in memory.
      refusals.set(Buffer.from(name).toString(), refusal)
      return refusal
    },
    /** How many of these pictures are new or differ from the shop's. */
    async countNew(names: readonly string[]): Promise<number> {
      let count = 0
      for (const name of names) if (await isNew(name)) count += 1
      return count
    },
    /** Copies the new and changed ones under temporary names, which `publishDrafts` replaces by the final ones. */
    async createDrafts(names: readonly string[]): Promise<void> {
      await mkdir(folders.target, { recursive: true })
      for (const name of names) {
        const finalPath = join(folders.target, name)
        if (drafts.has(finalPath) || !(await isNew(name))) continue
        const draftPath = join(folders.target, `.${name}.${process.pid}.part`)
        drafts.set(finalPath, draftPath)
        await copyFile(join(folders.source, name), draftPath)
      }
    },
    async publishDrafts(): Promise<void> {
      for (const [finalPath, draftPath] of drafts) await rename(draftPath, finalPath)
      drafts.clear()
    },
    async discardDrafts(): Promise<void> {
      for (const draftPath of drafts.values()) await rm(draftPath, { force: true })
      drafts.clear()
    },
  }
}

async function checkPicture(name: string, folders: Folders): Promise<RowRefusal | null> {
  const file = join(folders.source, name)
  const bytes = await getFileSize(file)
  // A picture that an earlier import copied need not be there again.
  if (bytes === null) return (await getFileSize(join(folders.target, name))) === null ? 'image_missing' : null
  if (bytes > maxBytes) return 'image_large'
  // Otherwise a link in the import's folder could publish any picture of this machine.
  const sourcePath = await realpath(folders.source)
  if (!(await realpath(file)).startsWith(sourcePath + sep)) return 'image_outside'
  // An unchanged picture was validated when it was imported.
  return (await isNewOrChanged(name, folders)) ? checkImageData(file) : null
}

async function checkImageData(file: string): Promise<RowRefusal | null> {
  try {
    // Loaded only when there are pictures, because the library is large.
    const { default: sharp } = await import('sharp')
    // Reads the header alone, of a picture of any size.
    const { format, width = 0, height = 0 } = await sharp(file, { limitInputPixels: false }).metadata()
    if (!formats.includes(format ?? '') || width === 0) return 'image_broken'
    if (width * height > maxPixels) return 'image_large'
    // Decoded once, because a truncated file has valid metadata.
    await sharp(file, { limitInputPixels: maxPixels }).resize(16, 16).raw().toBuffer()
    return null
  } catch {
    return 'image_broken'
  }
}

/** True when the import's folder has the picture and the shop has none or another of that name. */
async function isNewOrChanged(name: string, { source, target }: Folders): Promise<boolean> {
  const [sourceFile, targetFile] = [join(source, name), join(target, name)]
  const sourceBytes = await getFileSize(sourceFile)
  if (sourceBytes === null) return false
  if (sourceBytes !== (await getFileSize(targetFile))) return true
  return !(await readFile(sourceFile)).equals(await readFile(targetFile))
}

async function getFileSize(path: string): Promise<number | null> {
  const stats = await stat(path).catch(() => null)
  return stats?.isFile() ? stats.size : null
}
