import { toCodeKey } from '../../../lib/part-number.ts'
import type { QuantityReading } from './quantity.ts'
import { commaPlaceholder, protectNumberCommas } from './source-rows.ts'

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
  /** What it is instead of a count: money; a date, time, size or telephone number, which may be a part number or not. */
  detail: 'price' | 'maybe-number' | 'fact' | null
}

/** '1,000' and "1'000" are one token: commas of numbers are protected. */
const tokenPattern = new RegExp(
  [
    String.raw`(?<!\w)n\/a(?!\w)`,
    String.raw`#(?:ref|n\/a|name|value|div\/0|num|null)\b[!?]?`,
    String.raw`(?<![\w.-])\d{1,3}(?:[${commaPlaceholder}']\d{1,3}){1,3}(?:\.\d{1,3})?(?![\w'-])`,
    // A ditto mark.
    String.raw`(?<=\s)["”″](?=\s*$)`,
    String.raw`[^\s,;|+&/:=()[\]{}"<>]+`,
  ].join('|'),
  'gi',
)
const spreadsheetError = /^#(?:ref|n\/a|name|value|div\/0|num|null)\b/i
const segmentBreak = /[,;|+&\t\n]| {2}/
const joiningWords = /^(?:and|und|et|plus|oraz|or|oder|ou|och|lub|eller|y|i|e)$/

