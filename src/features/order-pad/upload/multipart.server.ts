import type { FastifyInstance } from 'fastify'
import { Problem } from '../../../lib/problem.ts'

/** Twice the file limit, so that a slightly too large file is refused with the order pad's own message. */
const maxBodyBytes = 2 * 1024 * 1024

/** Makes the routes of this Fastify instance accept multipart forms; `body` becomes a map of their fields. */
export function addMultipartParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxBodyBytes },
    async (request: { headers: Record<string, unknown> }, body: string | Buffer) =>
      parseForm(String(request.headers['content-type']), Buffer.from(body)),
  )
}

/** The bytes of an uploaded file; empty when the field has no file. */
export async function getUploadedFile(body: unknown, field: string): Promise<Buffer> {
  const value = body instanceof Map ? (body.get(field) as unknown) : null
  return value instanceof Blob ? Buffer.from(await value.arrayBuffer()) : Buffer.alloc(0)
}

async function parseForm(contentType: string, body: Buffer<ArrayBuffer>): Promise<Map<string, unknown>> {
  try {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
    return new Map(form.entries())
  } catch {
    throw new Problem(400, 'The form with the file could not be read.')
  }
}
