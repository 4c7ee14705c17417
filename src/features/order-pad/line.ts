import { toCodeKey } from '../../lib/part-number.ts'
import { count, orderable, unit } from './quantity.ts'

/** One way to read a line: this number, so many of it. */
export interface Reading {
  code: string
  quantity: number
  /** False: something beside it may belong to the number, so a person has to say yes. */
  isSure: boolean
}

const longestWindow = 4
const mostTokens = 16
const mostReadings = 24
const [shortestKey, longestKey] = [3, 40]

/**
 * The ways to read a line that has no columns, the most likely first: '2 x P 551-712 for Monday'. Which one holds, the
 * catalogue says. `bare`: where this list puts a quantity that is marked by nothing.
 */
export function readLine(line: string, bare: 'first' | 'last'): Reading[] {
  const text = withoutBullet(line)
  const marked = markedQuantity(text)
  const ways = marked ? [marked] : bareQuantities(text, bare)
  const readings = ways.flatMap(({ quantity, rest }) => windows(rest, quantity))
  // 'P551712x2' may be somebody's number after all. 'P55171 2' too, but two of another are as likely.
  const isOpen = !marked && readings.length > 0
  if (!marked || marked.isGlued) {
    readings.push(...windows(text, 1).map(reading => ({ ...reading, isSure: reading.isSure && !isOpen })))
  }
  return once(readings).slice(0, mostReadings)
}

/** The readings of a cell that holds the number, and may hold words too. */
export function readCell(given: string, quantity: number): Reading[] {
  const cell = withoutBullet(given)
  const key = toCodeKey(cell)
  const all = key !== '' && key.length <= longestKey ? [{ code: cell, quantity, isSure: true }] : []
  return once([...all, ...windows(cell, quantity)]).slice(0, mostReadings)
}

/** The number to show of a line when the catalogue knows none in it. */
export function guessIn(line: string, bare: 'first' | 'last'): string {
  const text = withoutBullet(line)
  const { rest } = markedQuantity(text) ?? bareQuantities(text, bare)[0] ?? { rest: text }
  return numberIn(rest)
}

/** The whole of a short text, else its most number-like word. */
export function numberIn(text: string): string {
  const tokens = tokensOf(withoutBullet(text))
  if (tokens.length <= 2 && tokens.every(token => !isWord(token))) return tokens.join(' ')
  const [best = ''] = tokens.toSorted((a, b) => digitsIn(b) - digitsIn(a))
  const at = tokens.indexOf(best)
  const head = tokens[at - 1] ?? ''
  return /^[a-z]{1,2}$/i.test(head) && !smallWords.has(head.toLowerCase()) ? `${head} ${best}` : best
}

/** Whether a quantity stands bare at the line's beginning or end; null when it is marked or there is none. */
export function bareSide(line: string): 'first' | 'last' | null {
  const text = withoutBullet(line)
  if (markedQuantity(text)) return null
  const [way, other] = bareQuantities(text, 'last')
  return way && !other ? way.side : null
}

/** Whether a quantity stands in the text with something that says so: '2 x', 'qty 2', '2 off'. */
export const hasMark = (text: string): boolean => markedQuantity(withoutBullet(text)) !== null

interface Way {
  quantity: number
  rest: string
  /** Count and number are written without a space between them. */
  isGlued?: boolean
}

// '1. LF9009', '- LF9009'
const withoutBullet = (line: string): string => line.trim().replace(/^(?:\d{1,3}[.)]|[-*•·>]+)\s+/, '')

const times = '[x×*]'
const marks: { pattern: RegExp; isGlued?: boolean }[] = [
  { pattern: new RegExp(String.raw`(?<!\w)(?:qty|quantity|qnty|quant)\s*\.?\s*[:=]?\s*${count}(?!\w)`, 'i') },
  { pattern: new RegExp(String.raw`^${count}\s*${times}\s+`, 'i') },
  { pattern: new RegExp(String.raw`(?<=\s)${times}\s?${count}(?=$|[\s,;.)])`, 'i') },
  { pattern: new RegExp(String.raw`(?<=\s)${count}\s?${times}(?=$|[\s,;.)])`, 'i') },
  { pattern: new RegExp(String.raw`(?<![\w.-])${count}\s*${unit}(?![\w-])\.?`, 'i') },
  { pattern: new RegExp(String.raw`[([]\s*${times}?\s*${count}\s*${times}?\s*[)\]]`, 'i') },
  { pattern: new RegExp(String.raw`^${count}\s*(?:-|:|=)\s+(?=\S)`) },
  { pattern: new RegExp(String.raw`(?:\s-|\s?[:=])\s+${count}$`) },
  { pattern: new RegExp(String.raw`^${count}${times}(?=\w)`, 'i'), isGlued: true },
  { pattern: new RegExp(String.raw`(?<=\w)${times}${count}$`, 'i'), isGlued: true },
]

