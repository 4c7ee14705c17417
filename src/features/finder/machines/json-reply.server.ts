import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsCoding } from '../../../infra/http/accept-encoding.ts'

/** JSON that is the same for all visitors, with its ETag and its compressed forms. */
export interface JsonReply {
  text: string
  etag: string
  /** The most compact coding first; empty where the text is too short to gain by compression. */
  compressed: { coding: 'br' | 'gzip'; bytes: Buffer }[]
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const minCompressedLength = 4_000
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function createJsonReply(value: unknown): Promise<JsonReply> {
  const text = JSON.stringify(value)
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  if (text.length < minCompressedLength) return { text, etag, compressed: [] }
  const [br, gz] = await Promise.all([brotliAsync(text, brotliOptions), gzipAsync(text)])
  return {
    text,
    etag,
    compressed: [
      { coding: 'br', bytes: br },
      { coding: 'gzip', bytes: gz },
    ],
  }
}

/** `no-store`, as all JSON (R-CALL-1); a client that stored a copy nevertheless can validate it by its ETag. */
export function sendCompressedJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: JsonReply,
): FastifyReply {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'X-Requested-With, Accept-Encoding')
    .header('etag', json.etag)
  if (request.headers['if-none-match'] === json.etag) return reply.code(304).send()
  const compressed = json.compressed.find(({ coding }) => acceptsCoding(request, coding))
  return compressed
    ? reply.header('content-encoding', compressed.coding).send(compressed.bytes)
    : reply.send(json.text)
}
