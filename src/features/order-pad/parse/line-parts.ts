import type { AssignedQuantities } from './assign-quantities.ts'
import { isEachWord, isMark, isNumeric, isReferenceAt, isUnnamedReferenceAt } from './line-quantities.ts'
import {
  type LineContext,
  type LineNumber,
  type LineQuantity,
  type LineToken,
  listSegments,
} from './line-tokens.ts'
import { combineReadings, type QuantityReading, toDoubt } from './quantity.ts'
import {
  isCancelWord,
  isCountWord,
  isFollowWord,
  isPackCount,
  isPackWord,
  isPlainWord,
  isSeparate,
} from './word-kinds.ts'

/** A part number that a line may mean. `isSure`: false when the buyer has to confirm it. */
export interface PartReading {
  code: string
  isSure: boolean
}

/** One of the numbers of a line. */
export interface LinePart {
  /** Its piece of the line: 'LF9009 x2'. */
  text: string
  code: string
  isKnown: boolean
  readings: PartReading[]
  /** `none`: nothing but the part and words stands there, which is one piece. */
  quantity: QuantityReading
  /** What stands beside it and is no number or quantity: '12 micron'. */
  notRead: string
}

const [maxCodeLength, maxTextLength] = [100, 300]

export function toParts(
  context: LineContext,
  numbers: readonly LineNumber[],
  assigned: AssignedQuantities,
): LinePart[] {
  const { tokens, uses } = context
  const chosen = new Map(numbers.map(number => [number, chooseQuantities(number, assigned.get(number)!)]))
  const used = new Set([...chosen.values()].flat().map(({ from }) => from))
  const isRead = tokens.map((_, at) => {
    const item = uses[at]
    return item?.kind === 'number' || (item?.kind === 'quantity' && used.has(item.from))
  })
  const doubts = listDoubts(context, numbers)
  const notRead = listNotRead(context, isRead, numbers)
  const segments = new Map(listSegments(tokens).map(segment => [tokens[segment.from]!.segment, segment]))
  return numbers.map((number, nth) => {
    const code = number.code.slice(0, maxCodeLength)
    const isSure =
      number.isSure &&
      isApart(context, number.from - 1, number.from) &&
      isApart(context, number.to, number.from)
    const otherReadings = number.otherCode === null ? [] : [{ code: number.otherCode, isSure: false }]
    return {
      text: getPartText(context, segments, numbers.slice(Math.max(0, nth - 1), nth + 2), number, chosen),
      code,
      isKnown: number.productIds.length > 0,
      readings: [{ code, isSure }, ...otherReadings],
      quantity: decideQuantity(number, chosen.get(number)!, doubts[nth]!),
      notRead: notRead[nth]!.join('; ').slice(0, maxTextLength),
    }
  })
}

/** Marked quantities go before unmarked ones, but '(12)' does not go before '2'. */
function chooseQuantities(number: LineNumber, quantities: readonly LineQuantity[]): readonly LineQuantity[] {
  const marked = quantities.filter(({ isMarked }) => isMarked)
  if (number.glued.kind !== 'count' && marked.every(({ isBracketed }) => isBracketed)) return quantities
  return marked.length > 0 || number.glued.kind === 'count' ? marked : quantities
}

function decideQuantity(
  { glued }: LineNumber,
  quantities: readonly LineQuantity[],
  doubts: readonly LineDoubt[],
): QuantityReading {
  const readings = [glued, ...quantities.map(({ reading }) => reading)].filter(({ kind }) => kind !== 'none')
  const isMarked = glued.kind === 'count' || quantities.some(quantity => quantity.isMarked)
  const strength = isMarked ? 'unit' : readings.length > 0 ? 'word' : 'figure'
  const strengths = ['figure', 'word', 'unit'] as const
  const valid = doubts.filter(doubt => strengths.indexOf(doubt.kind) >= strengths.indexOf(strength))
  return combineReadings([...readings, ...valid.map(({ text }) => toDoubt(text))])
}

/**
 * What is not read and may say how many. `unit`: 'boxes' behind any count, 'or' between two parts; `word`: 'two', '½',
 * unless a marked quantity is there; `figure`: with '£4' or 'no. 2' the line is more than a part and its name, unless any
 * quantity is there.
 */
interface LineDoubt {
  kind: 'unit' | 'word' | 'figure'
  text: string
}

const isSetWord = (text: string): boolean => /^sets?$/i.test(text)
/** Between two parts of which one is meant. */
const choiceWord =
  /^ ?\/ ?$|\b(?:should be|or|oder|ou|lub|eller|alt|alternatively?|replac(?:es|ed|ing)|supersed(?:es|ed)|instead|equiv(?:alent)?|substitute|formerly|aka)\b/i

