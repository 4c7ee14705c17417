import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from '../shared/call.ts'
import { Problem } from '../shared/problem.ts'
import { writerOf } from './reply-writer.ts'

export interface Asked<C extends Call> {
  body: BodyOf<C>
  query: QueryOf<C>
  params: ParamsOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

interface Options<C extends Call> {
  /** Who may ask at all: throws before anything that was sent is judged, so that a stranger learns nothing of it. */
  allow?: (request: FastifyRequest) => Promise<unknown>
  /** Answered only with the AJAX marker: a page stands on the same path. */
  withMarkerOnly?: boolean
  /** The marker was not sent: a plain HTML form. Answers with a redirect (contract §2). */
  form?: (asked: Asked<C>, answer: ReplyOf<C>) => FastifyReply | Promise<FastifyReply>
}

/** Answers a declared call: input checked by its schemas, output written as its reply schema declares, never cached. */
export function handle<C extends Call>(
  app: FastifyInstance,
  declared: C,
  answer: (asked: Asked<C>) => Promise<ReplyOf<C>>,
  options: Options<C> = {},
): void {
  const write = writerOf(declared.reply)
  const [method, url] = declared.route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  app.route({
    method,
    url,
    ...(options.withMarkerOnly ? { constraints: { marker: 'yes' } } : {}),
    handler: async (request, reply) => {
      await options.allow?.(request)
      const asked = {
        body: read(declared.body, request.body ?? {}, 'body'),
        query: read(declared.query, request.query, 'query'),
        params: read(declared.params, request.params, 'params'),
        request,
        reply,
      } as Asked<C>
      const result = await answer(asked)
      if (reply.sent) return reply
      if (options.form && isPlainForm(request)) return options.form(asked, result)
      return reply
        .header('cache-control', 'no-store')
        .header('vary', 'X-Requested-With')
        .header('content-type', 'application/json; charset=utf-8')
        .send(write(result))
    },
  })
}

/** A form sent by the browser itself: no marker, and not JSON. */
export function isPlainForm(request: FastifyRequest): boolean {
  return (
    request.headers['x-requested-with'] !== 'XMLHttpRequest' &&
    (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  )
}

/** Reads one part of a request; throws a 400 (query, path) or 422 (body) problem that names each field. */
export function read(
  schema: z.ZodType | undefined,
  value: unknown,
  part: 'body' | 'query' | 'params',
): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors: Record<string, string[]> = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.') || part
    errors[field] = [...(errors[field] ?? []), issue.message]
  }
  if (part === 'params') throw new Problem(404)
  throw new Problem(part === 'body' ? 422 : 400, 'Some of what was sent could not be read.', { errors })
}
