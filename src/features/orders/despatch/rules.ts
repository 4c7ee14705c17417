import { isIn, type OrderState } from '../states.ts'

/** What staff may despatch. */

/** A line of an order as far as its despatch goes. */
export interface OpenLine {
  position: number
  code: string
  quantity: number
  despatchedQuantity: number
  /** What the warehouse has of the product. */
  onHand: number
  productId: number
}

/** How many pieces of a line are despatched. */
export interface DespatchedLine {
  position: number
  quantity: number
}

export type DespatchRefusal =
  | { why: 'changed' | 'held' | 'cancelled' | 'not_open' | 'nothing' }
  | { why: 'too_many'; code: string; open: number }
  | { why: 'not_on_hand'; code: string; onHand: number }

export function formatDespatchRefusal(refusal: DespatchRefusal): string {
  switch (refusal.why) {
    case 'changed':
      return 'This order has changed since you opened it, so nothing was despatched. Here is how it stands now.'
    case 'held':
      return 'This order is held, so nothing was despatched. Release it first.'
    case 'cancelled':
      return 'This order is cancelled, so nothing was despatched.'
    case 'not_open':
      return 'There is nothing left to despatch of this order.'
    case 'nothing':
      return 'Enter how many pieces go out.'
    case 'too_many':
      return `Only ${refusal.open} of ${refusal.code} are still to go out, so nothing was despatched.`
    case 'not_on_hand':
      return `Only ${refusal.onHand} of ${refusal.code} are on hand, so nothing was despatched. Correct the stock first if that is wrong.`
  }
}

export interface DespatchInput {
  order: { state: OrderState; onStop: boolean }
  /** Of the order now, and of the page that the form was on. */
  version: string
  seen: string
  lines: readonly OpenLine[]
  despatched: readonly DespatchedLine[]
}

/** Why these pieces cannot be despatched; null: they can. */
export function findDespatchRefusal({
  order: { state, onStop },
  version,
  seen,
  lines,
  despatched,
}: DespatchInput): DespatchRefusal | null {
  if (state === 'cancelled' || state === 'payment_reversed') return { why: 'cancelled' }
  if (!isIn('isDespatchable', state)) return { why: 'not_open' }
  if (onStop) return { why: 'held' }
  if (version !== seen) return { why: 'changed' }
  if (despatched.length === 0) return { why: 'nothing' }
  for (const { position, quantity } of despatched) {
    const line = lines.find(one => one.position === position)
    const open = line ? line.quantity - line.despatchedQuantity : 0
    if (!line || quantity > open) return { why: 'too_many', code: line?.code ?? `line ${position}`, open }
  }
  return findNotOnHand(lines, despatched)
}

/** The same product may be on several lines. */
function findNotOnHand(
  lines: readonly OpenLine[],
  despatched: readonly DespatchedLine[],
): DespatchRefusal | null {
  const needed = new Map<number, number>()
  for (const { position, quantity } of despatched) {
    const { productId, onHand, code } = lines.find(one => one.position === position)!
    const total = (needed.get(productId) ?? 0) + quantity
    if (total > onHand) return { why: 'not_on_hand', code, onHand }
    needed.set(productId, total)
  }
  return null
}

/** The state of an order after these pieces have left. */
export function getStateAfter(
  lines: readonly OpenLine[],
  despatched: readonly DespatchedLine[],
  isCollected: boolean,
): 'part_despatched' | 'despatched' | 'collected' {
  const isAll = lines.every(({ position, quantity, despatchedQuantity }) => {
    const leaving = despatched.find(one => one.position === position)?.quantity ?? 0
    return despatchedQuantity + leaving === quantity
  })
  if (!isAll) return 'part_despatched'
  return isCollected ? 'collected' : 'despatched'
}
