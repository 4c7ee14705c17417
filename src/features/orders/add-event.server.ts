import type { Tx } from '../../infra/app-context.ts'
import { toActor } from '../accounts/actor.ts'
import { addAuditEntry } from '../accounts/service.ts'
import { addHistory } from './history.server.ts'
import type { HistoryEvent } from './history.ts'
import type { Order } from './order.ts'

export interface OrderChangeRequest {
  seen: string
  staffId: number
  now: Date
}

const auditActions: Partial<Record<HistoryEvent, string>> = {
  ready_to_collect: 'order ready to collect',
  held: 'order held',
  released: 'order released',
  hold_lifted: 'order released',
  parcel_changed: 'parcel changed',
}

/**
 * Writes what changes no state: a row of history and of the audit. `detail`: what the audit has instead of `why`, with what
 * it was before and after.
 */
export async function addEvent(
  tx: Tx,
  { id, reference, state }: Order,
  event: HistoryEvent,
  { why, detail = why }: { why: string; detail?: string },
  { staffId, now }: OrderChangeRequest,
): Promise<void> {
  const actor = toActor(staffId)
  await addHistory(tx, id, { state, event, actor, why, now })
  const action = auditActions[event]!
  await addAuditEntry(tx, { actor, action, subject: `order ${reference}`, detail, now })
}
