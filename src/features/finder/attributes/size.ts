/** The unit of a size field. A typed unit ('3.66"', '93 mm') takes precedence. */
export type SizeUnit = 'mm' | 'in'

/** A size in millimetres, and how much larger or smaller it may be. */
export interface Size {
  mm: number
  tolerance: number
}

export const defaultTolerance = 1
const mmPerInch = 25.4
const maxMm = 9999
const maxTolerance = 999

const amount = String.raw`\d{1,5}(?:[.,]\d{1,4})?`
const unitSigns = 'mm|millimet(?:re|er)s?|in|inch(?:es)?|"'
const decimalSize = new RegExp(`^(${amount})\\s*(${unitSigns})?$`, 'i')
// '3 21/32', '3-21/32"', '21/32 in'
const fractionSize = /^(?:(\d{1,3})(?:\s+|\s*-\s*))?(\d{1,3})\s*\/\s*(\d{1,3})\s*(?:in|inch(?:es)?|")?$/i
const withTolerance = new RegExp(`^(.+?)\\s*(?:±|\\+\\/?-)\\s*(${amount})\\s*(?:mm)?$`, 'i')

/** Parses '93', '93,5 mm', '3.66"', '3 21/32 in' and '93 ±2'; null when the text is no size. Fractions are inches. */
export function parseSize(text: string, unit: SizeUnit, tolerance: number): Size | null {
  const typed = normalize(text).trim()
  const typedRange = withTolerance.exec(typed)
  const mm = parseMm(typedRange ? typedRange[1]! : typed, unit)
  const range = typedRange ? toNumber(typedRange[2]!) : tolerance
  if (mm === null || mm <= 0 || mm > maxMm || range > maxTolerance) return null
  return { mm: round(mm), tolerance: round(range) }
}

/** Parses the field beside '±': millimetres; null when it is no number. */
export function parseTolerance(text: string): number | null {
  if (text.trim() === '') return defaultTolerance
  const typed = new RegExp(`^(${amount})\\s*(?:mm)?$`, 'i').exec(text.trim())
  const number = typed ? toNumber(typed[1]!) : Number.NaN
  return number <= maxTolerance ? number : null
}

/** As the option of a filter: '93±1'. */
export function formatSizeOption({ mm, tolerance }: Size): string {
  return `${mm}±${tolerance}`
}

/** The size of an option that a field has set; null for an option of the list. */
export function parseSizeOption(option: string): Size | null {
  const typed = /^(\d+(?:\.\d+)?)±(\d+(?:\.\d+)?)$/.exec(option)
  return typed ? { mm: Number(typed[1]), tolerance: Number(typed[2]) } : null
}

/** The number for the field: '93', or '3.66' in inches. */
export function formatSizeNumber(mm: number, unit: SizeUnit): string {
  return String(unit === 'mm' ? mm : round(mm / mmPerInch))
}

/** '1 1/8-16 un' and '1 1/8 - 16 UN' are the same thread. */
export function toThreadText(text: string): string {
  return text
    .toUpperCase()
    .replace(/×/g, 'X')
    .replace(/,/g, '.')
    .replace(/[\s"″”]/g, '')
}

/** The options that are this thread, or begin with it when none is. */
export function findThreads(text: string, options: readonly string[]): string[] {
  const thread = toThreadText(text)
  if (thread === '') return []
  const exact = options.filter(option => toThreadText(option) === thread)
  return exact.length > 0 ? exact : options.filter(option => toThreadText(option).startsWith(thread))
}

function parseMm(text: string, unit: SizeUnit): number | null {
  const fraction = fractionSize.exec(text)
  if (fraction) {
    const [, whole = '0', over, under] = fraction
    return Number(under) === 0 ? null : (Number(whole) + Number(over) / Number(under)) * mmPerInch
  }
  const decimal = decimalSize.exec(text)
  if (!decimal) return null
  const typedUnit = decimal[2] === undefined ? unit : /^m/i.test(decimal[2]) ? 'mm' : 'in'
  return toNumber(decimal[1]!) * (typedUnit === 'in' ? mmPerInch : 1)
}

// '3½' is 3 1/2; all signs of inches are '"'.
function normalize(text: string): string {
  return text
    .replace(/[″”“]|''|′′/g, '"')
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
    .normalize('NFKC')
    .replaceAll('⁄', '/')
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'))
}

function round(number: number): number {
  return Math.round(number * 100) / 100
}
