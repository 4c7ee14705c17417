import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is the same for everybody, written once: its JSON, its name, and its packed forms. */
export interface KeptJson {
  text: string
  etag: string
  /** By the names of content codings, the best first; none where it is too small to be worth it. */
  packed: { coding: 'br' | 'gzip'; bytes: Buffer }[]
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const packedFromBytes = 4_000
// Packed once and sent often.
const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export async function keepJson(text: string): Promise<KeptJson> {
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`
  if (text.length < packedFromBytes) return { text, etag, packed: [] }
  const [br, gz] = await Promise.all([brotli(text, packing), zip(text)])
  return {
    text,
    etag,
    packed: [
      { coding: 'br', bytes: br },
      { coding: 'gzip', bytes: gz },
    ],
  }
}

/** Contract §2: JSON is `no-store`; who kept a copy of his own may still ask whether it is the newest. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, kept: KeptJson): FastifyReply {
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'X-Requested-With, Accept-Encoding')
    .header('etag', kept.etag)
  if (request.headers['if-none-match'] === kept.etag) return reply.code(304).send()
  const taken = request.headers['accept-encoding'] ?? ''
  const packed = kept.packed.find(({ coding }) => new RegExp(`\\b${coding}\\b`).test(taken))
  return packed ? reply.header('content-encoding', packed.coding).send(packed.bytes) : reply.send(kept.text)
}
