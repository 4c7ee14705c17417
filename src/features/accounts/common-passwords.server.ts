import { createRequire } from 'node:module'
import { judgePassword, passwordMinLength, passwordWords } from './password-rules.ts'

// The dictionary of the zxcvbn project: 49,000 passwords that leaked most often, 18,000 of them long enough for us.
const dictionary = '@zxcvbn-ts/language-common/dist/passwords.json.cjs'

let known: Buffer | null = null

/** What is wrong with a new password, in words; null when it may be taken. */
export function passwordFault(password: string, email: string): string | null {
  const refusal = judgePassword(password, { email, isCommon: isCommonPassword })
  return refusal && passwordWords[refusal]
}

/** True for one of the passwords that attackers try first, however it is cased. */
export function isCommonPassword(password: string): boolean {
  if (/\n/.test(password)) return false
  // Read when the first new password comes, and kept as one text of 170 KB: searched in 50 µs.
  known ??= readCommon()
  return known.includes(`\n${password.toLowerCase()}\n`)
}

function readCommon(): Buffer {
  const require = createRequire(import.meta.url)
  const loaded = new Set(Object.keys(require.cache))
  const words = require(dictionary) as string[]
  // It and what unpacks it hold each other: all of it goes, or all words stay.
  for (const file of Object.keys(require.cache)) if (!loaded.has(file)) delete require.cache[file]
  const long = words.filter(word => word.length >= passwordMinLength)
  return Buffer.from(`\n${long.join('\n').toLowerCase()}\n`)
}
