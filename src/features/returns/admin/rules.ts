import { type FieldErrors, formatTooLong } from '../../../lib/calls/field-checks.ts'
import { parsePieceCount } from '../../../lib/quantity.ts'
import { wasOrWere } from '../../../lib/text.ts'
import type { Pieces } from '../../orders/order-line.ts'
import {
  countReturnable,
  isSellersFault,
  maxInspectionNoteLength,
  maxReplyLength,
  type Returnable,
  type ReturnLine,
  type ReturnReason,
} from '../returns.ts'
import { parsePieces } from '../rules.ts'

/** What staff decide about a return. Errors are by field: 'authorise-1' (by the position of its line), 'note', 'reason'. */

export interface TypedQuantity {
  position: number
  quantity: string
}

export type Decided<Decision> = Decision | { errors: FieldErrors }

export function validateReply(field: string, text: string, isRequired: boolean): FieldErrors {
  if (isRequired && text === '') return { [field]: 'Enter the reason: the customer reads it.' }
  return text.length > maxReplyLength ? { [field]: formatTooLong('This text', maxReplyLength) } : {}
}

interface PieceLimit {
  /** In front of the position in the names of the fields. */
  step: 'authorise' | 'receive' | 'credit'
  getMost: (line: ReturnLine) => number
  formatTooMany: (most: number) => string
  /** At the first line, when nothing was entered. */
  none: string
}

/** At most so many pieces of each line, and something at all. */
function decidePieces(
  lines: readonly ReturnLine[],
  typed: readonly TypedQuantity[],
  { step, getMost, formatTooMany, none }: PieceLimit,
): Decided<{ pieces: Pieces[] }> {
  const { pieces, errors } = parsePieces(typed, step)
  for (const { position, quantity } of pieces) {
    const line = lines.find(each => each.position === position)
    const most = line ? getMost(line) : 0
    if (quantity > most) errors[`${step}-${position}`] = formatTooMany(most)
  }
  if (Object.keys(errors).length > 0) return { errors }
  return pieces.length > 0 ? { pieces } : { errors: { [`${step}-${lines[0]!.position}`]: none } }
}

/** How many pieces of each line may be sent: at most what was requested. */
export const decideAuthorised = (lines: readonly ReturnLine[], typed: readonly TypedQuantity[]) =>
  decidePieces(lines, typed, {
    step: 'authorise',
    getMost: ({ requested }) => requested,
    formatTooMany: most => `Only ${most} ${wasOrWere(most)} requested.`,
    none: 'Enter how many to accept, or refuse the return.',
  })

/** How many pieces of each line may have come: what was despatched, less what other returns take up. */
export function countReceivable(
  line: Pick<ReturnLine, 'position' | 'authorised'>,
  returnable: readonly Returnable[],
): number {
  const ofOrder = returnable.find(({ position }) => position === line.position)
  return ofOrder ? countReturnable({ ...ofOrder, returned: ofOrder.returned - (line.authorised ?? 0) }) : 0
}

/** How many pieces of each line came. More than was authorised may come, but not more than was despatched. */
export const decideReceived = (
  lines: readonly ReturnLine[],
  returnable: readonly Returnable[],
  typed: readonly TypedQuantity[],
) =>
  decidePieces(lines, typed, {
    step: 'receive',
    getMost: line => countReceivable(line, returnable),
    formatTooMany: most =>
      most === 0
        ? 'All that was sent has come back already.'
        : `At most ${most} can come back: no more ${wasOrWere(most)} sent.`,
    none: 'Enter how many came, or close the return.',
  })

/** How many pieces of each line are credited: at most what came. */
export const decideCredited = (lines: readonly ReturnLine[], typed: readonly TypedQuantity[]) =>
  decidePieces(lines, typed, {
    step: 'credit',
    getMost: ({ received }) => received ?? 0,
    formatTooMany: most => (most === 0 ? 'None came.' : `Only ${most} came.`),
    none: 'Enter how many to credit, or close the return.',
  })

/** What is proposed to be credited: all that came. */
export const proposeCredited = (lines: readonly ReturnLine[]): Pieces[] =>
  lines.flatMap(({ position, received }) => (received ? [{ position, quantity: received }] : []))

export interface TypedInspection {
  position: number
  restocked: string
  scrapped: string
  note: string
}

/** What becomes of the received pieces of a line. */
export type InspectedPieces = Pick<ReturnLine, 'position' | 'note'> & { restocked: number; scrapped: number }

/** What can be sold goes back into stock, the rest is scrapped: together what was received. */
export function decideInspected(
  lines: readonly ReturnLine[],
  typed: readonly TypedInspection[],
): Decided<{ inspected: InspectedPieces[] }> {
  const errors: FieldErrors = {}
  const inspected = lines.map(({ position, received }) => {
    const entry = typed.find(each => each.position === position)
    const [restocked, scrapped] = [
      parsePieceCount(entry?.restocked ?? ''),
      parsePieceCount(entry?.scrapped ?? ''),
    ]
    const note = entry?.note ?? ''
    if (note.length > maxInspectionNoteLength)
      errors[`note-${position}`] = formatTooLong('Note', maxInspectionNoteLength)
    if (restocked === null || scrapped === null) errors[`restocked-${position}`] = 'Enter whole numbers.'
    else if (restocked + scrapped !== (received ?? 0))
      errors[`restocked-${position}`] = `${received ?? 0} came: into stock and scrapped must add up to that.`
    return { position, restocked: restocked ?? 0, scrapped: scrapped ?? 0, note }
  })
  return Object.keys(errors).length > 0 ? { errors } : { inspected }
}

/** What the inspection form proposes: good parts can be sold again. */
export const proposeInspection = (
  { received }: Pick<ReturnLine, 'received'>,
  reason: ReturnReason,
): { restocked: number; scrapped: number } =>
  isSellersFault(reason) && reason !== 'wrong_part'
    ? { restocked: 0, scrapped: received ?? 0 }
    : { restocked: received ?? 0, scrapped: 0 }

/** How on hand changes with the inspected goods of a product: all that came in, and what goes out as damaged. */
export interface ReturnedStock {
  productId: number
  received: number
  scrapped: number
}

/** By product, in the order in which stock is locked. */
export function toReturnedStock(
  lines: readonly ReturnLine[],
  inspected: readonly InspectedPieces[],
): ReturnedStock[] {
  const byProduct = new Map<number, ReturnedStock>()
  for (const { position, restocked, scrapped } of inspected) {
    const { productId } = lines.find(line => line.position === position)!
    const stock = byProduct.get(productId) ?? { productId, received: 0, scrapped: 0 }
    stock.received += restocked + scrapped
    stock.scrapped += scrapped
    byProduct.set(productId, stock)
  }
  return [...byProduct.values()]
    .filter(({ received }) => received > 0)
    .toSorted((one, other) => one.productId - other.productId)
}
