import { createRequire } from 'node:module'
import { passwordMessages, passwordMinLength, validatePassword } from './password-rules.ts'

// The dictionary of the zxcvbn project: the 49,000 passwords that leaked most often, 18,000 of them of 8 characters or more.
const dictionary = '@zxcvbn-ts/language-common/dist/passwords.json.cjs'

let commonPasswords: Buffer | null = null

/** The message about an invalid new password; null: it is valid. */
export function getPasswordError(password: string, email: string): string | null {
  const refusal = validatePassword(password, { email, isCommon: isCommonPassword })
  return refusal && passwordMessages[refusal]
}

/** True for one of the passwords that attackers try first, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  if (/\n/.test(password)) return false
  // Loaded with the first new password as one text of 170 KB, which is searched in 50 µs.
  commonPasswords ??= loadCommonPasswords()
  return commonPasswords.includes(`\n${password.toLowerCase()}\n`)
}

function loadCommonPasswords(): Buffer {
  const require = createRequire(import.meta.url)
  const cachedBefore = new Set(Object.keys(require.cache))
  const words = require(dictionary) as string[]
  // The dictionary and its unpacker reference each other: without this, require's cache keeps all words in memory.
  for (const file of Object.keys(require.cache)) if (!cachedBefore.has(file)) delete require.cache[file]
  const longWords = words.filter(word => word.length >= passwordMinLength)
  return Buffer.from(`\n${longWords.join('\n').toLowerCase()}\n`)
}
