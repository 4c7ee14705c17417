import type { AccountRouteDeps } from '../deps.server.ts'
import { confirmPasswordMessages } from '../messages.ts'
import { verifyPassword } from '../password-hash.server.ts'
import { findAccountById } from '../queries.ts'
import type { Person } from '../visitor.ts'

/** The error when a signed-in person repeats the password wrongly, else null. Failures are limited. */
export async function getConfirmError(
  { context, failures }: Pick<AccountRouteDeps, 'context' | 'failures'>,
  person: Person,
  password: string,
): Promise<string | null> {
  const bucket = { name: `password:${person.id}`, limit: context.config.limits.passwordFailures }
  const attempt = await failures.attempt([bucket], context.now(), async () => {
    const account = await findAccountById(context.db, person.id)
    const matches = await verifyPassword(account?.passwordHash ?? null, password)
    return { failed: !matches, result: matches }
  })
  if (attempt.full) return confirmPasswordMessages.too_many_tries
  return attempt.result ? null : confirmPasswordMessages.wrong_password
}
