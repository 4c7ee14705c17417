import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The unpacked files of an archive by name. */
export type ZipEntries = Map<string, Buffer>

const maxEntries = 500

/**
 * Unpacks the files of a ZIP archive whose names `shouldUnpack` accepts. Null when it is not an archive, is damaged or
 * encrypted, or unpacks to more than `maxBytes` in total. yauzl rejects a file longer than its stated size.
 */
export async function unzip(
  archive: Buffer,
  maxBytes: number,
  shouldUnpack: (name: string) => boolean,
): Promise<ZipEntries | null> {
  try {
    const zip = await fromBufferPromise(archive)
    if (zip.entryCount > maxEntries) return null
    const entries: ZipEntries = new Map()
    let bytesLeft = maxBytes
    for await (const entry of zip.eachEntry()) {
      if (!shouldUnpack(entry.fileName)) continue
      bytesLeft -= entry.uncompressedSize
      if (bytesLeft < 0) return null
      entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
    }
    return entries
  } catch {
    return null
  }
}
