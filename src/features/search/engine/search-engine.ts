import { LRUCache } from 'lru-cache'
import type { FacetGroup } from '../facets/facet-group.ts'
import type { FacetLayouts } from '../facets/facet-layout.ts'
import { type Filters, noFilters } from '../query/filters.ts'
import { type ParsedQuery, parseQuery, type Sort } from '../query/parse-query.ts'
import { applyChange, type CatalogueChange } from './apply-change.ts'
import { type BitSet, hasBit, intersectBits } from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { collectFilterBits, createFacetLayouts, type FilterBits, listFacets } from './facet-counts.ts'
import { findMachines, type MachineLink, suggestMachines } from './machine-names.ts'
import { createFitsLookup, matchQuery, type QueryMatches } from './match-query.ts'
import { pickPage } from './pick-page.ts'

export interface SearchRequest {
  query: ParsedQuery
  filters: Filters
  /** Only what can be bought. */
  buyable: boolean
  sort: Sort
  size: number
  /** From 1. */
  page: number
  /** Whether products are asked for; numbers alone are quicker. */
  products: boolean
  /** How many numbers are asked for; 0: none. */
  numbers: number
  facets: boolean
}

/** A part number of a product: `numberId` is the id of the cross-reference, or 0 for the product's own number. */
export interface NumberHit {
  productId: number
  numberId: number
}

export interface ProductHit {
  productId: number
  /** The number that matched, as in NumberHit; null when words matched. */
  numberId: number | null
  /** The make that the query names and whose machines the product fits. */
  fits: string | null
}

export interface SearchResult {
  /** Exact; 0 when products were not asked for. */
  total: number
  products: ProductHit[]
  numbers: NumberHit[]
  /** Numbers one character away, when nothing matched: only ever offered. */
  suggestions: NumberHit[]
  /** The words that were searched instead. */
  corrected: string | null
  facets: FacetGroup[] | null
}

const mostSuggestions = 5
const [shortestNear, longestNear] = [4, 24]
const cacheBytes = 16 * 2 ** 20

interface CachedMatches {
  matches: QueryMatches
  /** Made when facets are first asked for. */
  layouts: FacetLayouts | null
}

/**
 * The catalogue in memory: which products, numbers and machines a query matches, in which order, with facets. What is
 * shown of them (price, stock, texts) is read from the database by their ids. No I/O: built by an IndexBuilder.
 */
export class SearchEngine {
  readonly #index: CatalogueIndex
  /**
   * Matches by query text. Paging, sorting and each ticked filter ask for the same text again; at 300,000 products a
   * common word with its facets takes 8 ms to match and count, and 0.3 ms from here (docs/decisions/020).
   */
  readonly #cache: LRUCache<string, CachedMatches>

