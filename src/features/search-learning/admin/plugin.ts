import type { FastifyInstance } from 'fastify'
import type { AdminDeps } from '../../back-office/service.ts'
import type { SearchLog } from '../search-log.server.ts'
import { questionRoutes } from './questions.server.ts'
import { synonymRoutes } from './synonym-routes.server.ts'

export async function searchAdminPlugin(app: FastifyInstance, deps: AdminDeps & { searchLog: SearchLog }) {
  questionRoutes(deps.searchLog)(app, deps)
  synonymRoutes(app, deps)
}
