import type { Tx } from '../../../infra/app-context.ts'
import { createToken, hashToken } from '../../../infra/token.ts'
import {
  type AccountRecipient,
  accountCreatedEmail,
  passwordResetEmail,
  verifyAddressEmail,
} from './LinkEmails.tsx'
import { insertLinkToken, type TokenPurpose } from './link-token.server.ts'

const validMinutes: Record<TokenPurpose, number> = {
  reset: 60, // R-ACCOUNT-3
  verify: 7 * 24 * 60,
}

export async function sendResetLink(tx: Tx, to: AccountRecipient, now: Date): Promise<void> {
  await passwordResetEmail.enqueue(tx, { ...to, linkId: await createLink(tx, to.personId, 'reset', now) })
}

export async function sendVerificationLink(tx: Tx, to: AccountRecipient, now: Date): Promise<void> {
  await verifyAddressEmail.enqueue(tx, { ...to, linkId: await createLink(tx, to.personId, 'verify', now) })
}

/** E-mails that an order created the account, with a link that verifies the address. */
export async function sendAccountCreated(tx: Tx, to: AccountRecipient, now: Date): Promise<void> {
  await accountCreatedEmail.enqueue(tx, { ...to, verifyId: await createLink(tx, to.personId, 'verify', now) })
}

/** Stores a link and returns its id. The outbox gets the id, the table its hash; the link is signed when it is shown. */
export async function createLink(
  tx: Tx,
  personId: number,
  purpose: TokenPurpose,
  now: Date,
): Promise<string> {
  const id = createToken()
  await insertLinkToken(tx, { idHash: hashToken(id), personId, purpose, now, minutes: validMinutes[purpose] })
  return id
}
