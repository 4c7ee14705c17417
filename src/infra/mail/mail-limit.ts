import { normaliseEmail } from '../../lib/contact/normalise-email.ts'
import type { AppContext } from '../app-context.ts'
import { countAttempt, getAttempts } from '../rate-limit/attempts.ts'
import { hashToken } from '../token.ts'

const windowSeconds = 3600

/**
 * What happens to an e-mail beyond the hourly limits (R-EMAIL-2). Every e-mail has it whose address was typed by a
 * visitor without a login: it may belong to a stranger.
 */
export type OverLimit = 'wait' | 'drop'

interface LimitedEmail {
  kind: string
  recipient: string
}

/** The limit that this e-mail would exceed; null: none. Only sent e-mails count, so a full hour may be exceeded by few. */
export async function findExceededLimit(
  { db, config, now }: AppContext,
  email: LimitedEmail,
): Promise<'address' | 'shop' | null> {
  const { strangerMailsPerAddress, strangerMailsPerHour } = config.limits
  const isFull = async (key: string, limit: number) =>
    (await getAttempts(db, key, windowSeconds, now())) >= limit
  if (await isFull(toAddressKey(email), strangerMailsPerAddress)) return 'address'
  return (await isFull(toShopKey(email), strangerMailsPerHour)) ? 'shop' : null
}

export async function countLimitedEmail({ db, now }: AppContext, email: LimitedEmail): Promise<void> {
  for (const key of [toAddressKey(email), toShopKey(email)]) await countAttempt(db, key, windowSeconds, now())
}

const toAddressKey = ({ recipient }: LimitedEmail): string =>
  `mails:${hashToken(normaliseEmail(recipient)).toString('base64url')}`

// By kind, so that a flood of newsletter forms does not hold up the links of forgotten passwords.
const toShopKey = ({ kind }: LimitedEmail): string => `mails:${kind}`
