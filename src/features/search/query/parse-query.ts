import { toCodeKey } from '../../../lib/part-number.ts'
import { type Measures, parseMeasures } from './measures.ts'
import { tokenize } from './tokens.ts'

export type Sort = 'relevance' | 'price-up' | 'price-down' | 'code'
export const sorts = ['relevance', 'price-up', 'price-down', 'code'] as const satisfies readonly Sort[]

/** A parsed query, as the kinds of search need it. */
export interface ParsedQuery {
  text: string
  /** An empty query matches everything. Punctuation alone ('---') is not blank and matches nothing. */
  isBlank: boolean
  /** The query as the key of a part number; '' when it cannot be one. */
  key: string
  /** It looks like a number: numbers that contain it match too, and words only when no number does. */
  isNumber: boolean
  /** 'donaldson p551712' as words and a number; null when it has no such parts. */
  split: { key: string; words: string[] } | null
  /** '93 x 140', '1 1/8-16' */
  measures: Measures
  /** It has measures. */
  isShape: boolean
  /** The words beside the measures. */
  tokens: string[]
}

const maxWords = 8
const maxWordInNumber = 3

export function parseQuery(typed: string): ParsedQuery {
  const text = normalize(typed)
  const key = toCodeKey(text)
  const measures = parseMeasures(text)
  const isShape = measures.sizes.length > 0 || measures.threads.length > 0
  const parts = text.split(/\s+/).filter(part => toCodeKey(part) !== '')
  const isNumber =
    !isShape &&
    /\d/.test(key) &&
    parts.every(part => /\d/.test(part) || toCodeKey(part).length <= maxWordInNumber)
  return {
    text,
    isBlank: text === '',
    key: key.length >= 2 ? key : '',
    isNumber,
    split: isShape ? null : parseSplit(parts),
    measures,
    isShape,
    tokens: removeFillers(tokenize(measures.rest)),
  }
}

// Normalizes full-width letters, combining accents and fractions ('1½' is 1 1/2).
function normalize(typed: string): string {
  return typed
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
    .normalize('NFKC')
    .replaceAll('⁄', '/')
    .trim()
}

const minSplitKey = 3

// 'P 551 712': one or two letters before a number belong to it.
function parseSplit(parts: readonly string[]): ParsedQuery['split'] {
  const isNumber = parts.map(
    (part, at) => /\d/.test(part) || (toCodeKey(part).length <= 2 && /\d/.test(parts[at + 1] ?? '')),
  )
  const words = parts.filter((_part, at) => !isNumber[at]).flatMap(tokenize)
  const key = toCodeKey(parts.filter((_part, at) => isNumber[at]).join(''))
  return words.length > 0 && key.length >= minSplitKey ? { key, words } : null
}

// '93 x 142 mm' has two words: the numbers.
function removeFillers(words: readonly string[]): string[] {
  return [...new Set(words.filter(word => word !== 'x' && word !== 'mm'))].slice(0, maxWords)
}

const maxLeadingZeros = 4

/** The same number with other leading zeros, the most first, without the number itself: for '0012' also '12', and vice versa. */
export function listZeroSpellings(key: string): string[] {
  const bare = removeLeadingZeros(key)
  return Array.from(
    { length: maxLeadingZeros + 1 },
    (_, fewer) => '0'.repeat(maxLeadingZeros - fewer) + bare,
  ).filter(other => other !== key)
}

/** Whether both are the same number apart from punctuation, case and leading zeros. `key` is a key already. */
export function isSameNumber(number: string, key: string): boolean {
  return removeLeadingZeros(toCodeKey(number)) === removeLeadingZeros(key)
}

// '0012' → '12'; '000' → '0'.
function removeLeadingZeros(key: string): string {
  return key.replace(/^0+(?=.)/, '')
}
