import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '../../../lib/calls/problem.ts'

/** A file that a customer is sending, on the disk for as long as the request lasts. */
export interface StoredFile {
  size: number
  /** SHA-256 of its content. */
  digest: string
  /** Reads its content into memory. */
  read(): Promise<Buffer>
  close(): Promise<void>
}

/** Writes a stream to a file in the folder. Throws when the stream breaks off; nothing is left then. */
export async function storeFile(folder: string, content: Readable): Promise<StoredFile> {
  const handle = await createNamelessFile(folder)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.length
      await handle.appendFile(chunk)
    }
    return toStoredFile(handle, size, hash.digest('hex'))
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Its name is deleted at once, so that the system frees it with the process, however that ends. */
async function createNamelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
}

function toStoredFile(handle: FileHandle, size: number, digest: string): StoredFile {
  let isClosed = false
  return {
    size,
    digest,
    async read() {
      // The client has broken off, so the answer goes nowhere.
      if (isClosed) throw new Problem(400)
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(size), 0, size, 0)
      return buffer.subarray(0, bytesRead)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await handle.close()
    },
  }
}
