import type { FastifyReply } from 'fastify'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { type Cookies, createToken, hashToken } from '../../../infra/http/cookies.ts'
import type { Person } from '../visitor.ts'
import { insertSession } from './queries.ts'
import { getNewSessionEnd, getSessionLifetime, sessionDays } from './session-lifetime.ts'

export interface NewSession {
  hash: Buffer
  ends: Date
  /** Sets the session's cookies. Called once its transaction is committed. */
  writeCookies(reply: FastifyReply): void
}

/** Every login gets a new session id, so that an id known before the login is worthless. `person` null: a guest's. */
export async function createSession(
  context: AppContext,
  cookies: Cookies,
  db: AppContext['db'] | Tx,
  person: Pick<Person, 'id' | 'roles'> | null,
): Promise<NewSession> {
  const token = createToken()
  const hash = hashToken(token)
  const now = context.now()
  const ends = getNewSessionEnd(now, getSessionLifetime(context.config, person))
  await insertSession(db, { idHash: hash, personId: person?.id ?? null, now, ends })
  return {
    hash,
    ends,
    writeCookies(reply) {
      cookies.write(reply, 'session', token, sessionDays * 86_400)
      cookies.renewCsrf(reply, token)
    },
  }
}
