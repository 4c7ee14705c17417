import { tokenize } from '../query/tokens.ts'
import {
  addToPosting,
  type BitSet,
  clearBit,
  createPosting,
  hasBit,
  insertAt,
  type Posting,
  removeFromPosting,
  setBit,
  toBits,
} from './bit-set.ts'
import {
  type CatalogueIndex,
  createWordEntry,
  getDocument,
  isNumericValue,
  isStrongAttribute,
  type NumberData,
  type ProductData,
  priceOnRequest,
  type WordEntry,
} from './catalogue-index.ts'
import { type ChangedFitment, hasMachines, replaceFitments } from './machines/machine-index.ts'
import type { NumberEntry } from './numbers/number-segment.ts'
import { findPlace, findWord } from './sorting.ts'

export interface ChangedProduct extends ProductData {
  fitments: ChangedFitment[]
  numbers: NumberData[]
}

/** Products that changed: `products` are those that exist now; the other ids were removed. */
export interface CatalogueChange {
  productIds: readonly number[]
  products: readonly ChangedProduct[]
}

const spareOptions = 4096
// About what a binary search in a posting reads.
const searchSteps = 16

/** False, and unchanged: it has to be rebuilt, because it is full or lacks the attribute, machine or kind of value. */
export function applyChange(index: CatalogueIndex, change: CatalogueChange): boolean {
  if (!canApply(index, change)) return false
  const documents = new Set(
    change.productIds.map(id => getDocument(index, id)).filter(document => document >= 0),
  )
  removeDocuments(index, documents)
  const numbers: NumberEntry[] = []
  for (const product of change.products) numbers.push(...addProduct(index, product))
  index.numbers.replace(documents, numbers)
  const fitments = change.products.flatMap(product =>
    product.fitments.map(fitment => ({ ...fitment, document: getDocument(index, product.id) })),
  )
  replaceFitments(index.machines, documents, fitments)
  return true
}

function canApply(index: CatalogueIndex, { products }: CatalogueChange): boolean {
  const added = products.filter(({ id }) => getDocument(index, id) < 0)
  return (
    index.documentCount + added.length <= index.capacity &&
    products.every(
      product =>
        hasMachines(index.machines, product.fitments) &&
        product.attributes.every(({ id, value }) => {
          const attribute = index.attributes[index.attributeOf.get(String(id)) ?? -1]
          return attribute && (!attribute.isNumeric || isNumericValue(value))
        }),
    )
  )
}

function removeDocuments(index: CatalogueIndex, documents: ReadonlySet<number>): void {
  if (documents.size === 0) return
  const isRemoved = toBits([...documents], index.capacity)
  const remove = (posting: Posting) => removeFrom(posting, documents, isRemoved)
  const removeOption = (option: number) => remove(index.options[option]!.posting)
  // The options of attributes that are no facet are not listed by document.
  for (const { isFacet, options, posting } of index.attributes) {
    remove(posting)
    if (!isFacet) options.forEach(removeOption)
  }
  for (const { titles, descriptions } of index.entries) {
    if (titles) remove(titles)
    if (descriptions) remove(descriptions)
  }
  for (const document of documents) {
    const end = index.optionEnds[document]!
    for (let at = index.optionStarts[document]!; at < end; at++) removeOption(index.documentOptions[at]!)
    clearBit(index.live, document)
    clearBit(index.sellable, document)
    clearBit(index.forSale, document)
    index.successors.delete(document)
    index.optionEnds[document] = index.optionStarts[document]!
  }
  index.byPrice = listOthers(index.byPrice, isRemoved)
}

// Most postings are short lists without any of the documents: those are read once instead of searched for each document.
function removeFrom(posting: Posting, documents: ReadonlySet<number>, isRemoved: BitSet): void {
  const { docs } = posting
  if (docs && docs.length <= documents.size * searchSteps) {
    posting.docs = listOthers(docs, isRemoved)
    posting.count = posting.docs.length
    return
  }
  for (const document of documents) removeFromPosting(posting, document)
}

/** The list itself when it has none of the removed documents. */
function listOthers(list: Uint32Array, isRemoved: BitSet): Uint32Array {
  let count = 0
  for (let i = 0; i < list.length; i++) if (!hasBit(isRemoved, list[i]!)) count++
  if (count === list.length) return list
  const documents = new Uint32Array(count)
  let next = 0
  for (let i = 0; i < list.length; i++) if (!hasBit(isRemoved, list[i]!)) documents[next++] = list[i]!
  return documents
}

