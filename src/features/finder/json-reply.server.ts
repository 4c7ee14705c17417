import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** JSON that is the same for everybody, with its ETag and its compressed forms. */
export interface JsonReply {
  text: string
  etag: string
  /** By the names of content codings, the best first; none where the text is too small to gain by it. */
  compressed: { coding: 'br' | 'gzip'; bytes: Buffer }[]
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const smallestCompressed = 4_000
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function createJsonReply(text: string): Promise<JsonReply> {
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  if (text.length < smallestCompressed) return { text, etag, compressed: [] }
  const [br, gz] = await Promise.all([brotli(text, brotliOptions), zip(text)])
  return {
    text,
    etag,
    compressed: [
      { coding: 'br', bytes: br },
      { coding: 'gzip', bytes: gz },
    ],
  }
}

/** `no-store`, as all JSON; a client that stored a copy may still ask whether it is the newest. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: JsonReply): FastifyReply {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'X-Requested-With, Accept-Encoding')
    .header('etag', json.etag)
  if (request.headers['if-none-match'] === json.etag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const compressed = json.compressed.find(({ coding }) => new RegExp(`\\b${coding}\\b`).test(accepted))
  return compressed
    ? reply.header('content-encoding', compressed.coding).send(compressed.bytes)
    : reply.send(json.text)
}
