import type { FastifyReply, FastifyRequest } from 'fastify'
import { basketCookieSeconds, type Cookies, hashToken, randomToken } from '../platform/cookies.ts'
import type { House, Tx } from '../platform/house.ts'
import { deleteExpiredSessions, insertSession, sessionPerson } from './data.ts'
import type { Visitor } from './visitor.ts'

export { accountIds, addressesOf, emailIsTaken, insertAddress, insertCustomer } from './data.ts'
export { hashPassword } from './passwords.server.ts'

const sessionDays = 30

export interface Visitors {
  /** Who is asking; one look at the database for each request at most. */
  of(request: FastifyRequest): Promise<Visitor>
  /** The living session of this browser, made when there is none: it will see its own order. */
  guestSession(request: FastifyRequest, reply: FastifyReply): Promise<Buffer>
  /** A cookie for a browser's first basket; what follows in this request knows it. Returns its hash. */
  newBasketCookie(request: FastifyRequest, reply: FastifyReply): Promise<Buffer>
}

export function makeVisitors(house: House, cookies: Cookies): Visitors {
  const known = new WeakMap<FastifyRequest, Promise<Visitor>>()

  const look = async (request: FastifyRequest): Promise<Visitor> => {
    const session = cookies.read(request, 'session')
    const basket = cookies.read(request, 'basket')
    const basketHash = basket ? hashToken(basket) : null
    if (!session) return { person: null, sessionHash: null, basketHash }
    const sessionHash = hashToken(session)
    const person = await sessionPerson(house.db, sessionHash, house.now())
    if (person === undefined) return { person: null, sessionHash: null, basketHash }
    return { person, sessionHash, basketHash }
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
      const sessionHash = await startSession(house, cookies, house.db, reply, null)
      known.set(request, Promise.resolve({ ...visitor, sessionHash }))
      return sessionHash
    },
    async newBasketCookie(request, reply) {
      const token = randomToken()
      cookies.write(reply, 'basket', token, basketCookieSeconds)
      const basketHash = hashToken(token)
      known.set(request, Promise.resolve({ ...(await of(request)), basketHash }))
      return basketHash
    },
  }
}

/** A new session under a new id, with its cookies (specification: new at login). Returns the id's hash. */
export async function startSession(
  house: House,
  cookies: Cookies,
  db: House['db'] | Tx,
  reply: FastifyReply,
  personId: number | null,
): Promise<Buffer> {
  const token = randomToken()
  const idHash = hashToken(token)
  await insertSession(db, { idHash, personId, now: house.now(), days: sessionDays })
  cookies.write(reply, 'session', token, sessionDays * 86_400)
  cookies.renewCsrf(reply, token)
  return idHash
}

export async function sweepSessions(house: House): Promise<void> {
  await deleteExpiredSessions(house.db, house.now())
}
