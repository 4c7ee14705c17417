import type { FastifyRequest } from 'fastify'
import { hashToken } from '../../../infra/http/cookies.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { extendSession, getSession } from '../schemas.ts'
import { findPersonSession, prolongSession } from './queries.ts'
import { getPresentEnd, getProlongedEnd, getSessionLifetime, sessionDays } from './session-lifetime.ts'

/** The end of the session, and prolonging it. Neither loads the visitor, because that would count as activity. */
export function sessionRoutes({ app, context, cookies }: AccountRouteDeps): void {
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
