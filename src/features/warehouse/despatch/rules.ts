import { isOrAre } from '../../../lib/text.ts'
import type { LineName } from '../../basket/lines/line-entry-schema.ts'
import type { ExpectedLine } from '../../orders/expectation/expectation.ts'
import { isWaitingForAll } from '../../orders/expectation/expectation.ts'
import type { ChangeInput, DespatchableOrder } from '../../orders/holds/hold-rules.ts'
import type { Order } from '../../orders/order.ts'
import type { OrderLine, Pieces } from '../../orders/order-line.ts'
import { isIn } from '../../orders/states.ts'

/** A line of an order, without what was withdrawn, and what of the product on hand it can have (R-STOCK-7). */
export interface LineAllocation extends LineName, Required<ExpectedLine> {
  productId: number
  /** What the warehouse has of the product. */
  onHand: number
  /** Pieces of the product that are set aside for other orders. */
  reservedElsewhere: number
}

export interface OlderOrders {
  productId: number
  reference: string
  count: number
}

export type DespatchRefusal =
  | { reason: 'changed' | 'held' | 'cancelled' | 'not_open' | 'nothing' | 'no_free_reason' }
  | { reason: 'too_many'; code: string; open: number }
  | { reason: 'not_on_hand'; code: string; onHand: number }
  | { reason: 'reserved'; code: string; free: number; reserved: number }
  /** `older`: the reference of the order that waits; null: not known. */
  | { reason: 'queue_jump'; code: string; productId: number; older: string | null }
  | { reason: 'together'; missing: MissingPieces[] }

export function formatDespatchRefusal(refusal: DespatchRefusal): string {
  switch (refusal.reason) {
    case 'changed':
      return 'This order has changed since you opened it, so nothing was despatched.'
    case 'held':
      return 'This order is held, so nothing was despatched. Release it first.'
    case 'cancelled':
      return 'This order is cancelled, so nothing was despatched.'
    case 'not_open':
      return 'There is nothing left to despatch of this order.'
    case 'nothing':
      return 'Enter how many pieces go out.'
    case 'no_free_reason':
      return 'Nobody has said why this order is free of charge, so nothing was despatched. A manager chooses the reason on the order’s page.'
    case 'too_many':
      return refusal.open === 0
        ? `None of ${refusal.code} is still to go out, so nothing was despatched.`
        : `Only ${refusal.open} of ${refusal.code} ${isOrAre(refusal.open)} still to go out, so nothing was despatched.`
    case 'not_on_hand':
      return refusal.onHand === 0
        ? `${refusal.code} is out of stock, so nothing was despatched. Correct the stock first if that is wrong.`
        : `Only ${refusal.onHand} of ${refusal.code} ${isOrAre(refusal.onHand)} on hand, so nothing was despatched. Correct the stock first if that is wrong.`
    case 'reserved':
      return `${refusal.free === 0 ? 'None' : `Only ${refusal.free}`} of ${refusal.code} can go out, so nothing was despatched: ${refusal.reserved} on hand ${isOrAre(refusal.reserved)} set aside for ${refusal.reserved === 1 ? 'another order' : 'other orders'}.`
    case 'queue_jump':
      return `${refusal.older ? `Order ${refusal.older}` : 'Another order'} is older and waits for ${refusal.code}, so nothing was despatched. To send it all the same, tick “${queueJumpLabel}”.`
    case 'together':
      return `The customer wants everything together and ${formatMissing(refusal.missing)} can’t go yet, so nothing was despatched. To send part of it all the same, tick “${partLabel}”.`
  }
}

export const queueJumpLabel = 'Send even though an older order is waiting'

export interface DespatchInput {
  order: DespatchableOrder & Pick<Order, 'consignments' | 'method' | 'freeReason'>
  version: string
  expectedVersion: string
  lines: readonly LineAllocation[]
  despatched: readonly Pieces[]
  isQueueJump: boolean
  isPart: boolean
}

