import type { LeadTime } from '../../../lib/availability.ts'
import { type Pence, pence } from '../../../lib/money.ts'
import { maxQuantity } from '../../../lib/quantity.ts'
import { isUploadName } from '../../media/links.ts'
import { maxBinLength, maxLowStock } from '../../stock/stock.ts'
import type { CellReader } from './cells.ts'
import {
  maxCodeLength,
  maxDescriptionLength,
  maxLeadDays,
  maxNameLength,
  maxPathLength,
  maxStock,
  maxTitleLength,
  maxValueLength,
  maxYear,
  minYear,
} from './columns.ts'
import { createProductPath, validatePath } from './product-path.ts'

/** Of a cell with several names. */
const maxListLength = 2000

// Each function reads a row and returns the values of its staging table's columns; null: no value.

/** A row of products.csv. Of a null an existing product keeps its own value, and a new one gets the default. */
export function parseProduct(cells: CellReader) {
  const code = cells.code('code')
  const textOfColumn = (column: string, maxLength: number) =>
    cells.has(column) ? cells.requiredText(column, maxLength) : ''
  const brand = textOfColumn('brand', maxNameLength)
  return {
    code,
    title: textOfColumn('title', maxTitleLength),
    brand,
    type: textOfColumn('type', maxNameLength),
    description: cells.multilineText('description', maxDescriptionLength),
    price: parseListPrice(cells),
    stock: cells.wholeNumber('stock', 0, maxStock),
    back_order: cells.flag('back_order'),
    note: cells.text('availability_note', maxNameLength),
    lead_time: parseLeadTime(cells),
    bin: cells.text('bin', maxBinLength),
    low_stock: cells.wholeNumber('low_stock', 1, maxLowStock),
    weight_g: cells.wholeNumber('weight_g', 0, maxStock) ?? 0,
    image: parseImageName(cells, 'image'),
    more_images: parseMoreImages(cells),
    path: parsePath(cells),
    cost: cells.pounds('cost'),
    successor: cells.text('successor', maxCodeLength),
    kit: parseKit(cells),
    off_sale: cells.flag('off_sale'),
    /** The path of a new product whose row has none; '' without a brand. */
    generated_path: brand === '' ? '' : createProductPath(brand, code),
    /** In the order of the file's attribute columns; '': the product does not have the attribute. */
    attributes: cells.attributes.map(({ name }) => parseAttributeValue(cells, `attr:${name}`)),
  }
}

/** Null: on request. A price of 0 is one only of a product that is said to be free (R-IMPORT-11). */
function parseListPrice(cells: CellReader): Pence | null {
  const price = cells.pounds('price')
  if (cells.flag('free') === true) {
    if (!cells.has('price')) cells.refuse('missing', 'price')
    if (price !== null && price > 0) cells.refuse('free_priced', 'free', cells.text('price', maxValueLength))
    return pence(0)
  }
  if (price === 0) cells.warn('price_zero', 'price')
  return price === 0 ? null : price
}

/** '14', '10-14', or the two columns for the longest and the shortest time. */
function parseLeadTime(cells: CellReader): LeadTime | null {
  const text = cells.text('lead_time', maxValueLength)
  if (text === '') return parseLeadTimeDays(cells)
  if (cells.text('lead_time_days', maxValueLength) !== '') cells.refuse('lead_twice', 'lead_time')
  const match = /^(\d{1,4})(?:\s*(?:-|–|to)\s*(\d{1,4}))?(?:\s*days?)?$/i.exec(text)
  const [min, max] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])]
  if (!match || min < 1 || max > maxLeadDays) cells.refuse('lead_time', 'lead_time', text)
  else if (min > max) cells.refuse('lead_time', 'lead_time', text)
  return { min, max }
}

function parseLeadTimeDays(cells: CellReader): LeadTime | null {
  const max = cells.wholeNumber('lead_time_days', 1, maxLeadDays)
  const min = cells.wholeNumber('lead_time_days_min', 1, maxLeadDays)
  if (max === null) {
    if (min !== null) cells.refuse('missing', 'lead_time_days')
    return null
  }
  if (min !== null && min > max) cells.refuse('lead_backwards', 'lead_time_days', `${max}, ${min}`)
  return { min: min ?? max, max }
}

export function parseCrossReference(cells: CellReader) {
  return {
    product_code: cells.productCode('product_code'),
    manufacturer: cells.requiredText('manufacturer', maxNameLength),
    code: cells.code('code'),
  }
}

