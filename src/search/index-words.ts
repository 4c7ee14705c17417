import { addBits, addPosting, type Bits, countBits, keepCommon, noBits, ones } from './bits.ts'
import {
  type CatalogueIndex,
  type CountedBits,
  placeOf,
  type WordBits,
  type WordEntry,
} from './catalogue-index.ts'
import type { Measures } from './measures.ts'
import { threadKey } from './measures.ts'
import { isOneEditApart } from './spelling.ts'
import { singular } from './tokens.ts'

/**
 * Products that have all the words: each begins a word of the product, is its singular, or is said otherwise there.
 * `strong` has those that have them in title, type and brand alone. The answer is kept: nobody may change it.
 */
export function wordsFound(index: CatalogueIndex, words: readonly string[]): CountedBits | null {
  // The rarest first: the others are read only where it has something.
  const [first, ...others] = words.map(word => bitsOfWord(index, word)).sort((a, b) => a.count - b.count)
  if (!first || others.length === 0) return first ?? null
  const [strong, all] = [noBits(index.documents), noBits(index.documents)]
  let count = 0
  for (let i = 0; i < all.length; i++) {
    let common = first.all[i]!
    for (let nth = 0; nth < others.length && common !== 0; nth++) common &= others[nth]!.all[i]!
    if (common === 0) continue
    all[i] = common
    count += ones(common)
    let better = common & first.strong[i]!
    for (let nth = 0; nth < others.length && better !== 0; nth++) better &= others[nth]!.strong[i]!
    strong[i] = better
  }
  return { strong, all, count }
}

function bitsOfWord(index: CatalogueIndex, word: string): CountedBits {
  return index.keptWords.get(word, () => {
    const made = lookUp(index, word)
    for (const meaning of index.synonyms.get(word) ?? []) addMeaning(index, made, meaning)
    return { ...made, count: countBits(made.all) }
  })
}

function addMeaning(index: CatalogueIndex, into: WordBits, meaning: string[]): void {
  // Whole words: what means oil is no beginning of a brand's name.
  const [first, ...others] = meaning.map(word => lookUp(index, word, true))
  if (!first) return
  for (const other of others) {
    keepCommon(first.strong, other.strong)
    keepCommon(first.all, other.all)
  }
  addBits(into.strong, first.strong)
  addBits(into.all, first.all)
}

function lookUp(index: CatalogueIndex, word: string, isWhole = isNumber(word)): WordBits {
  const strong = noBits(index.documents)
  const weak = noBits(index.documents)
  for (const { titles, descriptions, strongOptions, weakOptions, makes } of entriesOf(index, word, isWhole)) {
    if (titles) addPosting(strong, titles)
    for (const option of strongOptions) addPosting(strong, index.options[option]!.posting)
    if (descriptions) addPosting(weak, descriptions)
    for (const option of weakOptions) addPosting(weak, index.options[option]!.posting)
    for (const make of makes) addPosting(weak, index.makes[make]!.posting)
  }
  addBits(weak, strong)
  return { strong, all: weak }
}

// A number is meant whole: 93 is not the beginning of 930.
function isNumber(word: string): boolean {
  return /^[\d.]+$/.test(word)
}

function entriesOf({ vocabulary, entries }: CatalogueIndex, word: string, isWhole: boolean): WordEntry[] {
  const at = (place: number) => vocabulary[place]!
  const from = placeOf(vocabulary.length, at, word)
  const one = singular(word)
  const found: WordEntry[] = []
  if (one !== null) {
    const place = placeOf(vocabulary.length, at, one)
    if (vocabulary[place] === one) found.push(entries[place]!)
  }
  for (let place = from; place < vocabulary.length; place++) {
    if (isWhole ? vocabulary[place] !== word : !vocabulary[place]!.startsWith(word)) break
    found.push(entries[place]!)
  }
  return found
}

/** True when nothing in the catalogue begins so. */
export function isUnknown(index: CatalogueIndex, word: string): boolean {
  return entriesOf(index, word, isNumber(word)).length === 0 && !index.synonyms.has(word)
}

const toleranceMm = 1
const roundingMm = 1e-9