/** Why these pieces cannot be despatched; null: they can. */
export function findDespatchRefusal({
  order,
  version,
  expectedVersion,
  lines,
  despatched,
  isQueueJump,
  isPart,
}: DespatchInput): DespatchRefusal | null {
  const { state, onStop } = order
  if (state === 'cancelled' || state === 'payment_reversed') return { reason: 'cancelled' }
  if (!isIn('isDespatchable', state)) return { reason: 'not_open' }
  if (onStop) return { reason: 'held' }
  if (order.method === 'godmode' && order.freeReason === null) return { reason: 'no_free_reason' }
  if (version !== expectedVersion) return { reason: 'changed' }
  if (despatched.length === 0) return { reason: 'nothing' }
  for (const { position, quantity } of despatched) {
    const line = lines.find(one => one.position === position)
    const open = line ? line.quantity - line.despatchedQuantity : 0
    if (!line || quantity > open) return { reason: 'too_many', code: line?.code ?? `line ${position}`, open }
  }
  return (
    findMissingGoods(lines, despatched) ??
    (isQueueJump ? null : findQueueJump(lines, despatched)) ??
    (isPart ? null : findSplit(order, lines, despatched))
  )
}

/** The same product may be on several lines. */
function sumByProduct(
  lines: readonly LineAllocation[],
  despatched: readonly Pieces[],
): [LineAllocation, number][] {
  const sums = new Map<number, [LineAllocation, number]>()
  for (const { position, quantity } of despatched) {
    const line = lines.find(one => one.position === position)!
    sums.set(line.productId, [line, (sums.get(line.productId)?.[1] ?? 0) + quantity])
  }
  return [...sums.values()]
}

function findMissingGoods(
  lines: readonly LineAllocation[],
  despatched: readonly Pieces[],
): DespatchRefusal | null {
  for (const [{ code, onHand, reservedElsewhere }, total] of sumByProduct(lines, despatched)) {
    if (total > onHand) return { reason: 'not_on_hand', code, onHand }
    const free = Math.max(0, onHand - reservedElsewhere)
    if (total > free) return { reason: 'reserved', code, free, reserved: reservedElsewhere }
  }
  return null
}

/** What an older order waits for; null: nothing of it. */
export function findQueueJump(
  lines: readonly LineAllocation[],
  despatched: readonly Pieces[],
): Extract<DespatchRefusal, { reason: 'queue_jump' }> | null {
  for (const [{ code, productId }, total] of sumByProduct(lines, despatched)) {
    const inTurn = lines
      .filter(line => line.productId === productId)
      .reduce((sum, { allocatable }) => sum + allocatable, 0)
    if (total > inTurn) return { reason: 'queue_jump', code, productId, older: null }
  }
  return null
}

/** What the customer wants in the same parcel; null: nothing. */
export function findSplit(
  order: Pick<Order, 'state' | 'consignments'>,
  lines: readonly LineAllocation[],
  despatched: readonly Pieces[],
): Extract<DespatchRefusal, { reason: 'together' }> | null {
  const missing = listWaitedFor(order, lines)
  return missing.length > 0 && listToCome(lines, despatched).length > 0
    ? { reason: 'together', missing }
    : null
}

/** What is still to go out of each line, without what leaves now. */
export function listToCome(
  lines: readonly LineAllocation[],
  despatched: readonly Pieces[],
): { line: LineAllocation; quantity: number }[] {
  return lines.flatMap(line => {
    const leaving = despatched.find(({ position }) => position === line.position)?.quantity ?? 0
    const quantity = line.quantity - line.despatchedQuantity - leaving
    return quantity > 0 ? [{ line, quantity }] : []
  })
}

export const toDespatchedPieces = (lines: readonly LineAllocation[]): Pieces[] =>
  lines.map(({ position, despatchedQuantity }) => ({ position, quantity: despatchedQuantity }))

/** The credited pieces that have not left. `creditedFirst`: what the customer has and gives back. */
export const listWithdrawable = (
  lines: readonly LineAllocation[],
  credited: readonly Pieces[],
  creditedFirst: readonly Pieces[],
): Pieces[] =>
  lines.flatMap(({ position, quantity, despatchedQuantity }) => {
    const pieces = getPieces(credited, position) - getPieces(creditedFirst, position)
    const notSent = Math.min(quantity - despatchedQuantity, pieces)
    return notSent > 0 ? [{ position, quantity: notSent }] : []
  })

const getPieces = (lines: readonly Pieces[], position: number): number =>
  lines.find(line => line.position === position)?.quantity ?? 0

/** What can go out now without an older order waiting for it. */
export function listAllocatable(lines: readonly LineAllocation[]): Pieces[] {
  return lines.flatMap(({ position, allocatable }) =>
    allocatable > 0 ? [{ position, quantity: allocatable }] : [],
  )
}

