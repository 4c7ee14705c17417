import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import { listTopPasswords } from './common-passwords.server.ts'

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
