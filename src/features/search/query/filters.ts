import { parseJson } from '../../../lib/json.ts'
import type { Sort } from './parse-query.ts'

/** `filters` of GET /search: {attributeId: [option, …]}; ids are numbers or the shop's own 'type' and 'brand'. */
export interface Filters {
  types: string[]
  brands: string[]
  attributes: { id: number; values: string[] }[]
}

export const noFilters: Filters = { types: [], brands: [], attributes: [] }

/** The attributes with chosen options; ids as in the JSON of `filters`. */
export function listFilters({ types, brands, attributes }: Filters): { id: string; values: string[] }[] {
  return [
    { id: 'type', values: types },
    { id: 'brand', values: brands },
    ...attributes.map(({ id, values }) => ({ id: String(id), values })),
  ].filter(({ values }) => values.length > 0)
}

export function getFilterValues(filters: Filters, id: string): string[] {
  return listFilters(filters).find(filter => filter.id === id)?.values ?? []
}

const maxOptions = 200

/** Parses the JSON of `filters`; null when it is malformed. Unknown ids are kept: they match nothing. */
export function parseFilters(json: string | undefined): Filters | null {
  const filters: Filters = { types: [], brands: [], attributes: [] }
  if (!json) return filters
  const parsed = parseJson(json)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  let options = 0
  for (const [id, list] of Object.entries(parsed)) {
    const values = parseOptions(list)
    options += values?.length ?? 0
    if (!values || options > maxOptions) return null
    if (values.length === 0) continue
    if (id === 'type') filters.types = values
    else if (id === 'brand') filters.brands = values
    else if (/^[1-9]\d{0,8}$/.test(id)) filters.attributes.push({ id: Number(id), values })
    else return null
  }
  return filters
}

function parseOptions(list: unknown): string[] | null {
  const values = Array.isArray(list) ? list : [list]
  const isReadable = values.every(value => typeof value === 'string' || typeof value === 'number')
  return isReadable ? values.map(value => String(value)) : null
}

/** A results page without its page number. */
export interface Results {
  query: string
  filters: Filters
  sort: Sort
}

/** The URL of a results page, ready for '&page=N'. */
export function toResultsUrl({ query, filters, sort }: Results): string {
  const json = formatFilters(filters)
  const chosen = json === '{}' ? '' : `&filters=${encodeURIComponent(json)}`
  return toSearchUrl(query) + chosen + (sort === 'relevance' ? '' : `&sort=${sort}`)
}

export function formatFilters({ types, brands, attributes }: Filters): string {
  return JSON.stringify({
    ...(types.length > 0 && { type: types }),
    ...(brands.length > 0 && { brand: brands }),
    ...Object.fromEntries(attributes.map(({ id, values }) => [id, values])),
  })
}

export function toSearchUrl(query: string): string {
  return `/search?query=${encodeURIComponent(query)}`
}
