import type { FastifyInstance, FastifyRequest } from 'fastify'
import { handle } from '../../infra/http/handle.ts'
import { createFailureLimiter } from '../../infra/rate-limit/failures.ts'
import { hashToken } from '../../infra/token.ts'
import { checkAccountExists } from './account-exists.server.ts'
import { addressRoutes } from './addresses/routes.server.ts'
import { colleagueRoutes, invitationRoutes } from './colleagues/routes.server.ts'
import type { AccountRouteDeps } from './deps.server.ts'
import { detailsRoutes } from './details/routes.server.ts'
import { emailChangeRoutes } from './email-change/routes.server.ts'
import { createKnownDevices } from './login/known-devices.server.ts'
import { loginRoutes } from './login/routes.server.ts'
import { secondStepRoutes } from './login/second-step-routes.server.ts'
import { passwordResetRoutes } from './passwords/reset-routes.server.ts'
import { accountExists, extendSession, getSession } from './schemas.ts'
import { secondFactorRoutes } from './second-factor/routes.server.ts'
import { findPersonSession, prolongSession } from './sessions/queries.ts'
import {
  getPresentEnd,
  getProlongedEnd,
  getSessionLifetime,
  sessionDays,
} from './sessions/session-lifetime.ts'
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

/** The end of the session, and prolonging it. Neither loads the visitor, because that would count as activity. */
function sessionRoutes({ app, context, cookies }: AccountRouteDeps): void {
  const { db, config, now } = context
  const toReply = (ends: Date | null) => ({
    seconds_left: ends ? Math.max(0, Math.floor((ends.getTime() - now().getTime()) / 1000)) : 0,
  })

  /** The person's live session of this browser. */
  const findSession = async (request: FastifyRequest) => {
    const token = cookies.read(request, 'session')
    const session = token ? await findPersonSession(db, hashToken(token), now()) : null
    if (!token || !session) return null
    const lifetime = getSessionLifetime(config, session)
    const presentEnd = getPresentEnd(session, lifetime)
    return presentEnd > now()
      ? { token, presentEnd, prolongedEnd: getProlongedEnd(session, now(), lifetime) }
      : null
  }

  handle(app, getSession, async ({ request }) => toReply((await findSession(request))?.presentEnd ?? null), {
    withMarkerOnly: true,
  })

  handle(app, extendSession, async ({ request, reply }) => {
    const session = await findSession(request)
    if (!session) return toReply(null)
    const ends = await prolongSession(db, hashToken(session.token), now(), session.prolongedEnd)
    // The cookie expires as well.
    if (ends) cookies.write(reply, 'session', session.token, sessionDays * 86_400)
    return toReply(ends)
  })
}
