import { toCodeKey } from '../../../lib/part-number.ts'
import { countPattern, isOrderable, unitPattern } from './quantity.ts'

/** One possible reading of a line: a part number and its quantity. */
export interface Reading {
  code: string
  quantity: number
  /** False when a neighbouring word may belong to the number, so the buyer has to confirm it. */
  isSure: boolean
}

const maxWindowTokens = 4
const maxTokens = 16
const maxReadings = 24
const [minKeyLength, maxKeyLength] = [3, 40]

/**
 * The possible readings of a line without columns, the most likely first: '2 x P 551-712 for Monday'. The catalogue
 * look-up decides between them. `quantitySide`: where this list puts a quantity without a marker such as 'x' or 'qty'.
 */
export function parseLine(line: string, quantitySide: 'first' | 'last'): Reading[] {
  const text = removeBullet(line)
  const markedSplit = findMarkedQuantity(text)
  const splits = markedSplit ? [markedSplit] : findBareQuantities(text, quantitySide)
  const readings = splits.flatMap(({ quantity, otherText }) => listNumberReadings(otherText, quantity))
  // 'P551712x2' as a whole may be a part number. 'P55171 2' may be one too, but two pieces of P55171 are as likely.
  const isAmbiguous = !markedSplit && readings.length > 0
  if (!markedSplit || markedSplit.isGlued) {
    const wholeReadings = listNumberReadings(text, 1)
    readings.push(...wholeReadings.map(reading => ({ ...reading, isSure: reading.isSure && !isAmbiguous })))
  }
  return uniqueReadings(readings).slice(0, maxReadings)
}

/** The possible readings of a cell that holds a part number, possibly with words beside it. */
export function parseCell(cell: string, quantity: number): Reading[] {
  const code = removeBullet(cell)
  const key = toCodeKey(code)
  const wholeCell = key !== '' && key.length <= maxKeyLength ? [{ code, quantity, isSure: true }] : []
  return uniqueReadings([...wholeCell, ...listNumberReadings(code, quantity)]).slice(0, maxReadings)
}

/** The text to show as the part number of a line when the catalogue has none of its readings. */
export function guessPartNumber(line: string, quantitySide: 'first' | 'last'): string {
  const text = removeBullet(line)
  const { otherText } = findMarkedQuantity(text) ??
    findBareQuantities(text, quantitySide)[0] ?? { otherText: text }
  const number = findPartNumber(otherText)
  // 'oil filter 3': the words are missing from the catalogue, not the 3.
  const words = /^\d{1,2}$/.test(number) ? otherText.replace(number, ' ').trim() : ''
  return words === '' ? number : words.replace(/\s+/g, ' ')
}

/** The whole of a short text, else the word with the most digits. */
export function findPartNumber(text: string): string {
  const tokens = tokenize(removeBullet(text))
  if (tokens.length <= 2 && tokens.every(token => !isWord(token))) return tokens.join(' ')
  const [best = ''] = tokens.toSorted((a, b) => countDigits(b) - countDigits(a))
  const at = tokens.indexOf(best)
  const head = tokens[at - 1] ?? ''
  return /^[a-z]{1,2}$/i.test(head) && !fillerWords.has(head.toLowerCase()) ? `${head} ${best}` : best
}

/** The side on which a line has an unmarked quantity; null when the quantity is marked, ambiguous or missing. */
export function findBareQuantitySide(line: string): 'first' | 'last' | null {
  const text = removeBullet(line)
  if (findMarkedQuantity(text)) return null
  const [split, secondSplit] = findBareQuantities(text, 'last')
  return split && !secondSplit ? split.side : null
}

/** Whether the text has a quantity with a marker: '2 x', 'qty 2', '2 off'. */
export const hasMarkedQuantity = (text: string): boolean => findMarkedQuantity(removeBullet(text)) !== null

/** A line divided into its quantity and the text around it. */
interface QuantitySplit {
  quantity: number
  otherText: string
  /** Quantity and part number are written without a space between them: 'P551712x2'. */
  isGlued?: boolean
}

// '1. LF9009', '- LF9009'
export const removeBullet = (line: string): string => line.trim().replace(/^(?:\d{1,3}[.)]|[-*•·>]+)\s+/, '')

