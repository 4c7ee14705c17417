import type { Tx } from '../../infra/app-context.ts'
import { createToken, hashToken } from '../../infra/http/cookies.ts'
import { enqueueEmail } from '../../infra/mail/mail.ts'
import { accountCreatedMail, resetMail, verifyMail } from './mail.ts'
import { insertToken, type TokenPurpose } from './token-queries.server.ts'

const minutes: Record<TokenPurpose, number> = {
  reset: 60, // contract §4
  verify: 7 * 24 * 60,
}

interface Recipient {
  personId: number
  name: string
  email: string
}

/** Mails the link that sets a new password. */
export async function mailReset(tx: Tx, to: Recipient, now: Date): Promise<void> {
  await enqueueEmail(tx, resetMail({ ...to, linkId: await newLink(tx, to.personId, 'reset', now) }))
}

/** Mails the link that proves the address. */
export async function mailVerification(tx: Tx, to: Recipient, now: Date): Promise<void> {
  await enqueueEmail(tx, verifyMail({ ...to, linkId: await newLink(tx, to.personId, 'verify', now) }))
}

/** Tells of the account that an order made; its link proves the address. */
export async function mailAccountCreated(tx: Tx, to: Recipient, now: Date): Promise<void> {
  await enqueueEmail(
    tx,
    accountCreatedMail({ ...to, verifyId: await newLink(tx, to.personId, 'verify', now) }),
  )
}

// The outbox gets the id, the table its hash; the letter signs it (seal.server.ts).
async function newLink(tx: Tx, personId: number, purpose: TokenPurpose, now: Date): Promise<string> {
  const id = createToken()
  await insertToken(tx, { idHash: hashToken(id), personId, purpose, now, minutes: minutes[purpose] })
  return id
}
