import { toCodeKey } from '../../../lib/part-number.ts'
import { isCountTimesBefore, isNumeric, isReferenceAt, isTimesCountAt } from './line-quantities.ts'
import {
  type FindProductIds,
  joinKeys,
  type LineContext,
  type LineNumber,
  type LineToken,
  listNumbers,
  markTokens,
} from './line-tokens.ts'
import { isOrderable, readQuantity, toDoubt } from './quantity.ts'
import { isSeparate } from './word-kinds.ts'

const maxNumberTokens = 6
const maxTokenLength = 60
const [minKeyLength, maxKeyLength] = [3, 40]
/** Numbers of fewer digits and no letter are read as quantities first. */
const minDigitsOnly = 5

/** Finds the numbers of the catalogue in a segment, the longest first. */
export function readKnownNumbers(context: LineContext, from: number, to: number): void {
  const { tokens, uses, findProductIds } = context
  for (let at = from; at < to; ) {
    const number = findKnownNumberAt(context, at, to)
    if (number) markTokens(context, mergeAlternative(context, number))
    at = number?.to ?? at + 1
  }
  for (let at = from; at < to; at++) {
    const { text, key } = tokens[at]!
    // A short number with a marked quantity beside it: '9009 x 2'.
    const isFree = (from: number) => uses.slice(Math.max(0, from), from + 2).every(use => use === null)
    const isMarked =
      (isFree(at + 1) && isTimesCountAt(tokens, at + 1)) ||
      (isFree(at - 2) && isCountTimesBefore(tokens, at - 1))
    const productIds = !uses[at] && isMarked && /^\d{3,4}$/.test(text) ? findProductIds(key) : []
    if (productIds.length > 0) markTokens(context, createNumber(text, at, at + 1, productIds))
  }
}

/** The line '3 9009' or '9009; 3', when the catalogue knows only one of them. */
export function readShortNumberWithCount(context: LineContext): void {
  const { tokens, findProductIds } = context
  if (tokens.length !== 2 || !tokens.every(isNumeric)) return
  const [at, second] = [0, 1].filter(
    index => /^\d{3,4}$/.test(tokens[index]!.text) && findProductIds(tokens[index]!.key).length > 0,
  )
  if (at !== undefined && second === undefined)
    markTokens(context, createNumber(tokens[at]!.text, at, at + 1, findProductIds(tokens[at]!.key)))
}

/** 'LF9009/P551712' names one part by two numbers, when one product has both. */
function mergeAlternative({ tokens, uses }: LineContext, number: LineNumber): LineNumber {
  const previous = uses[number.from - 1]
  const isSame =
    tokens[number.from]!.isAlternative &&
    previous?.kind === 'number' &&
    previous.productIds.some(id => number.productIds.includes(id))
  return isSame ? { ...previous, to: number.to, glued: number.glued } : number
}

function findKnownNumberAt(context: LineContext, from: number, end: number): LineNumber | null {
  const { tokens } = context
  let to = from
  while (to < Math.min(from + maxNumberTokens, end) && isNumberToken(tokens[to]!)) to++
  for (; to > from; to--) {
    const number = readKnownNumber(context, from, to)
    if (number && !isNumberWithQuantity(context, from, to) && !isPartOfDetail(tokens, from, to)) return number
  }
  return null
}

/** The '11' and '2025' of '28/11/2025' are no number, while all of it may be one. */
function isPartOfDetail(tokens: readonly LineToken[], from: number, to: number): boolean {
  const part = tokens.slice(from, to)
  const isDetail = (token: LineToken | undefined) => token?.detail === 'maybe-number'
  const isCut = isDetail(tokens[from - 1]) || isDetail(tokens[to])
  return isCut && part.some(isDetail) && /^\d+$/.test(joinKeys(part))
}

export const isNumberToken = ({ text, key, detail }: LineToken): boolean =>
  (detail === null || detail === 'maybe-number') &&
  key !== '' &&
  text.length <= maxTokenLength &&
  !hasForeignDigit(text)

/** '½' and '٢', which the key of a number leaves out or turns into others. */
const hasForeignDigit = (text: string): boolean => /\p{N}/u.test(text.replace(/\d/g, ''))

/** Quantities that are written together with a number. `isSure`: they are marked as such. */
const gluedPatterns: { pattern: RegExp; side: 'head' | 'tail'; isSure: boolean }[] = [
  { pattern: /(?<=\w)[x×*](\d[\d.,]*)$/i, side: 'tail', isSure: true },
  { pattern: /^(\d[\d.,]*)[x×*](?=\w)/i, side: 'head', isSure: true },
  // 'FH-OIL-1-40' and '40FH-OIL-1', which the catalogue does not know.
  { pattern: /(?<=\w)[^\p{L}\p{N}\s]{1,3}(\d{1,6})$/u, side: 'tail', isSure: false },
  { pattern: /^(\d{1,6})[-_.)]?(?=[a-z])/i, side: 'head', isSure: false },
]

