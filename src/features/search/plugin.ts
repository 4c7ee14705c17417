import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createElement } from 'react'
import { z } from 'zod'
import type { AppContext } from '../../infra/app-context.ts'
import { handle } from '../../infra/http/handle.ts'
import { getReturnPath } from '../../infra/http/request.ts'
import type { Pages, VisitorSource } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import type { QueryOf, ReplyOf } from '../../lib/calls/call.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { line } from '../../lib/calls/validate.ts'
import { toCodeKey } from '../../lib/part-number.ts'
import { parseRowCount, type RowCount } from '../../lib/row-count.ts'
import { toServedRow } from '../catalogue/listing.ts'
import type { CatalogueExamples } from '../catalogue/messages.ts'
import type { SearchEngine, SearchRequest } from './engine/search-engine.ts'
import type { FacetGroup } from './facets/facet-groups.ts'
import { findProducts, type NumberedProduct, type SearchAnswer } from './find-products.server.ts'
import { serializeCode, serializeListedProduct, toListingRow } from './listed-product.ts'
import { Facets } from './page/Facets.tsx'
import { formatResultsName, formatResultsTitle, type NamedResults } from './page/results-name.ts'
import { searchPage } from './page/SearchPage.tsx'
import {
  type AnsweredQuestion,
  countPositions,
  isFirstAnswer,
  isSubmittedUrl,
  listChips,
  type NumberMatch,
  type PlateLinks,
  pickGroups,
  type RowPosition,
  toSwitchUrl,
} from './page/search-view.ts'
import {
  type Filters,
  listFilters,
  noFilters,
  parseFilters,
  type Results,
  toResultsUrl,
} from './query/filters.ts'
import { isSameNumber, type ParsedQuery, parseQuery, sorts } from './query/parse-query.ts'
import { cutQuery, isQueryTooLong } from './query-length.ts'
import { chooseRowCount, search } from './schemas.ts'
import type { SearchService } from './service.ts'

interface SearchVisitor {
  /** The company whose prices the visitor sees; null: list prices. */
  companyId: number | null
  isFullCustomer: boolean
}

export interface SearchDeps {
  context: AppContext
  visitors: VisitorSource<SearchVisitor>
  pages: Pages
  search: SearchService
  /** Counts what people ask for and do not find (R-LEARN-3). */
  searchLog: { count(question: AnsweredQuestion): void }
  getExamples: () => Promise<CatalogueExamples | null>
  /** `isUnmatched`: nothing in the catalogue matches the whole text. */
  findPlateLinks: (text: string, isUnmatched: boolean, isFullCustomer: boolean) => Promise<PlateLinks>
}

// Of one number; of several each has at least one word.
const minNumbers = 8
const cacheSeconds = 10
const toleranceMm = 1

export async function searchPlugin(app: FastifyInstance, deps: SearchDeps): Promise<void> {
  handle(app, search, ({ query, request }) => answerSearch(deps, query, request), { withMarkerOnly: true })
  addSearchPage(deps)
  rowCountRoutes(app, deps)
}

async function answerSearch(
  deps: SearchDeps,
  query: QueryOf<typeof search>,
  request: FastifyRequest,
): Promise<ReplyOf<typeof search>> {
  const engine = await deps.search.getEngine()
  const visitor = await deps.visitors.get(request)
  const scope = new Set((query.scope || 'products').split(',').map(name => name.trim()))
  const [products, codes] = [scope.has('products'), scope.has('codes')]
  const reply: ReplyOf<typeof search> = {}
  let answer: SearchAnswer | null = null
  if (products || codes) {
    const { buyable, sort, size, page } = query
    const searchRequest = {
      buyable,
      sort,
      size,
      page,
      products,
      query: parseQuery(query.query),
      filters: requireFilters(query.filters),
      numbers: codes ? size : 0,
      facets: query['filter-finder'],
    }
    answer = await findProducts(deps.context.db, engine, searchRequest, visitor.companyId)
    Object.assign(reply, serializeAnswer(answer, query, { products, codes }))
    const { dropped } = answer.understood
    if (isFirstAnswer(scope, searchRequest)) deps.searchLog.count({ text: query.query, ...answer, dropped })
  }
  if (scope.has('makes_models')) {
    const list = engine.suggestMachines(parseQuery(query.query), query.size)
    reply.makes_models = { list: list.map(link => ({ ...link, image: null })) }
    const { links } = await findPlateLinks(deps, engine, query.query, answer, visitor)
    if (links.length > 0) reply.serial_numbers = { list: links }
  }
  return reply
}

