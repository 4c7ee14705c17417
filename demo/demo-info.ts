import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { House } from '../src/platform/house.ts'
import { mailFolder } from '../src/platform/mail-post.ts'

/** Contract §7: what a check of the demo shop needs to know. Demo mode only. */
export function demoRoutes(
  app: FastifyInstance,
  house: House,
  accounts: () => Promise<{ email: string; id: number }[]>,
  /** The quote and the order for approval that are open now. */
  trade: () => Promise<{ quoteId: number; approvalId: number }>,
): void {
  app.get('/_sandbox/demo.json', async (_request, reply) => {
    const { quoteId, approvalId } = await trade()
    return reply.header('cache-control', 'no-store').send({
      quote_id: quoteId,
      approval_id: approvalId,
      accounts: await accounts(),
      mail_dir: resolve(mailFolder(house.config)),
    })
  })
}
