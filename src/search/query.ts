import { folded } from '../shared/folded.ts'
import { codeKey } from '../shared/part-number.ts'
import { type Measures, readMeasures } from './measures.ts'
import { tokensOf } from './tokens.ts'

export type Sort = 'relevance' | 'price-up' | 'price-down' | 'code'
export const sorts = ['relevance', 'price-up', 'price-down', 'code'] as const satisfies readonly Sort[]

/** What was typed, as the ways of finding read it. */
export interface ReadQuery {
  text: string
  /** Nothing was typed: everything is found. Signs alone ('---') are something, and find nothing. */
  isBlank: boolean
  /** As a part number; '' when it cannot be one. */
  key: string
  /** Written like one: its inner part is looked for too, and words only when no number has it. */
  looksLikeCode: boolean
  /** 'donaldson p551712' as the number of somebody, or of some kind; null when it cannot be read so. */
  split: { key: string; words: string[] } | null
  /** '93 x 140', '1 1/8-16' */
  measures: Measures
  /** The words beside the measures. */
  tokens: string[]
  /** All of it as a tsquery where every word must begin a word of the product; '' when there is no word. */
  words: string
}

const mostWords = 8
const longestWordInCode = 3

export function readQuery(typed: string): ReadQuery {
  const text = plain(typed)
  const key = codeKey(text)
  const measures = readMeasures(text)
  const isShape = measures.sizes.length > 0 || measures.threads.length > 0
  const parts = text.split(/\s+/).filter(part => codeKey(part) !== '')
  return {
    text,
    isBlank: text === '',
    key: key.length >= 2 ? key : '',
    looksLikeCode:
      !isShape &&
      /\d/.test(key) &&
      parts.every(part => /\d/.test(part) || codeKey(part).length <= longestWordInCode),
    split: isShape ? null : splitOf(parts),
    measures,
    tokens: telling(tokensOf(measures.rest)),
    words: wordQuery(text),
  }
}

// What looks the same is asked the same: full-width letters, accents as signs of their own, '1½' as 1 1/2.
function plain(typed: string): string {
  return typed
    .replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' ')
    .normalize('NFKC')
    .replaceAll('⁄', '/')
    .trim()
}

const shortestSplitKey = 3

// 'P 551 712': one or two letters before a number belong to it.
function splitOf(parts: readonly string[]): ReadQuery['split'] {
  const isNumber = parts.map(
    (part, at) => /\d/.test(part) || (codeKey(part).length <= 2 && /\d/.test(parts[at + 1] ?? '')),
  )
  const words = parts.filter((_part, at) => !isNumber[at]).flatMap(tokensOf)
  const key = codeKey(parts.filter((_part, at) => isNumber[at]).join(''))
  return words.length > 0 && key.length >= shortestSplitKey ? { key, words } : null
}

/** 'Oil filt' → 'oil:* & filt:*'. Only letters, digits and inner dots reach the database. */
export function wordQuery(text: string): string {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return telling(words)
    .map(word => `${word}:*`)
    .join(' & ')
}

// '93 x 142 mm' asks for the two numbers.
function telling(words: readonly string[]): string[] {
  return [...new Set(words.filter(word => word !== 'x' && word !== 'mm'))].slice(0, mostWords)
}

/** The first text after all that begin with `prefix`: `key >= prefix and key < afterPrefix(prefix)` is the range. */
export function afterPrefix(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
}

const mostLeadingZeros = 4

/**
 * The same number with other leading zeros: '0012' is 12, and 12 is '0012' (filter domain §1: leading zeros are
 * ignored). Without the number itself.
 */
export function otherZeros(key: string): string[] {
  const bare = withoutZeros(key)
  return Array.from({ length: mostLeadingZeros + 1 }, (_, zeros) => '0'.repeat(zeros) + bare).filter(
    other => other !== key,
  )
}

/** '0012' → '12'; '000' → '0'. */
export function withoutZeros(key: string): string {
  return key.replace(/^0+(?=.)/, '')
}

/** True when both are the same number but for signs, case and leading zeros. `key` is a key already. */
export function isSameNumber(number: string, key: string): boolean {
  return withoutZeros(codeKey(number)) === withoutZeros(key)
}

/** `filters` of contract §3: {attributeId: [option, …]}; ids are numbers or the shop's own 'type' and 'brand'. */
export interface Filters {
  types: string[]
  brands: string[]
  attributes: { id: number; values: string[] }[]
}

export const noFilters: Filters = { types: [], brands: [], attributes: [] }

export function isFiltered({ types, brands, attributes }: Filters): boolean {
  return types.length > 0 || brands.length > 0 || attributes.length > 0
}

const mostOptions = 200

/** Reads the JSON of `filters`; null when it is no such thing. Unknown ids find nothing; none is followed anywhere. */
export function readFilters(json: string | undefined): Filters | null {
  const filters: Filters = { types: [], brands: [], attributes: [] }
  if (!json) return filters
  const given = parse(json)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
  let options = 0
  for (const [id, list] of Object.entries(given)) {
    const values = optionsOf(list)
    options += values?.length ?? 0
    if (!values || options > mostOptions) return null
    if (values.length === 0) continue
    if (id === 'type') filters.types = values
    else if (id === 'brand') filters.brands = values
    else if (/^[1-9]\d{0,8}$/.test(id)) filters.attributes.push({ id: Number(id), values })
    else return null
  }
  return filters
}

function optionsOf(list: unknown): string[] | null {
  const values = Array.isArray(list) ? list : [list]
  const readable = values.every(value => typeof value === 'string' || typeof value === 'number')
  return readable ? values.map(value => String(value)) : null
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
