import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files of an archive, by name. */
export type ZipEntries = Map<string, Buffer>

const mostEntries = 500

/**
 * Unpacks those files of a ZIP archive whose names `isWanted` accepts. Null when it is not an archive, is damaged or
 * encrypted, or unpacks to more than `mostBytes` in all. yauzl ends a file that is longer than the archive states.
 */
export async function unzip(
  archive: Buffer,
  mostBytes: number,
  isWanted: (name: string) => boolean,
): Promise<ZipEntries | null> {
  try {
    const zip = await fromBufferPromise(archive)
    if (zip.entryCount > mostEntries) return null
    const entries: ZipEntries = new Map()
    let bytesLeft = mostBytes
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry.fileName)) continue
      bytesLeft -= entry.uncompressedSize
      if (bytesLeft < 0) return null
      entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    }
    return entries
  } catch {
    return null
  }
}
