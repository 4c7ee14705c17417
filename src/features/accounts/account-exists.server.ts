import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../infra/app-context.ts'
import { hashToken } from '../../infra/http/cookies.ts'
import { countAttempt, enforceLimit, getAttempts } from '../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../infra/rate-limit/client-network.ts'
import { existsLimitMessage } from './messages.ts'
import { isEmailTaken } from './queries.ts'

const windowSeconds = 60

/** Whether an e-mail address has an account. One counter limits all calls that answer it (R-CHECKOUT-9): 429. */
export async function checkAccountExists(
  context: AppContext,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  const { db, config, now } = context
  const network = toClientNetwork(request.ip)
  const limit = config.limits.existsPerMinute
  await enforceLimit(db, toLimitKey(network), limit, windowSeconds, now(), existsLimitMessage)
  await countAttempt(db, toAddressKey(network, email), windowSeconds, now())
  return isEmailTaken(db, email)
}

/** The same, but an address that was just answered to this client is not counted again: it reveals nothing new. */
export async function recheckAccountExists(
  context: AppContext,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  const { db, now } = context
  const key = toAddressKey(toClientNetwork(request.ip), email)
  const isAnswered = (await getAttempts(db, key, windowSeconds, now())) > 0
  return isAnswered ? isEmailTaken(db, email) : checkAccountExists(context, request, email)
}

/**
 * The same for a send that places an order. The order is worth more than the answer that an address is free, so that
 * answer is not counted: many guests may order from one network. When the order is then refused, `recheckAccountExists`
 * counts it.
 */
export async function checkAccountExistsForOrder(
  context: AppContext,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  const { db, config, now } = context
  const key = toLimitKey(toClientNetwork(request.ip))
  const isLimitReached = (await getAttempts(db, key, windowSeconds, now())) >= config.limits.existsPerMinute
  const isFree = !isLimitReached && !(await isEmailTaken(db, email))
  return isFree ? false : recheckAccountExists(context, request, email)
}

const toLimitKey = (network: string): string => `exists:${network}`

const toAddressKey = (network: string, email: string): string =>
  `exists:${network}:${hashToken(email.toLowerCase()).toString('base64url')}`
