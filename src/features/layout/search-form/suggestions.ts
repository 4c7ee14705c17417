import type { ReplyOf } from '../../../lib/calls/call.ts'
import { formatPounds, pence, priceOnRequestText } from '../../../lib/money.ts'
import type { search } from '../../search/schemas.ts'

export interface Suggestion {
  /** The page it leads to; null: it clears the last searches. */
  url: string | null
  image: string | null
  logo: { url: string; brand: string } | null
  /** A part number, shown before the title. */
  code: string | null
  title: string
  note: string | null
  /** '£12.50' or 'Price on request'. */
  price: string | null
}

export interface SuggestionGroup {
  name:
    | 'Products'
    | 'Codes'
    | 'Machines'
    | 'Manufacturers'
    | 'Serial numbers'
    | 'Did you mean'
    | 'Last searches'
  options: Suggestion[]
}

/** What the list below the field says and offers. */
export interface SuggestionAnswer {
  /** What was corrected or left out, or that nothing was found and what to try; null: nothing to say. */
  notice: string | null
  groups: SuggestionGroup[]
}

type Reply = ReplyOf<typeof search>

export function toSuggestionAnswer(query: string, reply: Reply): SuggestionAnswer {
  const groups = toSuggestionGroups(reply)
  return { notice: formatNotice(query, reply, groups), groups }
}

// With machines before them, so that some products are in sight on a phone.
const maxMachines = 2
const maxProductsOfMachine = 5

/**
 * The groups of R-SEARCH-7 that have suggestions, in order. Products that have all of the text come before serial numbers.
 * Words that name a machine, and no number, are answered with the machine first.
 */
export function toSuggestionGroups(reply: Reply): SuggestionGroup[] {
  const machines = reply.makes_models?.list ?? []
  const serialNumbers: SuggestionGroup = {
    name: 'Serial numbers',
    options: (reply.serial_numbers?.list ?? []).map(toSerialNumberSuggestion),
  }
  const machineGroup: SuggestionGroup = {
    name: 'Machines',
    options: machines.filter(({ group }) => group === 'machine').map(toMachineSuggestion),
  }
  const products = (reply.products?.list ?? []).map(toProductSuggestion)
  const codes = listOtherCodes(reply).map(toCodeSuggestion)
  const namesMachine = machineGroup.options.length > 0 && codes.length === 0
  const firstGroups: SuggestionGroup[] = namesMachine
    ? [
        { ...machineGroup, options: machineGroup.options.slice(0, maxMachines) },
        { name: 'Products', options: products.slice(0, maxProductsOfMachine) },
      ]
    : [{ name: 'Products', options: products }, { name: 'Codes', options: codes }, machineGroup]
  const catalogue: SuggestionGroup[] = [
    ...firstGroups,
    {
      name: 'Manufacturers',
      options: machines.filter(({ group }) => group !== 'machine').map(toMachineSuggestion),
    },
  ]
  const hasProducts =
    [reply.products, reply.codes].some(part => part && part.list.length > 0) &&
    (reply.understood?.dropped ?? []).length === 0
  const groups: SuggestionGroup[] = [
    ...(hasProducts ? [...catalogue, serialNumbers] : [serialNumbers, ...catalogue]),
    { name: 'Did you mean', options: (reply.codes?.suggestions ?? []).map(toNearNumberSuggestion) },
  ]
  return groups.filter(group => group.options.length > 0)
}

// A product's own number would be the same suggestion again.
function listOtherCodes({ products, codes }: Reply) {
  const ownCodes = new Set(products?.list.map(({ code }) => code))
  return (codes?.list ?? []).filter(({ code, product }) => product.code !== code || !ownCodes.has(code))
}

function formatNotice(
  query: string,
  { products, understood, serial_numbers: serialNumbers }: Reply,
  groups: readonly SuggestionGroup[],
): string | null {
  if (groups.length === 0) return `Nothing found for “${query}”. ${whatToTry}`
  if (groups[0]!.name === 'Did you mean') return `Nothing found for “${query}”.`
  if (serialNumbers) return null
  const dropped = understood?.dropped ?? []
  const sentences = [
    ...(products?.corrected === undefined ? [] : [`Corrected to “${products.corrected}”.`]),
    ...(dropped.length === 0 ? [] : [formatDropped(understood!.parts, dropped)]),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

const whatToTry = 'Try the make of your machine, the type of filter, or the number without its last letters.'

function formatDropped(parts: readonly { label: string }[], dropped: readonly string[]): string {
  const results =
    parts.length === 0 ? 'Results' : `Results for ${parts.map(({ label }) => label).join(', ')},`
  return `Nothing has all of this. ${results} without ${dropped.map(word => `“${word}”`).join(', ')}.`
}

/** The suggestions of an empty field: the last searches of this browser, and clearing them. */
export function toRecentSearchGroups(queries: readonly string[]): SuggestionGroup[] {
  if (queries.length === 0) return []
  const options = queries.map(query => createSuggestion(toSearchUrl(query), query))
  return [{ name: 'Last searches', options: [...options, createSuggestion(null, 'Clear last searches')] }]
}

/** The announcement for screen readers: 'Corrected to “hydraulic”. 8 products, 3 codes, 1 manufacturer'. */
export function formatAnnouncement({ notice, groups }: SuggestionAnswer): string {
  return [notice, formatCounts(groups)].filter(text => text).join(' ')
}

function formatCounts(groups: readonly SuggestionGroup[]): string {
  return groups
    .map(({ name, options }) => {
      const count = options.filter(({ url }) => url !== null).length
      const [one, several = `${one}s`] = nouns[name]
      return `${count} ${count === 1 ? one : several}`
    })
    .join(', ')
}

/** One option of each group, and several where that is irregular. */
const nouns: Record<SuggestionGroup['name'], [one: string, several?: string]> = {
  Products: ['product'],
  Codes: ['code'],
  Machines: ['machine'],
  Manufacturers: ['manufacturer'],
  'Serial numbers': ['serial number'],
  'Did you mean': ['similar number'],
  'Last searches': ['last search', 'last searches'],
}

function toProductSuggestion({
  title,
  code,
  brand,
  value,
  hint,
  sale_state: saleState,
}: NonNullable<Reply['products']>['list'][number]): Suggestion {
  // The product page says that it replaces this number.
  const otherNumber = hint && hint.value !== code ? hint : null
  return {
    url: otherNumber ? addNumber(value.url, otherNumber.value) : value.url,
    image: value.image,
    logo: value.brand_image === null ? null : { url: value.brand_image, brand },
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
  const isOwnNumber = product.code === code
  const title = isOwnNumber ? manufacturer : `${manufacturer} → ${product.code}`
  return createSuggestion(isOwnNumber ? product.url : addNumber(product.url, code), title, { code })
}

const toMachineSuggestion = ({ label, url, image }: NonNullable<Reply['makes_models']>['list'][number]) =>
  createSuggestion(url, label, { image })

const toSerialNumberSuggestion = ({
  label,
  note,
  url,
}: NonNullable<Reply['serial_numbers']>['list'][number]) => createSuggestion(url, label, { note })

const toNearNumberSuggestion = (code: string) => createSuggestion(toSearchUrl(code), '', { code })

function createSuggestion(
  url: string | null,
  title: string,
  extras: Partial<Omit<Suggestion, 'url' | 'title'>> = {},
): Suggestion {
  return { url, image: null, logo: null, code: null, title, note: null, price: null, ...extras }
}

function toSearchUrl(query: string): string {
  return `/search?query=${encodeURIComponent(query)}`
}

function addNumber(url: string, number: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}for=${encodeURIComponent(number)}`
}
