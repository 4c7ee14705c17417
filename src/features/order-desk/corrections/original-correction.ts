import type { z } from 'zod'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import type {
  Correctable,
  CorrectableFields,
  LineCorrection,
  TypedCorrection,
} from '../../corrections/correction.ts'
import { originalCorrection } from '../schemas.ts'

/**
 * A plain form sends all of its fields, typed or not. So it also sends what its page displayed: when a colleague has changed
 * the order meanwhile, only what staff changed is theirs, and the rest is as the order is now.
 */
type OriginalCorrection = z.output<typeof originalCorrection>

type CurrentPieces = Pick<Correctable, 'position' | 'quantity'>
type CurrentFields = Pick<
  CorrectableFields,
  'contact' | 'delivery' | 'billing' | 'purchaseOrder' | 'deliveryInstructions'
>

export const formatOriginal = (fields: CurrentFields, lines: readonly CurrentPieces[]): string =>
  JSON.stringify({
    contact: fields.contact,
    delivery: fields.delivery,
    billing: fields.billing,
    purchase_order: fields.purchaseOrder,
    delivery_instructions: fields.deliveryInstructions,
    lines: lines.map(({ position, quantity }) => ({ position, quantity: String(quantity) })),
  } satisfies OriginalCorrection)

/** Null: the form says nothing about it. */
export function parseOriginal(text: string): OriginalCorrection | null {
  try {
    return originalCorrection.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** What staff have typed; a value that is as the page displayed it is the order's own of now. */
export function pickTyped(
  typed: TypedCorrection,
  original: OriginalCorrection | null,
  fields: CurrentFields,
  lines: readonly CurrentPieces[],
): TypedCorrection {
  if (!original) return typed
  return {
    ...typed,
    contact: typed.contact && pickChanged(typed.contact, original.contact, fields.contact),
    delivery: typed.delivery && pickChanged(typed.delivery, original.delivery, fields.delivery),
    billing: typed.billing && pickChanged(typed.billing, original.billing, fields.billing),
    purchase_order: omitSame(typed.purchase_order, original.purchase_order),
    delivery_instructions: omitSame(typed.delivery_instructions, original.delivery_instructions),
    lines: typed.lines.flatMap(line => pickTypedLine(line, original, lines)),
  }
}

const omitSame = (typed: string | undefined, original: string): string | undefined =>
  typed === original ? undefined : typed

function pickChanged<Fields extends { [Field in keyof Fields]: string }>(
  typed: Fields,
  original: Fields,
  current: Fields,
): Fields {
  const changed = { ...current }
  for (const field of Object.keys(original) as (keyof Fields)[])
    if (typed[field] !== original[field]) changed[field] = typed[field]
  return changed
}

/** What was typed for lines that a colleague has taken off, or of which nothing can be changed any more. */
export const listDiscardedLines = (
  typed: readonly LineCorrection[],
  lines: readonly Pick<CurrentPieces, 'position'>[],
): DiscardedInput[] =>
  typed
    .filter(line => !lines.some(({ position }) => position === line.position))
    .map(({ position, quantity, code, price }) => ({
      name: `Line ${position}`,
      text: [quantity, code && `replaced by ${code}`, price && `£${price} each`].filter(Boolean).join(', '),
    }))

/** A part that replaces another, or its price, is typed although the quantity is as it was. */
function pickTypedLine(
  line: LineCorrection,
  original: OriginalCorrection,
  lines: readonly CurrentPieces[],
): LineCorrection[] {
  const isSame = original.lines.some(
    ({ position, quantity }) => position === line.position && quantity === line.quantity,
  )
  if (!isSame) return [line]
  if (line.code === '' && line.price === '') return []
  const current = lines.find(({ position }) => position === line.position)
  return [{ ...line, quantity: current ? String(current.quantity) : line.quantity }]
}
