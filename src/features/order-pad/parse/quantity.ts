import { maxQuantity } from '../../../lib/quantity.ts'

/** What a text says about how many: nothing, a whole number that is certain, or something that has to be queried. */
export type QuantityReading =
  | { kind: 'none' }
  | { kind: 'count'; count: number; seen: string }
  | { kind: 'doubt'; seen: string }

/** Whether a count can be ordered: 1 to 9,999 (R-BASKET-5). */
export const isOrderable = (count: number | null): count is number =>
  count !== null && count >= 1 && count <= maxQuantity

/** What stands for single pieces behind a count, in several languages. Sources of regular expressions, in lower case. */
export const unitPattern =
  'off|pcs?|pces?|pieces?|piezas?|pièces?|pezz[io]|pz|ea|each|nos?|units?|unidades|uds?|unités?|stk|st(?:ü|ue|u)cke?|stck|stuks?|styck|szt|sztuk[ai]?|ks|kpl|x|×'

/** What announces a count: 'qty 2', 'Menge: 2'. */
export const quantityWordPattern =
  'q|qt[ye]|qtys|q\\.ty|quantit(?:y|ies|é|à)|qnty|quant|qté|menge|anzahl|antal|ilość|cantidad|aantal|hoeveelheid'

const countPattern = String.raw`\d{1,3}(?:,\d{3}){1,2}(?:\.0{1,2})?|\d{1,3}(?:\.\d{3}){1,2},0{1,2}|\d{1,7}(?:[.,]0{1,2})?`
const quantityPattern = new RegExp(
  String.raw`^(?:(?:${quantityWordPattern}|x|×|\*)\s?[.:=]?\s?)?(${countPattern})\s?(?:(?:${unitPattern})\.?)?$`,
  'i',
)

const maxSeenLength = 40

/** `text`: what has to be queried, as it is written. */
export const toDoubt = (text: string): QuantityReading => ({
  kind: 'doubt',
  seen: text.trim().replace(/\s+/g, ' ').slice(0, maxSeenLength),
})

/** Decimals after a comma, as most of the continent writes them: there '1,000' is one, not a thousand. */
const continentalThousands = /^\D*\d{1,3},\d{3}(?!\d)/

/**
 * The text of a cell or field that should have a quantity. '20 pcs', '2.0' and '2,00' are certain, and '1,000' is a
 * thousand as the British write it. '1.000', '1 000', '2.5', '2 of 10' and 'two' are queried. A count may be 0, or
 * more than can be ordered.
 */
export function readQuantity(text: string, isContinental = false): QuantityReading {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  if (trimmed === '') return { kind: 'none' }
  if (trimmed.length > maxSeenLength || (isContinental && continentalThousands.test(trimmed)))
    return toDoubt(trimmed)
  // '="20"' and "'20" are numbers that a spreadsheet has as text.
  const bare = trimmed
    .replace(/^=?"([^"]*)"$|^'(\d+)$/, '$1$2')
    .replace(/^[([](.*)[)\]]$/, '$1')
    .replace(/[.,;:!]$/, '')
  const count = quantityPattern.exec(bare.trim())?.[1]
  return count === undefined ? toDoubt(trimmed) : { kind: 'count', count: toNumber(count), seen: trimmed }
}

const toNumber = (count: string): number => Number(count.replace(/[.,]0{1,2}$/, '').replace(/[.,]/g, ''))

const wholeUnit = new RegExp(`^(?:${unitPattern}|st)\\.?$`, 'i')

/** Whether a text says that single pieces are counted. */
export const isUnit = (text: string): boolean => wholeUnit.test(text.trim())

/** Whether a cell says that a figure is missing: '-', '?', 'x', '#REF!'. */
export const isAbsent = (cell: string): boolean => /^(?:[-.?_…*'"]{1,9}|x|#[a-z/\d]{1,7}[!?]?)$/i.test(cell)

/** The quantity that all of the readings say, or a question about them. */
export function combineReadings(readings: readonly QuantityReading[]): QuantityReading {
  const saying = readings.filter(reading => reading.kind !== 'none')
  const [first] = saying
  if (!first) return { kind: 'none' }
  const isSame = saying.every(
    reading => reading.kind === 'count' && first.kind === 'count' && reading.count === first.count,
  )
  const texts = [...new Set(saying.map(({ seen }) => seen))].filter(
    (text, _, all) => text !== '' && !all.some(other => other !== text && ` ${other} `.includes(` ${text} `)),
  )
  return isSame ? first : toDoubt(texts.join(' and '))
}

/** The text of a field as a quantity that can be ordered, or null. */
export function parseOrderQuantity(text: string): number | null {
  const reading = readQuantity(text)
  return reading.kind === 'count' && isOrderable(reading.count) ? reading.count : null
}
