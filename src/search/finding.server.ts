import type { House } from '../platform/house.ts'
import { type Bits, keepCommon } from './bits.ts'
import type { Base, CatalogueIndex } from './catalogue-index.ts'
import type { FacetGroup } from './facet-group.ts'
import { groupsUnder, layOut, type ReadFilter, readFilterBits } from './index-facets.ts'
import { baseCorrected, baseOfNumbers, baseOfWords, pageOf } from './index-find.ts'
import { whyFound } from './index-why.ts'
import { Kept } from './kept.ts'
import { KeptIds } from './kept-ids.ts'
import { listedProducts } from './kept-listing.server.ts'
import { KeptListing } from './kept-listing.ts'
import { lookUpNumbers, type Numbers, type Sources } from './lookup.server.ts'
import { numbersAmong, numbersOf } from './number-data.server.ts'
import { isFiltered, type ReadQuery } from './query.ts'
import type { Answer, Find, FoundNumber, Question } from './question.ts'
import { nearKeys } from './spelling.ts'
import { splitFound } from './split.server.ts'
import { findBySql } from './sql-finding.server.ts'

const mostSuggestions = 5
const [shortestNear, longestNear] = [4, 24]
const mostKeptIds = 1_000_000
const mostKeptCounts = 10_000

type Asked = Question & Sources

/**
 * Finds products and numbers with as few round trips as the question allows: the very number, or a page of words,
 * takes one, and none where `kept` has all its rows. `current` is the index of this process; while there is none the
 * database does all the work.
 */
export function makeFinding(
  db: House['db'],
  current: () => CatalogueIndex | null,
  kept = new KeptListing(),
): Find {
  // A part of a number is the dearest thing to find, and the same parts are asked for again and again.
  const held = new KeptIds(mostKeptIds)
  let counts = new Kept<number>(mostKeptCounts)
  let heldOf: CatalogueIndex | null = null
  return async question => {
    const index = current()
    if (!index || isOpen(index, question)) return findBySql(db, question)
    if (heldOf !== index) {
      held.forget()
      counts = new Kept(mostKeptCounts)
    }
    heldOf = index
    const sources = { db, index, held, counts, kept }
    const asked = { ...question, ...sources }
    const isPlain = !question.buyable && !isFiltered(question.filters)
    const isFirst = question.page === 1 && question.sort === 'relevance'
    const wantsRows = isPlain && ((question.products && isFirst) || question.codes > 0)
    const numbers = await lookUpNumbers(sources, question, wantsRows)
    if (isPlain && isFirst && answersAlone(numbers, asked)) return fromRows(asked, numbers)
    return withIndex(asked, numbers)
  }
}

function isOpen({ attributes, attributeOf }: CatalogueIndex, { filters }: Question): boolean {
  return filters.attributes.some(({ id }) => attributes[attributeOf.get(String(id)) ?? 0]!.isOpen)
}

// The rows hold all that is shown: no second question is needed.
function answersAlone({ rows, total, isExact }: Numbers, question: Asked): boolean {
  if (rows.length === 0) return false
  const { index, query } = question
  if (!isExact && !query.looksLikeCode && baseOfWords(index, query).count > 0) return false
  const shown = new Set(rows.map(row => row.id)).size
  return !question.products || shown >= Math.min(question.size, total)
}

async function fromRows(asked: Asked, { rows, total, ids }: Numbers): Promise<Answer> {
  const { index, size, facets, filters } = asked
  const list = new Map<number, Numbers['rows'][number]>()
  for (const row of rows) if (!list.has(row.id) && list.size < size) list.set(row.id, row)
  const base = facets ? baseOfNumbers(index, await ids(), null) : null
  return {
    total: asked.products ? total : 0,
    list: asked.products ? [...list.values()] : [],
    codes: rows.slice(0, asked.codes).map(row => numberOf(row, row.number, row.maker)),
    suggestions: [],
    corrected: null,
    facets:
      base && groupsUnder(index, { found: base.all, all: base.all }, layOut(index, base.all), [], filters),
  }
}