/** The known number that all of the line's tokens are. `isWhole`: one of three or four digits alone is one too. */
export function readWholeNumber(context: LineContext, isWhole: boolean): LineNumber | null {
  const minDigits = isWhole && /^\d+$/.test(context.line.trim()) ? minKeyLength : minDigitsOnly
  return readKnownNumber(context, 0, context.tokens.length, minDigits)
}

/** The known number that all of these tokens are, and what is glued to it. */
function readKnownNumber(
  context: LineContext,
  from: number,
  to: number,
  minDigits = minDigitsOnly,
): LineNumber | null {
  const { line, tokens, findProductIds } = context
  const part = tokens.slice(from, to)
  const [first, last] = [part[0]!, part.at(-1)!]
  const key = joinKeys(part)
  if (!/\d/.test(key)) return null
  const create = (start: number, end: number, minLength: number): LineNumber | null => {
    const code = line.slice(start, end)
    const productIds = findIds(toCodeKey(code), findProductIds, minLength)
    return productIds.length === 0 ? null : createNumber(code, from, to, productIds)
  }
  const isMarkOnly = /[×*]/.test(first.text + last.text)
  const whole = isMarkOnly ? null : create(first.start, last.end, minDigits)
  if (whole) {
    const otherCode = findOtherCode(context, from, to)
    if (otherCode === null && !endsLikeQuantity(part)) return whole
    return { ...whole, otherCode, isSure: false, glued: toDoubt(last.text) }
  }
  for (const { pattern, side, isSure } of gluedPatterns) {
    const match = pattern.exec(side === 'head' ? first.text : last.text)
    if (!match) continue
    const [start, end] =
      side === 'head' ? [first.start + match[0].length, last.end] : [first.start, last.end - match[0].length]
    const number = create(start, end, isSure ? minKeyLength : minDigitsOnly)
    const glued = isSure ? readQuantity(match[1]!) : toDoubt(match[1]!)
    if (number) return { ...number, glued, isSure }
  }
  return null
}

function createNumber(code: string, from: number, to: number, productIds: readonly number[]): LineNumber {
  const none = { kind: 'none' } as const
  return { kind: 'number', from, to, code, productIds, glued: none, otherCode: null, isSure: true }
}

function findIds(key: string, findProductIds: FindProductIds, minDigits = minDigitsOnly): readonly number[] {
  const isLongEnough = key.length >= (/^\d+$/.test(key) ? minDigits : minKeyLength)
  return isLongEnough && key.length <= maxKeyLength && /\d/.test(key) ? findProductIds(key) : []
}

/** 'HU 718 x 2' is two of HU 718 when that is known, and else HU 718 x. */
function isNumberWithQuantity({ tokens, findProductIds }: LineContext, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    if (isTimesCountAt(tokens, at) && findIds(joinKeys(tokens.slice(from, at)), findProductIds).length > 0)
      return true
  }
  return false
}

function findOtherCode(
  { line, tokens, findProductIds }: LineContext,
  from: number,
  to: number,
): string | null {
  const splits = [
    { count: tokens[to - 1]!, start: from, end: to - 1 },
    { count: tokens[from]!, start: from + 1, end: to },
  ]
  for (const { count, start, end } of splits) {
    const isQuantity = end > start && isNumeric(count) && !tokens[to - 1]!.isAlternative
    if (!isQuantity || findIds(joinKeys(tokens.slice(start, end)), findProductIds).length === 0) continue
    const reading = readQuantity(count.text)
    if (reading.kind === 'count' && isOrderable(reading.count))
      return line.slice(tokens[start]!.start, tokens[end - 1]!.end)
  }
  return null
}

/** 'P55171 2': a whole number by its looks, and a count behind it. */
function endsLikeQuantity(part: readonly LineToken[]): boolean {
  const [beforeLast, last] = part.slice(-2)
  return last !== undefined && !last.isAlternative && /^\d{1,3}$/.test(last.text) && isLikeNumber(beforeLast!)
}

