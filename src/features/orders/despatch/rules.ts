import type { LeadTime } from '../../../lib/availability.ts'
import { isIn, type OrderState } from '../states.ts'

/** What staff may despatch. */

/** A line of an order as far as its despatch goes. */
export interface OpenLine {
  position: number
  code: string
  title: string
  quantity: number
  /** As in OrderLine. */
  laterQuantity: number
  leadTime: LeadTime | null
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

interface DespatchableOrder {
  state: OrderState
  onStop: boolean
}

export interface DespatchInput {
  order: DespatchableOrder
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

/** What is still to go out of each line, without what leaves now. */
export function listToCome(
  lines: readonly OpenLine[],
  despatched: readonly DespatchedLine[],
): { line: OpenLine; quantity: number }[] {
  return lines.flatMap(line => {
    const leaving = despatched.find(({ position }) => position === line.position)?.quantity ?? 0
    const quantity = line.quantity - line.despatchedQuantity - leaving
    return quantity > 0 ? [{ line, quantity }] : []
  })
}

/** What can go out now: what is open, at most what is on hand. Lines of one product share that in their order. */
export function listSendable(lines: readonly OpenLine[]): DespatchedLine[] {
  const taken = new Map<number, number>()
  return lines.flatMap(({ position, productId, quantity, despatchedQuantity, onHand }) => {
    const before = taken.get(productId) ?? 0
    const sendable = Math.max(0, Math.min(quantity - despatchedQuantity, onHand - before))
    taken.set(productId, before + sendable)
    return sendable > 0 ? [{ position, quantity: sendable }] : []
  })
}

/** Whether two parcels hold the same; no position is in one twice. */
export function hasSamePieces(one: readonly DespatchedLine[], other: readonly DespatchedLine[]): boolean {
  const quantities = new Map(other.map(({ position, quantity }) => [position, quantity]))
  return (
    one.length === other.length &&
    one.every(({ position, quantity }) => quantities.get(position) === quantity)
  )
}

/** The state of an order after these pieces have left. */
export function getStateAfter(
  lines: readonly OpenLine[],
  despatched: readonly DespatchedLine[],
  isCollected: boolean,
): 'part_despatched' | 'despatched' | 'collected' {
  if (listToCome(lines, despatched).length > 0) return 'part_despatched'
  return isCollected ? 'collected' : 'despatched'
}

export type HoldRefusal = 'changed' | 'not_open' | 'held_already' | 'not_held'

export const holdRefusalMessages: Record<HoldRefusal, string> = {
  changed: 'This order has changed since you opened it, so nothing was done. Here is how it stands now.',
  not_open: 'There is nothing left to despatch of this order, so it can’t be held.',
  held_already: 'This order is held already.',
  not_held: 'This order isn’t held any more.',
}

interface ChangeInput<Order> {
  order: Order
  version: string
  seen: string
}

type HoldableOrder = DespatchableOrder & {
  /** Of staff; '': they do not hold it, its account may. */
  holdReason: string
}

/** An order that is held for its account can be held by staff too: it then stays held when the account is released. */
export const canHold = ({ state, onStop, holdReason }: HoldableOrder): boolean =>
  isIn('isDespatchable', state) && !(onStop && holdReason !== '')

/** Why the order cannot be held; null: it can. */
export function findHoldRefusal({ order, version, seen }: ChangeInput<HoldableOrder>): HoldRefusal | null {
  if (!isIn('isDespatchable', order.state)) return 'not_open'
  if (!canHold(order)) return 'held_already'
  return version === seen ? null : 'changed'
}

/** Why the order cannot be released; null: it can. */
export function findReleaseRefusal({
  order,
  version,
  seen,
}: ChangeInput<DespatchableOrder>): HoldRefusal | null {
  if (!order.onStop) return 'not_held'
  return version === seen ? null : 'changed'
}

export type ReadyRefusal = 'changed' | 'held' | 'not_open' | 'not_collected' | 'ready_already' | 'no_goods'

export const readyRefusalMessages: Record<ReadyRefusal, string> = {
  changed: 'This order has changed since you opened it, so no email was sent. Here is how it stands now.',
  held: 'This order is held, so no email was sent. Release it first.',
  not_open: 'There is nothing left to collect of this order, so no email was sent.',
  not_collected: 'This order is delivered, not collected, so no email was sent.',
  ready_already: 'The customer has already had the email that this order is ready.',
  no_goods: 'Nothing of this order is on hand yet, so no email was sent.',
}

interface ReadyInput
  extends ChangeInput<DespatchableOrder & { deliveryCode: string; isReadyToCollect: boolean }> {
  /** Something of it is on hand. */
  hasGoods: boolean
}

/** Why the order cannot be announced; null: it can. */
export function findReadyRefusal({ order, version, seen, hasGoods }: ReadyInput): ReadyRefusal | null {
  if (order.deliveryCode !== 'COL') return 'not_collected'
  if (!isIn('isDespatchable', order.state)) return 'not_open'
  if (order.isReadyToCollect) return 'ready_already'
  if (order.onStop) return 'held'
  if (version !== seen) return 'changed'
  return hasGoods ? null : 'no_goods'
}