/** Products of these shapes: each size within a millimetre, sizes of one product by different measures of it. */
export function shapesFound(index: CatalogueIndex, { sizes, threads }: Measures): Bits | null {
  let found: Bits | null = null
  const narrow = (bits: Bits) => {
    if (found) keepCommon(found, bits)
    else found = bits
  }
  for (const list of sizes) narrow(ofSizes(index, list))
  for (const thread of threads) narrow(ofThread(index, thread))
  return found
}

function ofSizes(index: CatalogueIndex, sizes: readonly number[]): Bits {
  const { attributes, options, documents } = index
  // For each measure, the products that have each of the sizes by it.
  const measures = attributes
    .filter(({ unit, isNumeric }) => unit === 'mm' && isNumeric)
    .map(({ options: values }) =>
      sizes.map(size => {
        const bits = noBits(documents)
        for (const option of values) {
          const { number, posting } = options[option]!
          if (Math.abs(number! - size) <= toleranceMm + roundingMm) addPosting(bits, posting)
        }
        return bits
      }),
    )
  const found = noBits(documents)
  const assign = (nth: number, used: number[], so: Bits | null): void => {
    if (nth === sizes.length) {
      if (so) addBits(found, so)
      return
    }
    for (const [measure, bySize] of measures.entries()) {
      if (used.includes(measure)) continue
      const both = bySize[nth]!.slice()
      if (so) keepCommon(both, so)
      if (both.some(word => word !== 0)) assign(nth + 1, [...used, measure], both)
    }
  }
  assign(0, [], null)
  return found
}

function ofThread(index: CatalogueIndex, thread: string): Bits {
  const found = noBits(index.documents)
  for (const { isNumeric, options } of index.attributes.slice(2)) {
    if (isNumeric) continue
    for (const option of options) {
      const { value, posting } = index.options[option]!
      if (threadKey(value).startsWith(thread)) addPosting(found, posting)
    }
  }
  return found
}

const mostCandidates = 5
const fewestLetters = 3

/**
 * The words with one letter put right so that something is found; null when no such change helps. Only words are
 * corrected: a part number that nearly matches is another part.
 */
export function corrected(index: CatalogueIndex, words: readonly string[]): string[] | null {
  const unknown = words.filter(word => isUnknown(index, word))
  // Each word may be the wrong one while all are known.
  const attempts = unknown.length > 0 ? [unknown] : words.map(word => [word])
  let best: { words: string[]; total: number } | null = null
  for (const attempt of attempts) {
    for (const changed of changes(index, words, attempt)) {
      const found = wordsFound(index, changed)
      const total = found?.count ?? 0
      if (total > (best?.total ?? 0)) best = { words: changed, total }
    }
  }
  return best?.words ?? null
}

function changes(index: CatalogueIndex, words: readonly string[], wrong: readonly string[]): string[][] {
  let lists: string[][] = [[...words]]
  for (const word of wrong) {
    const candidates = nearWords(index, word)
    lists = lists
      .slice(0, mostCandidates)
      .flatMap(list => candidates.map(near => list.map(other => (other === word ? near : other))))
  }
  return lists
}

/** Words of the catalogue that are one edit away (or whose singular is), those of most products first. */
function nearWords(index: CatalogueIndex, word: string): string[] {
  if (word.length < fewestLetters || /\d/.test(word)) return []
  const typed = [word, singular(word)].filter(one => one !== null)
  const near = new Map<string, number>()
  for (let length = word.length - 2; length <= word.length + 2; length++) {
    for (const place of index.wordsByLength[length] ?? []) {
      const text = index.vocabulary[place]!
      const right = nearest(typed, text)
      if (right) near.set(right, (near.get(right) ?? 0) + productsOf(index, index.entries[place]!))
    }
  }
  return [...near]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostCandidates)
    .map(([text]) => text)
}

function nearest(typed: readonly string[], text: string): string | null {
  if (typed.some(wrong => isOneEditApart(wrong, text))) return text
  const one = text.endsWith('s') ? singular(text) : null
  return one !== null && typed.some(wrong => isOneEditApart(wrong, one)) ? one : null
}

function productsOf({ options, makes }: CatalogueIndex, entry: WordEntry): number {
  const inOptions = [...entry.strongOptions, ...entry.weakOptions].map(
    option => options[option]!.posting.count,
  )
  const named = entry.makes.map(make => makes[make]!.posting.count)
  const counts = [entry.titles?.count ?? 0, entry.descriptions?.count ?? 0, ...inOptions, ...named]
  return counts.reduce((sum, count) => sum + count, 0)
}
