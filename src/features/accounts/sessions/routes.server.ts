import { hashToken } from '../../../infra/http/cookies.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { extendSession, getSession } from '../schemas.ts'
import { findSessionEnd, prolongSession } from './queries.ts'
import { getNewSessionEnd, sessionDays } from './session-lifetime.ts'

/** The end of the session, and prolonging it. Neither loads the visitor, because that would count as activity. */
export function sessionRoutes({ app, context, cookies }: AccountRouteDeps): void {
  const { db, config, now } = context
  const toReply = (ends: Date | null) => ({
    seconds_left: ends ? Math.max(0, Math.floor((ends.getTime() - now().getTime()) / 1000)) : 0,
  })

  handle(
    app,
    getSession,
    async ({ request }) => {
      const token = cookies.read(request, 'session')
      return toReply(token ? await findSessionEnd(db, hashToken(token), now()) : null)
    },
    { withMarkerOnly: true },
  )

  handle(app, extendSession, async ({ request, reply }) => {
    const token = cookies.read(request, 'session')
    const until = getNewSessionEnd(now(), false, { idleMinutes: config.sessionIdleMinutes })
    const ends = token ? await prolongSession(db, hashToken(token), now(), until) : null
    // The cookie expires as well.
    if (token && ends) cookies.write(reply, 'session', token, sessionDays * 86_400)
    return toReply(ends)
  })
}
