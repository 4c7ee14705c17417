import { createRequire } from 'node:module'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import type { Person } from '../visitor.ts'
import { passwordMessages, passwordMinLength, validatePassword } from './password-rules.ts'

export interface PasswordContext {
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

/** What the limit of an account allows in a year, 100 a day (R-ACCOUNT-7): fewer guesses are too few. */
const minGuesses = 36_500
/** Longer texts are not guessed, and estimating them takes too long. */
const maxCheckedLength = 64
const maxEstimatedLength = 32
const minWordLength = 4
const maxWords = 20
const maxWordLength = 40
/** Letters that may differ from a name. */
const maxDistance = 2

let estimators: { patterns: ZxcvbnFactory; names: ZxcvbnFactory } | null = null

/**
 * True when an attacker who knows `names` (the e-mail address, the names of person, company and shop) guesses the
 * password within a year: a name or common password, as it is, changed in two letters, or with a little added; one
 * letter repeated, a sequence, a row of keys, a date. Takes about a millisecond.
 */
export function isGuessablePassword(password: string, names: readonly string[]): boolean {
  const text = password.trim() === '' ? ' '.repeat(Math.min(password.length, maxEstimatedLength)) : password
  if (text.length > maxCheckedLength) return false
  const { patterns, names: nearNames } = getEstimators()
  const words = toWords(names)
  const start = text.slice(0, maxEstimatedLength)
  return [patterns, nearNames].some(estimator => estimator.check(start, words).guesses < minGuesses)
}

/** The names whole, without blanks, and word by word. */
function toWords(names: readonly string[]): string[] {
  const words = names.flatMap(name => {
    const lowerCase = name.toLowerCase().slice(0, 200)
    return [lowerCase.replace(/[^\p{L}\p{N}]+/gu, ''), ...lowerCase.split(/[^\p{L}\p{N}]+/u)]
  })
  const isUseful = (word: string) => word.length >= minWordLength && word.length <= maxWordLength
  return [...new Set(words.filter(isUseful))].slice(0, maxWords)
}

// Comparing with all common passwords letter by letter would take 200 ms, so near ones are found for names alone.
function getEstimators() {
  estimators ??= {
    patterns: new ZxcvbnFactory({
      dictionary: { passwords: [...listTopPasswords()] },
      graphs: adjacencyGraphs,
    }),
    names: new ZxcvbnFactory({ useLevenshteinDistance: true, levenshteinThreshold: maxDistance }),
  }
  return estimators
}
