export const passwordMinLength = 8
/** Long ones are welcome; beyond this it is no password but an attack on the hash. */
export const passwordMaxLength = 1000

export type PasswordRefusal = 'too_short' | 'too_long' | 'common' | 'is_email'

export const passwordWords: Record<PasswordRefusal, string> = {
  too_short: 'Password must be at least 8 characters.',
  too_long: 'Password must be 1000 characters or fewer.',
  common: 'That password is one of the most used ones, so it is easily guessed. Please choose another.',
  is_email: 'Your email address cannot be your password. Please choose another.',
}

/** A new password (rule 14: length and the list of common ones, nothing else); null when it may be taken. */
export function judgePassword(
  password: string,
  { email, isCommon }: { email: string; isCommon: (password: string) => boolean },
): PasswordRefusal | null {
  // Counted as people count, not in the machine's halves of a sign.
  const length = [...password].length
  if (length < passwordMinLength) return 'too_short'
  if (length > passwordMaxLength) return 'too_long'
  if (email !== '' && password.trim().toLowerCase() === email.trim().toLowerCase()) return 'is_email'
  return isCommon(password) ? 'common' : null
}
