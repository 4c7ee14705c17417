import { noBits, type Posting, postingOf, setBit } from './bits.ts'
import type {
  CatalogueIndex,
  IndexedAttribute,
  IndexedOption,
  PlaceEntry,
  WordEntry,
} from './catalogue-index.ts'
import {
  byLength,
  isNumber,
  listedOptions,
  makesOf,
  mostKept,
  mostKeptFacets,
  orderBy,
  synonymsOf,
} from './index-parts.ts'
import { Kept } from './kept.ts'
import type { NumberIndex } from './number-index.ts'
import { partsOf } from './number-parts.ts'
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
  makes: { name: string; productIds: number[] }[]
  places: PlaceEntry[]
  synonyms: { word: string; means: string }[]
  numbers: NumberIndex
  /** Products by their own numbers. */
  idsByCode: number[]
}

// An attribute with more values than this is as good as a number of the product: filters on it ask the database.
const mostValues = 20_000
const notANumber = 0xffffffff

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
  const options: { attribute: number; value: string; docs: number[] }[] = []
  const optionOf = kinds.map(() => new Map<string, number>())
  const titles = new Map<string, number[]>()
  const descriptions = new Map<string, number[]>()
  const knownTokens = new Map<string, string[]>()
  const ids: number[] = []
  const prices: number[] = []
  const buyable: number[] = []
  const firstOption: number[] = [0]
  const optionsOfDocs: number[] = []

  function take(attribute: number, value: string, doc: number): void {
    let option = optionOf[attribute]!.get(value)
    if (option === undefined) {
      if (attribute >= 2 && kinds[attribute]!.options.length >= mostValues) {
        kinds[attribute]!.isOpen = true
        return
      }
      option = options.push({ attribute, value, docs: [] }) - 1
      optionOf[attribute]!.set(value, option)
      kinds[attribute]!.options.push(option)
      if (!isNumber(value)) kinds[attribute]!.isNumeric = false
    }
    options[option]!.docs.push(doc)
    optionsOfDocs.push(option)
  }

  function takeWords(into: Map<string, number[]>, text: string, doc: number): void {
    for (const token of tokens(text)) {
      const docs = into.get(token)
      if (!docs) into.set(token, [doc])
      else if (docs.at(-1) !== doc) docs.push(doc)
    }
  }

  // Descriptions are often the same sentence.
  function tokens(text: string): string[] {
    const known = knownTokens.get(text)
    if (known) return known
    const made = tokensOf(text)
    if (knownTokens.size < 50_000) knownTokens.set(text, made)
    return made
  }

  function add(product: ProductToIndex): void {
    const doc = ids.push(product.id) - 1
    prices.push(product.price ?? notANumber)
    if (product.isBuyable) buyable.push(doc)
    takeWords(titles, product.title, doc)
    takeWords(descriptions, product.description, doc)
    take(0, product.type, doc)
    take(1, product.brand, doc)
    for (const { id, value } of product.attributes) {
      const attribute = attributeOf.get(String(id))
      if (attribute !== undefined) take(attribute, value, doc)
    }
    firstOption.push(optionsOfDocs.length)
  }

  function* finish(rest: RestToIndex): Generator<undefined, CatalogueIndex> {
    const documents = ids.length
    const posting = (docs: number[]): Posting => postingOf(docs, documents)
    const docOf = new Int32Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1).fill(-1)
    for (const [doc, id] of ids.entries()) docOf[id] = doc
    yield
    const finished: IndexedOption[] = []
    let steps = 0
    for (const { attribute, value, docs } of options) {
      const number = kinds[attribute]!.isNumeric ? Number(value) : null
      finished.push({ attribute, value, number, posting: posting(docs) })
      if (++steps % 100 === 0) yield
    }
    const makes = makesOf(rest.makes, docOf, documents)
    const words = new Map<string, WordEntry>()
    const entry = (word: string): WordEntry => {
      const known = words.get(word)
      if (known) return known
      const made = { titles: null, descriptions: null, strongOptions: [], weakOptions: [], makes: [] }
      words.set(word, made)
      return made
    }
    for (const [word, docs] of titles) {
      entry(word).titles = posting(docs)
      if (++steps % 1000 === 0) yield
    }
    for (const [word, docs] of descriptions) {
      entry(word).descriptions = posting(docs)
      if (++steps % 1000 === 0) yield
    }
    for (const [at, { attribute, value }] of finished.entries()) {
      const isStrong = attribute < 2
      const told = isStrong ? value : `${kinds[attribute]!.name} ${value}`
      for (const word of new Set(tokensOf(told))) {
        const { strongOptions, weakOptions } = entry(word)
        ;(isStrong ? strongOptions : weakOptions).push(at)
      }
      if (++steps % 1000 === 0) yield
    }
    for (const [at, make] of makes.entries()) for (const word of make.words) entry(word).makes.push(at)
    yield
    const vocabulary = [...words.keys()].sort()
    yield
    const bits = noBits(documents)
    for (const doc of buyable) setBit(bits, doc)
    yield
    const listed = listedOptions(kinds, finished, firstOption, optionsOfDocs)
    yield
    const parts = yield* partsOf(rest.numbers)
    const byPrice = orderBy(prices)
    yield
    return {
      documents,
      ids: Int32Array.from(ids),
      docOf,
      attributes: kinds,
      attributeOf,
      options: finished,
      ...listed,
      vocabulary,
      entries: vocabulary.map(word => words.get(word)!),
      makes,
      synonyms: synonymsOf(rest.synonyms),
      places: rest.places.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)),
      numbers: rest.numbers,
      parts,
      buyable: bits,
      byPrice,
      byCode: Uint32Array.from(rest.idsByCode.map(id => docOf[id] ?? -1).filter(doc => doc >= 0)),
      wordsByLength: byLength(vocabulary),
      keptWords: new Kept(mostKept(documents)),
      keptBases: new Kept(mostKept(documents)),
      keptCounts: new Kept(mostKeptFacets),
      keptFacets: new Kept(mostKeptFacets),
    }
  }

  return { add, finish }
}
