import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { countAttempt, enforceLimit, getAttempts } from '../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../infra/rate-limit/client-network.ts'
import { hashToken } from '../../infra/token.ts'
import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import { existsLimitMessage } from './messages.ts'
import { isEmailTaken } from './queries.ts'
import type { Visitors } from './sessions/visitors.server.ts'

/*
 * All calls that answer whether an e-mail address has an account are limited together (R-CHECKOUT-9): by browser session, so
 * that people behind one address do not use up each other's checks, and by client network, because a client can drop its
 * cookies.
 */

const windowSeconds = 60

/** Counts a check of each session and of its network: 429. A client without a session gets one, which counts from now on. */
export async function checkAccountExists(
  context: AppContext,
  visitors: Visitors,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
): Promise<boolean> {
  const { sessionHash } = await visitors.get(request)
  await enforceLimits(context, request, sessionHash, email)
  if (!sessionHash) await countForSession(context, await visitors.ensureGuestSession(request, reply))
  return isEmailTaken(context.db, email)
}

/** The same, but an address that was just answered to this network is not counted again: it reveals nothing new. */
export async function recheckAccountExists(
  context: AppContext,
  request: FastifyRequest,
  sessionHash: Buffer,
  email: string,
): Promise<boolean> {
  const { db, now } = context
  const key = toAddressKey(toClientNetwork(request.ip), email)
  const isAnswered = (await getAttempts(db, key, windowSeconds, now())) > 0
  if (!isAnswered) await enforceLimits(context, request, sessionHash, email)
  return isEmailTaken(db, email)
}

/**
 * Counts that an order was refused because its address has an account; the limit refuses no order. An order that is
 * accepted tells nothing that is not worth an order.
 */
export async function countAccountAnswer(
  context: AppContext,
  request: FastifyRequest,
  sessionHash: Buffer,
  email: string,
): Promise<void> {
  const { db, now } = context
  const network = toClientNetwork(request.ip)
  await countForSession(context, sessionHash)
  await countAttempt(db, toNetworkKey(network), windowSeconds, now())
  await countAttempt(db, toAddressKey(network, email), windowSeconds, now())
}

// A check that the session's limit refuses is none of the network's.
async function enforceLimits(
  { db, config, now }: AppContext,
  request: FastifyRequest,
  sessionHash: Buffer | null,
  email: string,
): Promise<void> {
  const { existsPerSession, existsPerMinute } = config.limits
  const enforce = (key: string, limit: number) =>
    enforceLimit(db, key, limit, windowSeconds, now(), existsLimitMessage)
  const network = toClientNetwork(request.ip)
  if (sessionHash) await enforce(toSessionKey(sessionHash), existsPerSession)
  await enforce(toNetworkKey(network), existsPerMinute)
  await countAttempt(db, toAddressKey(network, email), windowSeconds, now())
}

async function countForSession({ db, now }: AppContext, sessionHash: Buffer): Promise<void> {
  await countAttempt(db, toSessionKey(sessionHash), windowSeconds, now())
}

const toSessionKey = (sessionHash: Buffer): string => `exists:session:${sessionHash.toString('base64url')}`

const toNetworkKey = (network: string): string => `exists:${network}`

const toAddressKey = (network: string, email: string): string =>
  `exists:${network}:${hashToken(normaliseEmail(email)).toString('base64url')}`