export function parseMachine(cells: CellReader) {
  const machine = parseMachineKey(cells)
  const yearFrom = cells.wholeNumber('year_from', minYear, maxYear)
  const yearTo = cells.wholeNumber('year_to', minYear, maxYear)
  if (yearFrom !== null && yearTo !== null && yearTo < yearFrom)
    cells.refuse('years_backwards', 'year_to', `${yearTo}, ${yearFrom}`)
  return {
    ...machine,
    model_type: cells.text('model_type', maxNameLength),
    engine: cells.text('engine', maxNameLength),
    year_from: yearFrom,
    year_to: yearTo,
    show_mach_number: cells.flag('show_mach_number'),
  }
}

export function parseFitment(cells: CellReader) {
  return {
    ...parseMachineKey(cells),
    product_code: cells.productCode('product_code'),
    quantity: cells.wholeNumber('quantity', 1, maxQuantity),
    position: cells.text('position', maxNameLength),
  }
}

export function parseSerialRange(cells: CellReader) {
  const machine = parseMachineKey(cells)
  const kind = cells.requiredText('kind', maxNameLength)
  if (kind !== 'serial' && kind !== 'mach') cells.refuse('kind', 'kind', kind)
  const from = cells.serial('from')
  if (!from) cells.refuse('missing', 'from')
  const to = cells.serial('to')
  const { prefix = '', number = 0 } = from ?? {}
  // The prefix may be left out the second time: 'ABC1000' to '2000'.
  if (to && to.prefix !== '' && to.prefix !== prefix)
    cells.refuse('serial_prefix', 'to', `${prefix || 'none'}, ${to.prefix}`)
  if (to && to.number < number) cells.refuse('range_backwards', 'to', `${to.number}, ${number}`)
  return { ...machine, kind, prefix, from_number: number, to_number: to?.number ?? null }
}

export function parseBrand(cells: CellReader) {
  return {
    brand: cells.requiredText('brand', maxNameLength),
    logo: parseImageName(cells, 'logo'),
  }
}

export function parsePrice(cells: CellReader) {
  const account = cells.requiredText('customer', maxNameLength).toUpperCase()
  const product_code = cells.productCode('product_code')
  const price = cells.pounds('price')
  if (price === null) cells.refuse('missing', 'price')
  if (price === 0) cells.refuse('price_zero', 'price')
  return {
    account,
    product_code,
    price: price ?? 0,
    min_quantity: cells.wholeNumber('min_quantity', 1, maxQuantity) ?? 1,
  }
}

function parseMachineKey(cells: CellReader): { make: string; model: string; variant: string } {
  return {
    make: cells.requiredText('make', maxNameLength),
    model: cells.requiredText('model', maxNameLength),
    variant: cells.requiredText('variant', maxNameLength),
  }
}

function parseImageName(
  cells: CellReader,
  column: string,
  name = cells.text(column, maxValueLength),
): string {
  if (name === '') return ''
  if (/[\\/]/.test(name) || name.startsWith('..')) cells.refuse('image_path', column, name)
  else if (!isUploadName(name)) cells.refuse('image_name', column, name)
  return name
}

/** Names with a space between them. */
const parseMoreImages = (cells: CellReader): string =>
  cells
    .text('more_images', maxListLength)
    .split(/[\s,;|]+/)
    .filter(Boolean)
    .map(name => parseImageName(cells, 'more_images', name))
    .join(' ')

/** 'ABC-1 x 2 | ABC-2', in the order of the codes, as an export writes it. */
function parseKit(cells: CellReader): string {
  const text = cells.text('kit', maxListLength)
  if (text === '') return ''
  const parts = text.split('|').map(part => {
    const [, code = '', quantity = '1'] = /^\s*(.+?)(?:\s+x\s+(\d{1,6}))?\s*$/.exec(part) ?? []
    if (code === '' || Number(quantity) < 1) cells.refuse('kit', 'kit', text)
    return { code, quantity: Number(quantity) }
  })
  if (new Set(parts.map(({ code }) => code)).size < parts.length) cells.refuse('kit_twice', 'kit', text)
  return parts
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, quantity }) => `${code} x ${quantity}`)
    .join(' | ')
}

function parsePath(cells: CellReader): string | null {
  const text = cells.text('path', maxPathLength)
  if (text === '') return null
  const result = validatePath(text)
  if (result.ok) return result.path
  cells.refuse(result.reason, 'path', text)
  return null
}

function parseAttributeValue(cells: CellReader, column: string): string {
  const value = cells.text(column, maxValueLength)
  // The values '93,5' and '93.5' would become different facet options.
  if (/^\d+,\d+$/.test(value)) cells.refuse('number_comma', column, value)
  return value
}
