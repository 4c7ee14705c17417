import type { FastifyInstance } from 'fastify'
import { handle } from '../../infra/http/handle.ts'
import { limitAttempts } from '../../infra/rate-limit/attempts.ts'
import { createFailureLimiter } from '../../infra/rate-limit/failures.ts'
import { addressRoutes } from './addresses.server.ts'
import { detailsRoutes } from './details.server.ts'
import { factorRoutes } from './factor-settings.server.ts'
import { loginRoutes } from './login.server.ts'
import { existsLimitWords } from './messages.ts'
import { passwordRoutes } from './password.server.ts'
import { emailIsTaken } from './queries.ts'
import type { AccountRoom } from './room.server.ts'
import { accountExists } from './schemas.ts'
import { secondStepRoutes } from './second-step.server.ts'
import { sessionRoutes } from './session.server.ts'
import { verifyRoutes } from './verify.server.ts'

export type AccountsDeps = Omit<AccountRoom, 'app' | 'failures'>

const failureWindowSeconds = 15 * 60 // contract §4

/** People: signing in, and looking after their own accounts. The overview is the shell's, orders are the orders'. */
export async function accountsPlugin(app: FastifyInstance, deps: AccountsDeps): Promise<void> {
  const { db, config, now } = deps.context
  const room = { ...deps, app, failures: createFailureLimiter(db, failureWindowSeconds) }

  handle(app, accountExists, async ({ body, request }) => {
    const words = existsLimitWords
    await limitAttempts(db, `exists:${request.ip}`, config.limits.existsPerMinute, 60, now(), words)
    return emailIsTaken(db, body.email)
  })

  loginRoutes(room)
  sessionRoutes(room)
  secondStepRoutes(room)
  passwordRoutes(room)
  verifyRoutes(room)
  detailsRoutes(room)
  factorRoutes(room)
  addressRoutes(room)
}
