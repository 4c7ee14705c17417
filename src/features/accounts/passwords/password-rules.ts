export const passwordMinLength = 8
/** Allows long passphrases, but limits the work of hashing. */
export const passwordMaxLength = 1000

export type PasswordRefusal = 'too_short' | 'too_long' | 'common' | 'is_email' | 'guessable'

export const passwordMessages: Record<PasswordRefusal, string> = {
  too_short: 'Password must be at least 8 characters.',
  too_long: 'Password must be 1000 characters or fewer.',
  common: 'That password is one of the most common, so it is easy to guess. Please choose another.',
  guessable:
    'That password is easy to guess. Please choose another, for example three words that don’t belong together.',
  is_email: 'Your email address can’t be your password. Please choose another.',
}

/** Validates a new password (R-UX-14); null: it is valid. */
export function validatePassword(
  password: string,
  {
    email,
    isCommon,
    isGuessable,
  }: {
    email: string
    isCommon: (password: string) => boolean
    isGuessable: (password: string) => boolean
  },
): PasswordRefusal | null {
  // Code points, because UTF-16 counts an emoji as two; composed, as it is hashed.
  const length = [...password.normalize('NFC')].length
  if (length < passwordMinLength) return 'too_short'
  if (length > passwordMaxLength) return 'too_long'
  if (email !== '' && password.trim().toLowerCase() === email.trim().toLowerCase()) return 'is_email'
  if (isCommon(password)) return 'common'
  return isGuessable(password) ? 'guessable' : null
}
