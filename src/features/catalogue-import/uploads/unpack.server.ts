import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isUploadName } from '../../media/links.ts'
import { importOrder } from '../validation/columns.ts'
import { packedMessages } from './runs.ts'

const maxEntries = 2000
const maxTotalBytes = 400 * 1024 * 1024
const maxRatio = 200
/** Below it the ratio does not matter: a short CSV file of equal rows packs as well. */
const ratioFromBytes = 10 * 1024 * 1024

/** The files cannot be imported; the message is for staff. */
export class UploadError extends Error {}

/** What an uploaded file is made of: its place in the import's folder, below `images` for a picture; null: it is left out. */
function toTarget(name: string): string | null {
  const file = basename(name)
  if (/(?:^|\/)(?:__MACOSX\/|\.)|^COLUMNS\.txt$|\/COLUMNS\.txt$/.test(name)) return null
  if (/\.(?:zip|gz|7z|rar|xlsx?|xlsm|ods)$/i.test(file)) throw new UploadError(packedMessages.nested(file))
  const csv = importOrder.find(each => each === file.toLowerCase())
  if (csv) return csv
  if (isUploadName(file)) return join('images', file)
  throw new UploadError(packedMessages.other(file.slice(0, 100), importOrder))
}

/**
 * Puts the uploaded files into the folder as an import reads them, and unpacks ZIP files. Sizes are compared before
 * anything is unpacked. Throws an UploadError.
 */
export async function unpackUpload(
  uploads: readonly { name: string; path: string }[],
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'images'), { recursive: true })
  const taken = new Set<string>()
  const toPath = (name: string): string | null => {
    const target = toTarget(name)
    if (target === null) return null
    if (taken.has(target)) throw new UploadError(packedMessages.twice(basename(target)))
    taken.add(target)
    return join(folder, target)
  }
  for (const { name, path } of uploads) {
    if (await isZip(path, name)) await unpackZip(path, name, toPath)
    else {
      const target = toPath(name)
      if (target) await copyFile(path, target)
    }
  }
}

/** By its content: a CSV file that is a ZIP or a workbook is refused by its own sentence when its header is read. */
async function isZip(path: string, name: string): Promise<boolean> {
  if (!/\.zip$/i.test(name)) return false
  const handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close())
  if (buffer.toString('latin1') !== 'PK') throw new UploadError(packedMessages.damaged(name))
  return true
}

async function unpackZip(path: string, name: string, toPath: (name: string) => string | null): Promise<void> {
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw new UploadError(packedMessages.damaged(name))
  })
  try {
    for (const entry of await listEntries(zip, name)) {
      const target = toPath(entry.fileName)
      if (target) await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target))
    }
  } catch (error) {
    // yauzl ends a file that is longer than it says.
    throw error instanceof UploadError ? error : new UploadError(packedMessages.damaged(name))
  } finally {
    zip.close()
  }
}

async function listEntries(zip: ZipFile, name: string): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw new UploadError(packedMessages.many(name))
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    const isPath = /invalid|absolute|relative/.test(String((error as Error).message))
    throw new UploadError(isPath ? packedMessages.path(name) : packedMessages.damaged(name))
  }
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/'))
  const sum = (size: 'compressedSize' | 'uncompressedSize') =>
    files.reduce((total, entry) => total + entry[size], 0)
  const bytes = sum('uncompressedSize')
  if (bytes > ratioFromBytes && bytes > maxRatio * sum('compressedSize'))
    throw new UploadError(packedMessages.bomb(name))
  if (bytes > maxTotalBytes) throw new UploadError(packedMessages.large(name))
  return files
}
