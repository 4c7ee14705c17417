import {
  type LineContext,
  type LineQuantity,
  type LineToken,
  listNumbers,
  markTokens,
} from './line-tokens.ts'
import { type QuantityReading, quantityWordPattern, readQuantity, toDoubt, unitPattern } from './quantity.ts'
import {
  isDescriptionWord,
  isFollowWord,
  isNumberWord,
  isPartNumberWord,
  isPlainWord,
  isReferenceWord,
  isRequestWord,
} from './word-kinds.ts'

const times = '[x×*]'
const number = String.raw`(\d[\d.,'-]{0,11}\??)`
const wholeTimes = new RegExp(`^(?:${times}|times|mal|fois)$`, 'i')
const timesCount = new RegExp(`^${times}${number}$`, 'i')
const countTimes = new RegExp(`^${number}${times}$`, 'i')
// '2pcs', '2-off'
const countUnit = new RegExp(String.raw`^(\d(?:[\d.,'-]{0,10}\d)?\??)-?(?:${unitPattern})$`, 'i')
const wordCount = new RegExp(`^(?:${quantityWordPattern})${number}$`, 'i')
const wholeUnit = new RegExp(`^(?:${unitPattern})$`, 'i')
const quantityWord = new RegExp(`^(?:${quantityWordPattern})$`, 'i')
const eachWord = /^(?:each|ea|both|je|jeweils|chacune?|chaque|cada|każdy|każdego)$/i
/** What says 'each' in front of a count. */
const perWord = /^(?:je|jeweils|chacune?|cada|każdy|każdego)$/i
/** What may be the number of a quantity, certain or not: '2', '1,000', '2.5', '2-3', '-2', '2?'. */
const numeric = /^[-.]?\d[\d.,'-]{0,11}\??$/
/** Between two numbers that are one expression: '2 of 10', '1 000', '2/3', '3 -> 2'. */
const joint = /^(?: (?:(?:or|to|of|oder|ou|bis|-) )?| ?\/ ?| ?(?:[-=]?>|→) ?|[+,-])$/i

const matchesToken = (pattern: RegExp, token: LineToken | undefined): boolean =>
  token !== undefined && pattern.test(token.text)
const isTimes = (token: LineToken | undefined): boolean => matchesToken(wholeTimes, token)
export const isNumeric = (token: LineToken | undefined): boolean =>
  matchesToken(numeric, token) && (token!.detail === null || token!.detail === 'price')
export const isEachWord = (token: LineToken | undefined): boolean => matchesToken(eachWord, token)
/** 'qty' or 'x', where no number is beside it. */
export const isMark = (token: LineToken): boolean => isTimes(token) || quantityWord.test(token.text)

/** Whether 'x 2' or 'x2' begins at this token. */
export const isTimesCountAt = (tokens: readonly LineToken[], at: number): boolean =>
  (isTimes(tokens[at]) && isNumeric(tokens[at + 1])) || matchesToken(timesCount, tokens[at])

/** Whether '2 x' or '2x' ends at this token. */
export const isCountTimesBefore = (tokens: readonly LineToken[], at: number): boolean =>
  (isTimes(tokens[at]) && isNumeric(tokens[at - 1])) || matchesToken(countTimes, tokens[at])

/** 'Fleet no 24', 'Line 10', '#3': the number says which, not how many. */
export function isReferenceAt(tokens: readonly LineToken[], at: number): boolean {
  const { text, key } = tokens[at]!
  if (text.startsWith('#')) return true
  const before = tokens[at - 1]?.text ?? ''
  if (!isReferenceWord(before)) return false
  const name = isNumberWord(before) ? (tokens[at - 2]?.text ?? '') : before
  return key.length < 4 || !(name === '' || isPartNumberWord(name))
}

/** '#2', 'no. 2', 'total 2', 'at 12': a reference that does not say what it is the number of. */
export function isUnnamedReferenceAt(tokens: readonly LineToken[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? ''
  if (tokens[at]!.text.startsWith('#') || /^(?:(?:sub)?total|at|by)$/i.test(before)) return true
  return isNumberWord(before) && !isReferenceWord(tokens[at - 2]?.text ?? '')
}

/**
 * Finds the quantities of a segment with a mark: 'x2', '2 x', 'qty 2', '2 off', '(2)', 'je 2'. What stands beside the mark
 * is read whole: 'x 2 of 10' is no 2.
 */
export function readMarkedQuantities(context: LineContext, from: number, to: number): void {
  const hasKnownNumber = listNumbers(context, from, to).some(({ productIds }) => productIds.length > 0)
  for (let at = from; at < to; at++) {
    const mark = context.uses[at] ? null : findMarkAt(context, at, to, hasKnownNumber)
    if (mark) markTokens(context, toQuantity(context, at, to, mark))
  }
}

/** A mark with its number: the index of that token, and the number when it is only a part of the token. */
interface QuantityMark {
  to: number
  count: number
  text?: string | undefined
  side: LineQuantity['side']
  isBracketed?: boolean
}

function findMarkAt(
  context: LineContext,
  from: number,
  segmentEnd: number,
  hasKnownNumber: boolean,
): QuantityMark | null {
  const { line, tokens, uses } = context
  const isFree = (at: number) => at < segmentEnd && !uses[at]
  const matches = (pattern: RegExp, at: number) => isFree(at) && matchesToken(pattern, tokens[at])
  const isCountAt = (at: number) => isFree(at) && isNumeric(tokens[at])
  const bracket = findBracketAt(context, from, segmentEnd)
  if (bracket) return bracket
  // 'qty 2', 'quantity required: 2', 'pcs: 2', 'je x 2'
  const isLabel =
    matches(wholeUnit, from) &&
    !isNumberWord(tokens[from]!.text) &&
    /^ ?\.? ?[:=]/.test(line.slice(tokens[from]!.end))
  if (matches(quantityWord, from) || matches(perWord, from) || isLabel) {
    let at = from + 1
    while (
      at < from + 3 &&
      matches(/^(?:of|is|required|req'?d?|ordered|needed|delivered|supplied|x|×)$/i, at)
    )
      at++
    if (isCountAt(at)) return { to: at + 1, count: at, side: null }
  }
  if (matches(wholeTimes, from) && isCountAt(from + 1) && !(hasKnownNumber && isSizeAt(context, from)))
    return { to: from + 2, count: from + 1, side: 'before' }
  for (const [pattern, side] of [
    [timesCount, 'before'],
    [countTimes, 'after'],
    [countUnit, null],
    [wordCount, null],
  ] as const) {
    const text = pattern.exec(tokens[from]!.text)?.[1]
    if (text !== undefined) return { to: from + 1, count: from, text, side }
  }
  if (!isCountAt(from)) return null
  if (matches(wholeTimes, from + 1)) {
    // In '400 999 x 4' the quantity is behind the mark. '93 x 140' is a size.
    const isAfter = isCountAt(from + 2) && tokens[from + 2]!.detail !== 'price'
    return isAfter ? null : { to: from + 2, count: from, side: 'after' }
  }
  const isOf =
    matches(/^of$/i, from + 1) &&
    (!isFree(from + 2) || isEachWord(tokens[from + 2]) || isPlainWord(tokens[from + 2]!.text))
  const isUnit =
    isOf || isEachWord(tokens[from + 1]) || matches(wholeUnit, from + 1) || matches(quantityWord, from + 1)
  const isPrice = tokens[from]!.detail === 'price' && isEachWord(tokens[from + 1])
  const isCountNext = isCountAt(from + 2) && !/[([]/.test(line[tokens[from + 2]!.start - 1]!)
  if (isUnit && !isPrice && isFree(from + 1) && !isCountNext)
    return { to: from + 2, count: from, side: isOf ? 'after' : null }
  return /^ ?@/.test(line.slice(tokens[from]!.end, tokens[from]!.end + 2))
    ? { to: from + 1, count: from, side: null }
    : null
}

/** '(2)', '[2 pcs]', '(x2)', and '(2 of 10)', which has to be queried. */
function findBracketAt(
  { line, tokens, uses }: LineContext,
  from: number,
  segmentEnd: number,
): QuantityMark | null {
  const { start, detail } = tokens[from]!
  if (!/[([]/.test(line[start - 1] ?? '') || detail !== null) return null
  const content = /^([^()[\]]{1,24})[)\]]/.exec(line.slice(start, start + 26))?.[1]
  if (content === undefined) return null
  const isQuantity =
    readQuantity(content).kind === 'count' || /^[x×]? ?\d[\d.,' /-]*(?:of \d+)?$/i.test(content)
  if (!isQuantity) return null
  let to = from + 1
  while (to < segmentEnd && !uses[to] && tokens[to]!.end <= start + content.length) to++
  return { to, count: from, text: isYear(content) ? `${content}?` : content, side: null, isBracketed: true }
}

/** '93 x 140' beside a known number. */
function isSizeAt({ tokens, uses }: LineContext, at: number): boolean {
  const before = tokens[at - 1]
  return before !== undefined && !uses[at - 1] && isNumeric(before) && !isReferenceAt(tokens, at - 1)
}

function toQuantity(
  context: LineContext,
  from: number,
  segmentEnd: number,
  mark: QuantityMark,
): LineQuantity {
  const { tokens, uses } = context
  let { to } = mark
  const isWordAfter = (at: number) =>
    at < segmentEnd && !uses[at] && (wholeUnit.test(tokens[at]!.text) || isEachWord(tokens[at]))
  while (isWordAfter(to) && !isTimesCountAt(tokens, to)) to++
  const isEach =
    tokens.slice(from, to).some(isEachWord) || matchesToken(/^(?:both|each|all)$/i, tokens[from - 1])
  const expression = findExpression(context, from, to, mark.count)
  const reading =
    expression === null ? readQuantity(mark.text ?? tokens[mark.count]!.text) : toDoubt(expression)
  // '(2)' at the beginning may number the lines.
  const isBracketed = mark.isBracketed ?? false
  const isMarked = from > 0 || !isBracketed
  return { kind: 'quantity', from, to, reading, isMarked, isBracketed, side: mark.side, isEach }
}

/** The text of an expression that the number is only a part of: '2 of 10', '1 000', '> 5', 'Line 10 x'; or null. */
function findExpression(context: LineContext, from: number, to: number, count: number): string | null {
  const { line, tokens, uses } = context
  const isOpen = (at: number) =>
    tokens[at] !== undefined && !uses[at] && isNumeric(tokens[at]) && tokens[at]!.detail === null
  const [start, end] = [tokens[from]!.start, tokens[to - 1]!.end]
  const fraction = /^ \d{1,2}\/\d{1,2}(?!\d)/.exec(line.slice(end))?.[0]
  if (fraction !== undefined) return line.slice(tokens[count]!.start, end) + fraction
  for (const next of [to, to + 1]) {
    const isOther = isTimes(tokens[next + 1]) || matchesToken(wholeUnit, tokens[next + 1])
    if (isOpen(next) && !isOther && joint.test(line.slice(end, tokens[next]!.start)))
      return line.slice(tokens[count]!.start, tokens[next]!.end)
  }
  for (const previous of [from - 1, from - 2]) {
    const isOfOther = uses[previous - 1]?.kind === 'number'
    if (isOpen(previous) && !isOfOther && joint.test(line.slice(tokens[previous]!.end, start)))
      return isReferenceAt(tokens, previous) ? null : line.slice(tokens[previous]!.start, tokens[count]!.end)
  }
  const isUnsure =
    /[<>~≈≤≥±] ?$/.test(line.slice(Math.max(0, start - 2), start)) ||
    /^\+(?:\s|$)/.test(line.slice(end, end + 2))
  if (isUnsure || (count === from && isReferenceAt(tokens, count)))
    return line.slice(tokens[count]!.start, end)
  return null
}

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)

/**
 * Finds the numbers of a segment that have no mark and may be quantities. One that is not where a quantity is written, such
 * as the 2 of 'LF9009 stage 2 filter', has to be queried.
 */
export function readBareQuantities(context: LineContext, from: number, to: number): void {
  const { line, tokens, uses } = context
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    if (uses[at] || !isNumeric(token) || token.detail !== null || isReferenceAt(tokens, at)) continue
    const isPlaced = isQuantityPlace(context, at, from, to) && !isYear(token.text)
    const expression = findExpression(context, at, at + 1, at)
    const isAdded = line[token.start - 1] === '+'
    const isDoubtful =
      expression !== null || !isPlaced || isAdded || isInches(line, token) || isNameEnd(context, at, to)
    const reading: QuantityReading = isDoubtful ? toDoubt(expression ?? token.text) : readQuantity(token.text)
    markTokens(context, {
      kind: 'quantity',
      from: at,
      to: at + 1,
      reading,
      isMarked: false,
      isBracketed: false,
      side: null,
      isEach: false,
    })
  }
}

/** '4"', but not the end of a quotation. */
function isInches(line: string, { start, end }: LineToken): boolean {
  const quotes = line.slice(0, start).match(/"/g)?.length ?? 0
  return /^ ?["”″]/.test(line.slice(end, end + 2)) && quotes % 2 === 0
}

/** 'Part 2: LF9009', 'order 12: LF9009', 'LF9009 order 4711', 'LF9009 2.0 diesel': the number belongs to a name. */
function isNameEnd({ line, tokens, uses }: LineContext, at: number, to: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const isAfterName = before !== undefined && !uses[at - 1] && isDescriptionWord(before.text)
  const isBeforePart = (uses.find(use => use?.kind === 'number')?.from ?? 0) > at
  const isBeforeWord = at + 1 < to && !uses[at + 1] && !isFollowWord(after!.text) && !isMark(after!)
  const isLabel = before !== undefined && !uses[at - 1] && /^ ?:/.test(line.slice(tokens[at]!.end))
  const isOrderNumber = matchesToken(/^order$/i, before) && tokens[at]!.text.length >= 4
  if (isLabel || isOrderNumber) return true
  return (isAfterName && isBeforePart) || (/^\d[.,]0$/.test(tokens[at]!.text) && isBeforeWord)
}

/** Directly before or behind a number, with words of its description between, or such words alone: not 'stage 2 filter'. */
function isQuantityPlace(context: LineContext, at: number, from: number, to: number): boolean {
  const { tokens, uses } = context
  const isEdge = (index: number) => index < from || index >= to
  const isBoundary = (index: number) =>
    isEdge(index) || uses[index] !== null || tokens[index]!.detail !== null || isReferenceAt(tokens, index)
  const skip = (index: number, step: 1 | -1) => {
    while (!isBoundary(index) && isPlainWord(tokens[index]!.text)) index += step
    return index
  }
  const [left, right] = [skip(at - 1, -1), skip(at + 1, 1)]
  // 'Hi Bob, can you send 4 LF9009'
  const isQueried = !isBoundary(at - 1) && isRequestWord(tokens[at - 1]!.text)
  const isFollowed = !isEdge(right) && isFollowWord(tokens[right]!.text) && !isNumeric(tokens[right + 1])
  return (isBoundary(left) || isQueried || isAfterName(context, at)) && (isBoundary(right) || isFollowed)
}

/** '[10:19] Dave: 2 LF9009' */
function isAfterName({ line, tokens }: LineContext, at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]!]
  return (
    before !== undefined &&
    /^\p{Lu}\p{Ll}+$/u.test(before.text) &&
    /^: ?$/.test(line.slice(before.end, token.start))
  )
}
