import { copyFile, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { RowRefusal } from './messages.ts'

export interface Pictures {
  /** Why the picture of that name cannot be taken, or null. */
  refusal(name: string): Promise<RowRefusal | null>
  /** How many of these are not in the shop yet, or look otherwise there. */
  countNew(names: readonly string[]): Promise<number>
  /** Copies those beside their place. Nobody sees them before `settle` puts them there. */
  draft(names: readonly string[]): Promise<void>
  settle(): Promise<void>
  discard(): Promise<void>
}

const mostBytes = 20 * 1024 * 1024
/** As in src/features/media/encode.server.ts: more is refused there too. */
const mostPixels = 50_000_000
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']

/** The pictures of a folder on their way to the shop's own, DATA_DIR/images. The names have been judged before. */
export function openPictures(folders: { from: string; to: string }): Pictures {
  const verdicts = new Map<string, RowRefusal | null>()
  let drafts: { draft: string; place: string }[] = []

  const isNew = (name: string) => isOther(name, folders)

  return {
    async refusal(name) {
      const known = verdicts.get(name)
      if (known !== undefined) return known
      const verdict = await judge(name, folders)
      // A copy of the name: as it came it would hold on to the piece of the file it was read from.
      verdicts.set(Buffer.from(name).toString(), verdict)
      return verdict
    },
    async countNew(names) {
      let count = 0
      for (const name of names) if (await isNew(name)) count += 1
      return count
    },
    async draft(names) {
      await mkdir(folders.to, { recursive: true })
      for (const name of names) {
        if (!(await isNew(name))) continue
        const draft = join(folders.to, `.${name}.${process.pid}.part`)
        drafts.push({ draft, place: join(folders.to, name) })
        await copyFile(join(folders.from, name), draft)
      }
    },
    async settle() {
      for (const { draft, place } of drafts) await rename(draft, place)
      drafts = []
    },
    async discard() {
      for (const { draft } of drafts) await rm(draft, { force: true })
      drafts = []
    },
  }
}

async function judge(name: string, folders: { from: string; to: string }): Promise<RowRefusal | null> {
  const file = join(folders.from, name)
  const bytes = await bytesOf(file)
  // Brought by an import before: it need not come along each time.
  if (bytes === null) return (await bytesOf(join(folders.to, name))) === null ? 'image_missing' : null
  if (bytes > mostBytes) return 'image_large'
  // A folder from elsewhere could otherwise put any picture of this machine into the shop.
  const place = await realpath(folders.from)
  if (!(await realpath(file)).startsWith(place + sep)) return 'image_outside'
  // The very file in the shop was looked at when it came.
  return (await isOther(name, folders)) ? judgeBytes(file) : null
}

async function judgeBytes(file: string): Promise<RowRefusal | null> {
  try {
    // Only when there are pictures: it is the largest library of all.
    const { default: sharp } = await import('sharp')
    const { format, width = 0, height = 0 } = await sharp(file).metadata()
    if (!formats.includes(format ?? '') || width === 0) return 'image_broken'
    if (width * height > mostPixels) return 'image_large'
    // Unpacked once, as small as can be: a file that was cut off has its first bytes in order.
    await sharp(file, { limitInputPixels: mostPixels }).resize(16, 16).raw().toBuffer()
    return null
  } catch {
    return 'image_broken'
  }
}

/** Brought by the folder, and not the same in the shop. */
async function isOther(name: string, folders: { from: string; to: string }): Promise<boolean> {
  const [given, present] = [join(folders.from, name), join(folders.to, name)]
  const [givenBytes, presentBytes] = [await bytesOf(given), await bytesOf(present)]
  if (givenBytes === null) return false
  if (givenBytes !== presentBytes) return true
  return !(await readFile(given)).equals(await readFile(present))
}

async function bytesOf(path: string): Promise<number | null> {
  const facts = await stat(path).catch(() => null)
  return facts?.isFile() ? facts.size : null
}
