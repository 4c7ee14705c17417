import { tokenize } from '../query/tokens.ts'
import { createBits, createPosting, listBits, type Posting, toBits, unitePosting } from './bit-set.ts'
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

export interface AttributeData {
  id: number
  name: string
  unit: string
}

/** How many new products can be applied before the index has to be rebuilt. */
const spareDocuments = 1024
// A text attribute with more values holds names (such as the matching part), not a choice.
const maxFacetValues = 300
const maxCachedTexts = 5000

/** Takes products by descending popularity, then their numbers by key; `build` yields between steps so that requests are answered. */
export class IndexBuilder {
  readonly #attributes: IndexedAttribute[]
  readonly #attributeOf: Map<string, number>
  readonly #options: { attribute: number; value: string }[] = []
  readonly #optionOf: Map<string, number>[]
  readonly #wordNumbers = new Map<string, number>()
  readonly #wordsOfTexts = new Map<string, Uint32Array>()
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
    for (const word of tokenize(product.title)) this.#titles.add(getNumber(this.#wordNumbers, word))
    for (const word of this.#getWords(product.description)) this.#descriptions.add(word)
    this.#addOption(0, product.type)
    this.#addOption(1, product.brand)
    for (const { id, value } of product.attributes) {
      const attribute = this.#attributeOf.get(String(id))
      if (attribute !== undefined) this.#addOption(attribute, value)
    }
    for (const items of [this.#documentOptions, this.#titles, this.#descriptions]) items.endDocument()
  }

  /** After all products; a number of an unknown product is ignored. */
  addNumber(key: string, productId: number, referenceId: number, maker: string): void {
    const document = this.getDocument(productId)
    if (document < 0) return
    this.#numbers.add({ key, document, referenceId, maker: getNumber(this.#makers, maker) })
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
    const byPrice = yield* sortDocuments(prices, documentCount)
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

  // Many descriptions are equal: at 300,000 products this saves 8 of the 17 s that adding products takes.
  #getWords(text: string): Uint32Array {
    const cached = this.#wordsOfTexts.get(text)
    if (cached) return cached
    const words = Uint32Array.from(tokenize(text), word => getNumber(this.#wordNumbers, word))
    if (this.#wordsOfTexts.size < maxCachedTexts) this.#wordsOfTexts.set(text, words)
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
  return createPosting([...listBits(bits)], capacity)
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

/** The documents by ascending key; of equal keys the more popular first. */
function* sortDocuments(keys: Uint32Array, count: number): Generator<undefined, Uint32Array> {
  const documents = Array.from({ length: count }, (_, document) => document)
  yield
  return Uint32Array.from(yield* sortInSteps(documents, (a, b) => keys[a]! - keys[b]!))
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
