import { type Errors, toErrors, tooLong } from '../../lib/field-checks.ts'
import { maxQuantity } from '../basket/basket.ts'
import type { ListLine, NewList } from './list.ts'
import { fieldWords } from './messages.ts'

export const mostRows = 1000
export const mostName = 100
export const mostFleetNumbers = 100
export const mostFleetNumber = 40

/** The form as it was sent; every field is text (contract.ts). */
export interface Sent {
  manufacturer_id: string
  machine_model_id: string
  model_variant_id: string
  name: string
  fleet_numbers: string
  products?: readonly SentRow[] | Readonly<Record<string, SentRow>> | '' | null
}

interface SentRow {
  product_id: string
  quantity: string
}

/** What the catalogue knows of what was sent. */
export interface Known {
  /** Where the variant that was sent belongs; null: there is none. */
  variant: { makeId: number; modelId: number } | null
  products: ReadonlySet<number>
}

export type Verdict = { accepted: true; list: NewList } | { accepted: false; errors: Errors }

/** The rows in the order in which they were sent. */
export function rowsOf({ products }: Sent): SentRow[] {
  return Object.values(products || [])
}

/** The number that a field names, or null. */
export function idOf(text: string): number | null {
  return /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= 2_147_483_647 ? Number(text) : null
}

/**
 * Judges a form. A new list needs its machine (specification §5); of one that is edited it may be left out, and then
 * stays. Errors are keyed by field, those of rows as 'products.3.quantity'.
 */
export function judgeList(sent: Sent, known: Known, isNew: boolean): Verdict {
  const machine = machineOf(sent)
  const isLeftOut = !isNew && machineFields.every(field => sent[field] === '')
  const rows = rowsOf(sent)
  const fleetNumbers = fleetNumbersOf(sent.fleet_numbers)
  const errors = toErrors({
    ...(isLeftOut ? {} : machineFaults(sent, machine, known)),
    name: [sent.name === '' && fieldWords.noName, tooLong('The name', sent.name, mostName)],
    fleet_numbers: fleetFaults(fleetNumbers),
    ...Object.fromEntries(
      rows.flatMap((row, index) => [
        [
          `products.${index}.product_id`,
          [!known.products.has(idOf(row.product_id) ?? 0) && fieldWords.product],
        ],
        [`products.${index}.quantity`, [quantityOf(row.quantity) === null && fieldWords.quantity]],
      ]),
    ),
  })
  if (Object.keys(errors).length > 0) return { accepted: false, errors }
  const lines: ListLine[] = rows.map(row => ({
    productId: idOf(row.product_id)!,
    quantity: quantityOf(row.quantity)!,
  }))
  const { makeId, modelId, variantId } = machine
  const whole = isLeftOut ? null : { makeId: makeId!, modelId: modelId!, variantId: variantId! }
  return { accepted: true, list: { name: sent.name, machine: whole, fleetNumbers, lines } }
}

/** 'Digger 4, 12-07' → each once, as typed. */
export function fleetNumbersOf(text: string): string[] {
  const numbers = text.split(',').map(number => number.trim())
  return [...new Set(numbers)].filter(number => number !== '')
}

/** Whole, above 0; nothing typed is one (specification §9). Null: not to be taken. */
export function quantityOf(text: string): number | null {
  if (text === '') return 1
  const quantity = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return quantity >= 1 && quantity <= maxQuantity ? quantity : null
}

const mostMachines = 999

/** For how many machines a list is ordered; one where nothing was typed, null where it is no number of them. */
export function machinesOf(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return 1
  const machines = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  return machines >= 1 && machines <= mostMachines ? machines : null
}

const machineFields = ['manufacturer_id', 'machine_model_id', 'model_variant_id'] as const

interface SentMachine {
  makeId: number | null
  modelId: number | null
  variantId: number | null
}

function machineOf(sent: Sent): SentMachine {
  return {
    makeId: idOf(sent.manufacturer_id),
    modelId: idOf(sent.machine_model_id),
    variantId: idOf(sent.model_variant_id),
  }
}

// Of three that do not belong together, the first that is wrong is told: what follows is chosen anew with it.
function machineFaults(sent: Sent, machine: SentMachine, { variant }: Known) {
  const isKnown = variant !== null
  return {
    manufacturer_id: [
      sent.manufacturer_id === '' && fieldWords.noMake,
      isKnown && variant.makeId !== machine.makeId && fieldWords.noMake,
    ],
    machine_model_id: [
      sent.machine_model_id === '' && fieldWords.noModel,
      isKnown &&
        variant.makeId === machine.makeId &&
        variant.modelId !== machine.modelId &&
        fieldWords.noModel,
    ],
    model_variant_id: [!isKnown && fieldWords.noVariant],
  }
}

function fleetFaults(numbers: string[]) {
  return [
    numbers.length > mostFleetNumbers && fieldWords.tooManyFleetNumbers(mostFleetNumbers),
    numbers.some(number => [...number].length > mostFleetNumber) &&
      fieldWords.longFleetNumber(mostFleetNumber),
  ]
}
