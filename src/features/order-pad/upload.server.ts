import type { FastifyInstance } from 'fastify'
import { Problem } from '../../lib/problem.ts'

/** Twice what a file may have: a little more than allowed still gets a sentence of the pad's own. */
const mostBytes = 2 * 1024 * 1024

/** Reads forms with a file into `body`: its bytes by the field's name. For the routes of this instance alone. */
export function readUploads(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: mostBytes },
    async (request: { headers: Record<string, unknown> }, body: string | Buffer) =>
      formOf(String(request.headers['content-type']), Buffer.from(body)),
  )
}

/** What a field held; empty when there is no such file. */
export async function uploaded(body: unknown, field: string): Promise<Buffer> {
  const value = body instanceof Map ? (body.get(field) as unknown) : null
  return value instanceof Blob ? Buffer.from(await value.arrayBuffer()) : Buffer.alloc(0)
}

async function formOf(contentType: string, body: Buffer<ArrayBuffer>): Promise<Map<string, unknown>> {
  try {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
    return new Map(form.entries())
  } catch {
    throw new Problem(400, 'The form with the file could not be read.')
  }
}
