export type LoginRefusal = 'wrong_pair' | 'too_many'

export const loginWords: Record<LoginRefusal, string> = {
  // One sentence for every wrong pair: it does not tell whether the address is known.
  wrong_pair: 'That email address and password do not match an account.',
  too_many: 'Too many failed attempts. Please wait a while, or reset your password.',
}

export const existsLimitWords = 'Too many checks from your address. Please wait a minute.'

export const loggedOutWords = 'You are signed out.'
