import type { BodyOf } from '../../lib/calls/call.ts'
import { type FieldErrors, toFieldErrors, validateLength } from '../../lib/calls/field-checks.ts'
import { parseQuantity, type QuantityRange } from '../../lib/quantity.ts'
import type { Result } from '../../lib/result.ts'
import { listLineEntryErrors, toLineEntry } from '../basket/lines/line-entry.ts'
import type { ListLine, NewList } from './list.ts'
import { listFieldMessages } from './messages.ts'
import type { addList } from './schemas.ts'

export const maxRows = 1000
export const maxNameLength = 100
export const maxFleetNumbers = 100
export const maxListFleetNumberLength = 40

/** The form as sent; every field is text. */
export type ListInput = Omit<BodyOf<typeof addList>, 'version' | '_token'>

/** The catalogue data that an input is validated against. */
export interface CatalogueFacts {
  /** The make and model of the sent variant; null: the catalogue has no such variant. */
  variant: { makeId: number; modelId: number } | null
  products: ReadonlySet<number>
}

export type ListValidation = Result<{ list: NewList }, FieldErrors>

export const listInputRows = ({ products }: ListInput) => Object.values(products || [])

export function parseId(text: string): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= 2_147_483_647 ? Number(text) : null
}

/**
 * Validates a form. A new list needs a machine (R-LIST-2); an edited one may leave it out and then keeps its machine.
 * Errors are keyed by field, those of rows as 'products.3.quantity'.
 */
export function validateList(input: ListInput, catalogue: CatalogueFacts, isNew: boolean): ListValidation {
  const machine = parseMachine(input)
  const keepsMachine = !isNew && machineFields.every(field => input[field] === '')
  const rows = listInputRows(input)
  const fleetNumbers = parseFleetNumbers(input.fleet_numbers)
  const errors = toFieldErrors({
    ...(keepsMachine ? {} : validateMachine(input, machine, catalogue)),
    name: [
      input.name === '' && listFieldMessages.noName,
      validateLength('The name', input.name, maxNameLength),
    ],
    fleet_numbers: validateFleetNumbers(fleetNumbers),
    ...Object.fromEntries(
      rows.flatMap((row, index) => [
        [
          `products.${index}.product_id`,
          [!catalogue.products.has(parseId(row.product_id) ?? 0) && listFieldMessages.product],
        ],
        [
          `products.${index}.quantity`,
          [parseListQuantity(row.quantity) === null && listFieldMessages.quantity],
        ],
        ...listLineEntryErrors(row).map(({ name, message }) => [`products.${index}.${name}`, [message]]),
      ]),
    ),
  })
  if (Object.keys(errors).length > 0) return { ok: false, reason: errors }
  const lines: ListLine[] = rows.map(row => ({
    productId: parseId(row.product_id)!,
    quantity: parseListQuantity(row.quantity)!,
    entry: toLineEntry(row),
  }))
  const { makeId, modelId, variantId } = machine
  const newMachine = keepsMachine ? null : { makeId: makeId!, modelId: modelId!, variantId: variantId! }
  return { ok: true, list: { name: input.name, machine: newMachine, fleetNumbers, lines } }
}

/** Splits 'Digger 4, 12-07' at commas, without duplicates. */
export function parseFleetNumbers(text: string): string[] {
  const numbers = text.split(',').map(number => number.trim())
  return [...new Set(numbers)].filter(number => number !== '')
}

/** A whole number above 0; an empty field is 1 (R-BASKET-12). Null: invalid. */
export const parseListQuantity = (text: string): number | null =>
  text.trim() === '' ? 1 : parseQuantity(text)

/** How many machines a list can be ordered for. */
export const machineRange: QuantityRange = { min: 1, max: 999 }

/** The number of machines that a list is ordered for; an empty field is 1. Null: invalid. */
export const parseMachineCount = (text: string): number | null =>
  text.trim() === '' ? 1 : parseQuantity(text, machineRange)

const machineFields = ['manufacturer_id', 'machine_model_id', 'model_variant_id'] as const

const parseMachine = (input: ListInput) => ({
  makeId: parseId(input.manufacturer_id),
  modelId: parseId(input.machine_model_id),
  variantId: parseId(input.model_variant_id),
})

// Reports only the first of make, model and variant that is wrong, because choosing it again clears those after it.
function validateMachine(
  input: ListInput,
  machine: ReturnType<typeof parseMachine>,
  { variant }: CatalogueFacts,
) {
  const isKnown = variant !== null
  return {
    manufacturer_id: [
      input.manufacturer_id === '' && listFieldMessages.noMake,
      isKnown && variant.makeId !== machine.makeId && listFieldMessages.noMake,
    ],
    machine_model_id: [
      input.machine_model_id === '' && listFieldMessages.noModel,
      isKnown &&
        variant.makeId === machine.makeId &&
        variant.modelId !== machine.modelId &&
        listFieldMessages.noModel,
    ],
    model_variant_id: [!isKnown && listFieldMessages.noVariant],
  }
}

function validateFleetNumbers(numbers: string[]) {
  return [
    numbers.length > maxFleetNumbers && listFieldMessages.tooManyFleetNumbers(maxFleetNumbers),
    numbers.some(number => [...number].length > maxListFleetNumberLength) &&
      listFieldMessages.longFleetNumber(maxListFleetNumberLength),
  ]
}
