import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import { inTransaction } from '../../infra/database/db.ts'
import { enqueueEmail } from '../../infra/mail/mail.ts'
import { mailReset } from './links.server.ts'
import { failedLoginsMail } from './mail.ts'
import { personByEmail } from './queries.ts'
import { failedLoginsTask, resetTask } from './tasks.ts'

const payload = z.object({ email: z.string() })

/**
 * What is done about an address after the answer was given: whether it has an account is looked up here, so that the
 * answer takes the same time for every address.
 */
export function accountTasks(context: AppContext): Record<string, (payload: unknown) => Promise<void>> {
  const { db, now } = context
  const withPerson = async (given: unknown, act: (to: Recipient) => Promise<void>) => {
    const found = await personByEmail(db, payload.parse(given).email)
    if (found) await act({ personId: found.person.id, name: found.person.name, email: found.person.email })
  }
  return {
    [resetTask]: given => withPerson(given, to => inTransaction(db, tx => mailReset(tx, to, now()))),
    [failedLoginsTask]: given =>
      withPerson(given, to => inTransaction(db, tx => enqueueEmail(tx, failedLoginsMail(to, now())))),
  }
}

interface Recipient {
  personId: number
  name: string
  email: string
}