function isLikeNumber({ text, key, detail }: LineToken, minLength = 5, minDigits = 3): boolean {
  if (detail !== null || text.length > maxTokenLength) return false
  const isMixed = /[A-Z]/.test(key) && key.length >= minLength
  const isDigits = /^\d+$/.test(key) && key.length >= Math.max(minLength, minDigitsOnly)
  const isPriceOrMeasure = /[£$€%,]|^\d+\.\d{1,2}$|^[\d.,]+(?:mm|cm|kg|bar|gbp|eur)$/i.test(text)
  return (isMixed || isDigits) && key.replace(/\D/g, '').length >= minDigits && !isPriceOrMeasure
}

/** What looks like a part number. Among known numbers, short ones are rather machines: 'LF9009 for CAT 320D'. */
export function readUnknownNumbers(context: LineContext, from: number, to: number): void {
  const { line, tokens, uses } = context
  const isAlone = uses.slice(from, to).filter(item => item === null).length === 1
  const [minLength, minDigits] =
    listNumbers(context, from, to).length > 0 ? [6, 4] : isAlone ? [4, 1] : [5, 3]
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    const isOtherName = token.isAlternative && uses[at - 1]?.kind === 'number'
    if (uses[at] || isOtherName || !isLikeNumber(token, minLength, minDigits) || isReferenceAt(tokens, at))
      continue
    const head = at > from && !uses[at - 1] ? tokens[at - 1]! : null
    const hasHead = head !== null && /^[a-z]{1,2}$/i.test(head.text) && !isSeparate(head.text)
    const glued = /^(.{4,})[x×*](\d{1,6})$/i.exec(token.text)
    const code = line.slice(
      hasHead ? head.start : token.start,
      token.end - (glued ? glued[2]!.length + 1 : 0),
    )
    const number = createNumber(code, hasHead ? at - 1 : at, at + 1, [])
    markTokens(context, glued ? { ...number, glued: readQuantity(glued[2]!) } : number)
  }
}

/** 'F 026 400 999' alone between separators. A last count is left for the quantity. */
export function readSpacedUnknownNumber(context: LineContext, from: number, to: number): void {
  const { line, tokens, uses } = context
  const isPart = (at: number) =>
    at < to &&
    !uses[at] &&
    !isSeparate(tokens[at]!.text) &&
    tokens[at]!.detail === null &&
    isNumberToken(tokens[at]!) &&
    !isReferenceAt(tokens, at)
  let start = from
  while (start < to && !isPart(start)) start++
  let end = start
  while (isPart(end)) end++
  const run = tokens.slice(start, end)
  const isWithCount = run.length > 2 ? /^\d{1,2}$/.test(run.at(-1)!.text) : isUnknownWithCount(run)
  const parts = isWithCount ? run.slice(0, -1) : run
  const key = joinKeys(parts)
  const isMixed = /\d/.test(key) && /[A-Z]/.test(key) && key.length >= 4
  if (parts.length === 1 && isWithCount && isMixed && isNumberToken(parts[0]!))
    markTokens(context, createNumber(parts[0]!.text, start, start + 1, []))
  if (key.length < 5 || key.length > 24 || key.replace(/\D/g, '').length < 3 || parts.length < 2) return
  // '10 3CX' beside 'LF9009' has a count.
  if (/^\d{1,4}$/.test(parts[0]!.text) && (parts.length === 2 || listNumbers(context).length > 0)) return
  const code = line.slice(parts[0]!.start, parts.at(-1)!.end)
  // 'P551 712' is one number, or 712 of another.
  const last = parts.at(-1)!
  const isDoubtful = parts.length === 2 && /^\d{1,4}$/.test(last.text)
  const number = createNumber(code, start, start + parts.length, [])
  markTokens(context, isDoubtful ? { ...number, glued: toDoubt(last.text) } : number)
}

/** 'nonsense99 3': three pieces. In 'P551 712' the end is too long beside its beginning to be a count. */
const isUnknownWithCount = ([number, count]: readonly LineToken[]): boolean =>
  number !== undefined &&
  count !== undefined &&
  /\d/.test(number.text) &&
  /^\d{1,3}$/.test(count.text) &&
  count.text.length < number.text.length / 2

/** A code of the catalogue without a digit, when nothing but a quantity stands beside it. */
export function readNumberWithoutDigit(context: LineContext, from: number, to: number): void {
  const { tokens, uses, findProductIds } = context
  const words = range(from, to).filter(at => !uses[at] && !isNumeric(tokens[at]))
  const [at, second] = words
  if (at === undefined || second !== undefined) return
  const { text, key } = tokens[at]!
  const productIds = key.length >= minKeyLength && key.length <= maxKeyLength ? findProductIds(key) : []
  if (productIds.length > 0) markTokens(context, createNumber(text, at, at + 1, productIds))
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)
