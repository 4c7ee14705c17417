import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { House } from '../platform/house.ts'
import { mailFolder } from '../platform/mail-post.ts'

/** Contract §7: what a check of the demo shop needs to know. Demo mode only. */
export function demoRoutes(
  app: FastifyInstance,
  house: House,
  accounts: () => Promise<{ email: string; id: number }[]>,
): void {
  app.get('/_sandbox/demo.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({
      quote_id: null,
      approval_id: null,
      accounts: await accounts(),
      mail_dir: resolve(mailFolder(house.config)),
    }),
  )
}
