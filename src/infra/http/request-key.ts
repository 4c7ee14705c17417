import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * The key under which the write of a form is stored: of all that it sent, the key and the version of its page among it. The same
 * form sent again has the same one, and is answered as the first time. With other content, as after the browser's Back, or
 * for another order it is a request of its own. `files`: what the form uploaded.
 */
export function toRequestKey(
  { url, body }: Pick<FastifyRequest, 'url' | 'body'>,
  files: readonly { size: number; digest: string }[] = [],
): string {
  const hash = createHash('sha256').update(JSON.stringify([url, body]))
  for (const { size, digest } of files) hash.update(`\n${size}\n${digest}`)
  return hash.digest('hex')
}