function listDoubts(context: LineContext, numbers: readonly LineNumber[]): LineDoubt[][] {
  const { line, tokens, uses } = context
  const doubts = numbers.map((): LineDoubt[] => [])
  const isMoney = createMoneyCheck(context)
  let nth = -1
  for (let at = 0; at < tokens.length; at++) {
    while (numbers[nth + 1] && numbers[nth + 1]!.from <= at) nth++
    const isBehind = nth === numbers.length - 1
    const kind = uses[at] ? null : findDoubt(context, at, isBehind, isMoney)
    if (kind === null) continue
    const isBeside = (number: LineNumber | undefined) =>
      tokens[number?.from ?? -1]?.segment === tokens[at]!.segment
    const beside = [nth, nth + 1].filter(index => isBeside(numbers[index]))
    // '2 sets: LF9009 and P551712'
    const isOfAll = kind === 'unit' && isSetWord(tokens[at]!.text)
    for (const index of isOfAll ? numbers.keys() : beside.length > 0 ? beside : [Math.max(0, nth)])
      doubts[index]!.push({ kind, text: tokens[at]!.text })
  }
  // 'LF9009 or P551712 x 2': one of them.
  numbers.forEach((number, at) => {
    const next = numbers[at + 1]
    if (!next) return
    const between = choiceWord.exec(line.slice(tokens[number.to - 1]!.end, tokens[next.from]!.start))?.[0]
    if (between === undefined) return
    const text = between.replace('/', '').trim()
    for (const index of [at, at + 1]) doubts[index]!.push({ kind: 'unit', text })
  })
  // 'FH-OIL-1 12000': another part that is not known, or more than can be ordered.
  numbers.forEach((number, at) => {
    const next = numbers[at + 1]
    const isDigits = next?.from === number.to && next.productIds.length === 0 && /^\d{5,6}$/.test(next.code)
    if (isDigits && number.productIds.length > 0) doubts[at]!.push({ kind: 'word', text: next.code })
  })
  return doubts
}

