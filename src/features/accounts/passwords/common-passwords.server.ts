import { createRequire } from 'node:module'
import { passwordMinLength } from './password-rules.ts'

// The dictionary of the zxcvbn project: the 49,000 passwords that leaked most often, 18,000 of them of 8 characters or more.
const dictionary = '@zxcvbn-ts/language-common/dist/passwords.json.cjs'

/** With more words each check takes longer and needs more memory, but hardly refuses more. */
const topCount = 10_000

let commonPasswords: { text: Buffer; top: readonly string[] } | null = null

/** True for one of the passwords that attackers try first, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  if (/\n/.test(password)) return false
  // Loaded with the first new password as one text of 170 KB, which is searched in 50 µs.
  return loadCommonPasswords().text.includes(`\n${password.toLowerCase()}\n`)
}

/** The most used passwords, most used first. */
export const listTopPasswords = (): readonly string[] => loadCommonPasswords().top

function loadCommonPasswords(): { text: Buffer; top: readonly string[] } {
  if (commonPasswords) return commonPasswords
  const require = createRequire(import.meta.url)
  const cachedBefore = new Set(Object.keys(require.cache))
  const words = require(dictionary) as string[]
  // The dictionary and its unpacker reference each other: without this, require's cache keeps all words in memory.
  for (const file of Object.keys(require.cache)) if (!cachedBefore.has(file)) delete require.cache[file]
  const longWords = words.filter(word => word.length >= passwordMinLength)
  const text = Buffer.from(`\n${longWords.join('\n').toLowerCase()}\n`)
  // Copied, because slices of the unpacked text would keep all of it in memory.
  const top = JSON.parse(JSON.stringify(words.slice(0, topCount))) as string[]
  commonPasswords = { text, top }
  return commonPasswords
}