const timesPattern = '[x×*]'
const quantityMarks: { pattern: RegExp; isGlued?: boolean }[] = [
  {
    pattern: new RegExp(
      String.raw`(?<!\w)(?:qty|quantity|qnty|quant)\s*\.?\s*[:=]?\s*${countPattern}(?!\w)`,
      'i',
    ),
  },
  { pattern: new RegExp(String.raw`^${countPattern}\s*${timesPattern}\s+`, 'i') },
  { pattern: new RegExp(String.raw`(?<=\s)${timesPattern}\s?${countPattern}(?=$|[\s,;.)])`, 'i') },
  { pattern: new RegExp(String.raw`(?<=\s)${countPattern}\s?${timesPattern}(?=$|[\s,;.)])`, 'i') },
  { pattern: new RegExp(String.raw`(?<![\w.-])${countPattern}\s*${unitPattern}(?![\w-])\.?`, 'i') },
  {
    pattern: new RegExp(
      String.raw`[([]\s*${timesPattern}?\s*${countPattern}\s*${timesPattern}?\s*[)\]]`,
      'i',
    ),
  },
  { pattern: new RegExp(String.raw`^${countPattern}\s*(?:-|:|=)\s+(?=\S)`) },
  { pattern: new RegExp(String.raw`(?:\s-|\s?[:=])\s+${countPattern}$`) },
  { pattern: new RegExp(String.raw`^${countPattern}${timesPattern}(?=\w)`, 'i'), isGlued: true },
  { pattern: new RegExp(String.raw`(?<=\w)${timesPattern}${countPattern}$`, 'i'), isGlued: true },
]

function findMarkedQuantity(text: string): QuantitySplit | null {
  for (const { pattern, isGlued } of quantityMarks) {
    const match = pattern.exec(text)
    const quantity = match ? Number(match[1]!.replaceAll(',', '')) : null
    if (!match || !isOrderable(quantity)) continue
    const otherText = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim()
    if (otherText !== '') return { quantity, otherText, isGlued }
  }
  return null
}

const bareCount = new RegExp(`^${countPattern}$`)

function findBareQuantities(
  text: string,
  preferredSide: 'first' | 'last',
): (QuantitySplit & { side: 'first' | 'last' })[] {
  const tokens = text.split(/\s+/)
  if (tokens.length < 2) return []
  const at = { first: 0, last: tokens.length - 1 }
  const sides = preferredSide === 'first' ? (['first', 'last'] as const) : (['last', 'first'] as const)
  return sides.flatMap(side => {
    const match = bareCount.exec(tokens[at[side]]!)
    const quantity = match ? Number(match[1]!.replaceAll(',', '')) : null
    const otherText = tokens.toSpliced(at[side], 1).join(' ')
    const isNumber = /\d/.test(otherText) || (isWord(otherText) && quantity !== null && quantity < 100)
    return isOrderable(quantity) && isNumber ? [{ quantity, otherText, side }] : []
  })
}

/** Runs of neighbouring words that may be a part number, longer runs first: 'P 551-712' before '551-712'. */
function listNumberReadings(text: string, quantity: number): Reading[] {
  const tokens = tokenize(text)
  // A single word counts as a part number even without a digit.
  if (tokens.length === 1 && toCodeKey(tokens[0]!).length >= 3) {
    return [{ code: tokens[0]!, quantity, isSure: true }, ...splitAlternatives(tokens[0]!, quantity)]
  }
  const readings: Reading[] = []
  for (let size = Math.min(maxWindowTokens, tokens.length); size > 0; size--) {
    for (let at = 0; at + size <= tokens.length; at++) {
      const code = tokens.slice(at, at + size).join(' ')
      const key = toCodeKey(code)
      if (!/\d/.test(key) || key.length < minKeyLength || key.length > maxKeyLength) continue
      const isSure = isSeparate(tokens[at - 1]) && isSeparate(tokens[at + size])
      readings.push({ code, quantity, isSure })
    }
  }
  return [...readings, ...tokens.flatMap(token => splitAlternatives(token, quantity))]
}

// 'LF9009/P551712' names one part by two numbers.
function splitAlternatives(token: string, quantity: number): Reading[] {
  const parts = token.split('/')
  return parts.length > 1 && parts.every(part => /\d/.test(part) && toCodeKey(part).length >= 4)
    ? parts.map(code => ({ code, quantity, isSure: true }))
    : []
}

function tokenize(text: string): string[] {
  return text
    .split(/[\s,;|]+/)
    .map(token => token.replace(/^[("'[{<#:=+-]+|[)"'\]}>:=.!?+-]+$/g, ''))
    .filter(token => toCodeKey(token) !== '')
    .slice(0, maxTokens)
}

// Short words beside a number may belong to it ('LF 9009'); these never do.
const fillerWords = new Set(
  'a an and as at asap by cab air fan for from fuel in kit my new no nr of off oil old on or our p/n part per pls pn ref set the to urg via with your'.split(
    ' ',
  ),
)

const isWord = (token: string): boolean => /^\p{L}{4,}$/u.test(token)

export function isSeparate(token: string | undefined): boolean {
  return token === undefined || isWord(token) || fillerWords.has(token.toLowerCase())
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length

function uniqueReadings(readings: readonly Reading[]): Reading[] {
  const seen = new Set<string>()
  return readings.filter(({ code, quantity }) => {
    const mark = `${toCodeKey(code)} ${quantity}`
    return !seen.has(mark) && seen.add(mark)
  })
}
