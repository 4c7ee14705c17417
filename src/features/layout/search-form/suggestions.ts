import type { ReplyOf } from '../../../lib/call.ts'
import { formatPounds, pence, priceOnRequestText } from '../../../lib/money.ts'
import type { search } from '../../search/schemas.ts'

export interface Suggestion {
  /** The page it leads to; null: it clears the last searches. */
  url: string | null
  /** URL of a thumbnail. */
  image: string | null
  /** A part number, shown before the title. */
  code: string | null
  title: string
  /** Why it is suggested, or the product of a part number. */
  note: string | null
  /** '£12.50' or 'Price on request'. */
  price: string | null
}

export interface SuggestionGroup {
  name: 'Products' | 'Codes' | 'Manufacturers' | 'Did you mean' | 'Last searches'
  options: Suggestion[]
}

type Reply = ReplyOf<typeof search>

/** The groups of R-SEARCH-7 that have suggestions, in order. */
export function toSuggestionGroups(reply: Reply): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    { name: 'Products', options: (reply.products?.list ?? []).map(toProductSuggestion) },
    { name: 'Codes', options: (reply.codes?.list ?? []).map(toCodeSuggestion) },
    { name: 'Manufacturers', options: (reply.makes_models?.list ?? []).map(toMakeSuggestion) },
    { name: 'Did you mean', options: (reply.codes?.suggestions ?? []).map(toNearNumberSuggestion) },
  ]
  return groups.filter(group => group.options.length > 0)
}

/** The suggestions of an empty field: the last searches of this browser, and clearing them. */
export function toRecentSearchGroups(queries: readonly string[]): SuggestionGroup[] {
  if (queries.length === 0) return []
  const options = queries.map(query => createSuggestion(toSearchUrl(query), query))
  return [{ name: 'Last searches', options: [...options, createSuggestion(null, 'Clear last searches')] }]
}

/** The announcement for screen readers: '8 products, 3 codes, 1 manufacturer'. */
export function formatCounts(groups: readonly SuggestionGroup[]): string {
  if (groups.length === 0) return 'No suggestions'
  return groups
    .map(({ name, options }) => {
      const count = options.filter(({ url }) => url !== null).length
      return `${count} ${count === 1 ? singulars[name] : plurals[name]}`
    })
    .join(', ')
}

const singulars: Record<SuggestionGroup['name'], string> = {
  Products: 'product',
  Codes: 'code',
  Manufacturers: 'manufacturer',
  'Did you mean': 'similar number',
  'Last searches': 'last search',
}
const plurals: Record<SuggestionGroup['name'], string> = {
  Products: 'products',
  Codes: 'codes',
  Manufacturers: 'manufacturers',
  'Did you mean': 'similar numbers',
  'Last searches': 'last searches',
}

function toProductSuggestion({
  title,
  code,
  value,
  hint,
  sale_state: saleState,
}: NonNullable<Reply['products']>['list'][number]): Suggestion {
  // The product page says that it replaces this number.
  const otherNumber = hint && hint.value !== code ? hint : null
  return {
    url: otherNumber ? addNumber(value.url, otherNumber.value) : value.url,
    image: value.image,
    code,
    title,
    note: otherNumber && `${otherNumber.name} ${otherNumber.value}`,
    price: formatPrice(value.price, saleState),
  }
}

function formatPrice(pounds: number | null, saleState: string): string | null {
  if (pounds !== null) return formatPounds(pence(Math.round(pounds * 100)))
  return saleState === 'price_on_request' ? priceOnRequestText : null
}

function toCodeSuggestion({
  code,
  manufacturer,
  product,
}: NonNullable<Reply['codes']>['list'][number]): Suggestion {
  const url = product.code === code ? product.url : addNumber(product.url, code)
  return {
    url,
    image: null,
    code,
    title: manufacturer,
    note: `${product.code} ${product.title}`,
    price: null,
  }
}

function toMakeSuggestion({
  label,
  url,
  image,
}: NonNullable<Reply['makes_models']>['list'][number]): Suggestion {
  return { ...createSuggestion(url, label), image }
}

function toNearNumberSuggestion(code: string): Suggestion {
  return { url: toSearchUrl(code), image: null, code, title: '', note: null, price: null }
}

function createSuggestion(url: string | null, title: string): Suggestion {
  return { url, image: null, code: null, title, note: null, price: null }
}

function toSearchUrl(query: string): string {
  return `/search?query=${encodeURIComponent(query)}`
}

function addNumber(url: string, number: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}for=${encodeURIComponent(number)}`
}
