import type { search } from '../search/contract.ts'
import type { ReplyOf } from '../shared/call.ts'
import { pence, showPounds } from '../shared/money.ts'

export interface Suggestion {
  /** Where choosing it leads. */
  url: string
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
  name: 'Products' | 'Codes' | 'Manufacturers' | 'Did you mean'
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

/** What is told to those who do not see the list: '8 products, 3 codes, 1 manufacturer'. */
export function countsText(groups: readonly SuggestionGroup[]): string {
  if (groups.length === 0) return 'No suggestions'
  return groups
    .map(({ name, options: { length } }) => `${length} ${length === 1 ? ones[name] : severals[name]}`)
    .join(', ')
}

const ones: Record<SuggestionGroup['name'], string> = {
  Products: 'product',
  Codes: 'code',
  Manufacturers: 'manufacturer',
  'Did you mean': 'similar number',
}
const severals: Record<SuggestionGroup['name'], string> = {
  Products: 'products',
  Codes: 'codes',
  Manufacturers: 'manufacturers',
  'Did you mean': 'similar numbers',
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
    price: value.price === null ? null : showPounds(pence(Math.round(value.price * 100))),
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
  return { url, image, code: null, title: label, note: null, price: null }
}

function nearOption(code: string): Suggestion {
  const url = `/search?query=${encodeURIComponent(code)}`
  return { url, image: null, code, title: '', note: null, price: null }
}

function withNumber(url: string, number: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}for=${encodeURIComponent(number)}`
}
