import { toSingular } from '../query/tokens.ts'
import {
  type BitSet,
  countBits,
  countOnes,
  createBits,
  intersectBits,
  uniteBits,
  unitePosting,
} from './bit-set.ts'
import type { CatalogueIndex, WordEntry } from './catalogue-index.ts'
import { findLowerBound } from './machine-names.ts'

/** Documents that match: `all`, and `strong` by title, type and brand alone. */
export interface WordMatches {
  strong: BitSet
  all: BitSet
  /** How many are in `all`. */
  count: number
}

/**
 * Products that match all words. A word matches by prefix, by its singular, or by a synonym. Null when there are no words.
 */
export function matchWords(index: CatalogueIndex, words: readonly string[]): WordMatches | null {
  // The rarest word first: the bits of the others are read only where it has matches.
  const [first, ...otherWords] = words.map(word => matchWord(index, word)).sort((a, b) => a.count - b.count)
  if (!first || otherWords.length === 0) return first ?? null
  const [strong, all] = [createBits(index.capacity), createBits(index.capacity)]
  let count = 0
  for (let i = 0; i < all.length; i++) {
    let common = first.all[i]!
    for (let nth = 0; nth < otherWords.length && common !== 0; nth++) common &= otherWords[nth]!.all[i]!
    if (common === 0) continue
    all[i] = common
    count += countOnes(common)
    let better = common & first.strong[i]!
    for (let nth = 0; nth < otherWords.length && better !== 0; nth++) better &= otherWords[nth]!.strong[i]!
    strong[i] = better
  }
  return { strong, all, count }
}

/** Whether no word of the catalogue starts with this one. */
export function isUnknownWord(index: CatalogueIndex, word: string): boolean {
  return findEntries(index, word, isNumeric(word)).length === 0 && !index.synonyms.has(word)
}

/** The number of occurrences of this exact word; a product may count more than once. */
export function countWord({ options, makes, ...index }: CatalogueIndex, word: string): number {
  const entry = getEntry(index, word)
  if (!entry) return 0
  const postings = [
    ...[entry.titles, entry.descriptions].filter(posting => posting !== null),
    ...[...entry.strongOptions, ...entry.weakOptions].map(option => options[option]!.posting),
    ...entry.makes.map(make => makes[make]!.posting),
  ]
  return postings.reduce((sum, { count }) => sum + count, 0)
}

export function getEntry(
  { vocabulary, entries }: Pick<CatalogueIndex, 'vocabulary' | 'entries'>,
  word: string,
): WordEntry | null {
  const position = findLowerBound(vocabulary.length, at => vocabulary[at]!, word)
  return vocabulary[position] === word ? entries[position]! : null
}

function matchWord(index: CatalogueIndex, word: string): WordMatches {
  const bits = collectBits(index, word, isNumeric(word))
  for (const meaning of index.synonyms.get(word) ?? []) addMeaning(index, bits, meaning)
  return { ...bits, count: countBits(bits.all) }
}

type WordBits = Pick<WordMatches, 'strong' | 'all'>

function addMeaning(index: CatalogueIndex, target: WordBits, meaning: readonly string[]): void {
  // Whole words: the synonym 'oil' must not match the beginning of a brand's name.
  const [first, ...otherWords] = meaning.map(word => collectBits(index, word, true))
  if (!first) return
  for (const other of otherWords) {
    intersectBits(first.strong, other.strong)
    intersectBits(first.all, other.all)
  }
  uniteBits(target.strong, first.strong)
  uniteBits(target.all, first.all)
}

function collectBits(index: CatalogueIndex, word: string, isWhole: boolean): WordBits {
  const [strong, all] = [createBits(index.capacity), createBits(index.capacity)]
  for (const entry of findEntries(index, word, isWhole)) {
    if (entry.titles) unitePosting(strong, entry.titles)
    for (const option of entry.strongOptions) unitePosting(strong, index.options[option]!.posting)
    if (entry.descriptions) unitePosting(all, entry.descriptions)
    for (const option of entry.weakOptions) unitePosting(all, index.options[option]!.posting)
    for (const make of entry.makes) unitePosting(all, index.makes[make]!.posting)
  }
  uniteBits(all, strong)
  return { strong, all }
}

// Numbers match as a whole: 93 does not match 930.
function isNumeric(word: string): boolean {
  return /^[\d.]+$/.test(word)
}

function findEntries(index: CatalogueIndex, word: string, isWhole: boolean): WordEntry[] {
  const { vocabulary, entries } = index
  const matching: WordEntry[] = []
  const singularWord = toSingular(word)
  const singularEntry = singularWord === null ? null : getEntry(index, singularWord)
  if (singularEntry) matching.push(singularEntry)
  const from = findLowerBound(vocabulary.length, at => vocabulary[at]!, word)
  for (let position = from; position < vocabulary.length; position++) {
    if (isWhole ? vocabulary[position] !== word : !vocabulary[position]!.startsWith(word)) break
    matching.push(entries[position]!)
  }
  return matching
}