export function tokenizeLine(line: string): LineToken[] {
  const details = markDetails(line)
  const tokens: LineToken[] = []
  let segment = 0
  let gapStart = 0
  // 'LF9009......2', as in a table of contents.
  const source = protectNumberCommas(line).replace(/\.{3,}|_{2,}/g, leader => ' '.repeat(leader.length))
  for (const match of source.matchAll(tokenPattern)) {
    const raw = match[0].replaceAll(commaPlaceholder, ',')
    if (segmentBreak.test(line.slice(gapStart, match.index))) segment++
    gapStart = match.index + raw.length
    const { from, to } = findEdges(raw)
    const text = raw.slice(from, to)
    // A capital letter may be the beginning of a number.
    if (joiningWords.test(text.length === 1 ? text : text.toLowerCase())) segment++
    else if (text !== '') {
      const [start, end] = [match.index + from, match.index + to]
      const isAlternative = /[/=(]/.test(line.slice(tokens.at(-1)?.end ?? 0, start))
      const detail = details[start] === details[end - 1] ? detailKinds[details[start]!]! : null
      tokens.push({ text, key: toCodeKey(text), start, end, segment, isAlternative, detail })
    }
  }
  return tokens
}

/** Leaves out quotation marks, full stops and the like, but not the sign of '-2', '.5', '#3', '*2' and '2?'. */
function findEdges(raw: string): { from: number; to: number } {
  let [from, to] = [0, raw.length]
  if (spreadsheetError.test(raw)) return { from, to }
  while (from < to && `-'“”„!?….#*_\`~`.includes(raw[from]!)) from++
  if (from > 0 && /\d/.test(raw[from] ?? '') && '-.#*~'.includes(raw[from - 1]!)) from--
  while (to > from && `-'“”!?….*_\`~`.includes(raw[to - 1]!)) to--
  if (from === to) return { from: 0, to: /^[?"”″]/.test(raw) ? 1 : 0 }
  if (to < raw.length && '?*'.includes(raw[to]!) && /^\d[\d.,]*$/.test(raw.slice(from, to))) to++
  return { from, to }
}

/** The beginning and the end (exclusive) of each segment in the list of tokens. */
export function listSegments(tokens: readonly LineToken[]): { from: number; to: number }[] {
  const starts = tokens.flatMap(({ segment }, at) => (segment === tokens[at - 1]?.segment ? [] : [at]))
  return starts.map((from, nth) => ({ from, to: starts[nth + 1] ?? tokens.length }))
}

const detailKinds = [null, 'price', 'maybe-number', 'fact'] as const

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const amount = String.raw`\d{1,7}(?:,\d{3}){0,2}(?:[.,]\d{1,4})?`
const measure =
  '(?:mm|cm|µm|μm|um|microns?|mic|bar|psi|inch(?:es)?|volts?|kw|bhp|hp|rpm|cc|hours?|hrs?|deg|°c|°|gsm|nm)'

/** What surely is no count and no part number. Each is matched against the line as a whole. */
const detailPatterns: { kind: NonNullable<LineToken['detail']>; pattern: RegExp }[] = [
  // 28/11/2025, 2025-11-28
  {
    kind: 'maybe-number',
    pattern:
      /(?<![\w/.-])\d{1,2}([/.-])\d{1,2}\1(?:20)?\d\d(?![\w/-])|(?<![\w/.-])20\d\d([/.-])\d\d\2\d\d(?![\w/-])/g,
  },
  // 10:19:16, 10.30 am, 5pm
  {
    kind: 'fact',
    pattern:
      /(?<![\w:.,/-])\d{1,2}:[0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\b)?(?![\w:])|(?<![\w:.,/-])\d{1,2}(?:\.[0-5]\d)? ?[ap]m\b/gi,
  },
  // 28 Nov 2025, November 28th
  {
    kind: 'fact',
    pattern: new RegExp(
      String.raw`(?<![\w./-])\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}\b\.?(?:,? 20\d\d\b)?|\b${month}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? 20\d\d\b)?`,
      'gi',
    ),
  },
  // by 28/11
  {
    kind: 'fact',
    pattern: /\b(?:by|on|before|until|till|from|w\/c|[a-z]{3,6}day) \d{1,2}\/\d{1,2}(?![\w/])/gi,
  },
  { kind: 'fact', pattern: /\[\d{1,2}\/\d{1,2}(?=[ ,])/g },
  // M20x1.5, 3/4-16 UNF, 1-1/2 BSP, 1/2" BSP; '2 1/2 BSP' may be two of 1/2 BSP
  {
    kind: 'maybe-number',
    pattern:
      /(?<!\w)(?:m\d{1,2} ?[x×] ?\d(?:[.,]\d{1,2})?|(?:\d-)?\d{1,2}(?:\/\d{1,2}(?:-\d{1,2})?|-\d{1,2}) ?"? ?(?:unf|unc|unef|un|bsp|bspp|bspt|npt)|\d ?"? ?(?:bsp[pt]?|npt))(?!\w)/gi,
  },
  // £12.50 each, 12.50 GBP, 10%
  {
    kind: 'price',
    pattern: new RegExp(
      String.raw`(?<!\w)[£$€] ?${amount}(?: ?(?:each|ea|apiece|per \w{1,10}|p[.]?[eau][.]?))?(?!\w)|(?<![\w.,-])${amount} ?(?:[£€$%](?! ?\d)|(?:gbp|eur|usd|sek|pln|zł|quid|pounds?)\b)`,
      'gi',
    ),
  },
  // 12.50: pounds and pence
  { kind: 'price', pattern: /(?<![\w.,-])(?:\d{1,3}(?:,\d{3}){1,2}|\d{1,7})\.\d\d(?![\w.,-])/g },
  // 93 x 140 mm, 12 micron
  {
    kind: 'maybe-number',
    pattern: new RegExp(
      String.raw`(?<![\w.,/-])${amount}(?: ?[x×*] ?${amount}){0,2}(?: ?${measure}|[vh])(?!\w)`,
      'gi',
    ),
  },
  // telephone numbers, e-mail and web addresses
  {
    kind: 'maybe-number',
    pattern:
      /(?<!\w)(?:\+\d(?:[ -]?\(?\d\)?){8,15}|0\d{4} ?\d{3} ?\d{3}|\(?0\d{3}\)? \d{3} ?\d{4}|\(?02\d\)? \d{4} ?\d{4}|0\d{10})(?!\w)/g,
  },
  { kind: 'fact', pattern: /(?<![\w.-])[\w.-]{1,60}@[\w.-]{1,60}/g },
]

/** For each character of the line the kind of the detail that it belongs to, an index of `detailKinds`. */
function markDetails(line: string): Uint8Array {
  const marks = new Uint8Array(line.length)
  for (const { kind, pattern } of detailPatterns) {
    for (const { index, 0: text } of line.matchAll(pattern))
      marks.fill(detailKinds.indexOf(kind), index, index + text.length)
  }
  return marks
}

/** The ids of the products that have a number, by its key; none: the catalogue does not know it. */
export type FindProductIds = (key: string) => readonly number[]

export interface LineNumber {
  kind: 'number'
  from: number
  /** The index after its last token. */
  to: number
  code: string
  /** Empty: the catalogue does not know the number. */
  productIds: readonly number[]
  /** What is written together with it: 'P551712x2'. */
  glued: QuantityReading
  /** 'P55171 2' may be one number, or two pieces of this one. */
  otherCode: string | null
  /** Whether it surely is the whole number. */
  isSure: boolean
}

export interface LineQuantity {
  kind: 'quantity'
  from: number
  /** The index after its last token. */
  to: number
  reading: QuantityReading
  /** 'x2', 'qty 2', '2 off', '(2)': nothing else can be meant. */
  isMarked: boolean
  /** Where its number stands: 'x2' follows it, '2 x' precedes it. Null: on either side. */
  side: 'before' | 'after' | null
  /** '(2)', which may explain another quantity. */
  isBracketed: boolean
  /** 'each' is written beside it. */
  isEach: boolean
}

export type LineItem = LineNumber | LineQuantity

export interface LineContext {
  line: string
  tokens: readonly LineToken[]
  /** What each token is a part of. */
  uses: (LineItem | null)[]
  findProductIds: FindProductIds
}

export function markTokens({ uses }: LineContext, item: LineItem): void {
  uses.fill(item, item.from, item.to)
}

export const listItems = ({ uses }: LineContext, from = 0, to = uses.length): LineItem[] =>
  uses.slice(from, to).filter((item, at): item is LineItem => item?.from === from + at)

export const listNumbers = (context: LineContext, from?: number, to?: number): LineNumber[] =>
  listItems(context, from, to).filter(item => item.kind === 'number')

export const joinKeys = (tokens: readonly LineToken[]): string => tokens.map(({ key }) => key).join('')
