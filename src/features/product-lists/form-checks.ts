import type { Errors } from '../../lib/field-checks.ts'
import type { Manufacturer } from '../finder/schemas.ts'
import { quantityOf } from './fields.ts'
import type { Form, MachineIds } from './form.ts'
import { fieldWords } from './messages.ts'

/**
 * What the browser knows to be wrong before anything is sent, by the id of the field. A machine may stay as it was at
 * the `start`; another one must be whole.
 */
export function checkForm(form: Form, start: Form): Errors {
  const errors: Errors = {}
  const isSameMachine = machineFields.every(([, part]) => form[part] === start[part])
  const open = isSameMachine ? undefined : machineFields.find(([, part]) => form[part] === '')
  if (open) errors[open[0]] = open[2]
  if (form.name.trim() === '') errors.name = fieldWords.noName
  for (const { key, quantity } of form.lines)
    if (quantity.trim() === '' || quantityOf(quantity.trim()) === null)
      errors[lineId(key)] = fieldWords.quantity
  return errors
}

const machineFields = [
  ['manufacturer_id', 'make', fieldWords.noMake],
  ['machine_model_id', 'model', fieldWords.noModel],
  ['model_variant_id', 'variant', fieldWords.noVariant],
] as const

/** The errors that still hold after a change: what the server refused does until that very field is another. */
export function stillWrong(errors: Errors, before: Form, after: Form, start: Form): Errors {
  const now = checkForm(after, start)
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([field, words]) => now[field] === words || typedIn(before, field) === typedIn(after, field),
    ),
  )
}

function typedIn(form: Form, field: string): string | undefined {
  const part = machineFields.find(([id]) => id === field)?.[1]
  if (part) return form[part]
  if (field === 'name') return form.name
  if (field === 'fleet_numbers') return form.fleetNumbers
  return form.lines.find(({ key }) => lineId(key) === field)?.quantity
}

/** The field that takes another product. */
export const addProductId = 'add-product'

export function lineId(key: number): string {
  return `line-${key}`
}

/** The server's errors by the ids of the fields: 'products.3.quantity' is the fourth row's. */
export function errorsOf({ lines }: Form, told: Readonly<Record<string, readonly string[]>>): Errors {
  return Object.fromEntries(
    Object.entries(told).flatMap(([field, [words = '']]) => {
      const row = /^products\.(\d+)\./.exec(field)?.[1]
      const line = row === undefined ? undefined : lines[Number(row)]
      return [[line ? lineId(line.key) : field, words]]
    }),
  )
}

/** Specification §5: a new list can't be saved before its machine is chosen. What comes next, or ''. */
export function missingChoice({ make, model, variant }: Form): string {
  if (make === '') return 'Choose a manufacturer first.'
  if (model === '') return 'Choose a model first.'
  return variant === '' ? 'Choose a variant first.' : ''
}

/** The numbers of what is chosen; all '' while the tree of the make is not there: the list keeps its machine then. */
export function machineIds(form: Form, make: Manufacturer | null): MachineIds {
  const model = modelOf(make, form.model)
  const isKnown = model?.variants.some(({ id }) => String(id) === form.variant) ?? false
  if (!make || !model || !isKnown) return { makeId: '', modelId: '', variantId: '' }
  return { makeId: String(make.id), modelId: String(model.id), variantId: form.variant }
}

export function modelOf(make: Manufacturer | null, slug: string) {
  return make?.model_types?.flatMap(type => type.models).find(model => model.slug === slug)
}
