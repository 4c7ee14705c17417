import { folded } from '../shared/folded.ts'
import {
  allBits,
  type Bits,
  clearBit,
  countBits,
  hasBit,
  keepCommon,
  noBits,
  setBit,
  walkTwo,
} from './bits.ts'
import type { Base, CatalogueIndex, CountedBits } from './catalogue-index.ts'
import { corrected, shapesFound, wordsFound } from './index-words.ts'
import type { ReadQuery, Sort } from './query.ts'

/** By words and measures alone. A blank question finds everything. The answer is kept: nobody may change it. */
export function baseOfWords(index: CatalogueIndex, { isBlank, tokens, measures }: ReadQuery): Base {
  return index.keptBases.get(isBlank ? 'everything' : keyOf(tokens, measures), () => {
    const found = isBlank ? everything(index) : byWords(index, tokens, measures)
    return { first: [], ...found, corrected: null }
  })
}

/** When words found nothing: the same with one letter put right, if that helps. */
export function baseCorrected(index: CatalogueIndex, { text, tokens, measures }: ReadQuery): Base {
  return index.keptBases.get(`corrected ${text}`, () => {
    const right = corrected(index, tokens)
    const found = right && byWords(index, right, measures)
    const none = noBits(index.documents)
    if (!found || found.count === 0) return { first: [], strong: none, all: none, count: 0, corrected: null }
    return { first: [], ...found, corrected: withWords(text, tokens, right) }
  })
}

function keyOf(tokens: readonly string[], { sizes, threads }: ReadQuery['measures']): string {
  return JSON.stringify([tokens, sizes, threads])
}

function everything(index: CatalogueIndex): CountedBits {
  const all = allBits(index.documents)
  return { strong: all, all, count: index.documents }
}

/** Products found by their numbers; `others`, what words find, come after them. */
export function baseOfNumbers(index: CatalogueIndex, ids: ArrayLike<number>, others: Base | null): Base {
  const bits = noBits(index.documents)
  let count = 0
  for (let at = 0; at < ids.length; at++) {
    const doc = docOf(index, ids[at]!)
    if (doc < 0 || hasBit(bits, doc)) continue
    setBit(bits, doc)
    count++
  }
  if (!others) return { first: ids, strong: bits, all: bits, count, corrected: null }
  const all = others.all.slice()
  for (let i = 0; i < all.length; i++) all[i]! |= bits[i]!
  return { first: ids, strong: others.strong, all, count: countBits(all), corrected: others.corrected }
}

export interface Part {
  sort: Sort
  size: number
  /** From 1. */
  page: number
}

/** One page of what is left of the base: product ids in order, and how many there are in all. */
export function pageOf(
  index: CatalogueIndex,
  { first, strong, all, count }: Base,
  kept: Bits,
  { sort, size, page }: Part,
): { total: number; ids: number[] } {
  const total = kept === all ? count : countBits(kept)
  const from = (page - 1) * size
  const docs: number[] = []
  let passed = 0
  const take = (doc: number): boolean => {
    if (passed++ >= from) docs.push(doc)
    return docs.length < size
  }
  if (from < total) {
    if (sort === 'relevance') walkByRelevance(index, first, strong, kept, take)
    else walkInOrder(index, sort, kept, take)
  }
  return { total, ids: docs.map(doc => index.ids[doc]!) }
}

function walkByRelevance(
  index: CatalogueIndex,
  first: ArrayLike<number>,
  strong: Bits,
  kept: Bits,
  take: (doc: number) => boolean,
): void {
  let left = kept
  if (first.length > 0) {
    left = kept.slice()
    for (let at = 0; at < first.length; at++) {
      const doc = docOf(index, first[at]!)
      if (doc < 0 || !hasBit(left, doc)) continue
      clearBit(left, doc)
      if (!take(doc)) return
    }
  }
  if (walkTwo(left, strong, false, take)) walkTwo(left, strong, true, take)
}

function walkInOrder(
  { byPrice, byCode }: CatalogueIndex,
  sort: Sort,
  kept: Bits,
  take: (doc: number) => boolean,
): void {
  const order = sort === 'code' ? byCode : byPrice
  for (let nth = 0; nth < order.length; nth++) {
    const doc = order[sort === 'price-down' ? order.length - 1 - nth : nth]!
    if (hasBit(kept, doc) && !take(doc)) return
  }
}

function byWords(
  index: CatalogueIndex,
  tokens: readonly string[],
  measures: ReadQuery['measures'],
): CountedBits {
  const words = wordsFound(index, tokens)
  const shapes = shapesFound(index, measures)
  if (!words || !shapes) {
    const all = shapes ?? noBits(index.documents)
    return words ?? { strong: all, all, count: countBits(all) }
  }
  const [strong, all] = [shapes.slice(), shapes]
  keepCommon(strong, words.strong)
  keepCommon(all, words.all)
  return { strong, all, count: countBits(all) }
}

function docOf({ docOf: docs }: CatalogueIndex, id: number): number {
  return docs[id] ?? -1
}

// In what was typed each wrong word gives way to the right one.
function withWords(text: string, wrong: readonly string[], right: readonly string[]): string {
  const told = text
    .split(/(\s+)/)
    .map(part => {
      const at = wrong.indexOf(folded(part))
      return at >= 0 && wrong[at] !== right[at] ? right[at]! : part
    })
    .join('')
  return told === text ? right.join(' ') : told
}
