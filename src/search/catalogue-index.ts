import type { Bits, Posting } from './bits.ts'
import type { FacetGroup } from './facet-group.ts'
import type { LaidOut } from './facet-layout.ts'
import type { Kept } from './kept.ts'
import type { NumberIndex } from './number-index.ts'
import type { NumberParts } from './number-parts.ts'

/** A make of machine, or one of its models: what 'jc' and 'jcb 3cx' lead to. */
export interface Place {
  label: string
  url: string
}

/** A name in lower case, whole or from an inner word on, and how much of it must be typed before it is meant. */
export interface PlaceEntry {
  key: string
  least: number
  place: Place
}

export interface IndexedAttribute {
  /** 'type', 'brand', or the id of an attribute: the keys of `filters` (contract §3). */
  id: string
  name: string
  unit: string
  /** All its values are numbers: offered as ranges. */
  isNumeric: boolean
  /** It has more values than the index holds. */
  isOpen: boolean
  /** Numbers of its options, in the order they were met. */
  options: number[]
}

const mostKinds = 300

/** False: a text attribute of so many values names something (the matching part); it is no choice to offer. */
export function tellsKinds({ id, isNumeric, isOpen, options }: IndexedAttribute): boolean {
  return id === 'type' || id === 'brand' || (!isOpen && (isNumeric || options.length <= mostKinds))
}

/** One value of one attribute. */
export interface IndexedOption {
  attribute: number
  value: string
  number: number | null
  posting: Posting
}

/** Where a word of the vocabulary stands. Titles, types and brands count more than attributes and descriptions. */
export interface WordEntry {
  titles: Posting | null
  descriptions: Posting | null
  /** Options of type and brand. */
  strongOptions: number[]
  weakOptions: number[]
  makes: number[]
}

export interface IndexedMake {
  name: string
  /** The words of its name. */
  words: string[]
  /** What fits its machines. */
  posting: Posting
}

/**
 * What a search asks of the whole catalogue but for part numbers, prices and stock, which are asked of the database:
 * words, options and their counts. Made once and never changed, but for `buyable`.
 */
export interface CatalogueIndex {
  documents: number
  /** The product of each document. */
  ids: Int32Array
  /** The document of each product id; -1 where there is none. */
  docOf: Int32Array
  attributes: IndexedAttribute[]
  attributeOf: Map<string, number>
  options: IndexedOption[]
  /** The options of document d: optionsOfDocs[firstOption[d]] up to firstOption[d + 1]. */
  firstOption: Uint32Array
  optionsOfDocs: Uint16Array | Uint32Array
  /** Sorted by code unit; `entries` stand beside. */
  vocabulary: string[]
  entries: WordEntry[]
  makes: IndexedMake[]
  /** Other ways to say a word: each a list of words that must all be there. */
  synonyms: Map<string, string[][]>
  /** Sorted by `key`. */
  places: PlaceEntry[]
  /** All part numbers; asked of the database as well, which knows how they are written and whose they are. */
  numbers: NumberIndex
  parts: NumberParts
  buyable: Bits
  /** Documents by rising list price (on request last), and by part number. */
  byPrice: Uint32Array
  byCode: Uint32Array
  /** Places in the vocabulary of words without digits, by their length. */
  wordsByLength: number[][]
  /** Room to count options in, for one counting at a time. */
  counts: Uint32Array
  /** What single words and whole questions found. */
  keptWords: Kept<CountedBits>
  keptBases: Kept<Base>
  keptLayouts: Kept<LaidOut>
  keptFacets: Kept<FacetGroup[]>
}

/** What a question finds before filters: products found by number first, in their own order, then the others. */
export interface Base {
  /** Product ids in the order to show them. */
  first: ArrayLike<number>
  strong: Bits
  all: Bits
  /** How many are in `all`. */
  count: number
  /** What was searched instead of what was typed; null: nothing was changed. */
  corrected: string | null
}

export interface WordBits {
  strong: Bits
  all: Bits
}

/** With how many products have it. */
export type CountedBits = WordBits & { count: number }

/** The first place of a sorted list whose text is not before `text`. */
export function placeOf(count: number, textAt: (place: number) => string, text: string): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (textAt(middle) < text) low = middle + 1
    else high = middle
  }
  return low
}
