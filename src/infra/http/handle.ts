import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaValidationError,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { BodyOf, Call, ParamsOf, QueryOf, ReplyOf } from '../../lib/calls/call.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { awaitsToken } from './origin.ts'

export interface CallContext<C extends Call> {
  body: BodyOf<C>
  query: QueryOf<C>
  params: ParamsOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

export interface CallOptions<C extends Call> {
  /**
   * Throws when the caller may not use this call, or too often. Runs before the body is read, so that the answer reveals
   * nothing about the input, and what is refused costs no parsing; after that only for a request whose origin the body proves.
   */
  authorize?: (request: FastifyRequest) => Promise<unknown>
  /** For a path that is also a page: only requests with the AJAX marker get the call. */
  withMarkerOnly?: boolean
  /** Answers a plain HTML form, sent without the marker, with a redirect or a page. */
  form?: (context: CallContext<C>, result: ReplyOf<C>) => FastifyReply | Promise<FastifyReply>
}

/** Registers the route of a declared call. Fastify validates the input and serializes the reply by its schemas. */
export function handle<C extends Call>(
  app: FastifyInstance,
  declared: C,
  handler: (context: CallContext<C>) => Promise<ReplyOf<C>>,
  options: CallOptions<C> = {},
): void {
  const { authorize } = options
  const [method, url] = declared.route.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  app.route({
    method,
    url,
    ...(options.withMarkerOnly && { constraints: { marker: 'yes' } }),
    ...(declared.bodyLimit && { bodyLimit: declared.bodyLimit }),
    schema: toRouteSchema(declared),
    ...(authorize && {
      onRequest: async (request: FastifyRequest) => {
        if (!awaitsToken(request)) await authorize(request)
      },
    }),
    ...((authorize || declared.body) && {
      preValidation: async (request: FastifyRequest) => {
        if (authorize && awaitsToken(request)) await authorize(request)
        if (declared.body) request.body ??= {}
      },
    }),
    handler: async (request, reply) => {
      const { body, query, params } = request
      const context = { body, query, params, request, reply } as CallContext<C>
      const result = await handler(context)
      if (reply.sent) return reply
      if (options.form && isPlainForm(request)) return options.form(context, result)
      return reply.header('cache-control', 'no-store').header('vary', 'X-Requested-With').send(result)
    },
  })
}

export function toRouteSchema({ tag, summary, body, query, params, reply }: Call): FastifySchema {
  return {
    tags: [tag],
    ...(summary && { summary }),
    ...(body && { body }),
    ...(query && { querystring: query }),
    ...(params && { params }),
    response: { 200: reply, default: problemResponse },
  }
}

/** True for a form that the browser itself sent: without the marker, and not as JSON. */
export function isPlainForm({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  return headers['x-requested-with'] !== 'XMLHttpRequest' && formTypes.some(each => type.startsWith(each))
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Makes Fastify validate input and serialize replies with zod. Fields that a reply does not declare are left out. */
export function setZodCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setSchemaErrorFormatter(toValidationProblem)
}

/** RFC 9457 problem details, the reply of every refused call. */
export const problemResponse = {
  description: 'The call was refused.',
  content: {
    'application/problem+json': {
      schema: z.object({
        type: z.string(),
        title: z.string(),
        status: z.int(),
        detail: z.string().optional(),
        errors: z.record(z.string(), z.array(z.string())).optional(),
        instance: z.string().optional(),
      }),
    },
  },
}

/** An invalid path does not exist (404), an invalid query is a 400 and an invalid body a 422, with errors by field. */
function toValidationProblem(issues: FastifySchemaValidationError[], part: string): Problem {
  if (part === 'params') return new Problem(404)
  const errors: Record<string, string[]> = {}
  for (const { instancePath, message = '' } of issues) {
    const field = instancePath.slice(1).replaceAll('/', '.') || (part === 'querystring' ? 'query' : part)
    errors[field] = [...(errors[field] ?? []), message]
  }
  return new Problem(part === 'body' ? 422 : 400, 'Some of what was sent could not be read.', { errors })
}
