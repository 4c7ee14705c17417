import type { ChangeInput, DespatchableOrder } from '../../orders/holds/hold-rules.ts'
import type { Order } from '../../orders/order.ts'
import { isIn } from '../../orders/states.ts'
import { listAllocatable, listToCome, type OpenLine } from './rules.ts'
import { listWaitedFor } from './together.ts'

/** When an order can be announced as ready to collect. */

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
  /** Of what is still to go. */
  lines: readonly OpenLine[]
  /** It is on a pick list that is not finished: its goods are still in the bins. */
  isBeingPicked: boolean
}

/** Why the order cannot be announced; null: it can. */
export function findReadyRefusal({
  order,
  version,
  seen,
  lines,
  isBeingPicked,
}: ReadyInput): ReadyRefusal | null {
  if (order.deliveryCode !== 'COL') return 'not_collected'
  if (!isIn('isDespatchable', order.state)) return 'not_open'
  if (order.isReadyToCollect) return 'ready_already'
  if (order.onStop) return 'held'
  if (isBeingPicked) return 'being_picked'
  if (version !== seen) return 'changed'
  if (listWaitedFor(order, lines).length > 0) return 'together'
  if (listAllocatable(lines).length > 0) return null
  return listToCome(lines, []).some(({ line }) => line.onHand > 0) ? 'for_older' : 'no_goods'
}
