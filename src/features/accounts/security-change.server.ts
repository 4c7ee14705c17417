import type { AppContext, Tx } from '../../infra/app-context.ts'
import { addOwnAuditEntry } from './audit.server.ts'
import { type AccountChange, accountChangedEmail } from './emails/SecurityEmails.tsx'
import { findAccountById } from './queries.ts'

/** Writes a change of the password or the second factor into the audit log and e-mails it to the account's owner. */
export async function recordSecurityChange(
  context: AppContext,
  tx: Tx,
  personId: number,
  change: AccountChange,
): Promise<void> {
  const now = context.now()
  await addOwnAuditEntry(tx, personId, change.replaceAll('_', ' '), now)
  const account = await findAccountById(tx, personId)
  if (!account) return
  const { name, email } = account.person
  await accountChangedEmail.enqueue(tx, { personId, name, email, change }, now)
}
