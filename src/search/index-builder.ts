import { noBits, type Posting, setBit } from './bits.ts'
import type {
  CatalogueIndex,
  IndexedAttribute,
  IndexedOption,
  PlaceEntry,
  WordEntry,
} from './catalogue-index.ts'
import { Growing } from './growing.ts'
import {
  byLength,
  docsById,
  docsOf,
  isNumber,
  listedOptions,
  makesOf,
  mostKept,
  mostKeptFacets,
  mostKeptLayouts,
  orderBy,
  synonymsOf,
} from './index-parts.ts'
import { Kept } from './kept.ts'
import type { NumberIndex } from './number-index.ts'
import { partsOf } from './number-parts.ts'
import { itemsBuilder, postingsOf } from './postings.ts'
import { sortedInSteps } from './sorted-in-steps.ts'
import { tokensOf } from './tokens.ts'

/** A product as the index takes it in; products come by falling popularity. */
export interface ProductToIndex {
  id: number
  title: string
  description: string
  type: string
  brand: string
  /** Pence ex VAT; null: on request. */
  price: number | null
  isBuyable: boolean
  attributes: { id: number; value: string }[]
}

export interface AttributeToIndex {
  id: number
  name: string
  unit: string
}

export interface RestToIndex {
  /** `ids`: of what fits, '7 12'. */
  makes: { name: string; ids: string }[]
  places: PlaceEntry[]
  synonyms: { word: string; means: string }[]
  numbers: NumberIndex
  /** Products by their own numbers. */
  idsByCode: Uint32Array
}

