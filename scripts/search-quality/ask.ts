import { findProducts } from '../../src/features/search/find-products.server.ts'
import { noFilters } from '../../src/features/search/query/filters.ts'
import { parseQuery } from '../../src/features/search/query/parse-query.ts'
import { cutQuery } from '../../src/features/search/schemas.ts'
import type { SearchEngine } from '../../src/features/search/service.ts'
import type { Db } from '../../src/infra/app-context.ts'
import { toCodeKey } from '../../src/lib/part-number.ts'

/** What the results page answers to a question, as far as it is measured. */
export interface Answer {
  /** Of the first ten products. */
  productIds: number[]
  total: number
  /** Keys of the numbers that are offered as 'did you mean'. */
  suggestedKeys: string[]
  machineUrls: string[]
}

export interface MeasuredSearch {
  ask: (text: string) => Promise<Answer>
  suggest: (text: string) => Promise<void>
  /** Results of earlier questions are not reused after it. */
  clearCache: () => void
}

const pageSize = 10
const maxNumbers = 8
const maxMachines = 8
const maxSuggestions = 8

/** The search as its two pages and calls use it. */
export function createSearch(db: Db, engine: SearchEngine): MeasuredSearch {
  return {
    ask: createAsk(db, engine),
    suggest: createSuggest(db, engine),
    clearCache: () => void engine.applyChange({ productIds: [], products: [] }),
  }
}

/** Answers as GET /search does for a page of results: the engine, then one statement for the rows. */
function createAsk(db: Db, engine: SearchEngine): MeasuredSearch['ask'] {
  return async typed => {
    const query = parseQuery(cutQuery(typed))
    const limits = { size: pageSize, page: 1, products: true, numbers: maxNumbers, facets: true }
    const request = { query, filters: noFilters, sort: 'relevance' as const, buyable: false, ...limits }
    const answer = await findProducts(db, engine, request, null)
    return {
      productIds: answer.products.map(({ id }) => id),
      total: answer.total,
      suggestedKeys: answer.suggestions.map(toCodeKey),
      machineUrls: engine.findMachines(query.text, maxMachines).map(({ url }) => url),
    }
  }
}

/** Answers as the header's field does while a question is typed. */
function createSuggest(db: Db, engine: SearchEngine): MeasuredSearch['suggest'] {
  return async typed => {
    const query = parseQuery(cutQuery(typed))
    const limits = { size: maxSuggestions, page: 1, products: true, numbers: maxSuggestions, facets: false }
    const request = { query, filters: noFilters, sort: 'relevance' as const, buyable: false, ...limits }
    await findProducts(db, engine, request, null)
    engine.suggestMachines(query.text, maxSuggestions)
  }
}