function addSearchPage(deps: SearchDeps): void {
  const { visitors } = deps
  const { db } = deps.context
  deps.pages.getCached(
    '/search',
    { query: searchPageQuery, cacheSeconds, visitors, getVariant: getRowCount },
    async ({ query: parameters, url: requestUrl, visitor, variant: size }) => {
      const { query, sort, page, near, mm, open = null } = parameters
      const filters = requireFilters(parameters.filters)
      const results = { query, filters, sort }
      const url = toResultsUrl(results)
      if (near !== undefined) {
        return { to: mm === undefined ? url : toSwitchUrl(results, near, `${mm}±${toleranceMm}`) }
      }
      const engine = await deps.search.getEngine()
      const parsed = parseQuery(query)
      const numbers = Math.max(minNumbers, parsed.allWords.length)
      const limits = { size, page, products: true, numbers, facets: true }
      const searchRequest = { query: parsed, filters, sort, buyable: false, ...limits }
      const answer = await findProducts(db, engine, searchRequest, visitor.companyId)
      const pages = Math.max(1, Math.ceil(answer.total / size))
      // The list got shorter, or the URL was edited: redirect to the last page.
      if (page > pages) return { to: pages > 1 ? `${url}&page=${pages}` : url }
      const plates = await findPlateLinks(deps, engine, query, answer, visitor)
      const isAlternative = answer.suggestions.length > 0 || listFilters(filters).length > 0
      if (plates.finderUrl !== null && !isMatch(answer) && !isAlternative) return { to: plates.finderUrl }
      const { total, corrected, understood, suggestions, machines } = answer
      const groups = pickGroups(answer.facets ?? [], filters)
      const named = toNamedResults(answer, results, groups)
      const typedText = getTypedText(requestUrl)
      const rows = answer.products.map(product => toListingRow(product, product.hint))
      const props = {
        ...results,
        chips: listChips(groups, results),
        hasFacets: groups.length > 0,
        facets: () => createElement(Facets, { groups, results, open }),
        ...{ page, pages, size, total, corrected, understood, suggestions, machines },
        rows,
        positions: toPositions(answer, sort),
        name: formatResultsName(named),
        numbers: listNumberMatches(answer, parsed.key, number => countProducts(engine, number)),
        isCut: isQueryTooLong(typedText),
        listText: hasSeveralNumbers(parsed, answer) ? typedText : null,
        plates: plates.links,
        // Only an empty result shows them.
        examples: total === 0 ? await deps.getExamples() : null,
      }
      // A serial number that leads to its machine is answered too.
      const answered = total + plates.links.length
      const question = { text: query, total: answered, corrected, dropped: understood.dropped }
      const head = {
        title: formatResultsTitle(named),
        description: 'Filters by any maker’s number, by machine, by type and by size.',
        canonical: url + (page > 1 ? `&page=${page}` : ''),
        noindex: query !== '' && answer.total === 0,
      }
      const result = toPageResult(searchPage, props, head, { rows: rows.map(toServedRow) })
      return isSubmittedUrl(requestUrl) ? { ...result, onSend: () => deps.searchLog.count(question) } : result
    },
  )
}

/** A part number comes first: the text is looked up as a serial number only when no product has it as a number. */
async function findPlateLinks(
  deps: SearchDeps,
  engine: SearchEngine,
  query: string,
  answer: SearchAnswer | null,
  { isFullCustomer }: SearchVisitor,
): Promise<PlateLinks> {
  const { key, isShape } = parseQuery(query)
  const areSeveral = answer !== null && answer.listedNumbers.length > 1
  if (isShape || areSeveral || engine.findByNumber(key).length > 0) return { links: [], finderUrl: null }
  return deps.findPlateLinks(query, answer === null || !isMatch(answer), isFullCustomer)
}

/** Rows that fit one machine are grouped by position, unless they are sorted otherwise. */
function toPositions({ products }: SearchAnswer, sort: SearchRequest['sort']): RowPosition[] {
  const positions = products.map(({ position }) => position)
  return sort === 'relevance' && products.length > 0 && positions.every(position => position !== null)
    ? countPositions(positions)
    : []
}

/** Whether the catalogue has all of the text, as it was typed. */
function isMatch({ total, corrected, understood }: SearchAnswer): boolean {
  return total > 0 && corrected === null && understood.dropped.length === 0
}

function toNamedResults(
  { understood, corrected, total, products }: SearchAnswer,
  results: Results,
  groups: readonly FacetGroup[],
): NamedResults {
  const { query, filters } = results
  const listedTypes = groups.find(({ id }) => id === 'type')?.options.map(({ value }) => value) ?? []
  const properties = listChips(groups, {
    ...results,
    filters: { ...noFilters, attributes: filters.attributes },
  })
  return {
    ...{ query, filters, understood, corrected, total },
    types: [...new Set([...listedTypes, ...products.map(({ type }) => type)])],
    properties: properties.map(({ label }) => label),
  }
}

