import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is the same for everybody, written once: its JSON, its name, and its packed form. */
export interface KeptJson {
  text: string
  etag: string
  /** Null: too small to be worth it. */
  brotli: Buffer | null
}

const brotli = promisify(brotliCompress)
const packedFromBytes = 4_000
// Packed once and sent often.
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function keepJson(text: string): Promise<KeptJson> {
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  return { text, etag, brotli: text.length < packedFromBytes ? null : await brotli(text, packing) }
}

/** Contract §2: JSON is `no-store`; who kept a copy of his own may still ask whether it is the newest. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, kept: KeptJson): FastifyReply {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'X-Requested-With, Accept-Encoding')
    .header('etag', kept.etag)
  if (request.headers['if-none-match'] === kept.etag) return reply.code(304).send()
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (!kept.brotli || !takesBrotli) return reply.send(kept.text)
  return reply.header('content-encoding', 'br').send(kept.brotli)
}
