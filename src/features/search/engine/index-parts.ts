import { tokenize } from '../query/tokens.ts'
import { type BitSet, createBits, setBit } from './bit-set.ts'
import type { CatalogueIndex, IndexedAttribute, IndexedOption } from './catalogue-index.ts'
import type { MachineIndex } from './machines/machine-index.ts'
import { type DocumentItems, GrowableArray } from './postings.ts'
import { sortInSteps } from './sort-in-steps.ts'

/** The parts of the catalogue that are added after products and numbers. */
export interface NamesAndSynonyms {
  machines: MachineIndex
  synonyms: { word: string; meaning: string }[]
}

const documentsPerStep = 10_000

export function toDocumentOf(productIds: GrowableArray): Int32Array {
  let highest = 0
  for (let document = 0; document < productIds.length; document++) {
    highest = Math.max(highest, productIds.at(document))
  }
  const documents = new Int32Array(highest + 1).fill(-1)
  for (let document = 0; document < productIds.length; document++)
    documents[productIds.at(document)] = document
  return documents
}

const [space, zero] = [32, 48]

/** The ids of '7 12'. Character by character, because lists of millions would otherwise become millions of strings. */
export function parseIds(text: string): Uint32Array {
  const ids = new GrowableArray()
  let id = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === space) {
      ids.push(id)
      id = 0
    } else id = id * 10 + character - zero
  }
  if (text !== '') ids.push(id)
  return ids.toArray()
}

type FacetOptions = 'optionStarts' | 'optionEnds' | 'documentOptions' | 'documentOptionCount'

export function* collectFacetOptions(
  attributes: readonly IndexedAttribute[],
  options: readonly IndexedOption[],
  { starts, items }: DocumentItems,
  capacity: number,
): Generator<undefined, Pick<CatalogueIndex, FacetOptions>> {
  const isFacet = Uint8Array.from(options, ({ attribute }) => (attributes[attribute]!.isFacet ? 1 : 0))
  const [optionStarts, optionEnds] = [new Uint32Array(capacity), new Uint32Array(capacity)]
  const documentOptions = new Uint32Array(items.length)
  let count = 0
  for (let document = 0; document + 1 < starts.length; document++) {
    optionStarts[document] = count
    for (let at = starts[document]!; at < starts[document + 1]!; at++) {
      if (isFacet[items[at]!] === 1) documentOptions[count++] = items[at]!
    }
    optionEnds[document] = count
    if (document % documentsPerStep === 0) yield
  }
  return {
    optionStarts,
    optionEnds,
    documentOptions: documentOptions.slice(0, count),
    documentOptionCount: count,
  }
}

/** The documents by ascending key; of equal keys the more popular first. */
export function* sortDocuments(keys: Uint32Array, count: number): Generator<undefined, Uint32Array> {
  const documents = Array.from({ length: count }, (_, document) => document)
  yield
  return Uint32Array.from(yield* sortInSteps(documents, (a, b) => keys[a]! - keys[b]!))
}

export function toBits(documents: ArrayLike<number>, capacity: number): BitSet {
  const bits = createBits(capacity)
  for (let i = 0; i < documents.length; i++) setBit(bits, documents[i]!)
  return bits
}

/** 'lube' also matches 'oil'; when the meaning is one word, 'oil' also matches 'lube'. */
export function toSynonyms(rows: NamesAndSynonyms['synonyms']): Map<string, string[][]> {
  const synonyms = new Map<string, string[][]>()
  const add = (word: string, meaning: string[]) => {
    synonyms.set(word, [...(synonyms.get(word) ?? []), meaning])
  }
  for (const row of rows) {
    const [word, ...moreWords] = tokenize(row.word)
    const meaning = tokenize(row.meaning)
    if (word === undefined || moreWords.length > 0 || meaning.length === 0) continue
    add(word, meaning)
    if (meaning.length === 1) add(meaning[0]!, [word])
  }
  return synonyms
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The words of the names of makes, each once. */
export function listMakeWords({ makes }: MachineIndex): Set<string> {
  return new Set(makes.flatMap(({ name }) => tokenize(name)))
}
