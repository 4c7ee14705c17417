import type { FastifyInstance } from 'fastify'
import type { AdminDeps } from '../../back-office/service.ts'
import { priceChangeFormRoutes } from './change-routes.server.ts'
import { listPageRoutes } from './list-page.server.ts'
import { priceChangeRoutes } from './price-changes.server.ts'
import { priceListRoutes } from './price-lists.server.ts'

/** The staff's pages of prices. */
export async function pricesAdminPlugin(app: FastifyInstance, deps: AdminDeps): Promise<void> {
  priceListRoutes(app, deps)
  listPageRoutes(app, deps)
  priceChangeRoutes(app, deps)
  priceChangeFormRoutes(app, deps)
}
