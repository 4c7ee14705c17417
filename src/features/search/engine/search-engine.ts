import { LRUCache } from 'lru-cache'
import { pluralizeType } from '../../catalogue/listing.ts'
import type { FacetGroup, FacetLayouts } from '../facets/facet-groups.ts'
import { type Filters, noFilters, toResultsUrl } from '../query/filters.ts'
import { type ParsedQuery, parseQuery, type Sort } from '../query/parse-query.ts'
import type { Understood } from '../query/understood.ts'
import { applyChange, type CatalogueChange } from './apply-change.ts'
import {
  type BitSet,
  clearBit,
  countBits,
  createBits,
  hasBit,
  intersectBits,
  setBit,
  visitBits,
} from './bit-set.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import {
  collectFilterBits,
  countOptions,
  createFacetLayouts,
  type FilterBits,
  listFacets,
} from './facet-counts.ts'
import { type FittedMachine, type FittingVariants, findFittingVariants } from './machines/fitting-variants.ts'
import { listMachineLinks, type MachineLinks } from './machines/machine-links.ts'
import { type MachineLink, suggestMachines } from './machines/machine-names.ts'
import { describeMachine, type MachineReading } from './machines/variants.ts'
import type { QueryMatches } from './match-parts.ts'
import { matchQuery, noNumber, rankExact } from './match-query.ts'

export interface SearchRequest {
  query: ParsedQuery
  filters: Filters
  buyable: boolean
  sort: Sort
  size: number
  page: number
  /** Whether to return products; numbers alone are faster. */
  products: boolean
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
  /** The machine that the query names and that the product fits. */
  fits: FittingVariants | null
  /** The discontinued product that it replaces, which is the hit before it; null otherwise. */
  supersedes: number | null
}

export interface SearchResult {
  /** Exact; 0 when products were not requested. */
  total: number
  products: ProductHit[]
  numbers: NumberHit[]
  /** Numbers that nearly match, when nothing matched: to be offered, never searched silently (R-SEARCH-5). */
  suggestions: NumberHit[]
  corrected: string | null
  understood: Understood
  listedNumbers: string[]
  /** The machines that the query names, and of one model its variants. */
  machines: MachineLinks
  facets: FacetGroup[] | null
}

const [minNearLength, maxNearLength] = [4, 24]
const maxKinds = 4
const maxCacheBytes = 16 * 2 ** 20

export interface MachineSuggestion extends MachineLink {
  group: 'machine' | 'manufacturer'
}

interface CachedMatches {
  matches: QueryMatches
  machine: FittedMachine | null
  links: MachineLinks
  /** Created when suggestions are first requested. */
  kinds: MachineLink[] | null
  /** Created when facets are first requested. */
  layouts: FacetLayouts | null
}

/**
 * The catalogue in memory: which products, numbers and machines a query matches, in which order, with facets. Prices,
 * stock and texts are read from the database by the ids. Without I/O; built by an IndexBuilder.
 */
export class SearchEngine {
  readonly #index: CatalogueIndex
  /**
   * Matches by query text: paging, sorting and filtering repeat the text. At 300,000 products a page of results for a
   * common word keeps the only thread busy for 3 to 18 ms, from the cache for 0.1 to 0.4 ms (docs/decisions/020).
   */
  readonly #cache: LRUCache<string, CachedMatches>

