import type { BodyOf } from '../../../lib/calls/call.ts'
import { type FieldErrors, formatTooLong } from '../../../lib/calls/field-checks.ts'
import {
  isCarrier,
  maxCarrierLength,
  otherCarrier,
  type TypedCarrier,
} from '../../warehouse/despatch/carriers.ts'
import {
  type DespatchQuantity,
  maxCollectorLength,
  maxTrackingLength,
  type ParsedDespatch,
  parseQuantities,
} from '../../warehouse/despatch/parcel.ts'
import type { despatchOrder } from '../schemas.ts'

export type TypedDespatch = Omit<BodyOf<typeof despatchOrder>, 'seen' | 'request' | 'pick_list' | 'lines'> & {
  lines: DespatchQuantity[]
}

export const isUnchanged = ({ quantity, proposed = '' }: DespatchQuantity): boolean =>
  proposed !== '' && quantity === proposed

/** Goods that are collected need the name of who takes them, others a carrier. */
export function parseDespatch(typed: TypedDespatch, isCollected: boolean): ParsedDespatch {
  const { lines, errors } = parseQuantities(typed.lines)
  Object.assign(errors, isCollected ? validateCollector(typed.collected_by) : validateCarriage(typed))
  return { lines, errors }
}

/** In the order of the form: the quantities, the boxes, the carrier. */
export function sortErrors(errors: FieldErrors, { lines }: Pick<TypedDespatch, 'lines'>): FieldErrors {
  const fields = [...lines.map(({ position }) => `quantity-${position}`), 'out-of-turn', 'part']
  const getRank = (field: string) => (fields.includes(field) ? fields.indexOf(field) : fields.length)
  return Object.fromEntries(
    Object.entries(errors).toSorted(([one], [other]) => getRank(one) - getRank(other)),
  )
}

export interface TypedCarriage extends TypedCarrier {
  tracking: string
}

/** `field`: in front of the names of the fields. */
export function validateCarriage({ tracking, ...typed }: TypedCarriage, field = ''): FieldErrors {
  return {
    ...validateCarrier(typed, field),
    ...(tracking.length > maxTrackingLength
      ? { [`${field}tracking`]: formatTooLong('Tracking number', maxTrackingLength) }
      : {}),
  }
}

function validateCarrier({ carrier, carrier_name: name }: TypedCarrier, field: string): FieldErrors {
  if (carrier !== otherCarrier) return isCarrier(carrier) ? {} : { [`${field}carrier`]: 'Choose a carrier.' }
  if (name === '') return { [`${field}carrier-name`]: 'Enter the carrier’s name.' }
  return name.length > maxCarrierLength
    ? { [`${field}carrier-name`]: `Up to ${maxCarrierLength} characters, please.` }
    : {}
}

function validateCollector(name: string): FieldErrors {
  if (name === '') return { 'collected-by': 'Enter the name of who takes the goods.' }
  return name.length > maxCollectorLength
    ? { 'collected-by': `Up to ${maxCollectorLength} characters, please.` }
    : {}
}
