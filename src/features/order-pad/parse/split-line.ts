import { assignQuantities, type LineItem } from './assign-quantities.ts'
import {
  createNumber,
  type FindProductIds,
  findKnownNumberAt,
  findShortNumberAt,
  isLikeNumber,
  joinKeys,
  type LineNumber,
  readKnownNumber,
} from './line-numbers.ts'
import { findBareQuantityAt, findMarkedQuantityAt, isEachWord, type LineQuantity } from './line-quantities.ts'
import { type LineToken, listSegments, tokenizeLine } from './line-tokens.ts'
import { isSeparate, type Reading, removeBullet } from './parse-line.ts'

/** One of the numbers of a line. */
export interface LinePart {
  /** Its piece of the line: 'LF9009 x2'. */
  text: string
  code: string
  isKnown: boolean
  readings: Reading[]
  /** A quantity that cannot be ordered, as written. */
  badQuantity: string | null
  /** What stands beside it and is no number or quantity: '12 micron'. */
  notRead: string
}

interface LineContext {
  line: string
  tokens: LineToken[]
  /** What each token is a part of. */
  uses: (LineItem | null)[]
  findProductIds: FindProductIds
}

/**
 * The numbers of a line, each with its quantity: 'LF9009 x2 P551712 x4' has two. The catalogue decides what is a number,
 * the longest known one first; what only looks like a number is a part too, which the buyer can correct. A quantity belongs
 * to one number, unless 'each' is written beside it. Every token with a digit is a part, a quantity, or in `notRead`.
 */
export function splitLine(text: string, findProductIds: FindProductIds): LinePart[] {
  const line = removeBullet(text)
  const tokens = tokenizeLine(line)
  const context: LineContext = { line, tokens, uses: tokens.map(() => null), findProductIds }
  if (!readWholeLine(context)) {
    const segments = listSegments(tokens)
    for (const { from, to } of segments) readKnownNumbers(context, from, to)
    for (const { from, to } of segments) readQuantitiesAndUnknownNumbers(context, from, to)
  }
  return toParts(context)
}

function markTokens({ uses }: LineContext, item: LineItem): void {
  uses.fill(item, item.from, item.to)
}

const maxWholeLineTokens = 10

function readWholeLine(context: LineContext): boolean {
  const { line, tokens, findProductIds } = context
  if (tokens.length === 0 || tokens.length > maxWholeLineTokens) return false
  const number = readKnownNumber(line, tokens, findProductIds)
  if (!number || number.otherReading) return false
  markTokens(context, number)
  return true
}

function readKnownNumbers(context: LineContext, from: number, to: number): void {
  const { line, tokens, uses, findProductIds } = context
  for (let at = from; at < to; ) {
    const number = findKnownNumberAt(line, tokens, at, to, findProductIds)
    if (number) markTokens(context, mergeAlternative(context, number))
    at = number?.to ?? at + 1
  }
  for (let at = from; at < to; at++) {
    const number = uses[at] ? null : findShortNumberAt(tokens, at, findProductIds)
    if (number) markTokens(context, number)
  }
}

/** 'LF9009/P551712' names one part by two numbers, when one product has both. */
function mergeAlternative({ tokens, uses }: LineContext, number: LineNumber): LineNumber {
  const previous = uses[number.from - 1]
  const isSame =
    tokens[number.from]!.isAlternative &&
    previous?.kind === 'number' &&
    previous.productIds.some(id => number.productIds.includes(id))
  return isSame ? { ...previous, to: number.to, gluedQuantity: number.gluedQuantity } : number
}

function readQuantitiesAndUnknownNumbers(context: LineContext, from: number, to: number): void {
  const { tokens, uses } = context
  const isFree = (at: number) => at >= from && at < to && !uses[at]
  for (let at = from; at < to; at++) {
    const quantity = isFree(at) ? findMarkedQuantityAt(tokens, at, isFree) : null
    if (quantity) markTokens(context, quantity)
  }
  const hasNumber = () => uses.slice(from, to).some(item => item?.kind === 'number')
  readUnknownNumbers(context, from, to, hasNumber())
  if (!hasNumber()) readSpacedUnknownNumber(context, from, to)
  const isCountAlone = to - from === 1
  if (!hasNumber() && !isCountAlone) return
  for (let at = from; at < to; at++) {
    const quantity =
      isFree(at) && isBareQuantityPlace(context, at, from, to) && findBareQuantityAt(tokens, at)
    if (quantity) markTokens(context, quantity)
  }
}

