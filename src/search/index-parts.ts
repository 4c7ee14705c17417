import { postingOf } from './bits.ts'
import {
  type CatalogueIndex,
  type IndexedAttribute,
  type IndexedMake,
  type IndexedOption,
  tellsKinds,
} from './catalogue-index.ts'
import { Growing } from './growing.ts'
import type { ItemsOfDocs } from './postings.ts'
import { sortedInSteps } from './sorted-in-steps.ts'
import { tokensOf } from './tokens.ts'

const [space, zero] = [32, 48]
const docsAtOnce = 10_000
const mostInSixteenBits = 2 ** 16
// −1 as it stands in an unsigned list.
const notThere = 0xffffffff

export const mostKeptFacets = 200
/** How many countings of so many options stay within sixteen megabytes. */
export function mostKeptLayouts(options: number): number {
  return Math.min(200, Math.floor(2 ** 24 / (8 * options + 1)))
}

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
export function* listedOptions(
  kinds: readonly IndexedAttribute[],
  options: readonly IndexedOption[],
  { first: firstOption, items: optionsOfDocs }: ItemsOfDocs,
): Generator<undefined, Pick<CatalogueIndex, 'firstOption' | 'optionsOfDocs'>> {
  const isOffered = options.map(({ attribute }) => tellsKinds(kinds[attribute]!))
  const first = new Uint32Array(firstOption.length)
  // Half the room where it does: counting walks through all of it.
  const listed =
    options.length <= mostInSixteenBits
      ? new Uint16Array(optionsOfDocs.length)
      : new Uint32Array(optionsOfDocs.length)
  let count = 0
  for (let doc = 0; doc + 1 < firstOption.length; doc++) {
    for (let at = firstOption[doc]!; at < firstOption[doc + 1]!; at++) {
      if (isOffered[optionsOfDocs[at]!]) listed[count++] = optionsOfDocs[at]!
    }
    first[doc + 1] = count
    if (doc % docsAtOnce === 0) yield
  }
  return { firstOption: first, optionsOfDocs: listed.slice(0, count) }
}

/** '93', '0.8': told as a number, and sorted as one. */
export function isNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value)
}

/** The ids of '7 12': by hand, since split and Number would hold everybody up over millions. */
export function idsOf(text: string): Uint32Array {
  const ids = new Growing()
  let id = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === space) {
      ids.push(id)
      id = 0
    } else id = id * 10 + sign - zero
  }
  if (text !== '') ids.push(id)
  return ids.finish()
}

/** The document of each product id; −1: none. */
export function docsById(ids: Int32Array): Int32Array {
  let highest = 0
  for (let doc = 0; doc < ids.length; doc++) highest = Math.max(highest, ids[doc]!)
  const docs = new Int32Array(highest + 1).fill(-1)
  for (let doc = 0; doc < ids.length; doc++) docs[ids[doc]!] = doc
  return docs
}

/** Their documents; what came after the index was begun has none. */
export function docsOf(ids: Uint32Array, docOf: Int32Array): Uint32Array {
  return ids.map(id => docOf[id] ?? -1).filter(doc => doc !== notThere)
}

export function* makesOf(
  makes: readonly { name: string; ids: string }[],
  docOf: Int32Array,
  documents: number,
): Generator<undefined, IndexedMake[]> {
  const made: IndexedMake[] = []
  for (const [nth, { name, ids }] of makes.entries()) {
    const docs = docsOf(idsOf(ids), docOf).sort()
    made.push({ name, words: [...new Set(tokensOf(name))], posting: postingOf(docs, documents) })
    if (nth % 10 === 0) yield
  }
  return made
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

/** The documents by rising key; of equal keys the more popular first. */
export function* orderBy(keys: Uint32Array): Generator<undefined, Uint32Array> {
  const docs = Array.from(keys, (_key, doc) => doc)
  yield
  return Uint32Array.from(yield* sortedInSteps(docs, (a, b) => keys[a]! - keys[b]!))
}