function findDoubt(
  { tokens, uses }: LineContext,
  at: number,
  isBehind: boolean,
  isMoney: (token: LineToken) => boolean,
): LineDoubt['kind'] | null {
  const { text, detail } = tokens[at]!
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (detail === 'price') return isMoney(tokens[at]!) ? 'figure' : 'word'
  if (detail !== null) return null
  // 'No. 2 LF9009', 'LF9009 #2', 'LF9009 total: 2', but '#2 LF9009' numbers the line.
  const isRowNumber = text.startsWith('#') && !isBehind
  if (isReferenceAt(tokens, at)) return isUnnamedReferenceAt(tokens, at) && !isRowNumber ? 'figure' : null
  const isCounted = uses[at - 1]?.kind === 'quantity' || (isNumeric(before) && before!.detail === null)
  if (isCounted && isSetWord(text)) return 'unit'
  const isNegated = /^not$/i.test(text) && uses[at + 1]?.kind === 'number'
  if (isCancelWord(text) || isNegated) return 'unit'
  if (isPackCount(text) || (/^per$/i.test(text) && isCounted)) return 'unit'
  if (isPackWord(text)) {
    const isPack = isCounted || isNumeric(before) || /^(?:an?|per)$/i.test(before?.text ?? '')
    return isPack || /^of$/i.test(after?.text ?? '') ? 'unit' : null
  }
  if (isCountWord(text) || isCountPhrase(before, text, after) || isMark(tokens[at]!)) return 'word'
  if (/^(?:\?+|#[a-z][^ ]{0,9})$/i.test(text) || isUnreadCount(text)) return 'word'
  if (!/\p{N}/u.test(text) || /^[a-z]/i.test(text)) return null
  // 'for JCB 3CX', 'for 3CX': a machine.
  const isName = /^\p{L}{2,}$/u.test(before?.text ?? '') && !uses[at - 1] && !isPlainWord(before!.text)
  const isMachine = /^\d{1,5}[A-Z]/.test(text) && (isName || isFollowWord(before?.text ?? ''))
  return isMachine ? null : 'word'
}

/** 'all you have', 'as many as possible' */
const isCountPhrase = (before: LineToken | undefined, text: string, after: LineToken | undefined): boolean =>
  (/^(?:many|much)$/i.test(text) && /^(?:as|how)$/i.test(before?.text ?? '')) ||
  (/^(?:all|any(?:thing)?)$/i.test(text) &&
    /^(?:you|of|stock|available|remaining|left)$/i.test(after?.text ?? ''))

/** 'qty-2', 'x2off', 'x٢' */
const isUnreadCount = (text: string): boolean =>
  /^(?:x|×|qt?y?|nos?|pcs?|ea|off|total)\P{L}*\p{N}/iu.test(text) || /\p{N}/u.test(text.replace(/\d/g, ''))

/** Prices beyond this many are not multiplied. */
const maxPrices = 8

/** '£4.00' and '12.50' are money, and '25.00' is where it is two times 12.50; else it may be 25 pieces. */
function createMoneyCheck({ tokens, uses }: LineContext): (token: LineToken) => boolean {
  const toPence = ({ text }: LineToken) => Math.round(Number(text.replaceAll(',', '')) * 100)
  const amounts = tokens
    .filter(({ text, detail }) => detail === 'price' && /^\d/.test(text))
    .slice(0, maxPrices)
  const counts = uses.flatMap(item =>
    item?.kind === 'quantity' && item.reading.kind === 'count' ? [item.reading.count] : [],
  )
  const isProduct = (token: LineToken) =>
    amounts.some(
      other =>
        other !== token &&
        counts
          .slice(0, maxPrices)
          .some(
            count => toPence(other) * count === toPence(token) || toPence(token) * count === toPence(other),
          ),
    )
  return token => !/^\d[\d,]*\.00$/.test(token.text) || isProduct(token)
}

/** Whether the token beside a number surely does not belong to it. */
function isApart({ line, tokens, uses }: LineContext, at: number, numberAt: number): boolean {
  const token = tokens[at]
  if (!token || token.segment !== tokens[numberAt]!.segment || token.detail !== null) return true
  if (!/[\p{L}\p{N}]/u.test(token.text)) return true
  const use = uses[at]
  // 'AB 12 LF9009'
  const isOfName =
    at < numberAt &&
    use?.kind === 'quantity' &&
    use.reading.kind === 'doubt' &&
    !isSeparate(tokens[at - 1]?.text)
  if (use) return !isOfName
  // 'for JCB 3CX: LF9009'
  if (at < numberAt && line.slice(token.end, tokens[numberAt]!.start).includes(':')) return true
  const isPartNumberMark = /^n[or]?$/i.test(token.text) && /^p$/i.test(tokens[at - 1]?.text ?? '')
  const isCount = isMark(token) || (isCountWord(token.text) && !/^[iv]+$/i.test(token.text))
  return (
    isPartNumberMark || isCount || isSeparate(token.text) || isEachWord(token) || isReferenceAt(tokens, at)
  )
}

/** The piece of the line from the end of the number before, with the words and the quantity beside the number. */
function getPartText(
  { line, tokens }: LineContext,
  segments: ReadonlyMap<number, { from: number; to: number }>,
  neighbours: readonly LineNumber[],
  number: LineNumber,
  chosen: AssignedQuantities,
): string {
  const segment = tokens[number.from]!.segment
  const isInSegment = ({ from }: { from: number }) => tokens[from]!.segment === segment
  const getEnd = (item: LineNumber) => {
    const behind = chosen.get(item)!.filter(quantity => quantity.from >= item.to && isInSegment(quantity))
    return Math.max(item.to, ...behind.map(({ to }) => to))
  }
  const inSegment = neighbours.filter(isInSegment)
  const nth = inSegment.indexOf(number)
  const [previous, next] = [inSegment[nth - 1], inSegment[nth + 1]]
  const range = segments.get(segment)!
  const from = Math.min(previous ? getEnd(previous) : range.from, number.from)
  const to = Math.max(next ? getEnd(number) : range.to, number.to)
  const elsewhere = chosen.get(number)!.filter(quantity => quantity.from < from || quantity.to > to)
  return [slice(line, tokens, from, to), ...elsewhere.map(({ from, to }) => slice(line, tokens, from, to))]
    .join(' ')
    .slice(0, maxTextLength)
}

function slice(line: string, tokens: LineContext['tokens'], from: number, to: number): string {
  const end = tokens[to - 1]!.end
  return line.slice(tokens[from]!.start, end) + (/^[)\]]/.exec(line.slice(end, end + 1))?.[0] ?? '')
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
    const { text, segment } = tokens[at]!
    while (numbers[nth + 1] && numbers[nth + 1]!.from <= at) nth++
    if (isRead[at] || !/\p{N}/u.test(text)) continue
    const from = isOpen(at - 1, segment) && !isSeparate(tokens[at - 1]!.text) ? at - 1 : at
    let to = at + 1
    for (let next = to; isOpen(next, segment); next++) if (/\p{N}/u.test(tokens[next]!.text)) to = next + 1
    if (isOpen(to, segment)) to++
    runs[nth]!.push(slice(line, tokens, from, to))
    at = to - 1
  }
  return runs
}
