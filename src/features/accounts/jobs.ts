import { z } from 'zod'
import type { AppContext, Tx } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { failedLoginsEmail, limitedLoginsEmail } from './emails/SecurityEmails.tsx'
import type { AccountRecipient } from './links/LinkEmails.tsx'
import { sendResetLink } from './links/send-link.server.ts'
import { findAccountByEmail } from './queries.ts'
import { failedLoginsTask, limitedLoginsTask, passwordResetTask } from './tasks.ts'

const payload = z.object({ email: z.string() })

/**
 * Jobs about an e-mail address that may or may not have an account. The account is looked up here and not in the
 * request, so that the answer takes the same time for every address.
 */
export function accountTasks(context: AppContext): Record<string, (payload: unknown) => Promise<void>> {
  const { db, now } = context
  const withRecipient = async (
    job: unknown,
    send: (recipient: AccountRecipient, tx: Tx) => Promise<unknown>,
  ) => {
    const account = await findAccountByEmail(db, payload.parse(job).email)
    if (!account) return
    const { id: personId, name, email } = account.person
    await inTransaction(db, tx => send({ personId, name, email }, tx))
  }
  return {
    [passwordResetTask]: job => withRecipient(job, (recipient, tx) => sendResetLink(tx, recipient, now())),
    [failedLoginsTask]: job =>
      withRecipient(job, (recipient, tx) => failedLoginsEmail.enqueue(tx, recipient, now())),
    [limitedLoginsTask]: job =>
      withRecipient(job, (recipient, tx) =>
        limitedLoginsEmail.enqueue(tx, { ...recipient, reason: 'passwords' }, now()),
      ),
  }
}
