import { postingOf } from './bits.ts'
import {
  type CatalogueIndex,
  type IndexedAttribute,
  type IndexedMake,
  type IndexedOption,
  tellsKinds,
} from './catalogue-index.ts'
import { tokensOf } from './tokens.ts'

export const mostKeptFacets = 200
/** How many answers of two sets of bits each stay within thirty-two megabytes. */
export function mostKept(documents: number): number {
  return Math.min(1000, Math.max(50, Math.floor(2 ** 25 / (documents / 4 + 1))))
}

export function byLength(vocabulary: readonly string[]): number[][] {
  const places: number[][] = []
  for (const [place, word] of vocabulary.entries()) {
    if (/\d/.test(word)) continue
    places[word.length] ??= []
    places[word.length]!.push(place)
  }
  return places
}

/** The options of each document, without those that are never offered. */
export function listedOptions(
  kinds: readonly IndexedAttribute[],
  options: readonly IndexedOption[],
  firstOption: readonly number[],
  optionsOfDocs: readonly number[],
): Pick<CatalogueIndex, 'firstOption' | 'optionsOfDocs'> {
  const isOffered = options.map(({ attribute }) => tellsKinds(kinds[attribute]!))
  const first = new Uint32Array(firstOption.length)
  const listed = new Uint32Array(optionsOfDocs.length)
  let count = 0
  for (let doc = 0; doc + 1 < firstOption.length; doc++) {
    for (let at = firstOption[doc]!; at < firstOption[doc + 1]!; at++) {
      if (isOffered[optionsOfDocs[at]!]) listed[count++] = optionsOfDocs[at]!
    }
    first[doc + 1] = count
  }
  return { firstOption: first, optionsOfDocs: listed.slice(0, count) }
}

/** '93', '0.8': told as a number, and sorted as one. */
export function isNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value)
}

export function makesOf(
  makes: readonly { name: string; productIds: number[] }[],
  docOf: Int32Array,
  documents: number,
): IndexedMake[] {
  return makes.map(({ name, productIds }) => {
    const docs = productIds.map(id => docOf[id] ?? -1).filter(doc => doc >= 0)
    const sorted = Uint32Array.from(docs).sort()
    return { name, words: [...new Set(tokensOf(name))], posting: postingOf(sorted, documents) }
  })
}

/** 'lube' means 'oil', and where the meaning is one word, 'oil' finds 'lube' as well. */
export function synonymsOf(rows: readonly { word: string; means: string }[]): Map<string, string[][]> {
  const synonyms = new Map<string, string[][]>()
  const add = (word: string, means: string[]) => {
    synonyms.set(word, [...(synonyms.get(word) ?? []), means])
  }
  for (const { word, means } of rows) {
    const [one, ...others] = tokensOf(word)
    const meaning = tokensOf(means)
    if (one === undefined || others.length > 0 || meaning.length === 0) continue
    add(one, meaning)
    if (meaning.length === 1) add(meaning[0]!, [one])
  }
  return synonyms
}

// Key and document in one number each: typed arrays sort those in milliseconds.
export function orderBy(keys: number[]): Uint32Array {
  const room = 2 ** Math.ceil(Math.log2(keys.length + 1))
  const packed = Float64Array.from(keys, (key, doc) => key * room + doc).sort()
  return Uint32Array.from(packed, value => value % room)
}
