import { createHmac } from 'node:crypto'
import type { AppContext, Db } from '../../../infra/app-context.ts'
import { countAttempt, getAttempts } from '../../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../../infra/rate-limit/client-network.ts'

/**
 * Defence against card testing: trying stolen cards shows in the number of declined cards. They are counted for an hour
 * by browser session, by client address and by the card's last four digits; accepted cards never count.
 */

const hour = 3600

export interface DeclineKeys {
  sessionHash: Buffer | null
  /** `hashAddress` of the customer who opened the payment page. */
  addressHash: string | null
  lastFour: string | null
}

/**
 * The customer's address as it travels in the notification URL: the notification itself comes from the provider's own
 * address. 16 hex digits, keyed, so that it can neither be forged nor reveal the address.
 */
export function hashAddress({ config }: AppContext, ip: string): string {
  const source = `card from ${toClientNetwork(ip)}`
  return createHmac('sha256', config.sessionSecret).update(source).digest('hex').slice(0, 16)
}

/** Counts a declined card. Logs an error for the operator when a counter reaches its limit. */
export async function countDecline(context: AppContext, keys: DeclineKeys): Promise<void> {
  for (const { by, key, limit } of listCounters(context, keys)) {
    const { count } = await countAttempt(context.db, key, hour, context.now())
    if (count === limit) {
      context.log.error({ by, count }, 'many cards were declined: somebody may try stolen ones')
    }
  }
}

/** Whether so many cards of this browser or its address were declined that no payment page is opened. */
export function hasTooManyDeclines(
  context: AppContext,
  keys: Omit<DeclineKeys, 'lastFour'>,
): Promise<boolean> {
  return isOverLimit(context, context.db, { ...keys, lastFour: null })
}

/** Whether cards with these last digits were declined so often, for any customer, that they are refused. */
export function isBlockedCard(context: AppContext, db: Db, lastFour: string | null): Promise<boolean> {
  return isOverLimit(context, db, { sessionHash: null, addressHash: null, lastFour })
}

async function isOverLimit(context: AppContext, db: Db, keys: DeclineKeys): Promise<boolean> {
  for (const { key, limit } of listCounters(context, keys)) {
    if ((await getAttempts(db, key, hour, context.now())) >= limit) return true
  }
  return false
}

function listCounters({ config }: AppContext, { sessionHash, addressHash, lastFour }: DeclineKeys) {
  const { declinesPerSession, declinesPerAddress, declinesPerCard } = config.limits
  return [
    { by: 'session', value: sessionHash?.toString('hex') ?? null, limit: declinesPerSession },
    { by: 'address', value: addressHash, limit: declinesPerAddress },
    { by: 'card', value: lastFour, limit: declinesPerCard },
  ].flatMap(({ by, value, limit }) => (value === null ? [] : [{ by, key: `declined:${by}:${value}`, limit }]))
}