function addProduct(index: CatalogueIndex, product: ChangedProduct): NumberEntry[] {
  const document = claimDocument(index, product.id)
  setBit(index.live, document)
  if (product.isSellable) setBit(index.sellable, document)
  if (product.isForSale) setBit(index.forSale, document)
  if (product.supersededBy !== null) index.successors.set(document, product.supersededBy)
  addPrice(index, document, product.price ?? priceOnRequest)
  for (const word of tokenize(product.title)) {
    const entry = claimEntry(index, word)
    entry.titles = addDocument(index, entry.titles, document)
  }
  for (const word of tokenize(product.description)) {
    const entry = claimEntry(index, word)
    entry.descriptions = addDocument(index, entry.descriptions, document)
  }
  const values = [
    { id: 'type', value: product.type },
    { id: 'brand', value: product.brand },
    ...product.attributes.map(({ id, value }) => ({ id: String(id), value })),
  ]
  addOptions(index, document, values)
  return product.numbers.map(({ key, referenceId, maker }) => ({
    key,
    document,
    referenceId,
    maker: claimMaker(index, maker),
  }))
}

function claimDocument(index: CatalogueIndex, productId: number): number {
  const existing = getDocument(index, productId)
  if (existing >= 0) return existing
  const document = index.documentCount++
  if (productId >= index.documentOf.length) {
    const longer = new Int32Array(productId + index.capacity - document).fill(-1)
    longer.set(index.documentOf)
    index.documentOf = longer
  }
  index.documentOf[productId] = document
  index.productIds[document] = productId
  return document
}

function addPrice(index: CatalogueIndex, document: number, price: number): void {
  index.prices[document] = price
  const { prices, byPrice } = index
  const place = findPlace(byPrice.length, at => {
    const other = byPrice[at]!
    return prices[other] === price ? other >= document : prices[other]! > price
  })
  index.byPrice = insertAt(byPrice, place, document)
}

function addDocument(index: CatalogueIndex, posting: Posting | null, document: number): Posting {
  const target = posting ?? createPosting([], index.capacity)
  addToPosting(target, document)
  return target
}

function addOptions(
  index: CatalogueIndex,
  document: number,
  values: readonly { id: string; value: string }[],
): void {
  const facetOptions: number[] = []
  for (const { id, value } of values) {
    const attribute = index.attributeOf.get(id)!
    const option = claimOption(index, attribute, value)
    addToPosting(index.options[option]!.posting, document)
    const { posting, isFacet } = index.attributes[attribute]!
    addToPosting(posting, document)
    if (isFacet) facetOptions.push(option)
  }
  // Appended: the product's old options stay in the list, unused, until the next build.
  const start = index.documentOptionCount
  const end = start + facetOptions.length
  if (end > index.documentOptions.length) {
    const longer = new Uint32Array(end + spareOptions)
    longer.set(index.documentOptions)
    index.documentOptions = longer
  }
  index.documentOptions.set(facetOptions, start)
  index.documentOptionCount = end
  index.optionStarts[document] = start
  index.optionEnds[document] = end
}

function claimOption(index: CatalogueIndex, attribute: number, value: string): number {
  const existing = index.optionOf[attribute]!.get(value)
  if (existing !== undefined) return existing
  const { id, isNumeric, options } = index.attributes[attribute]!
  const number = isNumeric ? Number(value) : null
  const posting = createPosting([], index.capacity)
  const option = index.options.push({ attribute, value, number, posting }) - 1
  index.optionOf[attribute]!.set(value, option)
  const position = isNumeric ? options.findIndex(other => index.options[other]!.number! > number!) : -1
  options.splice(position < 0 ? options.length : position, 0, option)
  for (const word of new Set(tokenize(value))) {
    const entry = claimEntry(index, word)
    ;(isStrongAttribute(id) ? entry.strongOptions : entry.weakOptions).push(option)
  }
  return option
}

function claimEntry(index: CatalogueIndex, word: string): WordEntry {
  const { vocabulary, entries, nearWords } = index
  const position = findWord(vocabulary, word)
  if (vocabulary[position] === word) return entries[position]!
  const entry = createWordEntry()
  vocabulary.splice(position, 0, word)
  entries.splice(position, 0, entry)
  nearWords.add(word)
  return entry
}

function claimMaker({ makers }: CatalogueIndex, name: string): number {
  const maker = makers.indexOf(name)
  return maker >= 0 ? maker : makers.push(name) - 1
}
