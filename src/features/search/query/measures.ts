import type { Stretch } from './tokens.ts'

/** Which dimension a letter or word names: 'OD 93', 'ID 62', 'H 140'. Null: any. */
export type Dimension = 'outer' | 'inner' | 'height' | 'length' | 'width'

/** Sizes that one product must have, each by another of its dimensions. */
export interface SizeList extends Stretch {
  sizes: MeasuredSize[]
}

export interface MeasuredSize {
  mm: number
  /** Of a range, '90-95 mm': the largest. */
  toMm?: number
  dimension: Dimension | null
}

/** The measures in a query, and the text with spaces in their places. */
export interface Measures {
  sizes: SizeList[]
  /** By toThreadKey(); the beginning of a thread is enough: '11/8-16'. */
  threads: (Stretch & { key: string })[]
  microns: (Stretch & { micron: number })[]
  rest: string
}

const number = String.raw`\d{1,4}(?:[.,]\d{1,2})?`
// '3.66', '3 21/32', '21/32'
const inchNumber = String.raw`(?:\d{1,2}[\s-]+)?\d{1,2}/\d{1,2}|\d{1,2}(?:[.,]\d{1,3})?`
const inch = String.raw`\s*(?:"|”|″|''|in(?:ch(?:es)?)?\b|zoll\b|pouces?\b|pulgadas?\b|cale?\b)`
const metric = String.raw`\s*(?:[mc]m|(?:milli|centi)met(?:re|er)s?)\b`
const unit = `(?:${metric})?`
const start = String.raw`(?<![\p{L}\p{N}.,/-])`
const end = String.raw`(?![\p{L}\p{N}/-])`
const by = String.raw`\s*(?:x|×|\*|\bby\b)\s*`
const names = String.raw`outer\s+dia(?:meter)?|outside\s+dia(?:meter)?|inner\s+dia(?:meter)?|inside\s+dia(?:meter)?|diameter|dia\.?|od|id|o\.d\.?|i\.d\.?|height|length|width|[øØ⌀]`
const name = String.raw`(?:(?<name>${names}|[hlw])\s*[:=]?\s*)`

// A fraction without a unit is in inches: '4 1/4 x 8 1/16 in'.
const fraction = String.raw`(?:\d{1,2}[\s-]+)?\d{1,2}/\d{1,2}`
const sizeText = String.raw`(?:(?:${names}|[hlw])\s*[:=]?\s*)?(?:(?:${inchNumber})${inch}|${number}${unit})`
const fractionText = `(?:${fraction}|${inchNumber})`
const severalSizes = new RegExp(`${start}${sizeText}(?:${by}${sizeText}){1,3}${end}`, 'giu')
const inchSizes = new RegExp(
  `${start}${fractionText}(?:${by}${fractionText}){0,2}${by}(?:${inchNumber})${inch}${end}`,
  'giu',
)
// 'OD 93', 'H: 140 mm', '⌀93'
const namedSize = new RegExp(
  `${start}(?:${names})\\s*[:=]?\\s*(?:(?:${inchNumber})${inch}|${number}${unit})${end}`,
  'giu',
)
// 'H 140': only beside other sizes, because 'W 962' is a part number.
const letterSize = new RegExp(
  `${start}[hlw]\\s*[:=]?\\s*(?:(?:${inchNumber})${inch}|${number}${unit})${end}`,
  'giu',
)
const plainSize = new RegExp(
  `${start}(?:(?:${inchNumber})${inch}(?![\\p{L}\\p{N}])|${number}${metric})`,
  'giu',
)
const oneSize = new RegExp(
  `^${name}?(?:(?<inches>${inchNumber})${inch}|(?<fraction>${fraction})|(?<mm>${number})${unit})`,
  'iu',
)

