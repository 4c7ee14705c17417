import { createPlateFinder } from '../../src/features/finder/service.ts'
import { findProducts, type SearchAnswer } from '../../src/features/search/find-products.server.ts'
import { noFilters } from '../../src/features/search/query/filters.ts'
import { type ParsedQuery, parseQuery } from '../../src/features/search/query/parse-query.ts'
import { cutQuery } from '../../src/features/search/query-length.ts'
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
  const findPlates = createPlateLookup(db, engine)
  return async typed => {
    const query = parseQuery(cutQuery(typed))
    const limits = { size: pageSize, page: 1, products: true, numbers: maxNumbers, facets: true }
    const request = { query, filters: noFilters, sort: 'relevance' as const, buyable: false, ...limits }
    const answer = await findProducts(db, engine, request, null)
    const plates = await findPlates(typed, query, answer)
    return {
      productIds: answer.products.map(({ id }) => id),
      total: answer.total,
      suggestedKeys: answer.suggestions.map(toCodeKey),
      machineUrls: [...answer.machines.links.map(({ url }) => url), ...plates],
    }
  }
}

/** Answers as the header's field does while a question is typed. */
function createSuggest(db: Db, engine: SearchEngine): MeasuredSearch['suggest'] {
  const findPlates = createPlateLookup(db, engine)
  return async typed => {
    const query = parseQuery(cutQuery(typed))
    const limits = { size: maxSuggestions, page: 1, products: true, numbers: maxSuggestions, facets: false }
    const request = { query, filters: noFilters, sort: 'relevance' as const, buyable: false, ...limits }
    const answer = await findProducts(db, engine, request, null)
    engine.suggestMachines(query, maxSuggestions)
    await findPlates(typed, query, answer)
  }
}

/** The URLs that are offered for a serial number, mach number or PIN, under the conditions of the search's plugin. */
function createPlateLookup(db: Db, engine: SearchEngine) {
  const findLinks = createPlateFinder(db)
  return async (typed: string, { key, isShape }: ParsedQuery, answer: SearchAnswer): Promise<string[]> => {
    const { total, corrected, understood, listedNumbers } = answer
    if (isShape || listedNumbers.length > 1 || engine.findByNumber(key).length > 0) return []
    const isMatch = total > 0 && corrected === null && understood.dropped.length === 0
    // Full customers alone may learn which machine has a number.
    const isFullCustomer = true
    const { links } = await findLinks(cutQuery(typed), !isMatch, isFullCustomer)
    return links.map(({ url }) => url)
  }
}
