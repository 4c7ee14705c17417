import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../../lib/calls/problem.ts'
import { toOneLine } from '../../../lib/text.ts'
import type { AppContext } from '../../app-context.ts'
import { maxRows, refuseUnstorable, tooManyFields } from './body-text.ts'
import { nestFields } from './forms.ts'

export interface UploadedFile extends Omit<StoredFile, 'close'> {
  /** As the browser names it, on one line. */
  name: string
}

interface ReceivedForm {
  fields: [string, string][]
  files: { field: string; name: string; file: StoredFile }[]
}

interface MultipartOptions {
  context: AppContext
  /** Of the whole form. */
  maxBytes: number
  /** Why a larger one is refused, where the usual sentence does not say enough. */
  tooLarge?: string
}

/** Of all that is not the content of a file: fields, and the headers of the parts. */
const maxFieldBytes = 1024 * 1024
const limits = {
  // 1,000 rows of two fields, and the fields of the form itself.
  fields: maxRows * 2 + 50,
  files: 20,
  parts: maxRows * 2 + 70,
  fieldSize: maxFieldBytes,
  headerPairs: 20,
  headerSize: 2048,
}

const received = new WeakMap<FastifyRequest, ReceivedForm['files']>()

/**
 * Makes the routes of this Fastify instance accept multipart forms. `body` has their fields, as of a plain form; their
 * files are read with `listUploadedFiles`, until the request is answered. They are written to the disk as they arrive, so that
 * uploads take no memory. A larger form is a 413.
 */
export function addMultipartParser(app: FastifyInstance, options: MultipartOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => void closeFiles(received.get(request) ?? []))
    done()
  })
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { fields, files } = await receiveForm(payload, options)
      received.set(request, files)
      // The reply was closed before there was anything to close with it.
      if (payload.socket.destroyed) await closeFiles(files)
      return nestFields(fields)
    },
  )
}

/** The files of a field. One without a name is a field that was left empty. */
export function listUploadedFiles(request: FastifyRequest, field: string): UploadedFile[] {
  return (received.get(request) ?? [])
    .filter(each => each.field === field && (each.name !== '' || each.file.size > 0))
    .map(({ name, file }) => ({ ...file, name: toOneLine(name).slice(0, 100) }))
}

/** The bytes of the first file of a field; empty when it has none. */
export async function getUploadedFile(request: FastifyRequest, field: string): Promise<Buffer> {
  return (await listUploadedFiles(request, field)[0]?.read()) ?? Buffer.alloc(0)
}

async function receiveForm(
  body: IncomingMessage,
  { context, maxBytes, tooLarge }: MultipartOptions,
): Promise<ReceivedForm> {
  if (Number(body.headers['content-length'] ?? 0) > maxBytes) throw new Problem(413, tooLarge)
  const parser = createParser(body)
  const fields: ReceivedForm['fields'] = []
  const files: Promise<ReceivedForm['files'][number]>[] = []
  const streams: BusboyFileStream[] = []
  const failure = new Promise<never>((_, reject) => {
    parser.on('error', () => reject(createUnreadable()))
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'])
      parser.on(limit, () => reject(new Problem(413, tooManyFields)))
    parser.on('field', (name, text, _isNameCut, isCut) => {
      if (isCut) reject(new Problem(413))
      fields.push([name ?? '', text])
    })
    parser.on('file', (field, stream, name) => {
      // The parser reports the end of a broken form here too, before anything reads the stream.
      stream.on('error', () => {})
      streams.push(stream)
      const stored = storeFile(context.config.dataDir, stream)
      files.push(stored.then(file => ({ field, name: name ?? '', file })))
      stored.catch(reject)
    })
  })
  failure.catch(() => {})
  try {
    let bytes = 0
    // The request must stay open when this loop ends early, because the refusal is sent through it.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      const fileBytes = streams.reduce((sum, { bytesRead }) => sum + bytesRead, 0)
      if (bytes > maxBytes || bytes - fileBytes > maxFieldBytes) throw new Problem(413, tooLarge)
      await Promise.race([write(parser, chunk), failure])
    }
    await Promise.race([finish(parser), failure])
    for (const text of fields.flat()) refuseUnstorable(text)
    return { fields, files: await Promise.all(files) }
  } catch (error) {
    for (const stream of streams) stream.destroy()
    const results = await Promise.allSettled(files)
    await closeFiles(results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])))
    throw error
  }
}

function createParser({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': headers['content-type'] ?? '' }, limits })
  } catch {
    throw createUnreadable()
  }
}

/** Resolves when the parser has passed the chunk on, so that a slow disk slows the sender down. */
const write = (parser: BusboyInstance, chunk: Buffer): Promise<void> =>
  new Promise(resolve => void parser.write(chunk, () => resolve()))

const finish = (parser: BusboyInstance): Promise<void> =>
  new Promise(resolve => void parser.once('finish', resolve).end())

const createUnreadable = () => new Problem(400, 'The form with the file could not be read.')

async function closeFiles(files: ReceivedForm['files']): Promise<void> {
  await Promise.all(files.map(({ file }) => file.close()))
}

/** A file that a customer is sending, on the disk for as long as the request lasts. */
interface StoredFile {
  size: number
  /** SHA-256 of its content. */
  digest: string
  /** Reads its content into memory. */
  read(): Promise<Buffer>
  /** Copies its content into a new file. */
  copyTo(path: string): Promise<void>
  close(): Promise<void>
}

/** Writes a stream to a file in the folder. Throws when the stream breaks off; nothing is left then. */
async function storeFile(folder: string, content: Readable): Promise<StoredFile> {
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
    async copyTo(path) {
      if (isClosed) throw new Problem(400)
      await pipeline(
        handle.createReadStream({ start: 0, autoClose: false }),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      )
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await handle.close()
    },
  }
}
