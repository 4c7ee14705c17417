import type { z } from 'zod'
import { addressFields } from '../../../lib/contact/address.ts'
import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import { mergeChanged } from '../../back-office/original-form.ts'
import type {
  Correctable,
  CorrectableFields,
  LineCorrection,
  TypedCorrection,
} from '../../corrections/correction.ts'
import type { originalCorrection } from '../schemas.ts'

const contactFields = ['name', 'email', 'telephone', 'vat'] as const

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

/** What staff have typed; a value that is as the page displayed it is the order's own of now. */
export function pickTyped(
  typed: TypedCorrection,
  original: OriginalCorrection | null,
  fields: CurrentFields,
  lines: readonly CurrentPieces[],
): TypedCorrection {
  if (!original) return typed
  const { contact, delivery, billing } = typed
  return {
    ...typed,
    contact: contact && mergeChanged(contactFields, contact, original.contact, fields.contact),
    delivery: delivery && mergeChanged(addressFields, delivery, original.delivery, fields.delivery),
    billing: billing && mergeChanged(addressFields, billing, original.billing, fields.billing),
    purchase_order: omitSame(typed.purchase_order, original.purchase_order),
    delivery_instructions: omitSame(typed.delivery_instructions, original.delivery_instructions),
    lines: typed.lines.flatMap(line => pickTypedLine(line, original, lines)),
  }
}

const omitSame = (typed: string | undefined, original: string): string | undefined =>
  typed === original ? undefined : typed

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
