import { sql } from 'kysely'
import type { Tx } from '../../infra/app-context.ts'
import type { Actor } from '../accounts/actor.ts'
import { actorValues } from '../accounts/service.ts'
import type { HistoryChange, HistoryEvent } from './history.ts'
import type { OrderState } from './states.ts'

interface NewHistoryRow {
  state: OrderState
  event: HistoryEvent
  actor: Actor
  why: string
  /** What was corrected. */
  corrected?: readonly HistoryChange[]
  now: Date
}

/** A row of history of what leaves the state as it is; `updateState` writes those of transitions. */
export async function addHistory(
  tx: Tx,
  orderId: number,
  { state, event, actor, why, corrected, now }: NewHistoryRow,
): Promise<void> {
  await sql`
    insert into order_history (order_id, at, actor_kind, actor_id, from_state, to_state, event, why, changes)
    values (${orderId}, ${now}, ${actorValues(actor)}, ${state}, ${state}, ${event}, ${why},
      ${corrected === undefined ? null : JSON.stringify(corrected)}::jsonb)`.execute(tx)
}
