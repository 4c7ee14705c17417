import { formatCount, pluralize } from '../../../lib/count.ts'
import { pluralizeType } from '../../catalogue/listing.ts'
import type { Filters } from '../query/filters.ts'
import type { Understood } from '../query/understood.ts'

export interface NamedResults {
  query: string
  filters: Filters
  understood: Understood
  corrected: string | null
  total: number
  /** The types of the results, as far as they are known: 'Oil filter, spin-on'. */
  types: readonly string[]
  /** The chosen measures and properties: 'Thread: 1-12 UNF'. */
  properties: readonly string[]
}

const maxNames = 2

/** 'Oil filters, spin-on for JCB 3CX': of filters, and a query of kinds, brands, machines and sizes. Null for any other query. */
export function formatResultsName(results: NamedResults): string | null {
  const { query, filters, understood, corrected, types, properties } = results
  const isNameable =
    corrected === null &&
    understood.dropped.length === 0 &&
    understood.parts.every(({ kind }) => kind !== 'number' && kind !== 'word')
  if (query !== '' && (!isNameable || understood.parts.length === 0)) return null
  const labels = (kind: string) =>
    understood.parts.filter(part => part.kind === kind).map(({ label }) => label)
  const kinds =
    filters.types.length > 0
      ? filters.types.map(pluralizeType)
      : labels('kind').map(label => pluralizeKind(label, types))
  if (kinds.includes(null)) return null
  const brands = [...labels('brand'), ...filters.brands.filter(brand => !labels('brand').includes(brand))]
  const isUnnamed = brands.length === 0 && kinds.length === 0
  if (query === '' && isUnnamed && properties.length === 0) return 'All products'
  const machines = labels('machine').map(label => ` for ${label}`)
  const measures = [...labels('size'), ...properties.map(toLowerStart)].slice(0, maxNames)
  const noun = joinNames(kinds as string[], 'Filters')
  return [addBrands(brands, noun), ...machines, ...measures.map(text => `, ${text}`)].join('')
}

/** The title of the page, with the number of results: 'Donaldson air filters, 71'. */
export function formatResultsTitle(results: NamedResults): string {
  const name = formatResultsName(results)
  return name === null
    ? `“${results.query}”, ${pluralize(results.total, 'product')}`
    : `${name}, ${formatCount(results.total)}`
}

/** 'hydraulic' → 'Hydraulic filters', as the types write it. Null for other words: the plural of another language is unknown. */
function pluralizeKind(label: string, types: readonly string[]): string | null {
  const byKey = new Map(types.flatMap(splitWords).map(word => [word.toLowerCase(), word]))
  const nouns = new Set(
    types.map(type =>
      splitWords(type.replace(/[,(].*/, ''))
        .at(-1)
        ?.toLowerCase(),
    ),
  )
  const words = splitWords(label.toLowerCase()).map(key => byKey.get(key) ?? byKey.get(key.replace(/s$/, '')))
  if (words.includes(undefined)) return null
  const noun = words.findLastIndex(word => nouns.has(word!.toLowerCase()))
  const plural = words.map((word, at) => (at === noun ? pluralizeType(word!) : word!))
  const text = (noun < 0 ? [...plural, 'filters'] : plural).map(toLowerStart).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function splitWords(text: string): string[] {
  return text.split(/[\s,()/]+/).filter(word => word !== '')
}

/** 'Air filters' → 'air filters'; 'AdBlue filters' stays. */
function toLowerStart(text: string): string {
  return /^\p{Lu}[^\p{Lu}]*(?:\s|$)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

function joinNames(names: readonly string[], fallback: string): string {
  const [first, second] = names
  if (first === undefined || names.length > maxNames) return fallback
  return second === undefined ? first : `${first} and ${toLowerStart(second)}`
}

/** 'Donaldson air filters', 'Donaldson and Bosch filters', 'Filters of 3 brands' */
function addBrands(brands: readonly string[], noun: string): string {
  if (brands.length === 0) return noun
  if (brands.length > maxNames) return `${noun} of ${brands.length} brands`
  return `${brands.join(' and ')} ${toLowerStart(noun)}`
}
