import { type FieldErrors, formatTooLong } from '../../../lib/calls/field-checks.ts'
import { parsePieceCount } from '../../../lib/quantity.ts'
import { wasOrWere } from '../../../lib/text.ts'
import {
  countReturnable,
  isSellersFault,
  maxInspectionNoteLength,
  maxReplyLength,
  type ReturnableLine,
  type ReturnLine,
  type ReturnPieces,
  type ReturnReason,
} from '../returns.ts'
import { parsePieces } from '../rules.ts'

/** What staff decide about a return. Errors are by field: 'authorise-1' (by the position of its line), 'note', 'reason'. */

export interface TypedQuantity {
  position: number
  quantity: string
}

export type Decided<Decision> = Decision | { errors: FieldErrors }

/** What staff write to the customer. */
export function validateReply(field: string, text: string, isRequired: boolean): FieldErrors {
  if (isRequired && text === '') return { [field]: 'Enter the reason: the customer reads it.' }
  return text.length > maxReplyLength ? { [field]: formatTooLong('This text', maxReplyLength) } : {}
}

/** How many pieces of each line may be sent: at most what was requested, and something at all. */
export function decideAuthorised(
  lines: readonly ReturnLine[],
  typed: readonly TypedQuantity[],
): Decided<{ pieces: ReturnPieces[] }> {
  const { pieces, errors } = parsePieces(typed, 'authorise')
  for (const { position, quantity } of pieces) {
    const requested = lines.find(line => line.position === position)?.requested ?? 0
    if (quantity > requested)
      errors[`authorise-${position}`] = `Only ${requested} ${wasOrWere(requested)} requested.`
  }
  if (Object.keys(errors).length > 0) return { errors }
  if (pieces.length === 0)
    return {
      errors: { [`authorise-${lines[0]!.position}`]: 'Enter how many to accept, or refuse the return.' },
    }
  return { pieces }
}

/** How many pieces of each line may have come: what was despatched, less what other returns take up. */
export function countReceivable(
  line: Pick<ReturnLine, 'position' | 'authorised'>,
  returnable: readonly ReturnableLine[],
): number {
  const ofOrder = returnable.find(({ position }) => position === line.position)
  return ofOrder ? countReturnable({ ...ofOrder, returned: ofOrder.returned - (line.authorised ?? 0) }) : 0
}

/** How many pieces of each line came. More than was authorised may come, but not more than was despatched. */
export function decideReceived(
  lines: readonly ReturnLine[],
  returnable: readonly ReturnableLine[],
  typed: readonly TypedQuantity[],
): Decided<{ pieces: ReturnPieces[] }> {
  const { pieces, errors } = parsePieces(typed, 'receive')
  for (const { position, quantity } of pieces) {
    const line = lines.find(each => each.position === position)
    const receivable = line ? countReceivable(line, returnable) : 0
    if (quantity > receivable)
      errors[`receive-${position}`] =
        receivable === 0
          ? 'All that was sent has come back already.'
          : `At most ${receivable} can come back: no more ${wasOrWere(receivable)} sent.`
  }
  if (Object.keys(errors).length > 0) return { errors }
  if (pieces.length === 0)
    return { errors: { [`receive-${lines[0]!.position}`]: 'Enter how many came, or close the return.' } }
  return { pieces }
}

/** How many pieces of each line are credited: at most what came. */
export function decideCredited(
  lines: readonly ReturnLine[],
  typed: readonly TypedQuantity[],
): Decided<{ pieces: ReturnPieces[] }> {
  const { pieces, errors } = parsePieces(typed, 'credit')
  for (const { position, quantity } of pieces) {
    const received = lines.find(line => line.position === position)?.received ?? 0
    if (quantity > received)
      errors[`credit-${position}`] = received === 0 ? 'None came.' : `Only ${received} came.`
  }
  if (Object.keys(errors).length > 0) return { errors }
  if (pieces.length === 0)
    return { errors: { [`credit-${lines[0]!.position}`]: 'Enter how many to credit, or close the return.' } }
  return { pieces }
}

/** What is proposed to be credited: all that came. */
export const proposeCredited = (lines: readonly ReturnLine[]): ReturnPieces[] =>
  lines.flatMap(({ position, received }) => (received ? [{ position, quantity: received }] : []))

export interface TypedInspection {
  position: number
  restocked: string
  scrapped: string
  note: string
}

/** What becomes of the received pieces of a line. */
export interface InspectedLine {
  position: number
  restocked: number
  scrapped: number
  note: string
}

/** What can be sold goes back into stock, the rest is scrapped: together what was received. */
export function decideInspected(
  lines: readonly ReturnLine[],
  typed: readonly TypedInspection[],
): Decided<{ inspected: InspectedLine[] }> {
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
  inspected: readonly InspectedLine[],
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