/** What the next parcel is expected to hold: what was picked or announced, else what can go out now. */
export function listProposed(lines: readonly LineAllocation[]): Pieces[] {
  // A count may have found less than was set aside.
  const reserved = lines.flatMap(({ position, reserved, onHand }) => {
    const quantity = Math.min(reserved, onHand)
    return quantity > 0 ? [{ position, quantity }] : []
  })
  return reserved.length > 0 ? reserved : listAllocatable(lines)
}

/** The state of an order after these pieces have left. */
export function getStateAfter(
  lines: readonly LineAllocation[],
  despatched: readonly Pieces[],
  isCollected: boolean,
): 'part_despatched' | 'despatched' | 'collected' {
  if (listToCome(lines, despatched).length > 0) return 'part_despatched'
  return isCollected ? 'collected' : 'despatched'
}

export type ReadyRefusal =
  | 'changed'
  | 'held'
  | 'not_open'
  | 'not_collected'
  | 'being_picked'
  | 'ready_already'
  | 'no_goods'
  | 'for_older'
  | 'together'

export const readyRefusalMessages: Record<ReadyRefusal, string> = {
  changed: 'This order has changed since you opened it, so no email was sent. Here is how it stands now.',
  held: 'This order is held, so no email was sent. Release it first.',
  not_open: 'There is nothing left to collect of this order, so no email was sent.',
  not_collected: 'This order is delivered, not collected, so no email was sent.',
  being_picked:
    'This order is being picked, so no email was sent. Finish its pick list first: then what was picked is at the counter.',
  ready_already: 'The customer has already had the email that this order is ready.',
  no_goods: 'Nothing of this order is on hand yet, so no email was sent.',
  for_older: 'What is on hand goes to older orders first, so no email was sent.',
  together: 'The customer wants everything together and not everything is in yet, so no email was sent.',
}

interface ReadyInput
  extends ChangeInput<
    DespatchableOrder & Pick<Order, 'consignments'> & { deliveryCode: string; isReadyToCollect: boolean }
  > {
  lines: readonly LineAllocation[]
  /** It is on a pick list that is not finished: its goods are still in the bins. */
  isBeingPicked: boolean
}

/** Why the order cannot be announced; null: it can. */
export function findReadyRefusal({
  order,
  version,
  expectedVersion,
  lines,
  isBeingPicked,
}: ReadyInput): ReadyRefusal | null {
  if (order.deliveryCode !== 'COL') return 'not_collected'
  if (!isIn('isDespatchable', order.state)) return 'not_open'
  if (order.isReadyToCollect) return 'ready_already'
  if (order.onStop) return 'held'
  if (isBeingPicked) return 'being_picked'
  if (version !== expectedVersion) return 'changed'
  if (listWaitedFor(order, lines).length > 0) return 'together'
  if (listAllocatable(lines).length > 0) return null
  return listToCome(lines, []).some(({ line }) => line.onHand > 0) ? 'for_older' : 'no_goods'
}

/** Pieces of a line that are not on hand yet, or that go to older orders first. */
export interface MissingPieces {
  code: string
  quantity: number
}

/**
 * What an order that its customer wants sent all together still waits for; empty: it can leave. Once a part has left, the
 * rest leaves as it comes.
 */
export function listWaitedFor(
  order: Pick<Order, 'state' | 'consignments'>,
  lines: readonly Pick<LineAllocation, 'code' | 'quantity' | 'despatchedQuantity' | 'allocatable'>[],
): MissingPieces[] {
  if (!isWaitingForAll(order, lines)) return []
  return lines.flatMap(({ code, quantity, despatchedQuantity, allocatable }) => {
    const missing = quantity - despatchedQuantity - allocatable
    return missing > 0 ? [{ code, quantity: missing }] : []
  })
}

export const maxNamed = 5

/** '5 × FH-HYD-1, 2 × FH-OIL-1 and 3 more'. `count`: of all lines with missing pieces. */
export function formatMissing(missing: readonly MissingPieces[], count: number = missing.length): string {
  const named = missing.slice(0, maxNamed).map(({ code, quantity }) => `${quantity} × ${code}`)
  const more = count - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

export const partLabel = 'Send part of it, even though the customer wants everything together'

/** The pieces that were credited before they left. */
export const formatNotSent = (lines: readonly Pick<OrderLine, 'code' | 'withdrawn'>[]): string =>
  formatMissing(
    lines.flatMap(({ code, withdrawn = 0 }) => (withdrawn > 0 ? [{ code, quantity: withdrawn }] : [])),
  )
