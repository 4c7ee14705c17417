import type { SentBody } from '../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { addQuantities, parseQuantity } from '../../../lib/quantity.ts'
import { findLineEntryError, serializeLineEntry } from '../../basket/lines/line-entry.ts'
import type { LineEntryReply } from '../../basket/lines/line-entry-schema.ts'
import type { Manufacturer } from '../../finder/schemas.ts'
import { listFieldMessages } from '../messages.ts'
import type { addList, ListProduct } from '../schemas.ts'

/** A row of the products table as it is being edited. */
export interface FormRow {
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

export interface ListFormValues {
  name: string
  fleetNumbers: string
  /** `make` and `model` are slugs, `variant` is an id as text; '' while nothing is chosen. */
  make: string
  model: string
  variant: string
  lines: readonly FormRow[]
}

/** A row that is not in the form yet. */
export type NewRow = Omit<FormRow, 'key'>

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
export function addFormLine(form: ListFormValues, line: NewRow): ListFormValues {
  const existingLine = form.lines.find(({ productId }) => productId === line.productId)
  if (!existingLine) return { ...form, lines: [...form.lines, { ...line, key: getNextKey(form) }] }
  const quantity = addQuantities(existingLine.quantity, line.quantity)
  return changeLine(form, existingLine.key, { quantity })
}

/** Adds the products that are not on the list; the quantities of the others stay. */
export function addMissing(form: ListFormValues, lines: readonly NewRow[]): ListFormValues {
  const missing = listMissingLines(form, lines)
  const firstKey = getNextKey(form)
  return { ...form, lines: [...form.lines, ...missing.map((line, at) => ({ ...line, key: firstKey + at }))] }
}

export function listMissingLines<Line extends Pick<NewRow, 'productId'>>(
  form: ListFormValues,
  lines: readonly Line[],
): Line[] {
  const listedIds = new Set(form.lines.map(({ productId }) => productId))
  return lines.filter(({ productId }) => !listedIds.has(productId))
}

/** What buyers change of a row. */
export type FormRowChange = Partial<Pick<FormRow, 'quantity' | 'entry'>>

export function changeLine(form: ListFormValues, key: number, change: FormRowChange): ListFormValues {
  return { ...form, lines: form.lines.map(line => (line.key === key ? { ...line, ...change } : line)) }
}

export function removeLine(form: ListFormValues, key: number): ListFormValues {
  return { ...form, lines: form.lines.filter(line => line.key !== key) }
}

export function toFormLine(product: ListProduct): NewRow {
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
  const isLine = (line: FormRow) =>
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

/**
 * The errors found in the browser before the form is sent, by the id of the field. The machine may stay as it was at the
 * `start`, even if incomplete; another one must have make, model and variant.
 */
export function validateForm(form: ListFormValues, start: ListFormValues): FieldErrors {
  const errors: FieldErrors = {}
  const isSameMachine = machineFields.every(([, part]) => form[part] === start[part])
  const emptyField = isSameMachine ? undefined : machineFields.find(([, part]) => form[part] === '')
  if (emptyField) {
    const [id, , message] = emptyField
    errors[id] = message
  }
  if (form.name.trim() === '') errors.name = listFieldMessages.noName
  for (const { key, quantity, entry } of form.lines) {
    const error = parseQuantity(quantity) === null ? listFieldMessages.quantity : findLineEntryError(entry)
    if (error !== null) errors[getLineFieldId(key)] = error
  }
  return errors
}

const machineFields = [
  ['manufacturer_id', 'make', listFieldMessages.noMake],
  ['machine_model_id', 'model', listFieldMessages.noModel],
  ['model_variant_id', 'variant', listFieldMessages.noVariant],
] as const

/** The errors that remain after a change. An error of the server remains until its field changes. */
export function listRemainingErrors(
  errors: FieldErrors,
  before: ListFormValues,
  after: ListFormValues,
  start: ListFormValues,
): FieldErrors {
  const currentErrors = validateForm(after, start)
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([field, message]) =>
        currentErrors[field] === message || getFieldValue(before, field) === getFieldValue(after, field),
    ),
  )
}

function getFieldValue(form: ListFormValues, field: string): string | undefined {
  const part = machineFields.find(([id]) => id === field)?.[1]
  if (part) return form[part]
  if (field === 'name') return form.name
  if (field === 'fleet_numbers') return form.fleetNumbers
  const line = form.lines.find(({ key }) => getLineFieldId(key) === field)
  return line && JSON.stringify([line.quantity, line.entry])
}

export const addProductFieldId = 'add-product'

export function getLineFieldId(key: number): string {
  return `line-${key}`
}

/** The server's errors by the id of the field: 'products.3.quantity' belongs to the fourth row. */
export function toFormErrors(
  { lines }: ListFormValues,
  serverErrors: Readonly<Record<string, readonly string[]>>,
): FieldErrors {
  return Object.fromEntries(
    Object.entries(serverErrors).flatMap(([field, [message = '']]) => {
      const row = /^products\.(\d+)\./.exec(field)?.[1]
      const line = row === undefined ? undefined : lines[Number(row)]
      return [[line ? getLineFieldId(line.key) : field, message]]
    }),
  )
}

/** The next choice that a new list needs before it can be saved (R-LIST-2), or ''. */
export function getMissingChoice({ make, model, variant }: ListFormValues): string {
  if (make === '') return 'Choose a manufacturer first.'
  if (model === '') return 'Choose a model first.'
  return variant === '' ? 'Choose a variant first.' : ''
}

/** The ids of the chosen machine; all '' while the models of the make are not loaded, so that the list keeps its machine. */
export function getMachineIds(form: ListFormValues, make: Manufacturer | null): MachineIds {
  const model = findModel(make, form.model)
  const isKnown = model?.variants.some(({ id }) => String(id) === form.variant) ?? false
  if (!make || !model || !isKnown) return { makeId: '', modelId: '', variantId: '' }
  return { makeId: String(make.id), modelId: String(model.id), variantId: form.variant }
}

export function findModel(make: Manufacturer | null, slug: string) {
  return make?.model_types?.flatMap(type => type.models).find(model => model.slug === slug)
}
