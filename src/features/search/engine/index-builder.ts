import { tokenize } from '../query/tokens.ts'
import { bitsToPosting, createBits, createPosting, type Posting, toBits, unitePosting } from './bit-set.ts'
import {
  type CatalogueIndex,
  createWordEntry,
  type IndexedAttribute,
  type IndexedOption,
  isNumericValue,
  isStrongAttribute,
  type ProductData,
  priceOnRequest,
  type WordEntry,
} from './catalogue-index.ts'
import type { MachineIndex } from './machines/machine-index.ts'
import { createGrams, NumberSegmentBuilder } from './numbers/number-segment.ts'
import { NumberTable } from './numbers/number-table.ts'
import {
  createPostings,
  type DocumentItems,
  DocumentItemsBuilder,
  GrowableArray,
  getNumber,
} from './postings.ts'
import { compareText, sortInSteps } from './sorting.ts'
import { NearWords } from './spelling.ts'

/** Part numbers in the order of their keys, as lists of the same length. */
export interface NumberLists {
  /** Separated by spaces. */
  keys: string
  productIds: Uint32Array
  /** 0: the product's own number. */
  referenceIds: Uint32Array
  /** Not read for an own number, whose maker is the product's brand. */
  makerIds: Uint32Array
}

export interface AttributeData {
  id: number
  name: string
  unit: string
}

/** How many new products can be applied before the index has to be rebuilt. */
const spareDocuments = 1024
// A text attribute with more values holds names (such as the matching part), not a choice.
const maxFacetValues = 300
const [maxCachedParts, maxCachedTexts] = [50_000, 5000]

/** Takes products by descending popularity, then their numbers by key; `build` yields between steps so that requests are answered. */
export class IndexBuilder {
  readonly #attributes: IndexedAttribute[]
  readonly #attributeOf: Map<string, number>
  readonly #options: { attribute: number; value: string }[] = []
  readonly #optionOf: Map<string, number>[]
  readonly #wordNumbers = new Map<string, number>()
  /** The words of what stands between spaces. */
  readonly #wordsOfParts = new Map<string, readonly number[]>()
  readonly #wordsOfTexts = new Map<string, readonly number[]>()
  readonly #productIds = new GrowableArray()
  readonly #prices = new GrowableArray()
  readonly #sellable = new GrowableArray()
  readonly #forSale = new GrowableArray()
  readonly #successors = new Map<number, number>()
  readonly #documentOptions = new DocumentItemsBuilder()
  readonly #titles = new DocumentItemsBuilder()
  readonly #descriptions = new DocumentItemsBuilder()
  readonly #numbers = new NumberSegmentBuilder()
  readonly #makers = new Map<string, number>()
  /** By id. */
  readonly #makerOf: number[] = []
  /** By document, its brand as a maker. */
  readonly #brands = new GrowableArray()
  #documentOf: Int32Array | null = null

  constructor(attributes: readonly AttributeData[]) {
    const named = [
      { id: 'type', name: 'Filter type', unit: '', isNumeric: false },
      { id: 'brand', name: 'Brand', unit: '', isNumeric: false },
      ...attributes.map(({ id, name, unit }) => ({ id: String(id), name, unit, isNumeric: true })),
    ]
    const posting = createPosting([], 0)
    this.#attributes = named.map(attribute => ({ ...attribute, isFacet: true, options: [], posting }))
    this.#attributeOf = new Map(this.#attributes.map(({ id }, at) => [id, at]))
    this.#optionOf = this.#attributes.map(() => new Map())
  }