  constructor(index: CatalogueIndex) {
    this.#index = index
    const bytesOfFacets = index.options.length * 8
    this.#cache = new LRUCache({
      maxSize: cacheBytes,
      sizeCalculation: ({ matches }) => getByteSize(matches) + bytesOfFacets,
    })
  }

  get counts(): { products: number; numbers: number } {
    return { products: this.#index.documentCount, numbers: this.#index.numbers.count }
  }

  search(request: SearchRequest): SearchResult {
    const { query, buyable, filters } = request
    const cached = this.#match(query)
    const { matches } = cached
    const candidates = buyable ? intersect(matches.all, this.#index.sellable) : matches.all
    const chosen = collectFilterBits(this.#index, filters)
    const remaining = chosen.length > 0 ? candidates.slice() : candidates
    for (const { bits } of chosen) intersectBits(remaining, bits)
    const isNothing = matches.count === 0
    return {
      ...this.#pickProducts(request, matches, remaining),
      numbers: this.#pickNumbers(matches, candidates, request.numbers),
      suggestions: isNothing && request.numbers > 0 ? this.#suggestNumbers(query) : [],
      corrected: matches.corrected,
      facets: request.facets ? this.#listFacets(cached, { candidates, remaining, chosen }, request) : null,
    }
  }

  /** The facets of all products. */
  listFacets(): FacetGroup[] {
    const all = { filters: noFilters, buyable: false, sort: 'relevance' as const, size: 1, page: 1 }
    const query = parseQuery('')
    return this.search({ ...all, query, products: false, numbers: 0, facets: true }).facets ?? []
  }

  /**
   * Products whose number this is, or else the same with other leading zeros: the product's own number first, then the
   * more popular product.
   * `key`: letters and digits.
   */
  findByNumber(key: string): NumberHit[] {
    return Array.from(this.#index.numbers.matchExact(key), place => this.#toNumberHit(place))
  }

  /** Numbers that nearly are this one. */
  findNearNumbers(key: string, limit: number): NumberHit[] {
    if (key.length < shortestNear || key.length > longestNear) return []
    return this.#index.numbers.matchNear(key, limit).map(place => this.#toNumberHit(place))
  }

  /** Makes and models that the text is or begins. */
  suggestMachines(text: string, limit: number): MachineLink[] {
    return suggestMachines(this.#index.machines, text, limit)
  }

  /** As suggestMachines(); else the machine that the text begins with: 'jcb 3cx oil filter'. */
  findMachines(text: string, limit: number): MachineLink[] {
    return findMachines(this.#index.machines, text, limit)
  }

  /** False: the change does not fit in, and the engine has to be built anew. */
  applyChange(change: CatalogueChange): boolean {
    this.#cache.clear()
    return applyChange(this.#index, change)
  }

  #match(query: ParsedQuery): CachedMatches {
    const cached = this.#cache.get(query.text)
    if (cached) return cached
    const made = { matches: matchQuery(this.#index, query), layouts: null }
    this.#cache.set(query.text, made)
    return made
  }

  #pickProducts(
    request: SearchRequest,
    matches: QueryMatches,
    remaining: BitSet,
  ): Pick<SearchResult, 'total' | 'products'> {
    if (!request.products) return { total: 0, products: [] }
    const { total, documents } = pickPage(this.#index, matches, remaining, request)
    const getFits = createFitsLookup(this.#index, request.query)
    const { numbered } = matches
    const products = documents.map(document => {
      const at = numbered.documents.indexOf(document)
      const numberId = at < 0 ? null : this.#index.numbers.referenceAt(numbered.places[at]!)
      const fits = numberId === null ? getFits(document) : null
      return { productId: this.#index.productIds[document]!, numberId, fits }
    })
    return { total, products }
  }

  #pickNumbers({ numberPlaces }: QueryMatches, candidates: BitSet, limit: number): NumberHit[] {
    const hits: NumberHit[] = []
    for (let i = 0; i < numberPlaces.length && hits.length < limit; i++) {
      const place = numberPlaces[i]!
      if (hasBit(candidates, this.#index.numbers.documentAt(place))) hits.push(this.#toNumberHit(place))
    }
    return hits
  }

  #suggestNumbers({ key, isNumber }: ParsedQuery): NumberHit[] {
    return isNumber ? this.findNearNumbers(key, mostSuggestions) : []
  }

  #listFacets(
    cached: CachedMatches,
    { candidates, remaining, chosen }: { candidates: BitSet; remaining: BitSet; chosen: FilterBits[] },
    { buyable, filters }: SearchRequest,
  ): FacetGroup[] {
    if (!buyable) cached.layouts ??= createFacetLayouts(this.#index, candidates)
    const layouts = (buyable ? null : cached.layouts) ?? createFacetLayouts(this.#index, candidates)
    return listFacets(this.#index, { matches: candidates, remaining }, layouts, chosen, filters)
  }

  #toNumberHit(place: number): NumberHit {
    const { numbers, productIds } = this.#index
    return {
      productId: productIds[numbers.documentAt(place)]!,
      numberId: numbers.referenceAt(place),
    }
  }
}

function getByteSize({ strong, all, numbered, numberPlaces }: QueryMatches): number {
  const arrays = [strong, all, numbered.documents, numbered.places, numberPlaces]
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 200)
}

function intersect(bits: BitSet, other: BitSet): BitSet {
  const both = bits.slice()
  intersectBits(both, other)
  return both
}
