import type { Db, Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { addAuditEntry } from '../../accounts/service.ts'
import {
  deleteSynonymRow,
  findEqualSynonym,
  findSynonym,
  insertSynonym,
  lockSynonyms,
  type SynonymRow,
  updateSynonym,
} from './queries.ts'
import { formatSynonym, type Synonym } from './synonym.ts'

/** Why nothing was saved; `equal`: another row has this word and meaning. */
export type SynonymRefusal = 'changed' | 'deleted' | 'equal'
export type SynonymResult = { done: true } | { done: false; why: SynonymRefusal }

/** A row as staff saw it. */
export interface SeenSynonym {
  id: number
  version: number
}

interface SynonymAction {
  staffId: number
  now: Date
}

const done = { done: true } as const
const refuse = (why: SynonymRefusal): SynonymResult => ({ done: false, why })

export function addSynonym(db: Db, synonym: Synonym, action: SynonymAction): Promise<SynonymResult> {
  return inTransaction(db, async tx => {
    await lockSynonyms(tx)
    if (await findEqualSynonym(tx, synonym)) return refuse('equal')
    const id = await insertSynonym(tx, synonym)
    await audit(tx, 'added', id, formatSynonym(synonym), action)
    return done
  })
}

export function changeSynonym(
  db: Db,
  seen: SeenSynonym,
  synonym: Synonym,
  action: SynonymAction,
): Promise<SynonymResult> {
  return inTransaction(db, async tx => {
    const current = await lockSeen(tx, seen)
    if (typeof current === 'string') return refuse(current)
    const equal = await findEqualSynonym(tx, synonym)
    if (equal && equal.id !== seen.id) return refuse('equal')
    await updateSynonym(tx, seen.id, synonym)
    await audit(tx, 'changed', seen.id, `${formatSynonym(current)} → ${formatSynonym(synonym)}`, action)
    return done
  })
}

export function deleteSynonym(db: Db, seen: SeenSynonym, action: SynonymAction): Promise<SynonymResult> {
  return inTransaction(db, async tx => {
    const current = await lockSeen(tx, seen)
    if (typeof current === 'string') return refuse(current)
    await deleteSynonymRow(tx, seen.id)
    await audit(tx, 'deleted', seen.id, formatSynonym(current), action)
    return done
  })
}

/** The row, or why it is not the one that staff saw. */
async function lockSeen(tx: Tx, { id, version }: SeenSynonym): Promise<SynonymRow | 'changed' | 'deleted'> {
  await lockSynonyms(tx)
  const current = await findSynonym(tx, id)
  if (!current) return 'deleted'
  return current.version === version ? current : 'changed'
}

function audit(
  tx: Tx,
  change: 'added' | 'changed' | 'deleted',
  id: number,
  detail: string,
  { staffId, now }: SynonymAction,
): Promise<void> {
  const subject = `search synonym ${id}`
  return addAuditEntry(tx, {
    actor: `person ${staffId}`,
    action: `search synonym ${change}`,
    subject,
    detail,
    now,
  })
}
