import type { ReplyOf } from '../../lib/call.ts'
import { formatPounds, pence } from '../../lib/money.ts'
import type { search } from '../search/schemas.ts'

export interface Suggestion {
  /** Where choosing it leads; null: nowhere, it forgets the last searches. */
  url: string | null
  /** Address of a small picture. */
  image: string | null
  /** A part number, before the words; null: there is none. */
  code: string | null
  title: string
  /** Why it is suggested, or what it stands for. */
  note: string | null
  price: string | null
}

export interface SuggestionGroup {
  name: 'Products' | 'Codes' | 'Manufacturers' | 'Did you mean' | 'Last searches'
  options: Suggestion[]
}

type Reply = ReplyOf<typeof search>

/** The groups of specification §2 that have something to offer, in its order. */
export function suggestionGroups(reply: Reply): SuggestionGroup[] {
  const groups: SuggestionGroup[] = [
    { name: 'Products', options: (reply.products?.list ?? []).map(productOption) },
    { name: 'Codes', options: (reply.codes?.list ?? []).map(codeOption) },
    { name: 'Manufacturers', options: (reply.makes_models?.list ?? []).map(makeOption) },
    { name: 'Did you mean', options: (reply.codes?.suggestions ?? []).map(nearOption) },
  ]
  return groups.filter(group => group.options.length > 0)
}

/** What an empty field offers: the searches of this browser, and to forget them. */
export function lastSearchGroups(queries: readonly string[]): SuggestionGroup[] {
  if (queries.length === 0) return []
  const options = queries.map(query => plainOption(searchUrl(query), query))
  return [{ name: 'Last searches', options: [...options, plainOption(null, 'Clear last searches')] }]
}

/** What is told to those who do not see the list: '8 products, 3 codes, 1 manufacturer'. */
export function countsText(groups: readonly SuggestionGroup[]): string {
  if (groups.length === 0) return 'No suggestions'
  return groups
    .map(({ name, options }) => {
      const count = options.filter(({ url }) => url !== null).length
      return `${count} ${count === 1 ? ones[name] : severals[name]}`
    })
    .join(', ')
}

const ones: Record<SuggestionGroup['name'], string> = {
  Products: 'product',
  Codes: 'code',
  Manufacturers: 'manufacturer',
  'Did you mean': 'similar number',
  'Last searches': 'last search',
}
const severals: Record<SuggestionGroup['name'], string> = {
  Products: 'products',
  Codes: 'codes',
  Manufacturers: 'manufacturers',
  'Did you mean': 'similar numbers',
  'Last searches': 'last searches',
}

function productOption({
  title,
  code,
  value,
  hint,
}: NonNullable<Reply['products']>['list'][number]): Suggestion {
  // Found by another maker's number: the product page then says so.
  const foreign = hint && hint.value !== code ? hint : null
  return {
    url: foreign ? withNumber(value.url, foreign.value) : value.url,
    image: value.image,
    code,
    title,
    note: foreign && `${foreign.name} ${foreign.value}`,
    // The wire says pounds.
    price: value.price === null ? null : formatPounds(pence(Math.round(value.price * 100))),
  }
}

function codeOption({
  code,
  manufacturer,
  product,
}: NonNullable<Reply['codes']>['list'][number]): Suggestion {
  const url = product.code === code ? product.url : withNumber(product.url, code)
  return {
    url,
    image: null,
    code,
    title: manufacturer,
    note: `${product.code} ${product.title}`,
    price: null,
  }
}

function makeOption({ label, url, image }: NonNullable<Reply['makes_models']>['list'][number]): Suggestion {
  return { ...plainOption(url, label), image }
}

function nearOption(code: string): Suggestion {
  return { url: searchUrl(code), image: null, code, title: '', note: null, price: null }
}

function plainOption(url: string | null, title: string): Suggestion {
  return { url, image: null, code: null, title, note: null, price: null }
}

function searchUrl(query: string): string {
  return `/search?query=${encodeURIComponent(query)}`
}

function withNumber(url: string, number: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}for=${encodeURIComponent(number)}`
}
