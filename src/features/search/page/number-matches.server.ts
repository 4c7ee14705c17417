import { toCodeKey } from '../../../lib/part-number.ts'
import type { NumberedProduct, SearchAnswer } from '../find-products.server.ts'
import { isSameNumber, type ParsedQuery } from '../query/parse-query.ts'
import type { NumberMatch } from './search-view.ts'

/**
 * The products of one number, when there are several, so that the first is not taken for the only one; of several numbers
 * the first product of each. `countProducts`: how many products have the number.
 */
export function listNumberMatches(
  { numbers, listedNumbers, understood }: SearchAnswer,
  key: string,
  countProducts: (number: string) => number,
): NumberMatch[] {
  if (listedNumbers.length > 1) {
    return numbers
      .filter(({ number }, at) => numbers.findIndex(first => isSame(first.number, number)) === at)
      .map(product => toNumberMatch(product, countProducts(product.number)))
  }
  const typed = [key, ...understood.parts.filter(({ kind }) => kind === 'number').map(({ label }) => label)]
  const exact = numbers.filter(({ number }) => typed.some(one => isSame(number, one)))
  return exact.length < 2 ? [] : exact.map(product => toNumberMatch(product, 1))
}

function isSame(number: string, other: string): boolean {
  return isSameNumber(number, toCodeKey(other))
}

function toNumberMatch({ number, maker, title, code, path }: NumberedProduct, products: number): NumberMatch {
  return { number, maker, title, code, url: `/${path}`, products }
}

/** Whether the text lists several part numbers, known or not. */
export function hasSeveralNumbers(
  { text, isShape }: ParsedQuery,
  { listedNumbers, understood, total }: Pick<SearchAnswer, 'listedNumbers' | 'understood' | 'total'>,
): boolean {
  if (listedNumbers.length > 1) return true
  const kinds = understood.parts.map(({ kind }) => kind)
  if (isShape || kinds.includes('machine') || (total > 0 && !kinds.includes('number'))) return false
  return text.split(/[\s,;]+/).filter(isNumberLike).length > 1
}

const minNumberLength = 5

function isNumberLike(word: string): boolean {
  return /\d/.test(word) && toCodeKey(word).length >= minNumberLength
}