  addProduct(product: ProductData): void {
    const document = this.#productIds.length
    this.#productIds.push(product.id)
    this.#prices.push(product.price ?? priceOnRequest)
    if (product.isSellable) this.#sellable.push(document)
    if (product.isForSale) this.#forSale.push(document)
    if (product.supersededBy !== null) this.#successors.set(document, product.supersededBy)
    for (const part of product.title.split(' ')) {
      for (const word of this.#getWordsOfPart(part)) this.#titles.add(word)
    }
    for (const word of this.#getWords(product.description)) this.#descriptions.add(word)
    this.#addOption(0, product.type)
    this.#addOption(1, product.brand)
    this.#brands.push(getNumber(this.#makers, product.brand))
    for (const { id, value } of product.attributes) {
      const attribute = this.#attributeOf.get(String(id))
      if (attribute !== undefined) this.#addOption(attribute, value)
    }
    for (const items of [this.#documentOptions, this.#titles, this.#descriptions]) items.endDocument()
  }

  /** Before its numbers. A maker and a brand of the same name are one. */
  addMaker(id: number, name: string): void {
    this.#makerOf[id] = getNumber(this.#makers, name)
  }

  /** After all products; a number of an unknown product is ignored. */
  addNumbers({ keys, productIds, referenceIds, makerIds }: NumberLists): void {
    let start = 0
    for (let at = 0; at < productIds.length; at++) {
      const space = keys.indexOf(' ', start)
      const key = keys.slice(start, space < 0 ? keys.length : space)
      start += key.length + 1
      const document = this.getDocument(productIds[at]!)
      if (document < 0) continue
      const referenceId = referenceIds[at]!
      const maker = referenceId === 0 ? this.#brands.at(document) : this.#makerOf[makerIds[at]!]!
      this.#numbers.add({ key, document, referenceId, maker })
    }
  }

  /** The document of a product; −1: it is not in the index. After all products. */
  getDocument(productId: number): number {
    this.#documentOf ??= toDocumentOf(this.#productIds)
    return this.#documentOf[productId] ?? -1
  }

  *build(names: NamesAndSynonyms): Generator<undefined, CatalogueIndex> {
    const documentCount = this.#productIds.length
    const capacity = documentCount + spareDocuments
    const documentOf = this.#documentOf ?? toDocumentOf(this.#productIds)
    const productIds = new Int32Array(capacity)
    productIds.set(this.#productIds.toArray())
    yield
    const documentOptions = this.#documentOptions.build()
    const options = yield* this.#buildOptions(documentOptions, capacity)
    const words = yield* this.#buildWords(options, capacity)
    const vocabulary = yield* sortInSteps([...words.keys()], compareText)
    const entries = vocabulary.map(word => words.get(word)!)
    yield
    const facetOptions = yield* collectFacetOptions(this.#attributes, options, documentOptions, capacity)
    const prices = new Uint32Array(capacity)
    prices.set(this.#prices.toArray())
    const byPrice = sortDocuments(prices, documentCount)
    yield
    const numbers = this.#numbers.build()
    yield
    const grams = yield* createGrams(numbers)
    const [synonyms, makeWords] = [toSynonyms(names.synonyms), listMakeWords(names.machines)]
    return {
      capacity,
      documentCount,
      live: toBits(
        Array.from({ length: documentCount }, (_, document) => document),
        capacity,
      ),
      productIds,
      documentOf,
      attributes: this.#attributes,
      attributeOf: this.#attributeOf,
      options,
      optionOf: this.#optionOf,
      ...facetOptions,
      vocabulary,
      entries,
      nearWords: new NearWords(new Set([...vocabulary, ...synonyms.keys(), ...makeWords])),
      synonyms,
      machines: names.machines,
      makeWords,
      numbers: new NumberTable({ ...numbers, grams }, capacity),
      makers: [...this.#makers.keys()],
      sellable: toBits(this.#sellable.toArray(), capacity),
      forSale: toBits(this.#forSale.toArray(), capacity),
      successors: this.#successors,
      prices,
      byPrice,
    }
  }

  *#buildOptions(items: DocumentItems, capacity: number): Generator<undefined, IndexedOption[]> {
    const postings = yield* createPostings(items, this.#options.length, capacity)
    const options = this.#options.map(({ attribute, value }, at): IndexedOption => {
      const number = this.#attributes[attribute]!.isNumeric ? Number(value) : null
      return { attribute, value, number, posting: postings[at] ?? createPosting([], capacity) }
    })
    yield
    for (const attribute of this.#attributes) {
      attribute.posting = unitePostings(attribute, options, capacity)
      if (attribute.isNumeric) {
        attribute.options.sort((a, b) => options[a]!.number! - options[b]!.number!)
      } else if (!isStrongAttribute(attribute.id)) {
        attribute.isFacet = attribute.options.length <= maxFacetValues
      }
      yield
    }
    return options
  }

  *#buildWords(
    options: readonly IndexedOption[],
    capacity: number,
  ): Generator<undefined, Map<string, WordEntry>> {
    const titles = yield* createPostings(this.#titles.build(), this.#wordNumbers.size, capacity)
    const descriptions = yield* createPostings(this.#descriptions.build(), this.#wordNumbers.size, capacity)
    const words = new Map<string, WordEntry>()
    let steps = 0
    for (const [word, number] of this.#wordNumbers) {
      const postings = { titles: titles[number]!, descriptions: descriptions[number]! }
      words.set(word, { ...createWordEntry(), ...postings })
      if (++steps % 2000 === 0) yield
    }
    const getEntry = (word: string): WordEntry => {
      const entry = words.get(word) ?? createWordEntry()
      words.set(word, entry)
      return entry
    }
    for (const [at, { attribute, value }] of options.entries()) {
      const isStrong = isStrongAttribute(this.#attributes[attribute]!.id)
      for (const word of new Set(tokenize(value))) {
        const { strongOptions, weakOptions } = getEntry(word)
        ;(isStrong ? strongOptions : weakOptions).push(at)
      }
      if (++steps % 200 === 0) yield
    }
    for (const [at, { id, name }] of this.#attributes.entries()) {
      if (isStrongAttribute(id)) continue
      for (const word of new Set(tokenize(name))) getEntry(word).attributes.push(at)
    }
    return words
  }

  #addOption(attribute: number, value: string): void {
    let option = this.#optionOf[attribute]!.get(value)
    if (option === undefined) {
      option = this.#options.push({ attribute, value }) - 1
      this.#optionOf[attribute]!.set(value, option)
      this.#attributes[attribute]!.options.push(option)
      if (!isNumericValue(value)) this.#attributes[attribute]!.isNumeric = false
    }
    this.#documentOptions.add(option)
  }

  // Many descriptions are equal, and the same words come in all texts: at 300,000 products reading each once saves two
  // thirds of the time that adding products takes.
  #getWords(text: string): readonly number[] {
    const cached = this.#wordsOfTexts.get(text)
    if (cached) return cached
    const words = text.split(' ').flatMap(part => this.#getWordsOfPart(part))
    if (this.#wordsOfTexts.size < maxCachedTexts) this.#wordsOfTexts.set(text, words)
    return words
  }

  #getWordsOfPart(part: string): readonly number[] {
    const cached = this.#wordsOfParts.get(part)
    if (cached) return cached
    const words = tokenize(part).map(word => getNumber(this.#wordNumbers, word))
    if (this.#wordsOfParts.size < maxCachedParts) this.#wordsOfParts.set(part, words)
    return words
  }
}

function unitePostings(
  { options: positions }: IndexedAttribute,
  options: readonly IndexedOption[],
  capacity: number,
): Posting {
  const bits = createBits(capacity)
  for (const option of positions) unitePosting(bits, options[option]!.posting)
  return bitsToPosting(bits, capacity)
}

export interface NamesAndSynonyms {
  machines: MachineIndex
  synonyms: { word: string; meaning: string }[]
}

const documentsPerStep = 10_000

function toDocumentOf(productIds: GrowableArray): Int32Array {
  let highest = 0
  for (let document = 0; document < productIds.length; document++) {
    highest = Math.max(highest, productIds.at(document))
  }
  const documents = new Int32Array(highest + 1).fill(-1)
  for (let document = 0; document < productIds.length; document++)
    documents[productIds.at(document)] = document
  return documents
}

type FacetOptions = 'optionStarts' | 'optionEnds' | 'documentOptions' | 'documentOptionCount'

function* collectFacetOptions(
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

/** The documents by ascending price; of equal prices the more popular first. */
function sortDocuments(prices: Uint32Array, count: number): Uint32Array {
  // Sorted as numbers, by the engine's own code: with a comparing function it takes ten times as long.
  const keys = Float64Array.from({ length: count }, (_, document) => prices[document]! * count + document)
  return Uint32Array.from(keys.sort(), key => key % count)
}

/** 'lube' also matches 'oil'; when the meaning is one word, 'oil' also matches 'lube'. */
function toSynonyms(rows: NamesAndSynonyms['synonyms']): Map<string, string[][]> {
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

function listMakeWords({ makes }: MachineIndex): Set<string> {
  return new Set(makes.flatMap(({ name }) => tokenize(name)))
}
