import type { BitSet, Posting } from './bit-set.ts'
import type { MachineIndex } from './machines/machine-index.ts'
import type { NumberTable } from './numbers/number-table.ts'
import type { NearWords } from './spelling.ts'

export interface IndexedAttribute {
  /** 'type', 'brand', or the id of an attribute: the keys of `filters`. */
  id: string
  name: string
  unit: string
  /** All its values are numbers, so its options are ranges. */
  isNumeric: boolean
  /** False for a text attribute with so many values that they are names, not a choice. */
  isFacet: boolean
  /** Positions in `CatalogueIndex.options`; those of a numeric attribute in ascending order. */
  options: number[]
  posting: Posting
}

export interface IndexedOption {
  attribute: number
  value: string
  number: number | null
  posting: Posting
}

/** The occurrences of a word. Titles, types and brands rank above attributes and descriptions. */
export interface WordEntry {
  titles: Posting | null
  descriptions: Posting | null
  /** Options of type and brand. */
  strongOptions: number[]
  weakOptions: number[]
  attributes: number[]
}

/** The inverted index: everything of the catalogue that decides which products match and in what order. */
export interface CatalogueIndex {
  /** The maximum number of documents and the size of all bitsets. Documents from `documentCount` on are free. */
  capacity: number
  documentCount: number
  /** Documents of existing products. A removed product keeps its document number, in case it returns. */
  live: BitSet
  productIds: Int32Array
  /** The document of each product id; −1 where there is none. */
  documentOf: Int32Array
  attributes: IndexedAttribute[]
  attributeOf: Map<string, number>
  options: IndexedOption[]
  /** By attribute, the option of each value. */
  optionOf: Map<string, number>[]
  /** The facet options of document d: documentOptions[optionStarts[d]] up to optionEnds[d]. */
  optionStarts: Uint32Array
  optionEnds: Uint32Array
  documentOptions: Uint32Array
  /** How many of `documentOptions` are in use; the rest is reserved for changes. */
  documentOptionCount: number
  /** Sorted by code unit; `entries` has the entry of each word at the same position. */
  vocabulary: string[]
  entries: WordEntry[]
  /** Words of the catalogue, of synonyms and of the names of makes: what a mistyped word may mean. */
  nearWords: NearWords
  /** The synonyms of a word: each is a list of words that must all match. */
  synonyms: Map<string, string[][]>
  machines: MachineIndex
  numbers: NumberTable
  makeWords: ReadonlySet<string>
  makers: string[]
  /** Documents that can be bought: for sale, with a price, in stock or on back order. */
  sellable: BitSet
  forSale: BitSet
  /** By document, the id of the product that replaces it. */
  successors: Map<number, number>
  /** List prices in pence by document; on request: the highest number. */
  prices: Uint32Array
  /** Documents by ascending list price; of equal prices the more popular first. */
  byPrice: Uint32Array
}

export interface ProductData {
  id: number
  title: string
  description: string
  type: string
  brand: string
  /** Pence ex VAT; null: on request. */
  price: number | null
  isSellable: boolean
  isForSale: boolean
  supersededBy: number | null
  attributes: { id: number; value: string }[]
}

/** A part number of a product: its own (`referenceId` 0, the maker is its brand), or another maker's. */
export interface NumberData {
  key: string
  referenceId: number
  maker: string
}

export const priceOnRequest = 0xffffffff

/** '93', '0.8' */
export function isNumericValue(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value)
}

export function isStrongAttribute(id: string): boolean {
  return id === 'type' || id === 'brand'
}

export function createWordEntry(): WordEntry {
  return { titles: null, descriptions: null, strongOptions: [], weakOptions: [], attributes: [] }
}

export function getDocument({ documentOf }: Pick<CatalogueIndex, 'documentOf'>, productId: number): number {
  return documentOf[productId] ?? -1
}
