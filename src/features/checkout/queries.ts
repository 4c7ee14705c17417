import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { type CheckoutDraft, parseDraft } from './draft/draft.ts'
import type { SourceKey } from './draft/source-key.ts'
import { orderMessages } from './messages.ts'

export interface DraftRow {
  draft: CheckoutDraft
  guestPasswordHash: string | null
  /** An order was placed with this draft: it is valid for repeated sends, not for the next order. */
  isSpent: boolean
}

export async function findDraft(
  db: Db | Tx,
  sessionHash: Buffer,
  sourceKey: SourceKey,
): Promise<DraftRow | null> {
  const { rows } = await sql<{ draft: unknown; guestPasswordHash: string | null; isSpent: boolean }>`
    select d.draft, d.guest_password_hash as "guestPasswordHash", exists (
      select from orders o join order_history h on h.order_id = o.id
      where o.id in (select id from orders_of_session(d.session_hash)) and order_counts_as_placed(h.to_state)
        and h.id > d.history_seen) as "isSpent"
    from checkout_draft d where d.session_hash = ${sessionHash} and d.source_key = ${sourceKey}`.execute(db)
  const [row] = rows
  return row ? { ...row, draft: parseDraft(row.draft) } : null
}

/**
 * Writes the changed parts over the stored draft, so that two sends at once keep both. `isNew`: the stored draft was spent
 * on an order and is replaced as a whole. Throws a 401 when the session has ended meanwhile.
 */
export async function saveDraft(
  db: Db | Tx,
  sessionHash: Buffer,
  sourceKey: SourceKey,
  {
    draft,
    changes,
    passwordHash,
    isNew,
  }: {
    draft: CheckoutDraft
    changes: Partial<CheckoutDraft>
    passwordHash: string | null
    isNew: boolean
  },
): Promise<void> {
  // The customer still has the entries on the page, so no step waits for the disk (docs/decisions/014).
  const { numAffectedRows } = await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)
    insert into checkout_draft as d (session_hash, source_key, draft, guest_password_hash, history_seen)
    select ${sessionHash}::bytea, ${sourceKey}::text, ${JSON.stringify(draft)}::jsonb, ${passwordHash}::text,
      coalesce((select max(id) from order_history), 0)
    from relaxed join session s on s.id_hash = ${sessionHash} for key share of s
    on conflict (session_hash, source_key) do update set updated_at = now(),
      draft = case when ${isNew} then excluded.draft else d.draft || ${JSON.stringify(changes)}::jsonb end,
      history_seen = case when ${isNew} then excluded.history_seen else d.history_seen end,
      guest_password_hash = case when ${isNew} then excluded.guest_password_hash
        else coalesce(excluded.guest_password_hash, d.guest_password_hash) end`.execute(db)
  // Signed out meanwhile, in another tab or by a new password.
  if (numAffectedRows === 0n) throw new Problem(401, orderMessages.signedOut)
}

/** Whether this browser has started another checkout since that order was placed. */
export async function hasLaterDraft(tx: Tx, sessionHash: Buffer, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from checkout_draft d where d.session_hash = ${sessionHash}
      and d.history_seen >= (select max(id) from order_history where order_id = ${orderId})) as exists`.execute(
    tx,
  )
  return rows[0]!.exists
}

/** At login: copies the basket's draft to the new session. */
export async function copyDraft(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  await sql`
    insert into checkout_draft (session_hash, draft)
    select ${to}, draft from checkout_draft where session_hash = ${from} and source_key = ''`.execute(tx)
}
