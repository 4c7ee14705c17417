import { tokenize } from './tokens.ts'

/** A word of a query with its place in the text. */
export interface QueryWord {
  /** As tokenize() returns it. */
  word: string
  start: number
  end: number
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
export function removeFromText(text: string, stretches: readonly { start: number; end: number }[]): string {
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
