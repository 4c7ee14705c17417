import { toCodeKey } from '../../../lib/part-number.ts'
import { type Measures, parseMeasures } from './measures.ts'
import { tokenize } from './tokens.ts'

export type Sort = 'relevance' | 'price-up' | 'price-down' | 'code'
export const sorts = ['relevance', 'price-up', 'price-down', 'code'] as const satisfies readonly Sort[]

/** What was typed, as the ways of searching read it. */
export interface ParsedQuery {
  text: string
  /** Nothing was typed: everything matches. Signs alone ('---') are something, and match nothing. */
  isBlank: boolean
  /** As a part number; '' when it cannot be one. */
  key: string
  /** Written like a number: its inner part is searched too, and words only when no number has it. */
  isNumber: boolean
  /** 'donaldson p551712' as the number of a maker, or of some type; null when it cannot be read so. */
  split: { key: string; words: string[] } | null
  /** '93 x 140', '1 1/8-16' */
  measures: Measures
  /** There are measures. */
  isShape: boolean
  /** The words beside the measures. */
  tokens: string[]
}

const mostWords = 8
const longestWordInNumber = 3

export function parseQuery(typed: string): ParsedQuery {
  const text = normalize(typed)
  const key = toCodeKey(text)
  const measures = parseMeasures(text)
  const isShape = measures.sizes.length > 0 || measures.threads.length > 0
  const parts = text.split(/\s+/).filter(part => toCodeKey(part) !== '')
  const isNumber =
    !isShape &&
    /\d/.test(key) &&
    parts.every(part => /\d/.test(part) || toCodeKey(part).length <= longestWordInNumber)
  return {
    text,
    isBlank: text === '',
    key: key.length >= 2 ? key : '',
    isNumber,
    split: isShape ? null : parseSplit(parts),
    measures,
    isShape,
    tokens: withoutFillers(tokenize(measures.rest)),
  }
}

// The same query in other characters: full-width letters, accents as signs of their own, '1½' as 1 1/2.
function normalize(typed: string): string {
  return typed
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
    .normalize('NFKC')
    .replaceAll('⁄', '/')
    .trim()
}

const shortestSplitKey = 3

// 'P 551 712': one or two letters before a number belong to it.
function parseSplit(parts: readonly string[]): ParsedQuery['split'] {
  const isNumber = parts.map(
    (part, at) => /\d/.test(part) || (toCodeKey(part).length <= 2 && /\d/.test(parts[at + 1] ?? '')),
  )
  const words = parts.filter((_part, at) => !isNumber[at]).flatMap(tokenize)
  const key = toCodeKey(parts.filter((_part, at) => isNumber[at]).join(''))
  return words.length > 0 && key.length >= shortestSplitKey ? { key, words } : null
}

// '93 x 142 mm' asks for the two numbers.
function withoutFillers(words: readonly string[]): string[] {
  return [...new Set(words.filter(word => word !== 'x' && word !== 'mm'))].slice(0, mostWords)
}

const mostLeadingZeros = 4

/** The same number with other leading zeros, the most first, without the number itself: '0012' is 12, and 12 is '0012'. */
export function otherZeroSpellings(key: string): string[] {
  const bare = withoutZeros(key)
  return Array.from(
    { length: mostLeadingZeros + 1 },
    (_, fewer) => '0'.repeat(mostLeadingZeros - fewer) + bare,
  ).filter(other => other !== key)
}

/** True when both are the same number but for signs, case and leading zeros. `key` is a key already. */
export function isSameNumber(number: string, key: string): boolean {
  return withoutZeros(toCodeKey(number)) === withoutZeros(key)
}

// '0012' → '12'; '000' → '0'.
function withoutZeros(key: string): string {
  return key.replace(/^0+(?=.)/, '')
}
