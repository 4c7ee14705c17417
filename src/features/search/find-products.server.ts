import type { Db } from '../../infra/app-context.ts'
import { createPause } from '../../infra/pause.ts'
import type { ProductHit, SearchEngine, SearchRequest, SearchResult } from './engine/search-engine.ts'
import {
  type PartNumber,
  type ProductSummary,
  type SearchedProduct,
  toNumberHint,
  toSuccessorHint,
  toWordsHint,
} from './listed-product.ts'
import { getHitRows, type Hit, type HitRow } from './queries.ts'
import { noFilters } from './query/filters.ts'
import { parseQuery } from './query/parse-query.ts'

export interface NumberedProduct extends ProductSummary, PartNumber {}

export interface SearchAnswer extends Omit<SearchResult, 'products' | 'numbers' | 'suggestions'> {
  products: SearchedProduct[]
  numbers: NumberedProduct[]
  suggestions: string[]
}

/** The engine's results with their current rows and the prices of this company (null: list prices). */
export async function findProducts(
  db: Db,
  engine: SearchEngine,
  request: SearchRequest,
  companyId: number | null,
): Promise<SearchAnswer> {
  const { products, numbers, suggestions: near, corrected, ...answer } = engine.search(request)
  const getRow = await loadRows(db, [...products, ...numbers, ...near], companyId)
  const codes = new Map(products.map(hit => [hit.productId, getRow(hit)?.code]))
  const getCode = (productId: number) => codes.get(productId)
  const suggestions = near.flatMap(hit => getRow(hit)?.number ?? [])
  return {
    ...answer,
    // A corrected number as it is written.
    corrected: corrected === null ? null : (suggestions[0] ?? corrected),
    products: products.flatMap(hit => toSearchedProduct(hit, getRow(hit), request.query.isShape, getCode)),
    numbers: numbers.flatMap(hit => toNumberedProduct(getRow(hit))),
    suggestions,
  }
}

export interface NumberSearchAnswer {
  /** By key, the products that have this number: own numbers first, then the more popular product. */
  matches: Map<string, NumberedProduct[]>
  /** By key, near numbers as they are written. */
  near: Map<string, string[]>
}

const maxNear = 4

/** The products of many numbers, in one statement. `listUnmatched`: the keys whose near numbers are needed. */
export async function findNumbers(
  db: Db,
  engine: SearchEngine,
  {
    keys,
    listUnmatched,
    companyId,
  }: {
    keys: readonly string[]
    listUnmatched: (isMatched: (key: string) => boolean) => string[]
    companyId: number | null
  },
): Promise<NumberSearchAnswer> {
  const pause = createPause()
  const hits = new Map<string, Hit[]>()
  for (const key of keys) {
    const hitsOfKey = engine.findByNumber(key)
    if (hitsOfKey.length > 0) hits.set(key, hitsOfKey)
    await pause()
  }
  const nearHits = new Map<string, Hit[]>()
  for (const key of listUnmatched(key => hits.has(key))) {
    nearHits.set(key, engine.findNearNumbers(key, maxNear))
    await pause()
  }
  const getRow = await loadRows(db, [...hits.values(), ...nearHits.values()].flat(), companyId)
  const matches = mapValues(hits, list => list.flatMap(hit => toNumberedProduct(getRow(hit))))
  return {
    matches: new Map([...matches].filter(([, list]) => list.length > 0)),
    near: mapValues(nearHits, list => list.flatMap(hit => getRow(hit)?.number ?? [])),
  }
}

/** The product whose own number it is, or the only one that replaces it. Null: none, or several. */
export function findProductId(engine: SearchEngine, text: string): number | null {
  const hits = engine.findByNumber(parseQuery(text).key)
  const [first] = hits
  if (!first) return null
  const isOnly = hits.every(({ productId }) => productId === first.productId)
  return isOnly || first.numberId === 0 ? first.productId : null
}

export function listProductIds(engine: SearchEngine, text: string, limit: number): number[] {
  const request = { filters: noFilters, buyable: false, sort: 'relevance', size: limit, page: 1 } as const
  const query = parseQuery(text)
  const { products } = engine.search({ ...request, query, products: true, numbers: 0, facets: false })
  return products.map(({ productId }) => productId)
}

async function loadRows(
  db: Db,
  hits: readonly Hit[],
  companyId: number | null,
): Promise<(hit: Hit) => HitRow | undefined> {
  const distinct = new Map(hits.map(hit => [toHitKey(hit), hit]))
  const rows = await getHitRows(db, [...distinct.values()], companyId)
  const byHit = new Map(rows.map(row => [toHitKey({ productId: row.id, numberId: row.numberId }), row]))
  return hit => byHit.get(toHitKey(hit))
}

function toHitKey({ productId, numberId }: Hit): string {
  return `${productId} ${numberId}`
}

function toSearchedProduct(
  { fits, supersedes }: ProductHit,
  row: HitRow | undefined,
  isShape: boolean,
  getCode: (productId: number) => string | undefined,
): SearchedProduct[] {
  if (!row) return []
  const position = fits?.position ?? null
  if (supersedes !== null) return [{ ...row, position, hint: toSuccessorHint(getCode(supersedes) ?? '') }]
  const hint = row.number === null ? toWordsHint(fits, isShape, row.details) : toNumberHint(row.code, row)
  return [{ ...row, hint, position }]
}

function toNumberedProduct(row: HitRow | undefined): NumberedProduct[] {
  return row && row.number !== null ? [row] : []
}

function mapValues<T, Result>(map: Map<string, T>, change: (value: T) => Result): Map<string, Result> {
  return new Map([...map].map(([key, value]) => [key, change(value)]))
}
