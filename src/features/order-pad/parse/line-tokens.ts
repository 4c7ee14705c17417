import { toCodeKey } from '../../../lib/part-number.ts'

/** A word, number or mark of a line, with its position. */
export interface LineToken {
  text: string
  /** Its letters and digits; '' for '×' and '*'. */
  key: string
  start: number
  end: number
  /** Tokens of different segments never form one number: a comma, '+', 'and' or the like is between them. */
  segment: number
  /** Follows '/', '=' or '(': the part before it may be named again, by another maker's number. */
  isAlternative: boolean
}

const tokenPattern = /(?<![\w.,-])\d{1,3}(?:,\d{3})+(?![\w,-])|[^\s,;|+&/:=()[\]"]+/g
const edgePattern = /^[-'“”‘’#<{.!?]+|[-'“”‘’>}.!?]+$/g
const joiningWords = /^(?:and|und|et|plus|oraz|or|oder|ou)$/i
// A capital letter may be the beginning of a number.
const joiningLetters = /^[yie]$/

export function tokenizeLine(line: string): LineToken[] {
  const tokens: LineToken[] = []
  let segment = 0
  let gapStart = 0
  for (const match of line.matchAll(tokenPattern)) {
    const raw = match[0]
    if (/[,;|+&\t]/.test(line.slice(gapStart, match.index))) segment++
    gapStart = match.index + raw.length
    const text = raw.replace(edgePattern, '')
    if (joiningWords.test(text) || joiningLetters.test(text)) segment++
    else if (text !== '') {
      const start = match.index + raw.indexOf(text)
      const isAlternative = /[/=(]/.test(line.slice(tokens.at(-1)?.end ?? 0, start))
      tokens.push({ text, key: toCodeKey(text), start, end: start + text.length, segment, isAlternative })
    }
  }
  return tokens
}

/** The beginning and the end (exclusive) of each segment in the list of tokens. */
export function listSegments(tokens: readonly LineToken[]): { from: number; to: number }[] {
  const starts = tokens.flatMap(({ segment }, at) => (segment === tokens[at - 1]?.segment ? [] : [at]))
  return starts.map((from, nth) => ({ from, to: starts[nth + 1] ?? tokens.length }))
}
