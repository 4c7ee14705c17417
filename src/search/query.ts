import { codeKey } from '../shared/part-number.ts'

/** What was typed, as the two ways of finding read it. */
export interface ReadQuery {
  text: string
  /** As a part number; '' when it cannot be one. */
  key: string
  /** As words: a tsquery where every word must begin a word of the product; '' when there is no word. */
  words: string
}

const mostWords = 8

export function readQuery(text: string): ReadQuery {
  const key = codeKey(text)
  return { text, key: key.length >= 2 ? key : '', words: wordQuery(text) }
}

/** 'Oil filt' → 'oil:* & filt:*'. Only letters, digits and inner dots reach the database. */
export function wordQuery(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  // '93 x 142 mm' asks for the two numbers.
  const telling = words.filter(word => word !== 'x' && word !== 'mm')
  return [...new Set(telling)]
    .slice(0, mostWords)
    .map(word => `${word}:*`)
    .join(' & ')
}

/** The first text after all that begin with `prefix`: `key >= prefix and key < afterPrefix(prefix)` is the range. */
export function afterPrefix(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
}

/** `filters` of contract §3: {attributeId: [option, …]}; ids are numbers or the shop's own 'type' and 'brand'. */
export interface Filters {
  types: string[]
  brands: string[]
  attributes: { id: number; values: string[] }[]
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
