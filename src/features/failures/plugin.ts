import type { FastifyInstance } from 'fastify'
import type { EmailForStaff } from '../../infra/mail/define-email.server.ts'
import type { AdminDeps } from '../back-office/service.ts'
import { failureForms } from './failure-forms.server.ts'
import { failureRoutes } from './failure-list.server.ts'

/** What did not work and needs somebody. `emails`: all that the shop sends. */
export async function failuresPlugin(
  app: FastifyInstance,
  { emails, ...deps }: AdminDeps & { emails: readonly EmailForStaff[] },
): Promise<void> {
  failureRoutes(emails)(app, deps)
  failureForms(app, deps, emails)
}