/** What looks like a part number. Among known numbers, short ones are rather machines: 'LF9009 for CAT 320D'. */
function readUnknownNumbers(context: LineContext, from: number, to: number, hasNumber: boolean): void {
  const { line, tokens, uses } = context
  const isAlone = uses.slice(from, to).filter(item => item === null).length === 1
  const [minLength, minDigits] = hasNumber ? [6, 4] : isAlone ? [4, 1] : [5, 3]
  for (let at = from; at < to; at++) {
    const token = tokens[at]!
    const isOtherName = token.isAlternative && uses[at - 1]?.kind === 'number'
    if (uses[at] || isOtherName || !isLikeNumber(token, minLength, minDigits)) continue
    const head = at > from && !uses[at - 1] ? tokens[at - 1]! : null
    const hasHead = head && /^[a-z]{1,2}$/i.test(head.text) && !isSeparate(head.text)
    const glued = /^(.{4,})[x×*](\d{1,4})$/i.exec(token.text)
    const code = line.slice(
      hasHead ? head.start : token.start,
      token.end - (glued ? glued[2]!.length + 1 : 0),
    )
    const gluedQuantity = glued ? Number(glued[2]) || null : null
    markTokens(context, { ...createNumber(code, hasHead ? at - 1 : at, at + 1, []), gluedQuantity })
  }
}

/** 'F 026 400 999' alone between separators. A last count is left for the quantity. */
function readSpacedUnknownNumber(context: LineContext, from: number, to: number): void {
  const { line, tokens, uses } = context
  const isPart = (at: number) => at < to && !uses[at] && !isSeparate(tokens[at]!.text)
  let start = from
  while (start < to && !isPart(start)) start++
  let end = start
  while (isPart(end)) end++
  const run = tokens.slice(start, end)
  const isWithCount = run.length > 2 ? /^\d{1,2}$/.test(run.at(-1)!.text) : isUnknownWithCount(run)
  const parts = isWithCount ? run.slice(0, -1) : run
  const key = joinKeys(parts)
  if (key.length < 5 || key.length > 24 || key.replace(/\D/g, '').length < 3 || parts.length < 2) return
  const code = line.slice(parts[0]!.start, parts.at(-1)!.end)
  markTokens(context, createNumber(code, start, start + parts.length, []))
}

/** 'nonsense99 3': three pieces. In 'P551 712' the end is too long beside its beginning to be a count. */
const isUnknownWithCount = ([number, count]: readonly LineToken[]): boolean =>
  number !== undefined &&
  count !== undefined &&
  /\d/.test(number.text) &&
  /^\d{1,3}$/.test(count.text) &&
  count.text.length < number.text.length / 2

/** A count directly before or behind a number, or at the beginning or end of its segment: not the '12' of '12 micron'. */
function isBareQuantityPlace({ tokens, uses }: LineContext, at: number, from: number, to: number): boolean {
  const isEnd = at === to - 1
  const isAfterWord = at === from || uses[at - 1] || isSeparate(tokens[at - 1]!.text)
  if (isEnd) return Boolean(isAfterWord)
  if (uses[at - 1]?.kind === 'number' && at > from) return Boolean(uses[at + 1])
  return at === from || (Boolean(isAfterWord) && uses[at + 1]?.kind === 'number')
}

const listItems = (uses: LineContext['uses']): LineItem[] =>
  uses.filter((item, at) => item?.from === at).filter(item => item !== null)

const listNumbers = (uses: LineContext['uses']): LineNumber[] =>
  listItems(uses).filter(item => item.kind === 'number')

const [maxCodeLength, maxTextLength] = [100, 300]

function toParts(context: LineContext): LinePart[] {
  const { tokens, uses } = context
  const assigned = assignQuantities(tokens, listItems(uses))
  const usedQuantities = new Set(assigned.values())
  const isRead = tokens.map((_, at) => {
    const item = uses[at]
    return item?.kind === 'number' || (item?.kind === 'quantity' && usedQuantities.has(item))
  })
  const numbers = listNumbers(uses)
  const notRead = listNotRead(context, isRead, numbers)
  const segments = new Map(listSegments(tokens).map(segment => [tokens[segment.from]!.segment, segment]))
  return numbers.map((number, nth) => ({
    ...toPart(context, number, assigned.get(number) ?? null),
    text: getPartText(context, segments, numbers.slice(Math.max(0, nth - 1), nth + 2), number, assigned),
    notRead: notRead[nth]!.join('; ').slice(0, maxTextLength),
  }))
}

