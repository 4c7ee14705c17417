import type { LineToken } from './line-tokens.ts'
import { isOrderable, parseCount, unitPattern } from './quantity.ts'

/** A quantity within a line that may have several numbers. */
export interface LineQuantity {
  kind: 'quantity'
  from: number
  /** The index after its last token. */
  to: number
  /** 1 to 9,999, or the text of a quantity that cannot be ordered: 'x 0'. */
  quantity: number | string
  /** Where its number stands: 'x2' follows it, '2 x' before another number precedes that. Null: on either side. */
  side: 'before' | 'after' | null
  /** 'each' is written beside it. */
  isEach: boolean
}

const timesPattern = '[x×*]'
const wholeTimes = new RegExp(`^${timesPattern}$`, 'i')
const timesCount = new RegExp(String.raw`^${timesPattern}(\d{1,6})$`, 'i')
const countTimes = new RegExp(String.raw`^(\d{1,6})${timesPattern}$`, 'i')
const countUnit = new RegExp(String.raw`^(\d{1,6})${unitPattern}$`, 'i')
const wholeUnit = new RegExp(`^${unitPattern}$`, 'i')
const quantityWord = /^(?:qty|quantity|qnty|quant|menge|anzahl|ilość)$/i
const eachWord = /^(?:each|ea|both|je|jeweils|chacune?|chaque|cada|każdy|każdego)$/i
const countText = /^(?:\d{1,4}|\d{1,3}(?:,\d{3})+)(?:\.0+)?$/

export const isTimes = (token: LineToken | undefined): boolean =>
  token !== undefined && wholeTimes.test(token.text)
export const isCount = (token: LineToken | undefined): boolean =>
  token !== undefined && countText.test(token.text)
export const isEachWord = (token: LineToken | undefined): boolean =>
  token !== undefined && eachWord.test(token.text)

/** Whether 'x 2' or 'x2' begins at this token. */
export function isTimesCountAt(tokens: readonly LineToken[], at: number): boolean {
  const token = tokens[at]
  return token !== undefined && ((isTimes(token) && isCount(tokens[at + 1])) || timesCount.test(token.text))
}

/** Whether '2 x' or '2x' ends at this token. */
export function isCountTimesBefore(tokens: readonly LineToken[], at: number): boolean {
  const token = tokens[at]
  return token !== undefined && ((isTimes(token) && isCount(tokens[at - 1])) || countTimes.test(token.text))
}

/**
 * The quantity with a mark that begins at this token: 'x2', '2 x', 'qty 2', '2 off', 'je 2'. `isFree`: whether a token of the
 * same segment is not part of a number.
 */
export function findMarkedQuantityAt(
  tokens: readonly LineToken[],
  from: number,
  isFree: (at: number) => boolean,
): LineQuantity | null {
  const textAt = (at: number) => (isFree(at) ? tokens[at]!.text : '')
  const isCountAt = (at: number) => isFree(at) && isCount(tokens[at])
  const isTimesAt = (at: number) => isFree(at) && isTimes(tokens[at])
  const create = (to: number, count: string, side: LineQuantity['side']) =>
    addWordsAround({ kind: 'quantity', from, to, quantity: toQuantity(count), side, isEach: false })
  const addWordsAround = (quantity: LineQuantity): LineQuantity => {
    let { to } = quantity
    while (isFree(to) && (wholeUnit.test(textAt(to)) || eachWord.test(textAt(to))) && !isTimesAt(to)) to++
    const isEach = tokens.slice(from, to).some(isEachWord)
    return { ...quantity, to, isEach }
  }
  if (isSizeAt(tokens, from) || isSizeAt(tokens, from - 1)) return null
  const isNamed = quantityWord.test(textAt(from)) || isEachWord(tokens[from])
  if (isNamed && isTimesAt(from + 1) && isCountAt(from + 2)) return create(from + 3, textAt(from + 2), null)
  if (isNamed && isCountAt(from + 1)) return create(from + 2, textAt(from + 1), null)
  if (isTimesAt(from) && isCountAt(from + 1)) return create(from + 2, textAt(from + 1), 'before')
  const glued = timesCount.exec(textAt(from))
  if (glued) return create(from + 1, glued[1]!, 'before')
  // In '400 999 x 4' the quantity is behind the mark.
  if (isCountAt(from) && isTimesAt(from + 1) && isCountAt(from + 2)) return null
  if (isCountAt(from) && isTimesAt(from + 1)) return create(from + 2, textAt(from), 'after')
  const leading = countTimes.exec(textAt(from))
  if (leading) return create(from + 1, leading[1]!, 'after')
  const withUnit = countUnit.exec(textAt(from))
  if (withUnit) return create(from + 1, withUnit[1]!, null)
  const isBeforeUnit = wholeUnit.test(textAt(from + 1)) || eachWord.test(textAt(from + 1))
  return isCountAt(from) && isBeforeUnit ? create(from + 1, textAt(from), null) : null
}

/** '100 x 200 mm' */
const isSizeAt = (tokens: readonly LineToken[], at: number): boolean =>
  isCount(tokens[at]) &&
  isTimes(tokens[at + 1]) &&
  isCount(tokens[at + 2]) &&
  /^(?:mm|cm|m|in|inch|inches|x)$/i.test(tokens[at + 3]?.text ?? '')

/** A count without a mark, which is a quantity only beside a number. */
export function findBareQuantityAt(tokens: readonly LineToken[], at: number): LineQuantity | null {
  const quantity = isCount(tokens[at]) ? toQuantity(tokens[at]!.text) : ''
  if (typeof quantity === 'string') return null
  return { kind: 'quantity', from: at, to: at + 1, quantity, side: null, isEach: false }
}

function toQuantity(text: string): number | string {
  const count = parseCount(text)
  return isOrderable(count) ? count : text
}
