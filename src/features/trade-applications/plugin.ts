import type { FastifyInstance } from 'fastify'
import type { Country } from '../../lib/contact/countries.ts'
import type { AdminDeps } from '../back-office/service.ts'
import { applicationListRoutes } from './application-list.server.ts'
import { applyRoutes } from './apply-routes.server.ts'
import { decideRoutes } from './decide-routes.server.ts'

export async function tradeApplicationsPlugin(
  app: FastifyInstance,
  deps: AdminDeps & { countries: readonly Country[] },
): Promise<void> {
  applyRoutes(app, deps)
  applicationListRoutes(app, deps)
  decideRoutes(app, deps)
}