function toPart(
  context: LineContext,
  number: LineNumber,
  assigned: LineQuantity | null,
): Omit<LinePart, 'text' | 'notRead'> {
  const { productIds, otherReading } = number
  const code = number.code.slice(0, maxCodeLength)
  const written = assigned?.quantity ?? number.gluedQuantity ?? 1
  const quantity = typeof written === 'number' ? written : 1
  const isSure =
    number.isSure &&
    isApart(context, number.from - 1, number.from) &&
    isApart(context, number.to, number.from)
  return {
    code,
    isKnown: productIds.length > 0,
    readings: [{ code, quantity, isSure }, ...(otherReading ? [{ ...otherReading, isSure: false }] : [])],
    badQuantity: typeof written === 'string' ? written : null,
  }
}

/** Whether the token beside a number surely does not belong to it. */
function isApart({ line, tokens, uses }: LineContext, at: number, numberAt: number): boolean {
  const token = tokens[at]
  if (!token || token.segment !== tokens[numberAt]!.segment || uses[at]) return true
  // 'for JCB 3CX: LF9009'
  if (at < numberAt && line.slice(token.end, tokens[numberAt]!.start).includes(':')) return true
  // 'LF9009 12 micron'
  if (at > numberAt && /^(?:micron|µm|um|mm|cm|bar)s?$/i.test(tokens[at + 1]?.text ?? '')) return true
  const isPartNumberMark = /^n[or]?$/i.test(token.text) && /^p$/i.test(tokens[at - 1]?.text ?? '')
  return isPartNumberMark || isSeparate(token.text) || isEachWord(token)
}

/** The piece of the line from the end of the number before, with the words and the quantity beside the number. */
function getPartText(
  { line, tokens }: LineContext,
  segments: ReadonlyMap<number, { from: number; to: number }>,
  neighbours: readonly LineNumber[],
  number: LineNumber,
  assigned: ReadonlyMap<LineNumber, LineQuantity>,
): string {
  const segment = tokens[number.from]!.segment
  const isInSegment = ({ from }: { from: number }) => tokens[from]!.segment === segment
  const getEnd = (item: LineNumber) => {
    const quantity = assigned.get(item)
    return quantity && quantity.from >= item.to && isInSegment(quantity) ? quantity.to : item.to
  }
  const inSegment = neighbours.filter(isInSegment)
  const [previous, next] = [
    inSegment[inSegment.indexOf(number) - 1],
    inSegment[inSegment.indexOf(number) + 1],
  ]
  const range = segments.get(segment)!
  const from = Math.min(previous ? getEnd(previous) : range.from, number.from)
  const to = Math.max(next ? getEnd(number) : range.to, number.to)
  const text = slice(line, tokens, from, to)
  const quantity = assigned.get(number)
  const isElsewhere = quantity && (quantity.from < from || quantity.to > to)
  const quantityText = isElsewhere ? ` ${slice(line, tokens, quantity.from, quantity.to)}` : ''
  return `${text}${quantityText}`.slice(0, maxTextLength)
}

function slice(line: string, tokens: readonly LineToken[], from: number, to: number): string {
  const end = tokens[to - 1]!.end
  return line.slice(tokens[from]!.start, end) + (/^[)\]]/.exec(line.slice(end))?.[0] ?? '')
}

/**
 * For each number the runs of tokens with a digit behind it that are not read, with the words directly beside them: '12
 * micron', 'AB 12'. The first number has those before it too.
 */
function listNotRead(
  { line, tokens }: LineContext,
  isRead: readonly boolean[],
  numbers: readonly LineNumber[],
): string[][] {
  const isOpen = (at: number, segment: number) => tokens[at]?.segment === segment && !isRead[at]
  const runs = numbers.map((): string[] => [])
  let nth = 0
  for (let at = 0; at < tokens.length; at++) {
    const { key, segment } = tokens[at]!
    while (numbers[nth + 1] && numbers[nth + 1]!.from <= at) nth++
    if (isRead[at] || !/\d/.test(key)) continue
    const from = isOpen(at - 1, segment) && !isSeparate(tokens[at - 1]!.text) ? at - 1 : at
    let to = at + 1
    for (let next = to; isOpen(next, segment); next++) if (/\d/.test(tokens[next]!.key)) to = next + 1
    if (isOpen(to, segment)) to++
    runs[nth]?.push(slice(line, tokens, from, to))
    at = to - 1
  }
  return runs
}