  constructor(index: CatalogueIndex) {
    this.#index = index
    const bytesOfFacets = index.options.length * 8
    this.#cache = new LRUCache({
      maxSize: maxCacheBytes,
      sizeCalculation: ({ matches }, text) => getByteSize(text, matches) + bytesOfFacets,
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
    return {
      ...this.#pickProducts(request, cached, remaining),
      numbers: this.#pickNumbers(matches, candidates, request.numbers),
      suggestions: matches.nearPositions.map(at => this.#toNumberHit(at)),
      corrected: matches.corrected,
      understood: matches.understood,
      listedNumbers: matches.listedNumbers,
      machines: cached.links,
      facets: request.facets ? this.#listFacets(cached, { candidates, remaining, chosen }, request) : null,
    }
  }

  listFacets(): FacetGroup[] {
    const all = { filters: noFilters, buyable: false, sort: 'relevance' as const, size: 1, page: 1 }
    const query = parseQuery('')
    return this.search({ ...all, query, products: false, numbers: 0, facets: true }).facets ?? []
  }

  /** By this key or other leading zeros: the product's own number first, then what can be bought, then the more popular product. */
  findByNumber(key: string): NumberHit[] {
    const positions = rankExact(this.#index, this.#index.numbers.matchExact(key))
    return Array.from(positions, position => this.#toNumberHit(position))
  }

  /** Numbers with other leading zeros or one edit away. */
  findNearNumbers(key: string, limit: number): NumberHit[] {
    if (key.length < minNearLength || key.length > maxNearLength) return []
    return this.#index.numbers.matchNear(key, limit).map(position => this.#toNumberHit(position))
  }

  /** The products that no other maker's number leads to. */
  listWithoutNumbers(): number[] {
    const { numbers, productIds, live, documentCount, capacity } = this.#index
    const numbered = createBits(capacity)
    for (let at = 0; at < numbers.count; at++) {
      const document = numbers.documentAt(at)
      if (document >= 0 && numbers.referenceAt(at) !== 0) setBit(numbered, document)
    }
    const ids: number[] = []
    for (let document = 0; document < documentCount; document++)
      if (hasBit(live, document) && !hasBit(numbered, document)) ids.push(productIds[document]!)
    return ids
  }

  /** Makes and models whose name starts with the text, and the kinds of filter of a machine that it names. */
  suggestMachines(query: ParsedQuery, limit: number): MachineSuggestion[] {
    const named = suggestMachines(this.#index.machines, query.text, limit)
    return [
      ...this.#suggestKinds(this.#match(query)).map(link => ({ ...link, group: 'machine' as const })),
      // A model's page is below its make's.
      ...named.map(link => ({
        ...link,
        group: link.url.split('/').length > 3 ? ('machine' as const) : ('manufacturer' as const),
      })),
    ].slice(0, limit)
  }

  /** False when the change cannot be applied and the engine has to be rebuilt. */
  applyChange(change: CatalogueChange): boolean {
    this.#cache.clear()
    return applyChange(this.#index, change)
  }

  #match(query: ParsedQuery): CachedMatches {
    const cached = this.#cache.get(query.text)
    if (cached) return cached
    const matches = matchQuery(this.#index, query)
    const result = {
      matches,
      machine: matches.machine && describeFitted(this.#index, matches.machine),
      links: listMachineLinks(this.#index, query, matches),
      kinds: null,
      layouts: null,
    }
    this.#cache.set(query.text, result)
    return result
  }

  #suggestKinds(cached: CachedMatches): MachineLink[] {
    const { matches, machine } = cached
    if (!machine) return []
    cached.kinds ??= suggestKinds(this.#index, matches, machine, maxKinds)
    return cached.kinds
  }

  #pickProducts(
    request: SearchRequest,
    { matches, machine }: CachedMatches,
    remaining: BitSet,
  ): Pick<SearchResult, 'total' | 'products'> {
    if (!request.products) return { total: 0, products: [] }
    const { total, documents } = pickPage(this.#index, matches, remaining, request)
    const { numbered } = matches
    const products = documents.map(document => {
      const { productIds, numbers } = this.#index
      const at = numbered.documents.indexOf(document)
      const isSuccessor = at > 0 && numbered.positions[at] === noNumber
      const supersedes = isSuccessor ? productIds[numbered.documents[at - 1]!]! : null
      const numberId = at < 0 || isSuccessor ? null : numbers.referenceAt(numbered.positions[at]!)
      const fits = machine && findFittingVariants(this.#index, machine, document)
      return { productId: productIds[document]!, numberId, fits, supersedes }
    })
    return { total, products }
  }

  #pickNumbers({ numberPositions }: QueryMatches, candidates: BitSet, limit: number): NumberHit[] {
    const hits: NumberHit[] = []
    for (let i = 0; i < numberPositions.length && hits.length < limit; i++) {
      const position = numberPositions[i]!
      if (hasBit(candidates, this.#index.numbers.documentAt(position))) hits.push(this.#toNumberHit(position))
    }
    return hits
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

  #toNumberHit(position: number): NumberHit {
    const { numbers, productIds } = this.#index
    return {
      productId: productIds[numbers.documentAt(position)]!,
      numberId: numbers.referenceAt(position),
    }
  }
}

function describeFitted(index: CatalogueIndex, reading: MachineReading): FittedMachine {
  return {
    reading,
    variantCount: countBits(reading.variants),
    label: describeMachine(index.machines, reading),
  }
}

// Roughly what one machine of `named` takes: an object of two numbers in a list.
const bytesOfNamed = 48

function getByteSize(
  text: string,
  { whole, strong, all, numbered, numberPositions, fitting, machine }: QueryMatches,
): number {
  const arrays = [whole, strong, all, numbered.documents, numbered.positions, numberPositions, fitting]
  const bytesOfMachine = machine ? machine.named.length * bytesOfNamed + machine.variants.byteLength : 0
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 200 + text.length * 2 + bytesOfMachine)
}

function intersect(bits: BitSet, other: BitSet): BitSet {
  const both = bits.slice()
  intersectBits(both, other)
  return both
}

/** 'JCB 3CX → Oil filters, spin-on (4)': the kinds of filter that fit the machine of a query, the most frequent first. */
function suggestKinds(
  index: CatalogueIndex,
  { all }: QueryMatches,
  { reading, label }: FittedMachine,
  limit: number,
): MachineLink[] {
  if (label === null || reading.named.some(({ model }) => model < 0)) return []
  const counts = countOptions(index, all)
  return index.attributes[0]!.options.filter(option => counts[option]! > 0)
    .sort((a, b) => counts[b]! - counts[a]!)
    .slice(0, limit)
    .map(option => {
      const type = index.options[option]!.value
      const filters = { ...noFilters, types: [type] }
      return {
        label: `${label} → ${pluralizeType(type)} (${counts[option]})`,
        url: toResultsUrl({ query: label, filters, sort: 'relevance' }),
      }
    })
}

/** One page of the matches under the filters (`remaining`), and their total. */
function pickPage(
  index: CatalogueIndex,
  matches: QueryMatches,
  remaining: BitSet,
  { sort, size, page }: SearchRequest,
): { total: number; documents: number[] } {
  const total = remaining === matches.all ? matches.count : countBits(remaining)
  const from = (page - 1) * size
  const documents: number[] = []
  let position = 0
  const pick = (document: number): boolean => {
    if (position++ >= from) documents.push(document)
    return documents.length < size
  }
  if (from < total) {
    if (sort === 'relevance') visitByRelevance(matches, remaining, pick)
    else visitInOrder(index, sort, remaining, pick)
  }
  return { total, documents }
}

function visitByRelevance(
  { numbered, fitting, whole, strong }: QueryMatches,
  remaining: BitSet,
  visit: (document: number) => boolean,
): void {
  let rest = remaining
  for (const documents of [numbered.documents, fitting]) {
    if (documents.length === 0) continue
    if (rest === remaining) rest = remaining.slice()
    for (const document of documents) {
      if (!hasBit(rest, document)) continue
      clearBit(rest, document)
      if (!visit(document)) return
    }
  }
  const isEqual = whole === strong
  if (!visitBits(rest, whole, false, visit)) return
  if (!isEqual) {
    if (rest === remaining) rest = remaining.slice()
    for (let i = 0; i < rest.length; i++) rest[i]! &= ~whole[i]!
    if (!visitBits(rest, strong, false, visit)) return
  }
  visitBits(rest, strong, true, visit)
}

function visitInOrder(
  { byPrice, numbers }: CatalogueIndex,
  sort: Exclude<Sort, 'relevance'>,
  remaining: BitSet,
  visit: (document: number) => boolean,
): void {
  const order = sort === 'code' ? numbers.listDocumentsByCode() : byPrice
  for (let i = 0; i < order.length; i++) {
    const document = order[sort === 'price-down' ? order.length - 1 - i : i]!
    if (hasBit(remaining, document) && !visit(document)) return
  }
}
