import { toCodeKey } from '../../../../lib/part-number.ts'
import type { MeasureSpan, Measures } from '../../query/measures.ts'
import { isNoise, isOfInStock, isQuantity } from '../../query/noise.ts'
import type { ParsedQuery } from '../../query/parse-query.ts'
import type { QueryWord } from '../../query/query-words.ts'
import { tokenize } from '../../query/tokens.ts'
import { countBits, hasBit } from '../bit-set.ts'
import type { CatalogueIndex } from '../catalogue-index.ts'
import { matchSizes, matchThread } from '../shape-search.ts'
import { getEdits } from '../spelling.ts'
import { classifyWord, isUnknownWord, matchWord } from '../word-search.ts'

/** A part number within a text. */
export interface ListedNumber {
  words: QueryWord[]
  positions: Uint32Array
}

export interface ListedNumbers {
  numbers: ListedNumber[]
  /** Words that choose among the numbers: makers and kinds. */
  used: QueryWord[]
  /** Other words. */
  dropped: QueryWord[]
}

const maxNumberWords = 6
const minLength = 3
// A shorter run of digits is rather a model, a year or a size.
const minDigits = 5

/**
 * The known numbers anywhere in a text: 'P/N: P551712 NEW', 'donaldson p551712', 'LF9009 and P551712 x 4'. Null when there
 * is none.
 */
export function readNumbers(
  index: CatalogueIndex,
  { allWords, text, measures }: ParsedQuery,
): ListedNumbers | null {
  const measured = listMeasured(index, measures)
  const isMeasure = ({ words }: ListedNumber) =>
    measured.some(({ start, end }) => words[0]!.start >= start && words.at(-1)!.end <= end)
  const numbers: ListedNumber[] = []
  const rest: QueryWord[] = []
  for (let from = 0; from < allWords.length; ) {
    const number = findNumber(index, allWords, from, text)
    if (!number) rest.push(allWords[from]!)
    else if (!isMeasure(number)) numbers.push(number)
    from += number?.words.length ?? 1
  }
  if (numbers.length === 0) return null
  return chooseByWords(index, numbers, rest)
}

/** The threads and lists of sizes that products have: '1 1/2-12' is not the number 11212. */
function listMeasured(index: CatalogueIndex, { threads, sizes }: Measures): MeasureSpan[] {
  return [
    ...threads.filter(({ key }) => countBits(matchThread(index, key)) > 0),
    ...sizes.filter(list => list.sizes.length > 1 && countBits(matchSizes(index, list.sizes)) > 0),
  ]
}

// The longest number that begins at this word.
function findNumber(
  { numbers }: CatalogueIndex,
  words: readonly QueryWord[],
  from: number,
  text: string,
): ListedNumber | null {
  for (let count = Math.min(maxNumberWords, words.length - from); count > 0; count--) {
    const part = words.slice(from, from + count)
    const written = text.slice(part[0]!.start, part.at(-1)!.end)
    const key = toCodeKey(written)
    const isLongEnough = /^\d+$/.test(key) ? key.length >= minDigits : key.length >= minLength
    if (!isLongEnough || !/\d/.test(key)) continue
    const positions = matchWithoutDecimals(numbers, written)
    if (positions.length > 0) return { words: part, positions }
  }
  return null
}

// '1586.00' is 1586 in a cell of money.
function matchWithoutDecimals(numbers: CatalogueIndex['numbers'], written: string): Uint32Array {
  const positions = numbers.matchExact(toCodeKey(written))
  return positions.length > 0 ? positions : numbers.matchExact(toCodeKey(written.replace(/[.,]0+$/, '')))
}

/** Keeps, of each number, the products or makers that the other words name, as far as there are any. */
export function chooseByWords(
  index: CatalogueIndex,
  numbers: readonly ListedNumber[],
  rest: readonly QueryWord[],
): ListedNumbers {
  const [used, dropped]: [QueryWord[], QueryWord[]] = [[], []]
  let chosen = [...numbers]
  for (const [at, word] of rest.entries()) {
    // The '1' of the unknown 'FH-NOPE-1' is no quantity.
    const isPart = word.isJoined && /\d/.test(word.word)
    if (isQuantity(word, rest[at - 1], rest[at + 1]) || isOfInStock(rest, at)) continue
    if (!isPart && isNoise(word, true)) continue
    const { isMaker, isProduct } = createChoice(index, word.word)
    const matching = chosen.map(number => ({
      ...number,
      positions: number.positions.filter(position => isMaker(position) || isProduct(position)),
    }))
    if (matching.every(({ positions }) => positions.length === 0)) dropped.push(word)
    else {
      used.push(word)
      chosen = matching.map((number, at) => (number.positions.length > 0 ? number : chosen[at]!))
    }
  }
  return { numbers: chosen, used, dropped }
}

/** Whether a word names the maker of a number, also with a slip, or is one of its product. */
export function createChoice(index: CatalogueIndex, word: string) {
  const { numbers, makers } = index
  const matches = isUnknownWord(index, word) ? null : matchWord(index, word)
  const meanings = [[word], ...(index.synonyms.get(word) ?? [])]
  const isNamed = (name: readonly string[]) =>
    meanings.some(meaning => meaning.every(one => name.some(part => part.startsWith(one)))) ||
    (matches === null && name.some(part => getEdits(word, part) !== null))
  // The 'filter' of 'oil filter' is not the maker Mann-Filter.
  const isKind = matches !== null && classifyWord(index, word) === 'kind'
  const areNamed = new Map<number, boolean>()
  return {
    isMaker: (position: number): boolean => {
      const maker = numbers.makerAt(position)
      if (!areNamed.has(maker)) areNamed.set(maker, !isKind && isNamed(tokenize(makers[maker]!)))
      return areNamed.get(maker)!
    },
    isProduct: (position: number): boolean =>
      matches !== null && hasBit(matches.all, numbers.documentAt(position)),
  }
}