const rangeName = `(?:(?:${names})\\s*[:=]?\\s*)`
const upTo = String.raw`\s*(?:-|\.\.\.?|\bto\b|\bbis\b|à)\s*`
const tolerance = String.raw`\s*(?:±|\+\s*/?\s*-)\s*`
const decimal = String.raw`\d{1,2}[.,]\d{1,3}`
const rangeShapes = [
  // '90-95 mm', '9 to 9.5 cm', '3.5-3.75"'
  `${rangeName}?(?:from\\s+)?${number}${unit}${upTo}${number}${metric}`,
  `${rangeName}?(?:from\\s+)?${decimal}(?:${inch})?${upTo}${decimal}${inch}`,
  // 'between 90 and 95', 'OD 90-95'
  `${rangeName}?(?:between|zwischen|entre)\\s+${number}${unit}\\s+(?:and|und|et|y)\\s+${number}${unit}`,
  `${rangeName}(?:from\\s+)?${number}${unit}${upTo}${number}${unit}`,
  // '93 ±1 mm'
  `${rangeName}?${number}${unit}${tolerance}${number}${unit}`,
]
// '90 - 95' alone: beside other words it may be models or a number.
const range = new RegExp(
  `${start}(?:${rangeShapes.join('|')})${end}|^\\s*\\d{2,3}(?:[.,]\\d)?\\s+-\\s+\\d{2,3}(?:[.,]\\d)?\\s*$`,
  'giu',
)
const micronShape = new RegExp(
  `${start}(\\d{1,3}(?:[.,]\\d)?)\\s*(?:µm?|μm?|um|mic(?:rons?|ra|ro)?|mikron)(?![\\p{L}\\p{N}])`,
  'giu',
)

const unified = String.raw`\s*UN(?:[CFS]|EF|J[CF]?)?\b(?:\s*-?\s*[123][AB]\b)?`
const threadShapes = [
  // '1 1/8-16 UN', '3/4-16', '1-12 UNF-2B'
  String.raw`(?:\d{1,2}[\s-]+)?\d{1,2}/\d{1,2}\s*"?\s*-\s*\d{1,2}(?:${unified})?`,
  String.raw`\d{1,2}\s*"?\s*-\s*\d{1,2}${unified}`,
  // '1"-12', '1-14'
  String.raw`\d\s*"\s*-\s*\d{1,2}`,
  String.raw`[12]\s*-\s*(?:8|10|11|12|14|16|18|20)`,
  // 'M20x1.5', 'M 27 x 2', 'M20x1.5-6H'
  String.raw`M\s?\d{1,2}\s*[x×*]\s*\d(?:[.,]\d{1,2})?(?:\s*-\s*\d[gh]\b)?`,
  // '1 1/4 BSP', 'G 1 1/4', '3/4 NPT'
  String.raw`(?:G\s?)?(?:\d{1,2}[\s-]+)?\d{1,2}(?:/\d{1,2})?\s*"?\s*(?:BSPP?|BSPT|NPT)\b`,
  String.raw`G\s?(?:\d{1,2}\s+)?\d{1,2}/\d{1,2}`,
]
const thread = new RegExp(`${start}(?:${threadShapes.join('|')})${end}`, 'giu')

