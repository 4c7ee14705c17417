import type { AppContext, Tx } from '../../../infra/app-context.ts'
import { inTransaction, isUniqueViolation } from '../../../infra/database/db.ts'
import { isWithinMailLimit } from '../../../infra/rate-limit/attempts.ts'
import { createToken, hashToken } from '../../../infra/token.ts'
import type { Result } from '../../../lib/result.ts'
import { addOwnAuditEntry } from '../audit.server.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import {
  emailChangeCurrentEmail,
  emailChangeNewEmail,
  emailChangeTakenEmail,
} from '../emails/EmailChangeEmails.tsx'
import { accountChangedEmail } from '../emails/SecurityEmails.tsx'
import { deleteEmailChange, deletePersonTokens } from '../links/link-token.server.ts'
import { endAccess } from '../login/queries.ts'
import { findAccountById, isEmailTaken, lockActivePerson } from '../queries.ts'
import type { Person } from '../visitor.ts'
import {
  confirmEmailSide,
  type EmailSide,
  findEmailChangeByLink,
  replaceEmailChange,
  setEmail,
} from './queries.ts'

const validHours = 24

/** A link of a change: which address it was e-mailed to, and the hash it is stored under. */
export interface EmailChangeLink {
  side: EmailSide
  hash: Buffer
}

/**
 * Stores a change and e-mails a link to each address. `authorize` runs first in the transaction. The same is done whether
 * or not the new address has an account; only its owner learns that, by an e-mail without a link. False: not authorized.
 */
export async function beginEmailChange(
  context: AppContext,
  { id: personId, name, email }: Person,
  { newEmail, sessionHash }: { newEmail: string; sessionHash: Buffer },
  authorize: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const { db, now } = context
  const [currentLinkId, newLinkId] = [createToken(), createToken()]
  const isWithinLimit = await isWithinMailLimit(context, 'email-change', newEmail)
  return inTransaction(db, async tx => {
    if (!(await lockActivePerson(tx, personId)) || !(await authorize(tx))) return false
    await replaceEmailChange(tx, {
      personId,
      email: newEmail,
      currentLinkHash: hashToken(currentLinkId),
      newLinkHash: hashToken(newLinkId),
      sessionHash,
      expiresAt: new Date(now().getTime() + validHours * 3_600_000),
    })
    const isTaken = await isEmailTaken(tx, newEmail)
    const current = { personId, name, email, newEmail, linkId: currentLinkId }
    await emailChangeCurrentEmail.enqueue(tx, current)
    if (isWithinLimit) {
      const toNewAddress = isTaken ? emailChangeTakenEmail : emailChangeNewEmail
      await toNewAddress.enqueue(tx, { email: newEmail, linkId: newLinkId })
    }
    await addOwnAuditEntry(tx, personId, 'email change requested', now())
    return true
  })
}

/**
 * The same for a customer whose mailbox is dead, by staff, who vouch for the person: the present address need not confirm it,
 * and gets a link that stops it. The new one is confirmed with the account's password. False: the new address has an account.
 */
export async function beginEmailChangeByStaff(
  tx: Tx,
  { id: personId, name, email }: Pick<Person, 'id' | 'name' | 'email'>,
  newEmail: string,
  now: Date,
): Promise<boolean> {
  if (await isEmailTaken(tx, newEmail)) return false
  const [currentLinkId, newLinkId] = [createToken(), createToken()]
  await replaceEmailChange(tx, {
    personId,
    email: newEmail,
    currentLinkHash: hashToken(currentLinkId),
    newLinkHash: hashToken(newLinkId),
    // Of no browser: all sessions end.
    sessionHash: hashToken(createToken()),
    expiresAt: new Date(now.getTime() + validHours * 3_600_000),
  })
  await confirmEmailSide(tx, personId, 'current', now)
  await emailChangeCurrentEmail.enqueue(tx, {
    ...{ personId, name, email, newEmail, linkId: currentLinkId },
    isByStaff: true,
  })
  await emailChangeNewEmail.enqueue(tx, { email: newEmail, linkId: newLinkId })
  return true
}

/** `isChanged` false: the other address has still to confirm. */
type EmailConfirmation = Result<{ isChanged: boolean }, 'gone' | 'taken'>

/**
 * Confirms a change for one of its addresses; with the second confirmation the address changes. A repeat gets the same
 * answer. Sessions end, except for the one that requested it and `sessionHash`, of the person who confirms.
 */
export async function confirmEmailChange(
  ...confirmation: Parameters<typeof confirmInTransaction>
): Promise<EmailConfirmation> {
  try {
    return await confirmInTransaction(...confirmation)
  } catch (error) {
    // Somebody else took the address in the same instant: the second attempt sees that account.
    if (!isUniqueViolation(error)) throw error
    return confirmInTransaction(...confirmation)
  }
}

async function confirmInTransaction(
  { context, onEmailChanged }: Pick<AccountRouteDeps, 'context' | 'onEmailChanged'>,
  { side, hash }: EmailChangeLink,
  personId: number,
  sessionHash: Buffer | null,
): Promise<EmailConfirmation> {
  const { db, now } = context
  return inTransaction(db, async (tx): Promise<EmailConfirmation> => {
    if (!(await lockActivePerson(tx, personId))) return { ok: false, reason: 'gone' }
    const change = await findEmailChangeByLink(tx, side, hash, now())
    if (!change) return { ok: false, reason: 'gone' }
    const { email, isCurrentConfirmed, isNewConfirmed } = change
    if (isCurrentConfirmed && isNewConfirmed) return { ok: true, isChanged: true }
    await confirmEmailSide(tx, personId, side, now())
    const isOtherConfirmed = side === 'current' ? isNewConfirmed : isCurrentConfirmed
    if (!isOtherConfirmed) return { ok: true, isChanged: false }
    const before = await findAccountById(tx, personId)
    if (!before || !(await setEmail(tx, personId, email, now()))) {
      await deleteEmailChange(tx, personId)
      return { ok: false, reason: 'taken' }
    }
    await deletePersonTokens(tx, personId, 'reset')
    await deletePersonTokens(tx, personId, 'verify')
    await endAccess(tx, personId, [change.sessionHash, ...(sessionHash ? [sessionHash] : [])])
    await onEmailChanged(tx, personId, email)
    await addOwnAuditEntry(tx, personId, 'email changed', now())
    const { name, email: oldEmail } = before.person
    await accountChangedEmail.enqueue(tx, { personId, name, email: oldEmail, change: 'email_changed' }, now())
    return { ok: true, isChanged: true }
  })
}

/** Ends a change before it is done, for the owner of the account or of the present address. */
export async function endEmailChange(
  { db, now }: AppContext,
  personId: number,
  action: 'email change cancelled' | 'email change stopped',
): Promise<void> {
  await inTransaction(db, async tx => {
    await lockActivePerson(tx, personId)
    await deleteEmailChange(tx, personId)
    await addOwnAuditEntry(tx, personId, action, now())
  })
}
