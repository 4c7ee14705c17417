import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '../../lib/calls/problem.ts'

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
