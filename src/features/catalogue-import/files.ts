import { fileWords } from './messages.ts'

/** The import files (contract §6), in the order in which they need each other. */
export const importFiles = {
  'products.csv': {
    needed: ['code'],
    others: [
      'title',
      'brand',
      'type',
      'description',
      'price',
      'stock',
      'back_order',
      'availability_note',
      'weight_g',
      'image',
      'path',
    ],
    attributes: true,
  },
  'codes.csv': { needed: ['product_code', 'manufacturer', 'code'], others: [], attributes: false },
  'machines.csv': {
    needed: ['make', 'model', 'variant'],
    others: ['model_type', 'show_mach_number'],
    attributes: false,
  },
  'fitments.csv': {
    needed: ['make', 'model', 'variant', 'product_code'],
    others: ['quantity', 'position'],
    attributes: false,
  },
  'serials.csv': {
    needed: ['make', 'model', 'variant', 'from', 'to', 'kind'],
    others: [],
    attributes: false,
  },
  'prices.csv': {
    needed: ['customer', 'product_code', 'price'],
    others: ['min_quantity'],
    attributes: false,
  },
} as const satisfies Record<string, FileShape>

interface FileShape {
  needed: readonly string[]
  others: readonly string[]
  attributes: boolean
}

export type ImportFile = keyof typeof importFiles

export const importOrder = Object.keys(importFiles) as ImportFile[]

export interface Header {
  /** Where each column stands, from 0; attribute columns by their name without 'attr:'. */
  columns: ReadonlyMap<string, number>
  attributes: readonly { name: string; at: number }[]
  width: number
}

const attributePrefix = 'attr:'
const mostAttributes = 300
const longestAttribute = 60

/** The header row of a file → where each column stands, or why the file is refused. */
export function readHeader(file: ImportFile, names: readonly string[]): Header | { refused: string } {
  const shape: FileShape = importFiles[file]
  const given = names.map(name => name.trim().replace(/^attr:\s+/, attributePrefix))
  const known = (name: string) =>
    shape.needed.includes(name) ||
    shape.others.includes(name) ||
    (shape.attributes && name.startsWith(attributePrefix))
  const fault = faultOf(given, known) ?? missingIn(given, shape.needed)
  if (fault) return { refused: fault }
  const attributes = given.flatMap((name, at) =>
    name.startsWith(attributePrefix) ? [{ name: name.slice(attributePrefix.length).trim(), at }] : [],
  )
  const odd = attributes.find(({ name }) => name === '' || name.length > longestAttribute)
  if (odd) return { refused: fileWords.attributeName(given[odd.at]!) }
  if (attributes.length > mostAttributes) return { refused: fileWords.attributes }
  return { columns: new Map(given.map((name, at) => [name, at])), attributes, width: given.length }
}

function faultOf(given: string[], known: (name: string) => boolean): string | null {
  if (given.some(name => name.includes('\ufffd'))) return fileWords.encoding
  const unknown = given.filter(name => name !== '' && !known(name))
  const [only = ''] = given
  if (given.length === 1 && unknown.length > 0 && only.includes(';')) return fileWords.semicolons
  if (given.length === 1 && unknown.length > 0 && only.includes('\t')) return fileWords.tabs
  const unnamed = given.indexOf('')
  if (unknown.length > 0) return fileWords.unknown(unknown.slice(0, 20).map(name => name.slice(0, 60)))
  if (unnamed >= 0) return fileWords.unnamed(unnamed + 1)
  // 'attr:Height' and 'attr:height' are one attribute.
  const lowered = given.map(name => name.toLowerCase())
  const twice = given.find((_, at) => lowered.indexOf(lowered[at]!) < at)
  return twice === undefined ? null : fileWords.twice(twice)
}

function missingIn(given: string[], needed: readonly string[]): string | null {
  const missing = needed.filter(name => !given.includes(name))
  return missing.length > 0 ? fileWords.missing(missing) : null
}
