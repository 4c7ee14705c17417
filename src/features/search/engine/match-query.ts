import { foldAccents } from '../../../lib/fold-accents.ts'
import type { Measures } from '../query/measures.ts'
import type { ParsedQuery } from '../query/parse-query.ts'
import { tokenize } from '../query/tokens.ts'
import { countBits, createBits, hasBit, intersectBits, isInPosting, setBit, uniteBits } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { correctWords } from './correct-words.ts'
import type { NumberedDocuments } from './number-table.ts'
import { matchShapes } from './shape-search.ts'
import { getEntry, matchWords, type WordMatches } from './word-search.ts'

/** What a query matches before filters: products matched by number first, in their own order, then the others. */
export interface QueryMatches extends WordMatches {
  numbered: NumberedDocuments
  /** Positions of all matching numbers, best first. */
  numberPositions: Uint32Array
  /** The corrected query that was searched instead; null without correction. */
  corrected: string | null
}

const noPositions = new Uint32Array(0)
const notNumbered = {
  numbered: { documents: noPositions, positions: noPositions },
  numberPositions: noPositions,
  corrected: null,
}

/** docs/decisions/021-what-a-query-means.md */
export function matchQuery(index: CatalogueIndex, query: ParsedQuery): QueryMatches {
  const { key, isNumber, isShape } = query
  const numbers = key === '' ? { positions: noPositions, isExact: false } : index.numbers.match(key, isNumber)
  const hasNumbers = numbers.positions.length > 0
  if (numbers.isExact || (hasNumbers && isNumber)) return matchNumbers(index, numbers.positions, null)
  const words = matchText(index, query)
  if (words.count > 0) {
    // '93 x 140' is not read as the beginning of a number when products have these sizes.
    return isShape || !hasNumbers
      ? { ...notNumbered, ...words }
      : matchNumbers(index, numbers.positions, words)
  }
  if (hasNumbers) return matchNumbers(index, numbers.positions, null)
  const split = matchSplit(index, query)
  if (split.length > 0) return matchNumbers(index, split, null)
  return matchCorrected(index, query)
}

function matchText(index: CatalogueIndex, { isBlank, tokens, measures }: ParsedQuery): WordMatches {
  if (isBlank) return { strong: index.live, all: index.live, count: countBits(index.live) }
  return matchWordsAndShapes(index, tokens, measures)
}

function matchWordsAndShapes(
  index: CatalogueIndex,
  tokens: readonly string[],
  measures: Measures,
): WordMatches {
  const words = matchWords(index, tokens)
  const shapes = matchShapes(index, measures)
  if (!words || !shapes) {
    const all = shapes ?? createBits(index.capacity)
    return words ?? { strong: all, all, count: countBits(all) }
  }
  const [strong, all] = [shapes.slice(), shapes]
  intersectBits(strong, words.strong)
  intersectBits(all, words.all)
  return { strong, all, count: countBits(all) }
}

/** Products matched by number, followed by those matched as `words`. */
function matchNumbers(
  index: CatalogueIndex,
  numberPositions: Uint32Array,
  words: WordMatches | null,
): QueryMatches {
  const numbered = index.numbers.toDocuments(numberPositions)
  const all = createBits(index.capacity)
  for (const document of numbered.documents) setBit(all, document)
  const strong = words?.strong ?? all
  if (words) uniteBits(all, words.all)
  return { numbered, numberPositions, strong, all, count: countBits(all), corrected: null }
}

// A beginning that more numbers share is too short to be meant as a number.
const maxSplitNumbers = 2000

/**
 * 'donaldson p551712', 'jcb oil filter 32/925346': positions of numbers that start with the key, where every other word
 * matches the number's maker or the product.
 */
function matchSplit(index: CatalogueIndex, { split }: ParsedQuery): Uint32Array {
  if (!split) return noPositions
  const { numbers } = index
  const positions = numbers.matchBeginning(split.key)
  if (positions.length >= maxSplitNumbers) return noPositions
  const matchesOfWords = new Map<string, WordMatches | null>()
  return positions.filter(position => {
    const makerWords = tokenize(index.makers[numbers.makerAt(position)]!)
    const words = split.words.filter(word => !makerWords.some(name => name.startsWith(word)))
    if (words.length === 0) return true
    const text = words.join(' ')
    if (!matchesOfWords.has(text)) matchesOfWords.set(text, matchWords(index, words))
    const matches = matchesOfWords.get(text)
    return matches ? hasBit(matches.all, numbers.documentAt(position)) : false
  })
}

function matchCorrected(index: CatalogueIndex, { text, tokens, measures }: ParsedQuery): QueryMatches {
  const corrected = correctWords(index, tokens)
  const matches = corrected && matchWordsAndShapes(index, corrected, measures)
  if (!matches || matches.count === 0) {
    const none = createBits(index.capacity)
    return { ...notNumbered, strong: none, all: none, count: 0 }
  }
  return { ...notNumbered, ...matches, corrected: replaceWords(text, tokens, corrected) }
}

// Replaces each wrong word in the typed text.
function replaceWords(text: string, wrong: readonly string[], right: readonly string[]): string {
  const replaced = text
    .split(/(\s+)/)
    .map(part => {
      const at = wrong.indexOf(foldAccents(part))
      return at >= 0 && wrong[at] !== right[at] ? right[at]! : part
    })
    .join('')
  return replaced === text ? right.join(' ') : replaced
}

/** Returns a function from a document to the make that the query names and whose machines the document fits, or null. */
export function createFittingMakeLookup(
  index: CatalogueIndex,
  { tokens }: ParsedQuery,
): (document: number) => string | null {
  const makes = [...new Set(tokens.flatMap(word => getEntry(index, word)?.makes ?? []))]
    .map(make => index.makes[make]!)
    .filter(({ words }) => words.every(word => tokens.includes(word)))
  return document => makes.find(({ posting }) => isInPosting(posting, document))?.name ?? null
}
