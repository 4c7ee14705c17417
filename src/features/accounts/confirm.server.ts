import type { AppContext } from '../../infra/app-context.ts'
import { type ConfirmRefusal, confirmWords } from './messages.ts'
import { passwordMatches } from './passwords.server.ts'
import { personById } from './queries.ts'
import type { AccountRoom } from './room.server.ts'
import type { Person } from './visitor.ts'

/** Asks the password of who is signed in once more; null when it is his. Counted, so that nobody tries them all. */
export async function confirmPassword(
  { context, failures }: { context: AppContext; failures: AccountRoom['failures'] },
  person: Person,
  typed: string,
): Promise<ConfirmRefusal | null> {
  const place = { name: `password:${person.id}`, most: context.config.limits.passwordFailures }
  const tried = await failures.try([place], context.now(), async () => {
    const found = await personById(context.db, person.id)
    const matches = await passwordMatches(found?.passwordHash ?? null, typed)
    return { failed: !matches, result: matches }
  })
  if (tried.full) return 'too_many_tries'
  return tried.result ? null : 'wrong_password'
}

export const confirmErrors = (why: ConfirmRefusal, field: string) => ({ [field]: confirmWords[why] })
