import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise } from 'yauzl'

/** A ZIP archive whose files are unpacked when they are needed. Names are compared without case. */
export interface Archive {
  has(name: string): boolean
  /** Null: there is no such file. Throws an ArchiveError when it is damaged, encrypted or larger than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer | null>
}

export class ArchiveError extends Error {
  readonly isTooLarge: boolean

  constructor(isTooLarge: boolean) {
    super(isTooLarge ? 'A file of the archive is too large.' : 'The archive is damaged.')
    this.isTooLarge = isTooLarge
  }
}

const maxEntries = 2000

/** Null: the bytes are no archive. At most `maxTotalBytes` are unpacked of all its files together. */
export async function openArchive(bytes: Buffer, maxTotalBytes: number): Promise<Archive | null> {
  const opened = await listEntries(bytes)
  if (!opened) return null
  const { zip, entries } = opened
  let bytesLeft = maxTotalBytes
  return {
    has: name => entries.has(name.toLowerCase()),
    async read(name, maxBytes) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) return null
      if (entry.uncompressedSize > Math.min(maxBytes, bytesLeft)) throw new ArchiveError(true)
      bytesLeft -= entry.uncompressedSize
      try {
        // yauzl rejects a file that is longer than its stated size.
        return await buffer(await zip.openReadStreamPromise(entry))
      } catch {
        throw new ArchiveError(false)
      }
    },
  }
}

async function listEntries(bytes: Buffer) {
  try {
    const zip = await fromBufferPromise(bytes, { autoClose: false })
    if (zip.entryCount > maxEntries) return null
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
    return { zip, entries }
  } catch {
    return null
  }
}
