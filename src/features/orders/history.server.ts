import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { execute, getValue } from '../../infra/database/query.ts'
import { type Actor, toActor } from '../accounts/actor.ts'
import { actorValues, addAuditEntry } from '../accounts/service.ts'
import type { HistoryChange, HistoryEvent } from './history.ts'
import type { Order } from './order.ts'
import type { OrderState } from './states.ts'

interface NewHistoryRow {
  state: OrderState
  event: HistoryEvent
  actor: Actor
  why: string
  corrected?: readonly HistoryChange[]
  now: Date
}

/** A row of history of what leaves the state as it is; `updateState` writes those of transitions. */
export const addHistory = (
  tx: Tx,
  orderId: number,
  { state, event, actor, why, corrected, now }: NewHistoryRow,
) =>
  execute(tx)`
    insert into order_history (order_id, at, actor_kind, actor_id, from_state, to_state, event, why, changes)
    values (${orderId}, ${now}, ${actorValues(actor)}, ${state}, ${state}, ${event}, ${why},
      ${corrected === undefined ? null : JSON.stringify(corrected)}::jsonb)`

export interface OrderChangeRequest {
  expectedVersion: string
  staffId: number
  now: Date
}

const auditActions: Partial<Record<HistoryEvent, string>> = {
  ready_to_collect: 'order ready to collect',
  held: 'order held',
  released: 'order released',
  hold_lifted: 'order released',
  free_reason: 'free of charge explained',
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

/** Of the order with this id: changes with each row of history and each refund. */
export const toOrderVersionSql = (orderId: RawBuilder<unknown>) => sql<string>`
  coalesce((select max(id) from order_history where order_id = ${orderId}), 0) || '.' ||
    coalesce((select max(r.id) from payment_refund r join payment_attempt a on a.id = r.attempt_id
      where a.order_id = ${orderId}), 0)`

export const getOrderVersion = (db: Db | Tx, orderId: number): Promise<string> =>
  getValue(db)<string>`
    select ${toOrderVersionSql(sql`${orderId}`)} as version`
