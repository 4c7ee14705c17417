import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { basketCookieSeconds, type Cookies } from '../../../infra/http/cookies.ts'
import { createToken, hashToken } from '../../../infra/token.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import type { Person, Visitor } from '../visitor.ts'
import { insertSession, touchSession } from './queries.ts'
import { getNewSessionEnd, getSessionLifetime, sessionDays } from './session-lifetime.ts'

export interface Visitors {
  /** A visitor without session and basket, for pages that are cached. */
  anonymous: Visitor
  /** The visitor who sends the request. Read from the database at most once for each request. */
  get(request: FastifyRequest): Promise<Visitor>
  /** The hash of the browser's live session. A guest session is created when there is none. */
  ensureGuestSession(request: FastifyRequest, reply: FastifyReply): Promise<Buffer>
  /**
   * For the basket of an anonymous browser, its first one too: `writeCookie` is called once the basket was changed, lets the
   * cookie last another 30 days (R-CALL-10) and updates the request's visitor.
   */
  prepareBasketCookie(
    request: FastifyRequest,
    reply: FastifyReply,
  ): { hash: Buffer; writeCookie: () => Promise<void> }
  /** Updates the request's visitor after a login gave the browser another session. */
  setSession(request: FastifyRequest, sessionHash: Buffer): Promise<void>
}

/** For calls: the person who is signed in, else a 401. */
export async function requirePerson(visitors: Visitors, request: FastifyRequest): Promise<Person> {
  const { person } = await visitors.get(request)
  if (!person) throw new Problem(401)
  return person
}

const anonymous: Visitor = { person: null, sessionHash: null, sessionEnds: null, basketHash: null }

export function createVisitors(context: AppContext, cookies: Cookies): Visitors {
  const visitorByRequest = new WeakMap<FastifyRequest, Promise<Visitor>>()
  const getLifetime = (person: Person | null) => getSessionLifetime(context.config, person)

  const loadVisitor = async (request: FastifyRequest): Promise<Visitor> => {
    const sessionToken = cookies.read(request, 'session')
    const basketToken = cookies.read(request, 'basket')
    const basketHash = basketToken ? hashToken(basketToken) : null
    if (!sessionToken) return { ...anonymous, basketHash }
    const sessionHash = hashToken(sessionToken)
    const session = await touchSession(context.db, sessionHash, context.now(), getLifetime)
    if (!session) return { ...anonymous, basketHash }
    return { person: session.person, sessionHash, sessionEnds: session.ends, basketHash }
  }

  const get = (request: FastifyRequest) => {
    const visitor = visitorByRequest.get(request) ?? loadVisitor(request)
    visitorByRequest.set(request, visitor)
    return visitor
  }

  return {
    anonymous,
    get,
    async ensureGuestSession(request, reply) {
      const visitor = await get(request)
      if (visitor.sessionHash) return visitor.sessionHash
      const { hash, ends, writeCookies } = await createSession(context, cookies, context.db, null)
      writeCookies(reply)
      visitorByRequest.set(request, Promise.resolve({ ...visitor, sessionHash: hash, sessionEnds: ends }))
      return hash
    },
    prepareBasketCookie(request, reply) {
      const token = cookies.read(request, 'basket') ?? createToken()
      const hash = hashToken(token)
      const writeCookie = async () => {
        cookies.write(reply, 'basket', token, basketCookieSeconds)
        visitorByRequest.set(request, Promise.resolve({ ...(await get(request)), basketHash: hash }))
      }
      return { hash, writeCookie }
    },
    async setSession(request, sessionHash) {
      const session = await touchSession(context.db, sessionHash, context.now(), getLifetime)
      const { person = null, ends = null } = session ?? {}
      visitorByRequest.set(
        request,
        Promise.resolve({ person, sessionHash, sessionEnds: ends, basketHash: null }),
      )
    },
  }
}

/** Every login gets a new session id, so that an id known before the login is worthless. `person` null: a guest's. */
export async function createSession(
  context: AppContext,
  cookies: Cookies,
  db: AppContext['db'] | Tx,
  person: Pick<Person, 'id' | 'roles'> | null,
) {
  const token = createToken()
  const hash = hashToken(token)
  const now = context.now()
  const ends = getNewSessionEnd(now, getSessionLifetime(context.config, person))
  await insertSession(db, { idHash: hash, personId: person?.id ?? null, now, ends })
  return {
    hash,
    ends,
    /** Called once the transaction is committed. */
    writeCookies(reply: FastifyReply): void {
      cookies.write(reply, 'session', token, sessionDays * 86_400)
      cookies.renewCsrf(reply, token)
    },
  }
}
