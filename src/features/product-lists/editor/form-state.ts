import type { SentBody } from '../../../lib/calls/call.ts'
import { addQuantities } from '../../../lib/quantity.ts'
import { serializeLineEntry } from '../../basket/lines/line-entry.ts'
import type { LineEntryReply } from '../../basket/lines/line-entry-schema.ts'
import type { addList, ListProduct } from '../schemas.ts'

/** A row of the products table as it is being edited. */
export interface ListFormLine {
  /** Identifies the row while rows are added and removed. */
  key: number
  productId: number
  code: string
  title: string
  picture: string | null
  /** As typed. */
  quantity: string
  entry: LineEntryReply
}

export const emptyTypedEntry: LineEntryReply = serializeLineEntry({})

/** The values of all fields of the form. */
export interface ListFormValues {
  name: string
  fleetNumbers: string
  /** `make` and `model` are slugs, `variant` is an id as text; '' while nothing is chosen. */
  make: string
  model: string
  variant: string
  lines: readonly ListFormLine[]
}

export type NewFormLine = Omit<ListFormLine, 'key'>

/** Choosing a make clears model and variant, as in the finder (R-FINDER-4). */
export function setMake(form: ListFormValues, make: string): ListFormValues {
  return { ...form, make, model: '', variant: '' }
}

/** Chooses a model, and its variant when it has only one. */
export function setModel(
  form: ListFormValues,
  model: string,
  variants: readonly { id: number }[],
): ListFormValues {
  const [first, second] = variants
  return { ...form, model, variant: first && !second ? String(first.id) : '' }
}

/** Adds a product, or increases its quantity when it is on the list. */
export function addFormLine(form: ListFormValues, line: NewFormLine): ListFormValues {
  const existingLine = form.lines.find(({ productId }) => productId === line.productId)
  if (!existingLine) return { ...form, lines: [...form.lines, { ...line, key: getNextKey(form) }] }
  return setQuantity(form, existingLine.key, addQuantities(existingLine.quantity, line.quantity))
}

/** Adds the products that are not on the list; the quantities of the others stay. */
export function addMissing(form: ListFormValues, lines: readonly NewFormLine[]): ListFormValues {
  const missing = listMissingLines(form, lines)
  const firstKey = getNextKey(form)
  return { ...form, lines: [...form.lines, ...missing.map((line, at) => ({ ...line, key: firstKey + at }))] }
}

export function listMissingLines<Line extends Pick<NewFormLine, 'productId'>>(
  form: ListFormValues,
  lines: readonly Line[],
): Line[] {
  const listedIds = new Set(form.lines.map(({ productId }) => productId))
  return lines.filter(({ productId }) => !listedIds.has(productId))
}

export function setQuantity(form: ListFormValues, key: number, quantity: string): ListFormValues {
  return { ...form, lines: form.lines.map(line => (line.key === key ? { ...line, quantity } : line)) }
}

export function setLineEntry(form: ListFormValues, key: number, entry: LineEntryReply): ListFormValues {
  return { ...form, lines: form.lines.map(line => (line.key === key ? { ...line, entry } : line)) }
}

export function removeLine(form: ListFormValues, key: number): ListFormValues {
  return { ...form, lines: form.lines.filter(line => line.key !== key) }
}

export function toFormLine(product: ListProduct): NewFormLine {
  const { quantity, ...entry } = product.pivot
  const { id, code, title, primary_image } = product
  return {
    productId: id,
    code,
    title,
    picture: primary_image?.filename ?? null,
    quantity: String(quantity),
    entry,
  }
}

/** The ids of a machine; '' while nothing is chosen. */
export interface MachineIds {
  makeId: string
  modelId: string
  variantId: string
}

/** The body of the call that saves the form (R-LIST-1). */
export function toRequestBody(
  form: ListFormValues,
  { makeId, modelId, variantId }: MachineIds,
  version: number | null,
): SentBody<typeof addList> {
  return {
    manufacturer_id: makeId,
    machine_model_id: modelId,
    model_variant_id: variantId,
    name: form.name,
    fleet_numbers: form.fleetNumbers,
    products: form.lines.map(({ productId, quantity, entry }) => ({
      product_id: productId,
      quantity,
      ...entry,
    })),
    version: version ?? '',
  }
}

/** Whether saving either form has the same result. */
export function hasSameValues(a: ListFormValues, b: ListFormValues): boolean {
  const toComparable = ({ lines, ...fields }: ListFormValues) =>
    JSON.stringify([
      Object.entries(fields).sort(),
      lines.map(({ productId, quantity, entry }) => [productId, quantity, entry]),
    ])
  return toComparable(a) === toComparable(b)
}

/** Parses a form from browser storage; null when it is invalid. */
export function parseStoredForm(stored: unknown): ListFormValues | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { lines, ...texts } = stored as Partial<ListFormValues>
  const fields = ['name', 'fleetNumbers', 'make', 'model', 'variant'] as const
  if (fields.some(field => typeof texts[field] !== 'string') || !Array.isArray(lines)) return null
  const isLine = (line: ListFormLine) =>
    typeof line === 'object' &&
    line !== null &&
    Number.isInteger(line.key) &&
    Number.isInteger(line.productId) &&
    [line.code, line.title, line.quantity].every(text => typeof text === 'string') &&
    (line.picture === null || typeof line.picture === 'string')
  if (!lines.every(isLine)) return null
  // A form that an earlier release stored has no entries.
  const completeLines = lines.map(line => ({ ...line, entry: { ...emptyTypedEntry, ...line.entry } }))
  return { ...(texts as Omit<ListFormValues, 'lines'>), lines: completeLines }
}

function getNextKey({ lines }: ListFormValues): number {
  return lines.reduce((largest, { key }) => Math.max(largest, key), 0) + 1
}
