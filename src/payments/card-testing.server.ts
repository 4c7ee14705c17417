import { createHmac } from 'node:crypto'
import { attemptsSoFar, countAttempt } from '../platform/attempts.ts'
import type { Db, House } from '../platform/house.ts'

/**
 * Who tries stolen cards is known by the cards that are declined (abuse case D16). They are counted for an hour by
 * browser session, by address and by the last four digits; accepted cards never count.
 */

const hour = 3600

export interface Tried {
  sessionHash: Buffer | null
  /** `addressMark` of whoever was led to the frame. */
  from: string | null
  lastFour: string | null
}

/**
 * The buyer's address as it travels to the provider and back with the notification, which comes from the provider's own
 * address: 16 hex digits that only this shop can make, and nobody can read back.
 */
export function addressMark(house: House, ip: string): string {
  return createHmac('sha256', house.config.sessionSecret).update(`card from ${ip}`).digest('hex').slice(0, 16)
}

/** Counts a declined card; the first time it is too many, the log says so for the operator to see. */
export async function countDecline(house: House, tried: Tried): Promise<void> {
  for (const { by, key, most } of countersOf(house, tried)) {
    const { count } = await countAttempt(house.db, key, hour, house.now())
    if (count === most)
      house.log.error({ by, count }, 'many cards were declined: somebody may try stolen ones')
  }
}

/** Whether this browser or its address had so many cards declined that no other is asked for. */
export function hasTriedTooMany(house: House, tried: Omit<Tried, 'lastFour'>): Promise<boolean> {
  return isOver(house, house.db, { ...tried, lastFour: null })
}

/** Whether a card that ends like this was declined so often, by whomever, that it is not taken. */
export function isTestedCard(house: House, db: Db, lastFour: string | null): Promise<boolean> {
  return isOver(house, db, { sessionHash: null, from: null, lastFour })
}

async function isOver(house: House, db: Db, tried: Tried): Promise<boolean> {
  for (const { key, most } of countersOf(house, tried)) {
    if ((await attemptsSoFar(db, key, hour, house.now())) >= most) return true
  }
  return false
}

function countersOf({ config }: House, { sessionHash, from, lastFour }: Tried) {
  const { declinesPerSession, declinesPerAddress, declinesPerCard } = config.limits
  return [
    { by: 'session', mark: sessionHash?.toString('hex') ?? null, most: declinesPerSession },
    { by: 'address', mark: from, most: declinesPerAddress },
    { by: 'card', mark: lastFour, most: declinesPerCard },
  ].flatMap(({ by, mark, most }) => (mark === null ? [] : [{ by, key: `declined:${by}:${mark}`, most }]))
}
