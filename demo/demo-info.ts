import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../src/infra/app-context.ts'
import { mailFolder } from '../src/infra/mail/mailer.ts'
import { demoPeople } from './people/people.ts'
import type { TradeOrders } from './people/trade-orders.ts'

/** GET /_sandbox/demo.json: the ids and paths that an automated check of the demo shop needs. */
export function registerDemoInfo(
  app: FastifyInstance,
  { db, config }: AppContext,
  ensureTradeOrders: () => Promise<TradeOrders>,
): void {
  const emails = demoPeople.map(({ email }) => email)
  app.get('/_sandbox/demo.json', async (_request, reply) => {
    const { quoteId, approvalId } = await ensureTradeOrders()
    const accounts = await db
      .selectFrom('person')
      .select(['email', 'id'])
      .where('email', 'in', emails)
      .orderBy('id')
      .execute()
    return reply.header('cache-control', 'no-store').send({
      quote_id: quoteId,
      approval_id: approvalId,
      accounts,
      mail_dir: resolve(mailFolder(config)),
    })
  })
}