const searchPageQuery = z.object({
  query: line(Number.MAX_SAFE_INTEGER).transform(cutQuery),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  // Every link of the page repeats the filters, so their length is limited.
  filters: z.string().max(1500).optional(),
  sort: z.enum(sorts).catch('relevance'),
  // The form of a size: `mm` millimetres of the attribute `near`.
  near: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .optional()
    .catch(undefined),
  mm: z.coerce.number().min(0).max(9999).optional().catch(undefined),
  // The id of the group whose options are all listed.
  open: z.string().max(20).optional().catch(undefined),
})

function serializeAnswer(
  answer: SearchAnswer,
  { size, page, 'with-hint': withHint }: QueryOf<typeof search>,
  scope: { products: boolean; codes: boolean },
): ReplyOf<typeof search> {
  const reply: ReplyOf<typeof search> = {}
  if (scope.products) {
    const list = answer.products.map(product =>
      serializeListedProduct(product, withHint ? product.hint : null),
    )
    reply.products = { list, total: answer.total, size, page }
    if (answer.corrected !== null) reply.products.corrected = answer.corrected
  }
  if (scope.codes) {
    const list = answer.numbers.map(product => serializeCode(product, product))
    reply.codes = { list, suggestions: answer.suggestions }
  }
  const { parts, dropped } = answer.understood
  if (withHint && parts.length + dropped.length > 0) {
    reply.understood = { parts: parts.map(({ kind, label }) => ({ kind, label })), dropped }
  }
  if (answer.facets) reply.attributes = answer.facets.map(({ unit: _unit, ...group }) => group)
  return reply
}

function countProducts(engine: SearchEngine, number: string): number {
  return new Set(engine.findByNumber(toCodeKey(number)).map(({ productId }) => productId)).size
}

/** The query as it was typed, with its lines and uncut. */
function getTypedText(url: string): string {
  const text = new URL(url, 'http://localhost').searchParams.get('query') ?? ''
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, ' ')
    .trim()
}

function requireFilters(json: string | undefined): Filters {
  const filters = parseFilters(json)
  if (filters) return filters
  throw new Problem(400, 'The filters could not be read.', { errors: { filters: ['Not readable.'] } })
}

const cookie = 'rows'
const yearSeconds = 31_536_000

function getRowCount(request: FastifyRequest): RowCount {
  return parseRowCount(request.cookies[cookie])
}

/** The choice of rows: a form that leads back to the first page of the same results. */
function rowCountRoutes(app: FastifyInstance, { context, pages }: { context: AppContext; pages: Pages }) {
  handle(
    app,
    chooseRowCount,
    async ({ body: { rows }, reply }) => {
      const secure = context.baseUrl().startsWith('https:')
      reply.setCookie(cookie, String(rows), { path: '/', maxAge: yearSeconds, sameSite: 'lax', secure })
      return { rows }
    },
    {
      form: ({ request, reply }) =>
        pages.redirect(reply, { to: removePage(getReturnPath(request, '/search?query=')) }),
    },
  )
}

function removePage(path: string): string {
  return path.replace(/&page=\d+/, '')
}

/** The products of one number, when there are several; of several numbers the first product of each. */
function listNumberMatches(
  { numbers, listedNumbers, understood }: SearchAnswer,
  key: string,
  countProducts: (number: string) => number,
): NumberMatch[] {
  if (listedNumbers.length > 1) {
    return numbers
      .filter(({ number }, at) => numbers.findIndex(first => isSame(first.number, number)) === at)
      .map(product => toNumberMatch(product, countProducts(product.number)))
  }
  const typed = [key, ...understood.parts.filter(({ kind }) => kind === 'number').map(({ label }) => label)]
  const exact = numbers.filter(({ number }) => typed.some(one => isSame(number, one)))
  return exact.length < 2 ? [] : exact.map(product => toNumberMatch(product, 1))
}

function isSame(number: string, other: string): boolean {
  return isSameNumber(number, toCodeKey(other))
}

function toNumberMatch({ number, maker, title, code, path }: NumberedProduct, products: number): NumberMatch {
  return { number, maker, title, code, url: `/${path}`, products }
}

/** Whether the text lists several part numbers, known or not. */
function hasSeveralNumbers(
  { text, isShape }: ParsedQuery,
  { listedNumbers, understood, total }: Pick<SearchAnswer, 'listedNumbers' | 'understood' | 'total'>,
): boolean {
  if (listedNumbers.length > 1) return true
  const kinds = understood.parts.map(({ kind }) => kind)
  if (isShape || kinds.includes('machine') || (total > 0 && !kinds.includes('number'))) return false
  return text.split(/[\s,;]+/).filter(isNumberLike).length > 1
}

const minNumberLength = 5

function isNumberLike(word: string): boolean {
  return /\d/.test(word) && toCodeKey(word).length >= minNumberLength
}
