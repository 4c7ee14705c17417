import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { isOrAre } from '../../../lib/text.ts'
import type { Order } from '../../orders/order.ts'
import type { Pieces } from '../../orders/order-line.ts'
import { findQueueJump, findSplit, formatMissing, type LineAllocation } from './rules.ts'

interface DespatchFields {
  order: Pick<Order, 'state' | 'consignments'>
  lines: readonly LineAllocation[]
  despatched: readonly Pieces[]
  isQueueJump: boolean
  isPart: boolean
}

/** What is wrong with quantities that were typed, each at its field: 'quantity-1', by the position of its line. */
export function listQuantityErrors(
  lines: readonly LineAllocation[],
  despatched: readonly Pieces[],
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { position, quantity } of despatched) {
    const line = lines.find(one => one.position === position)
    if (!line) continue
    // The same product may be on several lines.
    const total = despatched
      .filter(other => lines.find(one => one.position === other.position)?.productId === line.productId)
      .reduce((sum, other) => sum + other.quantity, 0)
    const error = formatQuantityError(line, quantity, total)
    if (error !== null) errors[`quantity-${position}`] = error
  }
  return errors
}

function formatQuantityError(line: LineAllocation, quantity: number, total: number): string | null {
  const { code, onHand, reservedElsewhere } = line
  const open = line.quantity - line.despatchedQuantity
  if (quantity > open) return `${formatCount(open, code)} left to send.`
  if (total > onHand) return `${formatCount(onHand, code)} on hand. Correct the stock first if that is wrong.`
  const free = Math.max(0, onHand - reservedElsewhere)
  if (total <= free) return null
  const otherOrders = reservedElsewhere === 1 ? 'another order' : 'other orders'
  return `${formatCount(free, code)} free: ${reservedElsewhere} on hand ${isOrAre(reservedElsewhere)} set aside for ${otherOrders}.`
}

const formatCount = (count: number, code: string): string =>
  count === 0 ? `None of ${code} is` : `Only ${count} of ${code} ${isOrAre(count)}`

/** The box that is to be ticked before goods leave that an older order waits for; null: none does. */
export function findTickErrors(
  { order, lines, despatched, isQueueJump, isPart }: DespatchFields,
  older: string | null,
): FieldErrors {
  const queueJump = isQueueJump ? null : findQueueJump(lines, despatched)
  const split = isPart ? null : findSplit(order, lines, despatched)
  return {
    ...(queueJump && {
      'out-of-turn': `${older === null ? 'Another order' : `Order ${older}`} is older and waits for ${queueJump.code}. Tick this to send it all the same.`,
    }),
    ...(split && {
      part: `${formatMissing(split.missing)} can’t go yet. Tick this to send a part all the same.`,
    }),
  }
}
