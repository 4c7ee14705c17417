import { assignQuantities } from './assign-quantities.ts'
import {
  isNumberToken,
  readKnownNumbers,
  readNumberWithoutDigit,
  readShortNumberWithCount,
  readSpacedUnknownNumber,
  readUnknownNumbers,
  readWholeNumber,
} from './line-numbers.ts'
import { type LinePart, toParts } from './line-parts.ts'
import { isMark, isReferenceAt, readBareQuantities, readMarkedQuantities } from './line-quantities.ts'
import {
  type FindProductIds,
  type LineContext,
  listItems,
  listNumbers,
  listSegments,
  markTokens,
  tokenizeLine,
} from './line-tokens.ts'
import { combineReadings, type QuantityReading, toDoubt } from './quantity.ts'
import { isAllWord, isCountWord, isPackWord, isPlainWord } from './word-kinds.ts'

/** A line as it was read. */
export interface LineReading {
  parts: LinePart[]
  /** Of a line without a part: the quantity that it says, such as 'Qty: 2' below the part; null: none, or other words too. */
  loneQuantity: { reading: QuantityReading; isMarked: boolean } | null
  /** Of a line without a part: it says how many of all parts, such as '2 of each'. */
  isMultiplier: boolean
  /** The quantity of the only part is '2' or '(2)' at the beginning of the line, which may number the lines. */
  isLeading: boolean
  /** Of a line without a part: what may name one that is not known, and how many; '': it is a remark. */
  guess: string
  quantity: QuantityReading
}

/**
 * Reads the numbers of a line, each with its quantity: 'LF9009 x2 P551712 x4' has two. The catalogue decides what is a
 * number, the longest known one first; what only looks like a number is a part too, which the buyer can correct. A number
 * that is no part and no detail, such as a date or size, is a quantity or makes one doubtful. `isWhole`: it is a line of
 * the list, where a short number alone is a part.
 */
export function readLine(line: string, findProductIds: FindProductIds, isWhole = false): LineReading {
  const tokens = tokenizeLine(line)
  const context: LineContext = { line, tokens, uses: tokens.map(() => null), findProductIds }
  if (!readWholeLine(context, isWhole)) {
    const segments = listSegments(tokens)
    for (const { from, to } of segments) readKnownNumbers(context, from, to)
    if (listNumbers(context).length === 0) readShortNumberWithCount(context)
    for (const { from, to } of segments) readSegment(context, from, to)
  }
  const numbers = listNumbers(context)
  if (numbers.length === 0) return readWithoutNumber(context)
  const assigned = assignQuantities(context)
  const [only, second] = [...assigned.values()].flat()
  const isLeading = numbers.length === 1 && !second && only?.isMarked === false && only.from === 0
  return {
    parts: toParts(context, numbers, assigned),
    loneQuantity: null,
    isMultiplier: false,
    isLeading,
    guess: '',
    quantity: { kind: 'none' },
  }
}

const maxWholeLineTokens = 10

function readWholeLine(context: LineContext, isWhole: boolean): boolean {
  const { tokens } = context
  if (tokens.length === 0 || tokens.length > maxWholeLineTokens || !tokens.every(isNumberToken)) return false
  const number = readWholeNumber(context, isWhole)
  if (!number || number.otherCode !== null || number.glued.kind !== 'none') return false
  markTokens(context, number)
  return true
}

function readSegment(context: LineContext, from: number, to: number): void {
  const hasNumber = () => listNumbers(context, from, to).length > 0
  readMarkedQuantities(context, from, to)
  readUnknownNumbers(context, from, to)
  if (!hasNumber()) readSpacedUnknownNumber(context, from, to)
  if (!hasNumber()) readNumberWithoutDigit(context, from, to)
  readBareQuantities(context, from, to)
}

function readWithoutNumber(context: LineContext): LineReading {
  const { line, tokens, uses } = context
  const quantities = listItems(context).filter(item => item.kind === 'quantity')
  const isWord = (at: number) =>
    !uses[at] && tokens[at]!.detail === null && !isReferenceAt(tokens, at) && !isMark(tokens[at]!)
  const words = tokens.filter((_, at) => isWord(at))
  const [first] = quantities
  const isAlone = words.every(({ text }) => isPlainWord(text))
  const isMarked = quantities.some(quantity => quantity.isMarked) || tokens.some(isMark)
  const reading = combineReadings(quantities.map(quantity => quantity.reading))
  const isNamed = words.length > 0 && (quantities.length > 0 || words.some(({ text }) => /\d/.test(text)))
  const isSeveral =
    quantities.some(({ reading }) => reading.kind !== 'count' || reading.count !== 1) ||
    tokens.some(({ text }) => isCountWord(text) || isPackWord(text))
  return {
    parts: [],
    isMultiplier: isSeveral && tokens.some(({ text }) => isAllWord(text)),
    loneQuantity:
      first && (isMarked || words.length === 0)
        ? { reading: isAlone ? reading : toDoubt(line), isMarked }
        : null,
    isLeading: false,
    guess: isNamed ? guessPartNumber(words.map(({ text }) => text)) : '',
    quantity: reading,
  }
}

/** The whole of a short text, else the word with the most digits, else all words. */
function guessPartNumber(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' ')
  const countDigits = (word: string) => word.replace(/\D/g, '').length
  const best = words.toSorted((a, b) => countDigits(b) - countDigits(a))[0]!
  return countDigits(best) === 0 ? words.join(' ') : best
}
