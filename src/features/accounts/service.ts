import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import { basketCookieSeconds, type Cookies, createToken, hashToken } from '../../infra/http/cookies.ts'
import type { Redirect } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import { mailAccountCreated } from './links.server.ts'
import { deleteExpiredSessions, insertCustomer, insertSession, sessionPerson } from './queries.ts'
import { endFromNow, sessionDays } from './session-life.ts'
import { deleteExpiredTokens } from './token-queries.server.ts'
import type { Person, Visitor } from './visitor.ts'

export { addressesOf, insertAddress } from './address-queries.server.ts'
export { writeAudit } from './audit-queries.server.ts'
export { passwordFault } from './common-passwords.server.ts'
export {
  type Colleague,
  headBuyersOf,
  lockMembers,
  membersOf,
  setNeedsApproval,
} from './company-queries.server.ts'
export { hashPassword } from './passwords.server.ts'
export { emailIsTaken } from './queries.ts'

export interface Visitors {
  /** Who is asking; one look at the database for each request at most. */
  of(request: FastifyRequest): Promise<Visitor>
  /** The living session of this browser, made when there is none: it will see its own order. */
  guestSession(request: FastifyRequest, reply: FastifyReply): Promise<Buffer>
  /** For a browser's first basket: `keep` sets its cookie once there is one; what follows in this request knows it. */
  newBasket(request: FastifyRequest, reply: FastifyReply): { hash: Buffer; keep: () => Promise<void> }
  /** The rest of this request knows that the browser has another session now. */
  became(request: FastifyRequest, sessionHash: Buffer): Promise<void>
}

export function makeVisitors(context: AppContext, cookies: Cookies): Visitors {
  const known = new WeakMap<FastifyRequest, Promise<Visitor>>()
  const life = { idleMinutes: context.config.sessionIdleMinutes }

  const look = async (request: FastifyRequest): Promise<Visitor> => {
    const session = cookies.read(request, 'session')
    const basket = cookies.read(request, 'basket')
    const basketHash = basket ? hashToken(basket) : null
    const nobody = { person: null, sessionHash: null, sessionEnds: null, basketHash }
    if (!session) return nobody
    const sessionHash = hashToken(session)
    const living = await sessionPerson(context.db, sessionHash, context.now(), life)
    if (!living) return nobody
    return { person: living.person, sessionHash, sessionEnds: living.ends, basketHash }
  }

  const of = (request: FastifyRequest) => {
    const looked = known.get(request) ?? look(request)
    known.set(request, looked)
    return looked
  }

  return {
    of,
    async guestSession(request, reply) {
      const visitor = await of(request)
      if (visitor.sessionHash) return visitor.sessionHash
      const { hash, ends, give } = await startSession(context, cookies, context.db, null)
      give(reply)
      known.set(request, Promise.resolve({ ...visitor, sessionHash: hash, sessionEnds: ends }))
      return hash
    },
    newBasket(request, reply) {
      const token = createToken()
      const hash = hashToken(token)
      const keep = async () => {
        cookies.write(reply, 'basket', token, basketCookieSeconds)
        known.set(request, Promise.resolve({ ...(await of(request)), basketHash: hash }))
      }
      return { hash, keep }
    },
    async became(request, sessionHash) {
      const living = await sessionPerson(context.db, sessionHash, context.now(), life)
      const { person = null, ends = null } = living ?? {}
      known.set(request, Promise.resolve({ person, sessionHash, sessionEnds: ends, basketHash: null }))
    },
  }
}

/**
 * Makes the account of a guest who ordered, unverified until he uses the link of its mail; null when his address got
 * an account meanwhile. In the transaction of his order.
 */
export async function openAccount(
  tx: Tx,
  customer: { email: string; name: string; telephone: string; vat: string; passwordHash: string },
  now: Date,
): Promise<number | null> {
  const personId = await insertCustomer(tx, customer)
  if (personId === null) return null
  await mailAccountCreated(tx, { personId, name: customer.name, email: customer.email }, now)
  return personId
}

/** For calls: who is signed in; a 401 for anybody else. */
export async function requirePerson(visitors: Visitors, request: FastifyRequest): Promise<Person> {
  const { person } = await visitors.of(request)
  if (!person) throw new Problem(401)
  return person
}

/** For pages: `if (!person) return toLogin(request)` leads to the login, and back here afterwards. */
export function toLogin(request: FastifyRequest): Redirect {
  return { to: `/login?${new URLSearchParams({ redirectTo: request.url })}` }
}

export interface NewSession {
  hash: Buffer
  ends: Date
  /** Sets its cookies: once the session is there for good. */
  give(reply: FastifyReply): void
}

/** A new session under a new id (specification: new at login). */
export async function startSession(
  context: AppContext,
  cookies: Cookies,
  db: AppContext['db'] | Tx,
  personId: number | null,
): Promise<NewSession> {
  const token = createToken()
  const hash = hashToken(token)
  const now = context.now()
  const ends = endFromNow(now, personId === null, { idleMinutes: context.config.sessionIdleMinutes })
  await insertSession(db, { idHash: hash, personId, now, ends })
  return {
    hash,
    ends,
    give(reply) {
      cookies.write(reply, 'session', token, sessionDays * 86_400)
      cookies.renewCsrf(reply, token)
    },
  }
}

export async function sweepSessions(context: AppContext): Promise<void> {
  await deleteExpiredSessions(context.db, context.now())
  await deleteExpiredTokens(context.db, context.now())
}
