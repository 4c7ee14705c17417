import type { FastifyRequest } from 'fastify'

/** Whether the client names this coding in Accept-Encoding and does not refuse it with `q=0` (RFC 9110, 12.5.3). */
export function acceptsCoding(request: Pick<FastifyRequest, 'headers'>, coding: 'br' | 'gzip'): boolean {
  const entries = (request.headers['accept-encoding'] ?? '').toLowerCase().split(',')
  return entries.some(entry => {
    const [name, ...parameters] = entry.split(';').map(part => part.trim())
    return name === coding && !parameters.some(parameter => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
