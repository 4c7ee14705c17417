import { singular } from '../query/tokens.ts'
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
import { findSorted } from './machine-names.ts'

/** Documents that match: `strong` by title, type and brand alone. */
export interface WordMatches {
  strong: BitSet
  all: BitSet
  /** How many are in `all`. */
  count: number
}

/**
 * Products that have all the words: each begins a word of the product, is its singular, or has a synonym there.
 * Null: there are no words.
 */
export function matchWords(index: CatalogueIndex, words: readonly string[]): WordMatches | null {
  // The rarest first: the others are read only where it has something.
  const [first, ...others] = words.map(word => matchWord(index, word)).sort((a, b) => a.count - b.count)
  if (!first || others.length === 0) return first ?? null
  const [strong, all] = [createBits(index.capacity), createBits(index.capacity)]
  let count = 0
  for (let i = 0; i < all.length; i++) {
    let common = first.all[i]!
    for (let nth = 0; nth < others.length && common !== 0; nth++) common &= others[nth]!.all[i]!
    if (common === 0) continue
    all[i] = common
    count += countOnes(common)
    let better = common & first.strong[i]!
    for (let nth = 0; nth < others.length && better !== 0; nth++) better &= others[nth]!.strong[i]!
    strong[i] = better
  }
  return { strong, all, count }
}

/** True when no word of the catalogue begins so. */
export function isUnknownWord(index: CatalogueIndex, word: string): boolean {
  return findEntries(index, word, isNumeric(word)).length === 0 && !index.synonyms.has(word)
}

/** How many products have this very word, a product counted once for each place it stands in. */
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
  const position = findSorted(vocabulary.length, at => vocabulary[at]!, word)
  return vocabulary[position] === word ? entries[position]! : null
}

function matchWord(index: CatalogueIndex, word: string): WordMatches {
  const bits = collectBits(index, word, isNumeric(word))
  for (const meaning of index.synonyms.get(word) ?? []) addMeaning(index, bits, meaning)
  return { ...bits, count: countBits(bits.all) }
}

type WordBits = Pick<WordMatches, 'strong' | 'all'>

function addMeaning(index: CatalogueIndex, target: WordBits, meaning: readonly string[]): void {
  // Whole words: what means oil is no beginning of a brand's name.
  const [first, ...others] = meaning.map(word => collectBits(index, word, true))
  if (!first) return
  for (const other of others) {
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

// A number is meant whole: 93 is not the beginning of 930.
function isNumeric(word: string): boolean {
  return /^[\d.]+$/.test(word)
}

function findEntries(index: CatalogueIndex, word: string, isWhole: boolean): WordEntry[] {
  const { vocabulary, entries } = index
  const matching: WordEntry[] = []
  const one = singular(word)
  const singularEntry = one === null ? null : getEntry(index, one)
  if (singularEntry) matching.push(singularEntry)
  const from = findSorted(vocabulary.length, at => vocabulary[at]!, word)
  for (let position = from; position < vocabulary.length; position++) {
    if (isWhole ? vocabulary[position] !== word : !vocabulary[position]!.startsWith(word)) break
    matching.push(entries[position]!)
  }
  return matching
}
