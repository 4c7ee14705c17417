import type { FastifyInstance } from 'fastify'
import { type QuestionRoutesDeps, questionRoutes } from './question-routes.server.ts'
import { synonymRoutes } from './synonym-routes.server.ts'

/** The staff's pages of the search: questions that it could not answer, and synonyms. */
export async function searchAdminPlugin(app: FastifyInstance, deps: QuestionRoutesDeps): Promise<void> {
  questionRoutes(app, deps)
  synonymRoutes(app, deps)
}
