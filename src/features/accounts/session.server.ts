import { hashToken } from '../../infra/http/cookies.ts'
import { handle } from '../../infra/http/handle.ts'
import type { AccountRoom } from './room.server.ts'
import { readSession, staySignedIn } from './schemas.ts'
import { endFromNow, sessionDays } from './session-life.ts'
import { keepSession, readSessionEnd } from './session-queries.server.ts'

/** How long somebody is still signed in, and his wish to stay so. Neither asks who he is, which would count as a request of his. */
export function sessionRoutes({ app, context, cookies }: AccountRoom): void {
  const { db, config, now } = context
  const secondsLeft = (ends: Date | null) => ({
    seconds_left: ends ? Math.max(0, Math.floor((ends.getTime() - now().getTime()) / 1000)) : 0,
  })

  handle(
    app,
    readSession,
    async ({ request }) => {
      const token = cookies.read(request, 'session')
      return secondsLeft(token ? await readSessionEnd(db, hashToken(token), now()) : null)
    },
    { withMarkerOnly: true },
  )

  handle(app, staySignedIn, async ({ request, reply }) => {
    const token = cookies.read(request, 'session')
    const until = endFromNow(now(), false, { idleMinutes: config.sessionIdleMinutes })
    const ends = token ? await keepSession(db, hashToken(token), now(), until) : null
    // The browser forgets the cookie after its days too.
    if (token && ends) cookies.write(reply, 'session', token, sessionDays * 86_400)
    return secondsLeft(ends)
  })
}
