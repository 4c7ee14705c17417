import type { BodyOf } from '../../lib/calls/call.ts'
import type { FieldErrors } from '../../lib/calls/field-checks.ts'
import { formatDecimal, type Pence } from '../../lib/money.ts'
import { upperFirst } from '../../lib/text.ts'
import { CellReader } from '../catalogue-import/validation/cells.ts'
import { attributePrefix } from '../catalogue-import/validation/columns.ts'
import { parseHeader } from '../catalogue-import/validation/file-header.ts'
import { parseProduct } from '../catalogue-import/validation/rows.ts'
import { formatLeadDays, type PartDetails } from './part.ts'
import type { createPart } from './schemas.ts'

/** The details of a part as they are typed. */
export type PartForm = Omit<BodyOf<typeof createPart>, 'confirm_price'>

/** The fields that are columns of products.csv, by their label. */
const columns = {
  code: 'Part number',
  title: 'Title',
  brand: 'Brand',
  type: 'Type',
  description: 'Text',
  price: 'List price',
  cost: 'Cost',
  availability_note: 'Availability',
  lead_time: 'Lead time',
  bin: 'Bin',
  low_stock: 'Low-stock level',
  weight_g: 'Weight',
  path: 'Address',
} as const

export const partLabels = columns

const isNothing = (price: string): boolean => /^£?\s*0+(?:\.0*)?$/.test(price)

/** Parses the details by the rules of a row of products.csv, so that both doors accept the same. */
export function parsePartForm(form: PartForm): { details: PartDetails } | { errors: FieldErrors } {
  const measures = form.measures
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ value }) => value !== '')
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const header = parseHeader('products.csv', [
    ...[...names, 'free', 'back_order'],
    ...measures.map(({ name }) => `${attributePrefix}${name}`),
  ])
  if (!header.ok) return { errors: { measures: measuresMessage } }
  const cells = new CellReader(header)
  const isFree = isNothing(form.price)
  cells.startRow([
    ...names.map(name => (name === 'price' && isFree ? '' : form[name])),
    ...[isFree ? '1' : '', form.back_order ? '1' : '0'],
    ...measures.map(({ value }) => value),
  ])
  const row = parseProduct(cells)
  const errors = listErrors(cells)
  if (Object.keys(errors).length > 0) return { errors }
  return {
    details: {
      ...{ code: row.code, title: row.title, brand: row.brand, type: row.type },
      ...{ description: row.description, price: row.price, cost: row.cost },
      ...{ backOrder: form.back_order, note: row.note, leadTime: row.lead_time, bin: row.bin },
      ...{ lowStock: row.low_stock, weight: row.weight_g, forSale: form.for_sale },
      path: row.path ?? row.generated_path,
      measures: measures.map(({ name }, nth) => ({ name, value: row.attributes[nth]! })),
    },
  }
}

/** By the field's id; the names of columns become those of fields. */
function listErrors(cells: CellReader): FieldErrors {
  const errors: FieldErrors = {}
  for (const [column, message] of cells.refusals) {
    const label = columns[column as keyof typeof columns]
    const text = label && message.startsWith(column) ? label + message.slice(column.length) : message
    const name = column.startsWith(attributePrefix) ? 'measures' : column
    errors[name] ??= `${upperFirst(text.replace(attributePrefix, ''))}.`
  }
  return errors
}

const measuresMessage =
  'Each measure needs a name of up to 60 characters, and none of them twice. There can be 300 of them.'

const toPriceText = (price: Pence | null): string => (price === null ? '' : formatDecimal(price))

export const toPartForm = (part: PartDetails): PartForm => ({
  ...{ code: part.code, title: part.title, brand: part.brand, type: part.type },
  ...{ description: part.description, price: toPriceText(part.price), cost: toPriceText(part.cost) },
  ...{ back_order: part.backOrder, availability_note: part.note, lead_time: formatLeadDays(part.leadTime) },
  ...{ bin: part.bin, low_stock: String(part.lowStock ?? ''), weight_g: String(part.weight || '') },
  ...{ path: part.path, for_sale: part.forSale, measures: part.measures },
})

export const emptyPartForm: PartForm = {
  ...{ code: '', title: '', brand: '', type: '', description: '', price: '', cost: '', back_order: false },
  ...{ availability_note: '', lead_time: '', bin: '', low_stock: '', weight_g: '', path: '', for_sale: true },
  measures: [],
}