/** '1 1/8-16 un' and '1 1/8 - 16 UN-2B' have the same key: the class of a fit says nothing about the thread. */
export function toThreadKey(text: string): string {
  const key = text.toUpperCase().replace(/[×*]/g, 'X').replace(/,/g, '.').replace(/[\s"]/g, '')
  return key
    .replace(/^(G?\d{1,2})-(?=\d{1,2}\/)/, '$1')
    .replace(/(?<=UN[A-Z]*)-?[123][AB]$|(?<=^M.*)-\d[GH]$/, '')
}

/** Extracts threads, sizes and fineness from a query. Inches become millimetres. */
export function parseMeasures(text: string): Measures {
  const measures: Measures = { sizes: [], threads: [], microns: [], rest: text }
  const extract = (shape: RegExp, add: (match: string, span: Stretch) => void) => {
    measures.rest = measures.rest.replace(shape, (match: string, ...more: unknown[]) => {
      const at = more.find(one => typeof one === 'number')!
      add(match, { start: at, end: at + match.length })
      return ' '.repeat(match.length)
    })
  }
  const addSizes = (match: string, span: Stretch) =>
    measures.sizes.push({ ...span, sizes: parseSizes(match) })
  // Before threads: '2-10 mm' is none.
  extract(range, (match, span) => measures.sizes.push({ ...span, sizes: [parseSizeRange(match)] }))
  extract(thread, (match, span) => measures.threads.push({ ...span, key: toThreadKey(match) }))
  extract(micronShape, (match, span) =>
    measures.microns.push({ ...span, micron: Number.parseFloat(match.replace(',', '.')) }),
  )
  for (const shape of [inchSizes, severalSizes, namedSize, plainSize]) extract(shape, addSizes)
  const isAlone = measures.sizes.length === 0
  if ((measures.rest.match(letterSize)?.length ?? 0) > (isAlone ? 1 : 0)) extract(letterSize, addSizes)
  measures.sizes = joinNamed(measures.sizes)
  return measures
}

// 'OD 93 H 140' is one list: two dimensions of the same product.
function joinNamed(lists: readonly SizeList[]): SizeList[] {
  const isNamed = ({ sizes }: SizeList) => sizes.length === 1 && sizes[0]!.dimension !== null
  const named = lists.filter(isNamed)
  if (named.length < 2) return [...lists]
  const joined = {
    start: named[0]!.start,
    end: named.at(-1)!.end,
    sizes: named.flatMap(({ sizes }) => sizes),
  }
  return [joined, ...lists.filter(list => !isNamed(list))]
}

const byShape = new RegExp(by, 'iu')
const mmPerInch = 25.4
const mmPerCentimetre = 10
const centimetre = /c(?:m|entimet)/i

/** '90-95 mm', 'between 9 and 9.5 cm', '93 ±1': the unit of the last number counts for both. */
function parseSizeRange(text: string): MeasuredSize {
  const mmPerUnit = centimetre.test(text)
    ? mmPerCentimetre
    : new RegExp(inch, 'iu').test(text)
      ? mmPerInch
      : 1
  const [first, second] = text.match(/\d+(?:[.,]\d+)?/g)!.map(one => parseNumber(one) * mmPerUnit)
  const [from, to] = new RegExp(tolerance, 'u').test(text)
    ? [first! - second!, first! + second!]
    : [Math.min(first!, second!), Math.max(first!, second!)]
  const named = new RegExp(`^${name}`, 'iu').exec(text.trim())?.groups
  return { mm: roundSize(from), toMm: roundSize(to), dimension: toDimension(named?.name) }
}

const roundSize = (mm: number): number => Math.round(mm * 100) / 100

function parseSizes(text: string): SizeList['sizes'] {
  const parts = text.split(byShape).map(part => oneSize.exec(part.trim())?.groups)
  // '5.91 x 17.72 in': the unit stands behind the last one.
  const isInches = parts.at(-1)?.inches !== undefined && !/mm/i.test(text)
  const mmPerUnit = centimetre.test(text) ? mmPerCentimetre : 1
  return parts.flatMap(groups => {
    if (!groups) return []
    const inches = groups.inches ?? groups.fraction ?? (isInches ? groups.mm : undefined)
    const mm = inches === undefined ? parseNumber(groups.mm!) * mmPerUnit : parseInches(inches) * mmPerInch
    return [{ mm: roundSize(mm), dimension: toDimension(groups.name) }]
  })
}

function parseNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

// '3 21/32' → 3.65625
function parseInches(text: string): number {
  const fraction = /^(?:(\d+)[\s-]+)?(\d+)\/(\d+)$/.exec(text)
  if (!fraction) return parseNumber(text)
  return Number(fraction[1] ?? 0) + Number(fraction[2]) / Math.max(1, Number(fraction[3]))
}

function toDimension(name: string | undefined): Dimension | null {
  if (name === undefined) return null
  if (/^(?:i|inn|ins)/i.test(name)) return 'inner'
  if (/^h/i.test(name)) return 'height'
  if (/^l/i.test(name)) return 'length'
  if (/^w/i.test(name)) return 'width'
  return 'outer'
}
