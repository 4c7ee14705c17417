import { toCodeKey } from '../../../lib/part-number.ts'
import { toPlainText } from '../../../lib/text.ts'
import { type Measures, parseMeasures } from './measures.ts'
import { type QueryWord, splitWords } from './tokens.ts'

export type Sort = 'relevance' | 'price-up' | 'price-down' | 'code'
export const sorts = ['relevance', 'price-up', 'price-down', 'code'] as const satisfies readonly Sort[]

export interface ParsedQuery {
  text: string
  /** An empty query matches everything. Punctuation alone ('---') is not blank and matches nothing. */
  isBlank: boolean
  /** The query as the key of a part number; '' when it cannot be one. */
  key: string
  /** It looks like a number: numbers that contain it match too, and words only when no number does. */
  isNumber: boolean
  /** '93 x 140', '1 1/8-16' */
  measures: Measures
  /** It has measures. */
  isShape: boolean
  /** All words, measures included: a known number may look like a measure. */
  allWords: QueryWord[]
  /** The words beside the measures. */
  words: QueryWord[]
}

const maxWordInNumber = 3

export function parseQuery(typed: string): ParsedQuery {
  const text = normalize(typed)
  const key = toCodeKey(text)
  const measures = parseMeasures(text)
  const allWords = splitWords(text)
  const isShape = [measures.sizes, measures.threads, measures.microns].some(list => list.length > 0)
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
    measures,
    isShape,
    allWords,
    words: isShape ? splitWords(measures.rest) : allWords,
  }
}

// What is copied from an address bar is encoded, at times twice: 'P551%2520712'.
function normalize(typed: string): string {
  return toPlainText(decodePercents(decodePercents(typed)))
}

function decodePercents(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, encoded => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
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
