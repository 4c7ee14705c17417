import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import yazl from 'yazl'

/** The message is one sentence for the operator. */
export class BackupError extends Error {}

export interface FileSummary {
  bytes: number
  sha256: string
  /** Line ends: rows of a table in COPY's text format. */
  lines: number
}

/** A ZIP file that is written as a stream, one file after the other. */
export interface ArchiveWriter {
  add(path: string, open: () => Promise<Readable>, compress: boolean): Promise<FileSummary>
  /** Adds the manifest as the last file and resolves when everything is on the disk. */
  finish(manifest: string): Promise<void>
  abort(): Promise<void>
}

const manifestPath = 'manifest.json'

// The comment of the ZIP file, its last bytes, is the SHA-256 of all bytes before it.
const sealLength = 64

async function writeSeal(file: string): Promise<void> {
  const seal = await calculateSeal(file)
  const handle = await open(file, 'r+')
  try {
    await handle.write(seal, (await handle.stat()).size - sealLength)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** False: a byte was changed, or the end is missing. */
export async function isSealed(file: string): Promise<boolean> {
  const { size } = await stat(file)
  if (size <= sealLength) return false
  const [seal] = (await createReadStream(file, { start: size - sealLength }).toArray()) as [Buffer]
  return seal.toString('latin1') === (await calculateSeal(file))
}

async function calculateSeal(file: string): Promise<string> {
  const { size } = await stat(file)
  return (await summarize(createReadStream(file, { end: size - sealLength - 1 }))).sha256
}

export function createArchive(file: string): ArchiveWriter {
  const zip = new yazl.ZipFile()
  // It holds personal data: only its owner may read it.
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  zip.on('error', (error: Error) => output.destroy(error))
  const written = pipeline(zip.outputStream, output)
  // `add` and `finish` report it.
  written.catch(() => {})

  return {
    async add(path, openSource, compress) {
      const source = await openSource()
      const summary = new Promise<FileSummary>((resolve, reject) => {
        source.once('error', reject)
        zip.addReadStream(source.pipe(createMeter(resolve)), path, { compress })
      })
      return await Promise.race([summary, written.then(() => summary)])
    },
    async finish(manifest) {
      zip.addBuffer(Buffer.from(manifest), manifestPath)
      zip.end({ forceZip64Format: false, comment: '0'.repeat(sealLength) })
      await written
      await writeSeal(file)
    },
    async abort() {
      output.destroy()
      await written.catch(() => {})
    },
  }
}

export interface ArchiveReader {
  paths: ReadonlySet<string>
  open(path: string): Promise<Readable>
  readManifest(): Promise<string>
  close(): void
}

/** Throws BackupError when the file is no complete ZIP file. */
export async function openArchive(file: string): Promise<ArchiveReader> {
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code) throw new BackupError(`The backup ${file} cannot be read: ${error.message}.`)
    throw createDamageError(file)
  })
  const entries = new Map<string, yauzl.Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch {
    zip.close()
    throw createDamageError(file)
  }
  const openEntry = async (path: string) => {
    const entry = entries.get(path)
    if (!entry) throw createDamageError(file)
    return await zip.openReadStreamPromise(entry).catch(() => {
      throw createDamageError(file)
    })
  }
  return {
    paths: new Set(entries.keys()),
    open: openEntry,
    async readManifest() {
      const chunks = await (await openEntry(manifestPath)).toArray().catch(() => [])
      const content = Buffer.concat(chunks as Buffer[])
      if (crc32(content) !== entries.get(manifestPath)?.crc32) throw createDamageError(file)
      return content.toString()
    },
    close: () => zip.close(),
  }
}

export const createDamageError = (file: string) =>
  new BackupError(`The backup ${file} is damaged or incomplete: use another one.`)

/** Reads a stream to its end. */
export async function summarize(source: Readable): Promise<FileSummary> {
  const summary = Promise.withResolvers<FileSummary>()
  await pipeline(source, createMeter(summary.resolve).resume())
  return await summary.promise
}

/** Passes everything through; `onEnd` gets the summary. */
function createMeter(onEnd: (summary: FileSummary) => void): Transform {
  const hash = createHash('sha256')
  let bytes = 0
  let lines = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
      done(null, chunk)
    },
    flush(done) {
      onEnd({ bytes, sha256: hash.digest('hex'), lines })
      done()
    },
  })
}
