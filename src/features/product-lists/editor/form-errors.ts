import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { parseQuantity } from '../../../lib/quantity.ts'
import { findLineEntryError } from '../../basket/lines/line-entry.ts'
import type { Manufacturer } from '../../finder/schemas.ts'
import { listFieldMessages } from '../messages.ts'
import type { ListFormValues, MachineIds } from './form-state.ts'

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

/** The id of the field to add a product. */
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