function markedQuantity(text: string): Way | null {
  for (const { pattern, isGlued } of marks) {
    const found = pattern.exec(text)
    const quantity = found ? Number(found[1]!.replaceAll(',', '')) : null
    if (!found || !orderable(quantity)) continue
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`.trim()
    if (rest !== '') return { quantity, rest, isGlued }
  }
  return null
}

const bareCount = new RegExp(`^${count}$`)

function bareQuantities(text: string, bare: 'first' | 'last'): (Way & { side: 'first' | 'last' })[] {
  const tokens = text.split(/\s+/)
  if (tokens.length < 2) return []
  const at = { first: 0, last: tokens.length - 1 }
  const sides = bare === 'first' ? (['first', 'last'] as const) : (['last', 'first'] as const)
  return sides.flatMap(side => {
    const found = bareCount.exec(tokens[at[side]]!)
    const quantity = found ? Number(found[1]!.replaceAll(',', '')) : null
    const rest = tokens.toSpliced(at[side], 1).join(' ')
    return orderable(quantity) && /\d/.test(rest) ? [{ quantity, rest, side }] : []
  })
}

/** Words beside each other that may be a number, several before one: 'P 551-712' before '551-712'. */
function windows(text: string, quantity: number): Reading[] {
  const tokens = tokensOf(text)
  // A word alone may be a number without a digit.
  if (tokens.length === 1 && toCodeKey(tokens[0]!).length >= 3) {
    return [{ code: tokens[0]!, quantity, isSure: true }, ...halves(tokens[0]!, quantity)]
  }
  const found: Reading[] = []
  for (let size = Math.min(longestWindow, tokens.length); size > 0; size--) {
    for (let at = 0; at + size <= tokens.length; at++) {
      const code = tokens.slice(at, at + size).join(' ')
      const key = toCodeKey(code)
      if (!/\d/.test(key) || key.length < shortestKey || key.length > longestKey) continue
      const isSure = isApart(tokens[at - 1]) && isApart(tokens[at + size])
      found.push({ code, quantity, isSure })
    }
  }
  return [...found, ...tokens.flatMap(token => halves(token, quantity))]
}

// 'LF9009/P551712': one part under two numbers.
function halves(token: string, quantity: number): Reading[] {
  const parts = token.split('/')
  return parts.length > 1 && parts.every(part => /\d/.test(part) && toCodeKey(part).length >= 4)
    ? parts.map(code => ({ code, quantity, isSure: true }))
    : []
}

function tokensOf(text: string): string[] {
  return text
    .split(/[\s,;|]+/)
    .map(token => token.replace(/^[("'[{<#:=+-]+|[)"'\]}>:=.!?+-]+$/g, ''))
    .filter(token => toCodeKey(token) !== '')
    .slice(0, mostTokens)
}

// Two or three letters before or after a number may be a part of it: 'LF 9009'. These are not.
const smallWords = new Set(
  'a an and as at asap by cab air fan for from fuel in kit my new no nr of off oil old on or our part per pls pn ref set the to urg via with your'.split(
    ' ',
  ),
)

const isWord = (token: string): boolean => /^\p{L}{4,}$/u.test(token)

function isApart(token: string | undefined): boolean {
  return token === undefined || isWord(token) || smallWords.has(token.toLowerCase())
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

function once(readings: readonly Reading[]): Reading[] {
  const seen = new Set<string>()
  return readings.filter(({ code, quantity }) => {
    const mark = `${toCodeKey(code)} ${quantity}`
    return !seen.has(mark) && seen.add(mark)
  })
}