// An attribute with more values than this is as good as a number of the product: filters on it ask the database.
const mostValues = 20_000
const notANumber = 0xffffffff
const mostKnownTexts = 5000
const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Takes products in one by one; `finish` makes the index, resting after each step so that others get their turn. */
export function indexBuilder(attributes: AttributeToIndex[]) {
  const kinds: IndexedAttribute[] = [
    { id: 'type', name: 'Filter type', unit: '', isNumeric: false, isOpen: false, options: [] },
    { id: 'brand', name: 'Brand', unit: '', isNumeric: false, isOpen: false, options: [] },
    ...attributes.map(({ id, name, unit }) => ({
      id: String(id),
      name,
      unit,
      isNumeric: true,
      isOpen: false,
      options: [],
    })),
  ]
  const attributeOf = new Map(kinds.map(({ id }, at) => [id, at]))
  const options: { attribute: number; value: string }[] = []
  const optionOf = kinds.map(() => new Map<string, number>())
  const wordOf = new Map<string, number>()
  const knownTexts = new Map<string, Uint32Array>()
  const [ids, prices, buyable] = [new Growing(), new Growing(), new Growing()]
  const [optionsOf, titles, descriptions] = [itemsBuilder(), itemsBuilder(), itemsBuilder()]

  function take(attribute: number, value: string): void {
    let option = optionOf[attribute]!.get(value)
    if (option === undefined) {
      if (attribute >= 2 && kinds[attribute]!.options.length >= mostValues) {
        kinds[attribute]!.isOpen = true
        return
      }
      option = options.push({ attribute, value }) - 1
      optionOf[attribute]!.set(value, option)
      kinds[attribute]!.options.push(option)
      if (!isNumber(value)) kinds[attribute]!.isNumeric = false
    }
    optionsOf.add(option)
  }

  function wordNumber(word: string): number {
    const known = wordOf.get(word)
    if (known !== undefined) return known
    wordOf.set(word, wordOf.size)
    return wordOf.size - 1
  }

  // Descriptions are often the same sentence.
  function wordsOfText(text: string): Uint32Array {
    const known = knownTexts.get(text)
    if (known) return known
    const made = Uint32Array.from(tokensOf(text), wordNumber)
    if (knownTexts.size < mostKnownTexts) knownTexts.set(text, made)
    return made
  }

  function add(product: ProductToIndex): void {
    const doc = ids.length
    ids.push(product.id)
    prices.push(product.price ?? notANumber)
    if (product.isBuyable) buyable.push(doc)
    for (const word of tokensOf(product.title)) titles.add(wordNumber(word))
    for (const word of wordsOfText(product.description)) descriptions.add(word)
    take(0, product.type)
    take(1, product.brand)
    for (const { id, value } of product.attributes) {
      const attribute = attributeOf.get(String(id))
      if (attribute !== undefined) take(attribute, value)
    }
    for (const items of [optionsOf, titles, descriptions]) items.endOfDocument()
  }

  function* finish(rest: RestToIndex): Generator<undefined, CatalogueIndex> {
    const documents = ids.length
    const idOf = Int32Array.from(ids.finish())
    const docOf = docsById(idOf)
    yield
    const ofDocs = optionsOf.finish()
    const postings = yield* postingsOf(ofDocs, options.length)
    const none: Posting = { count: 0, docs: new Uint32Array(0), bits: null }
    const finished = options.map(({ attribute, value }, at): IndexedOption => {
      const number = kinds[attribute]!.isNumeric ? Number(value) : null
      return { attribute, value, number, posting: postings[at] ?? none }
    })
    yield
    for (const { isNumeric, options: own } of kinds) {
      if (isNumeric) own.sort((a, b) => finished[a]!.number! - finished[b]!.number!)
      yield
    }
    const makes = yield* makesOf(rest.makes, docOf, documents)
    const inTitles = yield* postingsOf(titles.finish(), wordOf.size)
    const inDescriptions = yield* postingsOf(descriptions.finish(), wordOf.size)
    const words = new Map<string, WordEntry>()
    let steps = 0
    for (const [word, at] of wordOf) {
      const stands = { titles: inTitles[at]!, descriptions: inDescriptions[at]! }
      words.set(word, { ...stands, strongOptions: [], weakOptions: [], makes: [] })
      if (++steps % 2000 === 0) yield
    }
    const entry = (word: string): WordEntry => {
      const known = words.get(word)
      if (known) return known
      const made = { titles: null, descriptions: null, strongOptions: [], weakOptions: [], makes: [] }
      words.set(word, made)
      return made
    }
    for (const [at, { attribute, value }] of finished.entries()) {
      const isStrong = attribute < 2
      const told = isStrong ? value : `${kinds[attribute]!.name} ${value}`
      for (const word of new Set(tokensOf(told))) {
        const { strongOptions, weakOptions } = entry(word)
        ;(isStrong ? strongOptions : weakOptions).push(at)
      }
      if (++steps % 200 === 0) yield
    }
    for (const [at, make] of makes.entries()) for (const word of make.words) entry(word).makes.push(at)
    yield
    const vocabulary = yield* sortedInSteps([...words.keys()], inOrder)
    const bits = noBits(documents)
    for (const doc of buyable.finish()) setBit(bits, doc)
    yield
    const listed = yield* listedOptions(kinds, finished, ofDocs)
    const parts = yield* partsOf(rest.numbers)
    const byPrice = yield* orderBy(prices.finish())
    const byCode = docsOf(rest.idsByCode, docOf)
    yield
    const entries = vocabulary.map(word => words.get(word)!)
    const wordsByLength = byLength(vocabulary)
    yield
    const places = yield* sortedInSteps(rest.places, (a, b) => inOrder(a.key, b.key))
    return {
      documents,
      ids: idOf,
      docOf,
      attributes: kinds,
      attributeOf,
      options: finished,
      ...listed,
      vocabulary,
      entries,
      makes,
      synonyms: synonymsOf(rest.synonyms),
      places,
      numbers: rest.numbers,
      parts,
      buyable: bits,
      byPrice,
      byCode,
      wordsByLength,
      counts: new Uint32Array(finished.length),
      keptWords: new Kept(mostKept(documents)),
      keptBases: new Kept(mostKept(documents)),
      keptLayouts: new Kept(mostKeptLayouts(finished.length)),
      keptFacets: new Kept(mostKeptFacets),
    }
  }

  return { add, finish }
}
