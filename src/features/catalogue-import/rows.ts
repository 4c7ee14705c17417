import { isUploadName } from '../media/filename.ts'
import type { Cells } from './cells.ts'
import { judgePath, pathOf } from './paths.ts'

/** A row of products.csv. What is null was not said: it stays as it is, or becomes what a new product has. */
export interface ProductRow {
  code: string
  title: string
  brand: string
  type: string
  description: string
  price: number | null
  stock: number | null
  backOrder: boolean | null
  note: string
  weightG: number
  image: string
  path: string | null
  /** The path it gets when it is new and names none; '' without a brand. */
  madePath: string
  /** In the order of the file's attribute columns; '': the product has none. */
  attributes: string[]
}

export interface CodeRow {
  productCode: string
  manufacturer: string
  code: string
}

export interface MachineRow {
  make: string
  modelType: string
  model: string
  variant: string
  showMachNumber: boolean | null
}

export interface FitmentRow {
  make: string
  model: string
  variant: string
  productCode: string
  quantity: number | null
  position: string
}

export interface SerialRow {
  make: string
  model: string
  variant: string
  kind: string
  prefix: string
  from: number
  /** Null: open-ended. */
  to: number | null
}

export interface PriceRow {
  account: string
  productCode: string
  price: number
  minQuantity: number
}

const longestName = 100
const longestTitle = 200
const longestDescription = 20_000
const longestValue = 200
const longestPath = 200
const mostStock = 1_000_000_000
/** Contract §3: a line of a basket holds up to 9999. */
const mostPieces = 9999

export function readProduct(cells: Cells): ProductRow {
  const code = cells.code('code')
  const inCase = (column: string, most: number) => (cells.has(column) ? cells.needed(column, most) : '')
  const brand = inCase('brand', longestName)
  return {
    code,
    title: inCase('title', longestTitle),
    brand,
    type: inCase('type', longestName),
    description: cells.prose('description', longestDescription),
    price: cells.pounds('price'),
    stock: cells.whole('stock', 0, mostStock),
    backOrder: cells.flag('back_order'),
    note: cells.text('availability_note', longestName),
    weightG: cells.whole('weight_g', 0, mostStock) ?? 0,
    image: imageName(cells),
    path: givenPath(cells),
    madePath: brand === '' ? '' : pathOf(brand, code),
    attributes: cells.attributes.map(({ name }) => attributeValue(cells, `attr:${name}`)),
  }
}

export function readCode(cells: Cells): CodeRow {
  return {
    productCode: cells.code('product_code'),
    manufacturer: cells.needed('manufacturer', longestName),
    code: cells.code('code'),
  }
}

export function readMachine(cells: Cells): MachineRow {
  return {
    ...machineOf(cells),
    modelType: cells.text('model_type', longestName),
    showMachNumber: cells.flag('show_mach_number'),
  }
}

export function readFitment(cells: Cells): FitmentRow {
  return {
    ...machineOf(cells),
    productCode: cells.code('product_code'),
    quantity: cells.whole('quantity', 1, mostPieces),
    position: cells.text('position', longestName),
  }
}

export function readSerialRange(cells: Cells): SerialRow {
  const machine = machineOf(cells)
  const kind = cells.needed('kind', longestName)
  if (kind !== 'serial' && kind !== 'mach') cells.refuse('kind', 'kind', kind)
  const from = cells.serial('from')
  if (!from) cells.refuse('missing', 'from')
  const to = cells.serial('to')
  const { prefix = '', number = 0 } = from ?? {}
  // 'ABC1000' to '2000': the letters need not be said again.
  if (to && to.prefix !== '' && to.prefix !== prefix)
    cells.refuse('serial_prefix', 'to', `${prefix || 'none'}, ${to.prefix}`)
  if (to && to.number < number) cells.refuse('range_backwards', 'to', `${to.number}, ${number}`)
  return { ...machine, kind, prefix, from: number, to: to?.number ?? null }
}

export function readPrice(cells: Cells): PriceRow {
  const account = cells.needed('customer', longestName).toUpperCase()
  const productCode = cells.code('product_code')
  const price = cells.pounds('price')
  if (price === null) cells.refuse('missing', 'price')
  return {
    account,
    productCode,
    price: price ?? 0,
    minQuantity: cells.whole('min_quantity', 1, mostPieces) ?? 1,
  }
}

function machineOf(cells: Cells): { make: string; model: string; variant: string } {
  return {
    make: cells.needed('make', longestName),
    model: cells.needed('model', longestName),
    variant: cells.needed('variant', longestName),
  }
}

function imageName(cells: Cells): string {
  const name = cells.text('image', longestValue)
  if (name === '') return ''
  if (/[\\/]/.test(name) || name.startsWith('..')) cells.refuse('image_path', 'image', name)
  else if (!isUploadName(name)) cells.refuse('image_name', 'image', name)
  return name
}

function givenPath(cells: Cells): string | null {
  const given = cells.text('path', longestPath)
  if (given === '') return null
  const verdict = judgePath(given)
  if ('path' in verdict) return verdict.path
  cells.refuse(verdict.refused, 'path', given)
  return null
}

function attributeValue(cells: Cells, column: string): string {
  const value = cells.text(column, longestValue)
  // A facet of '93,5' beside '93.5' would tear equal filters apart.
  if (/^\d+,\d+$/.test(value)) cells.refuse('number_comma', column, value)
  return value
}
