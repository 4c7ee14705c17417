import type { Db } from '../../../infra/app-context.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import type { Order } from '../../orders/order.ts'
import type { DespatchedLine } from '../../orders/order-line.ts'
import { getOrderVersion } from '../../orders/service.ts'
import { isIn } from '../../orders/states.ts'
import { findTickErrors, listQuantityErrors } from '../../warehouse/despatch/field-errors.ts'
import { findQueueJump } from '../../warehouse/despatch/rules.ts'
import { listOlderOrders, listOpenLines } from '../../warehouse/service.ts'
import { isUnchanged, type TypedDespatch } from './despatch-form.ts'

/**
 * What is wrong with each quantity of a despatch form that was refused, and which box would send it all the same. On an outdated
 * page only of the quantities that were typed: the others become what can go now.
 */
export async function listDespatchErrors(
  db: Db,
  order: Order,
  typed: TypedDespatch & { seen: string },
  parsed: readonly DespatchedLine[],
): Promise<FieldErrors> {
  if (!isIn('isDespatchable', order.state) || order.onStop) return {}
  const lines = await listOpenLines(db, order.id)
  const isOutdated = (await getOrderVersion(db, order.id)) !== typed.seen
  if (isOutdated) {
    const proposed = new Set(typed.lines.filter(isUnchanged).map(({ position }) => position))
    return listQuantityErrors(
      lines,
      parsed.filter(({ position }) => !proposed.has(position)),
    )
  }
  const errors = listQuantityErrors(lines, parsed)
  const despatched = parsed.filter(
    ({ position }) =>
      lines.some(line => line.position === position) && errors[`quantity-${position}`] === undefined,
  )
  if (despatched.length === 0) return errors
  const queueJump = findQueueJump(lines, despatched)
  const [older] = queueJump ? await listOlderOrders(db, order.id, [queueJump.productId]) : []
  const ticks = { isQueueJump: typed.out_of_turn, isPart: typed.part }
  return {
    ...errors,
    ...findTickErrors({ order, lines, despatched, ...ticks }, older?.reference ?? null),
  }
}
