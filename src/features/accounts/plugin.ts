import type { FastifyInstance } from 'fastify'
import { handle } from '../../infra/http/handle.ts'
import { createFailureLimiter } from '../../infra/rate-limit/failures.ts'
import { checkAccountExists } from './account-exists.server.ts'
import { addressRoutes } from './addresses/routes.server.ts'
import { invitationRoutes } from './colleagues/invitation-routes.server.ts'
import { colleagueRoutes } from './colleagues/routes.server.ts'
import type { AccountRouteDeps } from './deps.server.ts'
import { detailsRoutes } from './details/routes.server.ts'
import { emailChangeRoutes } from './email-change/routes.server.ts'
import { createKnownDevices } from './login/known-devices.server.ts'
import { loginRoutes } from './login/routes.server.ts'
import { secondStepRoutes } from './login/second-step-routes.server.ts'
import { passwordResetRoutes } from './passwords/reset-routes.server.ts'
import { accountExists } from './schemas.ts'
import { secondFactorRoutes } from './second-factor/routes.server.ts'
import { sessionRoutes } from './sessions/routes.server.ts'
import { verificationRoutes } from './verification/routes.server.ts'

export type AccountsDeps = Omit<AccountRouteDeps, 'app' | 'failures' | 'knownDevices'>

const failureWindowSeconds = 15 * 60 // R-ACCOUNT-2

/** Login, and the pages on which people manage their accounts. Other features add the pages of their sections. */
export async function accountsPlugin(app: FastifyInstance, pluginDeps: AccountsDeps): Promise<void> {
  const { db } = pluginDeps.context
  const deps = {
    ...pluginDeps,
    app,
    failures: createFailureLimiter(db, failureWindowSeconds),
    knownDevices: createKnownDevices(pluginDeps.context, pluginDeps.cookies),
  }

  handle(app, accountExists, ({ body, ...exchange }) =>
    checkAccountExists(pluginDeps.context, pluginDeps.visitors, exchange, body.email),
  )

  loginRoutes(deps)
  sessionRoutes(deps)
  secondStepRoutes(deps)
  passwordResetRoutes(deps)
  verificationRoutes(deps)
  detailsRoutes(deps)
  emailChangeRoutes(deps)
  secondFactorRoutes(deps)
  addressRoutes(deps)
  colleagueRoutes(deps)
  invitationRoutes(deps)
}
