import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { toOneLine } from '../../lib/text.ts'
import { parseFormBody } from './forms.ts'

export interface UploadedFile {
  /** As the browser names it, on one line. */
  name: string
  bytes: Buffer
}

const uploads = new WeakMap<FastifyRequest, FormData>()

/**
 * Makes the routes of this Fastify instance accept multipart forms. `body` has their fields, as of a plain form; their
 * files are read with `listUploadedFiles`. A larger body is a 413.
 */
export function addMultipartParser(app: FastifyInstance, maxBytes: number): void {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    async (request: FastifyRequest, body: Buffer) => {
      const form = await parseForm(String(request.headers['content-type']), Buffer.from(body))
      uploads.set(request, form)
      const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      return parseFormBody(new URLSearchParams(fields).toString())
    },
  )
}

/** The files of a field. One without a name is a field that was left empty. */
export async function listUploadedFiles(request: FastifyRequest, field: string): Promise<UploadedFile[]> {
  const files = uploads.get(request)?.getAll(field) ?? []
  return Promise.all(
    files
      .filter(file => typeof file !== 'string')
      .filter(({ name, size }) => name !== '' || size > 0)
      .map(async file => ({
        name: toOneLine(file.name).slice(0, 100),
        bytes: Buffer.from(await file.arrayBuffer()),
      })),
  )
}

/** The bytes of the first file of a field; empty when it has none. */
export async function getUploadedFile(request: FastifyRequest, field: string): Promise<Buffer> {
  const [file] = await listUploadedFiles(request, field)
  return file?.bytes ?? Buffer.alloc(0)
}

async function parseForm(contentType: string, body: Buffer<ArrayBuffer>): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Problem(400, 'The form with the file could not be read.')
  }
}
