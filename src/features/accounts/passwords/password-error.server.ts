import type { Person } from '../visitor.ts'
import { isCommonPassword } from './common-passwords.server.ts'
import { isGuessablePassword } from './guessable-passwords.server.ts'
import { passwordMessages, validatePassword } from './password-rules.ts'

export interface PasswordContext {
  /** Of the account. */
  email: string
  /** Names that an attacker tries first: the shop's, the person's, the company's. */
  words: readonly string[]
}

/** The message about an invalid new password; null: it is valid. The one rule of all places that set a password. */
export function getPasswordError(password: string, { email, words }: PasswordContext): string | null {
  const refusal = validatePassword(password, {
    email,
    isCommon: isCommonPassword,
    isGuessable: text => isGuessablePassword(text, [email, ...words]),
  })
  return refusal && passwordMessages[refusal]
}

export function toPasswordContext({ email, name, company }: Person, shopName: string): PasswordContext {
  return { email, words: [shopName, name, company?.name ?? '', company?.accountNumber ?? ''] }
}
