import type { Tx } from '../../../infra/app-context.ts'
import { toActor } from '../../accounts/actor.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import type { PickList } from './pick-list.ts'
import { findPickList, lockPickList } from './queries.ts'

export interface PickerAction {
  staffId: number
  now: Date
}

/** Null: the list is finished. */
export async function lockOpenList(tx: Tx, listId: number): Promise<PickList | null> {
  if (!(await lockPickList(tx, listId))) return null
  const list = await findPickList(tx, listId)
  return list && list.finishedAt === null ? list : null
}

export const addPickAudit = (
  tx: Tx,
  action: string,
  listId: number,
  detail: string,
  { staffId, now }: PickerAction,
) => addAuditEntry(tx, { actor: toActor(staffId), action, subject: `pick list ${listId}`, detail, now })
