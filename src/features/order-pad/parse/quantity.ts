import { maxQuantity } from '../../basket/limits.ts'

/** A count: 4 · 1,000 · 4.0 (as spreadsheets write it). Source of a regular expression with one group. */
export const countPattern = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.0+)?`

/** The unit after a count: '4 off', '4 pcs', '4 no.'. */
export const unitPattern = String.raw`(?:off|of|pcs?|pces?|pieces?|ea|each|nos?|units?|stk|x|×|\*)`

const prefixPattern = String.raw`(?:qty|quantity|q|x|×|\*)?\s*[:.=]?\s*`
const wholeCount = new RegExp(String.raw`^\(?${prefixPattern}${countPattern}\s*${unitPattern}?\.?\)?$`, 'i')

/** '4 off' → 4; null when the text is not a count. The result may be 0 or above the order limit. */
export function parseCount(text: string): number | null {
  const match = wholeCount.exec(text.trim())
  return match ? Number(match[1]!.replaceAll(',', '')) : null
}

/** Whether a count can be ordered: 1 to 9,999 (R-BASKET-5). */
export function isOrderable(quantity: number | null): quantity is number {
  return quantity !== null && quantity >= 1 && quantity <= maxQuantity
}

/** The text of a field or a cell as a quantity that can be ordered, or null. */
export function parseOrderQuantity(text: string): number | null {
  const quantity = parseCount(text)
  return isOrderable(quantity) ? quantity : null
}

const splitWords = (text: string): string[] =>
  text.split(/[\s,;:=()]+/).map(word => word.replace(/(?<=\w)[.!?]+$/, ''))

/** Whether one of the words is a count. */
export const hasCount = (text: string): boolean => splitWords(text).some(word => parseCount(word) !== null)

const numberWord =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|dozen|couple|pair)$/i
const markWithoutCount = /^(?:x|×|\*|qty|quantity|qnty|quant|tbc|tba|\?+)$/i

/**
 * The words of a text without a count that stand for a quantity: 'two', 'x', 'qty ?'; or ''. `isNumber`: they are numbers
 * in words, which cannot belong to the part number beside them.
 */
export function findUnreadQuantity(text: string): { quantity: string; isNumber: boolean } {
  const words = hasCount(text)
    ? []
    : splitWords(text).filter(word => numberWord.test(word) || markWithoutCount.test(word))
  return { quantity: words.join(' '), isNumber: words.every(word => numberWord.test(word)) }
}
