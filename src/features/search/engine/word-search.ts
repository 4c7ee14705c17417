import { toSingular } from '../query/tokens.ts'
import { type BitSet, countBits, createBits, intersectBits, uniteBits, unitePosting } from './bit-set.ts'
import type { CatalogueIndex, WordEntry } from './catalogue-index.ts'
import { findWord } from './sorting.ts'

/** `whole`: by whole words of title and type, `strong`: by title, type and brand. Each contains the one before. */
export interface WordMatches {
  whole: BitSet
  strong: BitSet
  all: BitSet
  count: number
}

export function toMatches(bits: BitSet): WordMatches {
  return { whole: bits, strong: bits, all: bits, count: countBits(bits) }
}

export function uniteMatches(a: WordMatches, b: WordMatches): WordMatches {
  const [whole, strong, all] = [a.whole.slice(), a.strong.slice(), a.all.slice()]
  uniteBits(whole, b.whole)
  uniteBits(strong, b.strong)
  uniteBits(all, b.all)
  return { whole, strong, all, count: countBits(all) }
}

/** What both match; null when that is nothing. */
export function intersectMatches(a: WordMatches, b: WordMatches): WordMatches | null {
  const all = a.all.slice()
  intersectBits(all, b.all)
  const count = countBits(all)
  if (count === 0) return null
  const [whole, strong] = [a.whole.slice(), a.strong.slice()]
  intersectBits(whole, b.whole)
  intersectBits(strong, b.strong)
  return { whole, strong, all, count }
}

/** Whether no word of the catalogue starts with this one. */
export function isUnknownWord(index: CatalogueIndex, typed: string): boolean {
  const word = toKnownSingular(index, typed)
  return (
    findEntries(index, word, isNumeric(word)).length === 0 && listMeanings(index, typed, word).length === 0
  )
}

/** The number of occurrences of this exact word; a product may count more than once. */
export function countWord(index: CatalogueIndex, word: string): number {
  const { options, attributes } = index
  const entry = getEntry(index, word)
  if (!entry) return 0
  const postings = [
    ...[entry.titles, entry.descriptions].filter(posting => posting !== null),
    ...[...entry.strongOptions, ...entry.weakOptions].map(option => options[option]!.posting),
    ...entry.attributes.map(attribute => attributes[attribute]!.posting),
  ]
  return postings.reduce((sum, { count }) => sum + count, 0)
}

export function getEntry({ vocabulary, entries }: CatalogueIndex, word: string): WordEntry | null {
  const position = findWord(vocabulary, word)
  return vocabulary[position] === word ? entries[position]! : null
}

/** The products that match a word by prefix, by its singular, or by a synonym. */
export function matchWord(index: CatalogueIndex, typed: string): WordMatches {
  const word = toKnownSingular(index, typed)
  const bits = collectBits(index, word, isNumeric(word))
  for (const meaning of listMeanings(index, typed, word)) addMeaning(index, bits, meaning)
  return { ...bits, count: countBits(bits.all) }
}

/** 'filters' → 'filter', so that both find the same; the word itself when the catalogue has no such singular. */
function toKnownSingular(index: CatalogueIndex, word: string): string {
  const singular = toSingular(word)
  return singular !== null && (getEntry(index, singular) || index.synonyms.has(singular)) ? singular : word
}

function listMeanings({ synonyms }: CatalogueIndex, typed: string, word: string): readonly string[][] {
  return synonyms.get(typed) ?? synonyms.get(word) ?? []
}

/** What a word names: a kind of filter, a brand, or neither. */
export function classifyWord(index: CatalogueIndex, typed: string): 'kind' | 'brand' | 'word' {
  const word = toKnownSingular(index, typed)
  const meanings = [[word], ...listMeanings(index, typed, word)]
  const isIn = (attribute: number) =>
    meanings.some(meaning =>
      meaning.every(one =>
        getEntry(index, one)?.strongOptions.some(option => index.options[option]!.attribute === attribute),
      ),
    )
  if (isIn(0)) return 'kind'
  return isIn(1) ? 'brand' : 'word'
}

type WordBits = Pick<WordMatches, 'whole' | 'strong' | 'all'>

function addMeaning(index: CatalogueIndex, target: WordBits, meaning: readonly string[]): void {
  // Most synonyms are words of other languages that no product has: creating bits for them takes milliseconds.
  if (meaning.some(word => getEntry(index, word) === null)) return
  // Whole words: the synonym 'oil' must not match the beginning of a brand's name.
  const [first, ...otherWords] = meaning.map(word => collectBits(index, word, true))
  if (!first) return
  for (const part of ['whole', 'strong', 'all'] as const) {
    for (const other of otherWords) intersectBits(first[part], other[part])
    uniteBits(target[part], first[part])
  }
}

function collectBits(index: CatalogueIndex, word: string, isWhole: boolean): WordBits {
  const { capacity, options, attributes } = index
  const [whole, strong, all] = [createBits(capacity), createBits(capacity), createBits(capacity)]
  for (const { entry, isExact } of findEntries(index, word, isWhole)) {
    const target = isExact ? whole : strong
    if (entry.titles) unitePosting(target, entry.titles)
    for (const option of entry.strongOptions) {
      const { attribute, posting } = options[option]!
      unitePosting(attribute === 0 ? target : strong, posting)
    }
    if (entry.descriptions) unitePosting(all, entry.descriptions)
    for (const option of entry.weakOptions) unitePosting(all, options[option]!.posting)
    for (const attribute of entry.attributes) unitePosting(all, attributes[attribute]!.posting)
  }
  uniteBits(strong, whole)
  uniteBits(all, strong)
  return { whole, strong, all }
}

// Numbers match as a whole: 93 does not match 930.
function isNumeric(word: string): boolean {
  return /^[\d.]+$/.test(word)
}

function findEntries({ vocabulary, entries }: CatalogueIndex, word: string, isWhole: boolean) {
  const matching: { entry: WordEntry; isExact: boolean }[] = []
  for (let position = findWord(vocabulary, word); position < vocabulary.length; position++) {
    const isExact = vocabulary[position] === word
    if (isWhole ? !isExact : !vocabulary[position]!.startsWith(word)) break
    matching.push({ entry: entries[position]!, isExact })
  }
  return matching
}
