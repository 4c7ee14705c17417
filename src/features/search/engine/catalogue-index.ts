import type { BitSet, Posting } from './bit-set.ts'
import type { MachineName } from './machine-names.ts'
import type { NumberTable } from './number-table.ts'

export interface IndexedAttribute {
  /** 'type', 'brand', or the id of an attribute: the keys of `filters`. */
  id: string
  name: string
  unit: string
  /** All its values are numbers: offered as ranges. */
  isNumeric: boolean
  /** Offered as a facet. False where a text attribute has so many values that each names something. */
  isFacet: boolean
  /** Numbers of its options; those of a numeric attribute in rising order. */
  options: number[]
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
  /** Products that fit its machines. */
  posting: Posting
}

/** What is searched in memory: everything of the catalogue that decides which products match and in what order. */
export interface CatalogueIndex {
  /** How many documents fit in: bit sets have this many bits. Documents from `documentCount` on are free. */
  capacity: number
  documentCount: number
  /** Documents that are products; a removed product's document is free for the product to come back. */
  live: BitSet
  /** The product id of each document. */
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
  /** How many of `documentOptions` are in use; the rest is room for changes. */
  documentOptionCount: number
  /** Sorted by code unit; `entries` stand beside. */
  vocabulary: string[]
  entries: WordEntry[]
  /** Words without digits. */
  wordsByLength: string[][]
  makes: IndexedMake[]
  /** Other ways to say a word: each a list of words that must all be there. */
  synonyms: Map<string, string[][]>
  /** Sorted by `key`. */
  machines: MachineName[]
  numbers: NumberTable
  /** Names of the makers of numbers. */
  makers: string[]
  /** Documents that can be bought: for sale, with a price, in stock or on back order. */
  sellable: BitSet
  /** List prices in pence by document; on request: the highest number. */
  prices: Uint32Array
  /** Documents by rising list price; of equal prices the more popular first. */
  byPrice: Uint32Array
}

/** A product as the index takes it. */
export interface ProductData {
  id: number
  title: string
  description: string
  type: string
  brand: string
  /** Pence ex VAT; null: on request. */
  price: number | null
  isSellable: boolean
  attributes: { id: number; value: string }[]
}

/** A part number of a product: its own (`referenceId` 0, the maker is its brand), or another maker's. */
export interface NumberData {
  key: string
  referenceId: number
  maker: string
}

export const priceOnRequest = 0xffffffff

/** '93', '0.8': offered in ranges, and sorted as a number. */
export function isNumericValue(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value)
}

/** The words by which an option finds its products. Those of types and brands count more. */
export function toOptionText({ id, name }: Pick<IndexedAttribute, 'id' | 'name'>, value: string): string {
  return isStrongAttribute(id) ? value : `${name} ${value}`
}

export function isStrongAttribute(id: string): boolean {
  return id === 'type' || id === 'brand'
}

export function createWordEntry(): WordEntry {
  return { titles: null, descriptions: null, strongOptions: [], weakOptions: [], makes: [] }
}

export function getDocument({ documentOf }: Pick<CatalogueIndex, 'documentOf'>, productId: number): number {
  return documentOf[productId] ?? -1
}
