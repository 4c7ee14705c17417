import type { FastifyInstance } from 'fastify'
import { createPartAction, type PartDeps, partRoutes } from './part-routes.server.ts'
import { partsListRoutes } from './parts-list.server.ts'
import { sectionRoutes } from './section-routes.server.ts'

/** The staff's pages of products. */
export async function productDeskPlugin(app: FastifyInstance, deps: PartDeps): Promise<void> {
  partsListRoutes(deps.search)(app, deps)
  const partAction = createPartAction(app, deps)
  partRoutes(app, deps, partAction)
  sectionRoutes(deps.context.db, deps.search, partAction)
}
