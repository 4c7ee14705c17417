import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { KeptAnswers } from './sent.ts'

export interface KeptDraft {
  answers: KeptAnswers
  guestPasswordHash: string | null
  /** An order was placed with these answers: they hold for sends that repeat it, not for the next order. */
  isSpent: boolean
}

/** `about`: '' for the basket's checkout, else which loaded order it is about. */
export async function readDraft(db: Db | Tx, sessionHash: Buffer, about: string): Promise<KeptDraft | null> {
  const { rows } = await sql<KeptDraft>`
    select d.answers, d.guest_password_hash as "guestPasswordHash", exists (
      select from orders o join order_history h on h.order_id = o.id
      where o.session_hash = d.session_hash and order_counts_as_placed(h.to_state)
        and h.id > d.history_seen) as "isSpent"
    from checkout_draft d where d.session_hash = ${sessionHash} and d.about = ${about}`.execute(db)
  return rows[0] ?? null
}

/**
 * Writes what a send changed over what is kept, so that two sends at once keep both. `isFresh`: nothing of before
 * counts any more, because an order was placed with it.
 */
export async function writeDraft(
  db: Db | Tx,
  sessionHash: Buffer,
  about: string,
  draft: {
    answers: KeptAnswers
    changed: Partial<KeptAnswers>
    passwordHash: string | null
    isFresh: boolean
  },
): Promise<void> {
  const { answers, changed, passwordHash, isFresh } = draft
  // What was typed is on the buyer's screen too: no step waits for the disk (docs/decisions/014).
  await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true) as setting)
    insert into checkout_draft as d (session_hash, about, answers, guest_password_hash, history_seen)
    select ${sessionHash}::bytea, ${about}::text, ${JSON.stringify(answers)}::jsonb, ${passwordHash}::text,
      coalesce((select max(id) from order_history), 0) from relaxed
    on conflict (session_hash, about) do update set updated_at = now(),
      answers = case when ${isFresh} then excluded.answers else d.answers || ${JSON.stringify(changed)}::jsonb end,
      history_seen = case when ${isFresh} then excluded.history_seen else d.history_seen end,
      guest_password_hash = case when ${isFresh} then excluded.guest_password_hash
        else coalesce(excluded.guest_password_hash, d.guest_password_hash) end`.execute(db)
}

/** Whether this browser has begun to order something else since that order was placed: what it says now is about that. */
export async function hasBegunAnother(tx: Tx, sessionHash: Buffer, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from checkout_draft d where d.session_hash = ${sessionHash}
      and d.history_seen >= (select max(id) from order_history where order_id = ${orderId})) as found`.execute(
    tx,
  )
  return rows[0]!.found
}

/** At login the entries come along to the new session. */
export async function carryDraft(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  await sql`
    insert into checkout_draft (session_hash, answers)
    select ${to}, answers from checkout_draft where session_hash = ${from} and about = ''`.execute(tx)
}
