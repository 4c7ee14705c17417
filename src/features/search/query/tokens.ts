import { foldAccents } from '../../../lib/fold-accents.ts'

/** The words of a text, the same for the catalogue and for queries: lower case, no accents, '1,000' is 1000. */
export function tokenize(text: string): string[] {
  return (foldAccents(text).match(/\p{N}+(?:[.,]\p{N}+)+(?!\p{L})|[\p{L}\p{N}]+/gu) ?? []).map(
    normalizeNumber,
  )
}

// '1,000' is a thousand and '93,5' a decimal comma.
function normalizeNumber(token: string): string {
  if (!token.includes(',')) return token
  return /^\d{1,3}(?:,\d{3})+$/.test(token) ? token.replaceAll(',', '') : token.replace(',', '.')
}

/** 'filters' → 'filter', 'assemblies' → 'assembly'; null when the word is no plural. */
export function toSingular(word: string): string | null {
  if (word.length < 4 || /\d/.test(word)) return null
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word)) return null
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : null
}

/** A stretch of a text, `end` not included. */
export interface Stretch {
  start: number
  end: number
}

/** A word of a query with its place in the text. */
export interface QueryWord extends Stretch {
  /** As tokenize() returns it. */
  word: string
  /** No space before it: '551' and '712' of 'P551-712'. */
  isJoined: boolean
}

const maxQueryWords = 40
// A comma between long numbers separates them: '11691247,0002843014'.
const wordShape =
  /\p{N}+(?:\.\p{N}+)+(?!\p{L})|(?<!\p{N})\p{N}{1,3}(?:,\p{N}{1,3})+(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu

/** The words of a text in their order; of a very long text the first. */
export function splitWords(text: string): QueryWord[] {
  const words: QueryWord[] = []
  let end = -1
  for (const match of text.matchAll(wordShape)) {
    const [word] = tokenize(match[0])
    if (word === undefined) continue
    const isJoined = end >= 0 && !/\s/.test(text.slice(end, match.index))
    end = match.index + match[0].length
    words.push({ word, start: match.index, end, isJoined })
    if (words.length === maxQueryWords) break
  }
  return words
}

/** The text without these stretches, with single spaces. */
export function removeFromText(text: string, stretches: readonly Stretch[]): string {
  let rest = ''
  let at = 0
  for (const { start, end } of stretches.toSorted((a, b) => a.start - b.start)) {
    if (start > at) rest += `${text.slice(at, start)} `
    at = Math.max(at, end)
  }
  return (rest + text.slice(at))
    .replace(/\s+([,;:.)])(?=\s|$)/g, ' ')
    .replace(/(?:^|\s)[([,;:/–-]+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
