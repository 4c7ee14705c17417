import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const description = `The calls of the shop's own pages. Bodies are JSON or HTML forms. A request without the marker
header is answered like a browser's form: with a redirect. A request that changes something needs the marker, an
\`Origin\` of the shop, or the CSRF token (the cookie \`csrf_token\`, repeated in the header \`X-CSRF-Token\` or the
field \`_token\`). Money is a number of pounds.`

const markerHeader = {
  type: 'object',
  properties: { 'X-Requested-With': { type: 'string', const: 'XMLHttpRequest' } },
}

/**
 * Describes every declared call as OpenAPI 3.1 at `app.swagger()`, when it is first read. Must run before the calls are
 * registered. Pages have no tag and are left out.
 */
export async function describeCalls(app: FastifyInstance, title: string): Promise<void> {
  await app.register(swagger, {
    hideUntagged: true,
    // OpenAPI 3.1 knows `const`.
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1.0.0', description },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'session',
            description: 'Of a visitor or a signed-in person; over https its name is `__Host-session`.',
          },
        },
      },
      // Most calls are open to visitors; with a session the reply may differ.
      security: [{}, { session: [] }],
    },
    transform: call => {
      const { schema, url } = jsonSchemaTransform(call)
      return { schema: { ...schema, headers: markerHeader }, url }
    },
  })
}

export function serveOpenApi(app: FastifyInstance): void {
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').send(app.swagger()),
  )
}