async function withIndex(asked: Asked, numbers: Numbers): Promise<Answer> {
  const { index, query, buyable, filters, companyId, db, kept: listing } = asked
  const base = await baseOf(asked, numbers)
  const found = buyable ? common(base.all, index.buyable) : base.all
  const chosen = readFilterBits(index, filters)
  const kept = chosen.length > 0 ? found.slice() : found
  for (const { bits } of chosen) keepCommon(kept, bits)
  const page = asked.products ? pageOf(index, base, kept, asked) : { total: 0, ids: [] }
  const key = base.key
  const codeIds = asked.codes > 0 ? idsWithNumbers(index, base, found, asked.codes) : []
  const isNumbered = base.first.length > 0
  const [products, named] = await Promise.all([
    listedProducts(db, listing, [...new Set([...page.ids, ...codeIds])], companyId),
    isNumbered ? numbersOf(db, [...new Set([...page.ids, ...codeIds])], key) : [],
  ])
  const byId = new Map(products.map(product => [product.id, product]))
  const nearest = new Map(named.toReversed().map(number => [number.productId, number]))
  const why = whyFound(index, query)
  const list = page.ids.flatMap((id): Answer['list'] => {
    const product = byId.get(id)
    if (!product) return []
    const number = nearest.get(id)
    if (number) return [{ ...product, number: number.code, maker: number.maker }]
    return [{ ...product, why: why(product) }]
  })
  const codes = named
    .filter(({ productId }) => codeIds.includes(productId) && byId.has(productId))
    .slice(0, asked.codes)
    .map(({ productId, code, maker }) => numberOf(byId.get(productId)!, code, maker))
  const isNothing = base.count === 0 && base.first.length === 0
  return {
    total: page.total,
    list,
    codes,
    suggestions: isNothing && asked.codes > 0 ? await nearNumbers(asked) : [],
    corrected: base.corrected,
    facets: asked.facets ? groupsOf(asked, { found, all: kept }, chosen) : null,
  }
}

// Who turns pages, comes back to a list or narrows it asks for the same counts again.
function groupsOf(
  { index, query, filters, buyable }: Asked,
  bits: { found: Bits; all: Bits },
  chosen: ReadFilter[],
): FacetGroup[] {
  // Stock turns by the minute.
  if (buyable) return groupsUnder(index, bits, layOut(index, bits.found), chosen, filters)
  return index.keptFacets.get(JSON.stringify([query.text, filters]), () => {
    const laidOut = index.keptLayouts.get(query.text, () => layOut(index, bits.found))
    return groupsUnder(index, bits, laidOut, chosen, filters)
  })
}

/** What the question finds, by number and by words; `key` is the number that was looked for. */
async function baseOf(asked: Asked, numbers: Numbers): Promise<Base & { key: string }> {
  const { db, index, query } = asked
  const { key } = query
  const hasNumbers = numbers.total > 0
  if (numbers.isExact || (hasNumbers && query.looksLikeCode)) {
    return { ...baseOfNumbers(index, await numbers.ids(), null), key }
  }
  const words = baseOfWords(index, query)
  if (words.count > 0) {
    // '93 x 140' is no beginning of a number while something has these sizes.
    return isShape(query) || !hasNumbers
      ? { ...words, key }
      : { ...baseOfNumbers(index, await numbers.ids(), words), key }
  }
  if (hasNumbers) return { ...baseOfNumbers(index, await numbers.ids(), null), key }
  const split = await splitFound(db, index, query)
  if (split.length > 0) return { ...baseOfNumbers(index, split, null), key: query.split!.key }
  return { ...baseCorrected(index, query), key }
}

function isShape({ measures: { sizes, threads } }: ReadQuery): boolean {
  return sizes.length > 0 || threads.length > 0
}

// The first of what was found by number, of which numbers are told.
function idsWithNumbers(index: CatalogueIndex, { first }: Base, found: Bits, most: number): number[] {
  const ids: number[] = []
  for (let at = 0; at < first.length && ids.length < most; at++) {
    const doc = index.docOf[first[at]!] ?? -1
    if (doc >= 0 && (found[doc >>> 5]! & (1 << (doc & 31))) !== 0) ids.push(first[at]!)
  }
  return ids
}

async function nearNumbers({ db, query: { key, looksLikeCode } }: Asked): Promise<string[]> {
  if (!looksLikeCode || key.length < shortestNear || key.length > longestNear) return []
  return numbersAmong(db, nearKeys(key), mostSuggestions)
}

function numberOf(
  product: { id: number; title: string; code: string; path: string },
  code: string,
  manufacturer: string,
): FoundNumber {
  const { id: productId, title, code: ownCode, path } = product
  return { code, manufacturer, productId, title, ownCode, path }
}

function common(bits: Bits, other: Bits): Bits {
  const both = bits.slice()
  keepCommon(both, other)
  return both
}
