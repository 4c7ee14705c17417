import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { KeptAnswers } from './sent.ts'

export interface KeptDraft {
  answers: KeptAnswers
  guestPasswordHash: string | null
}

export async function readDraft(db: Db | Tx, sessionHash: Buffer): Promise<KeptDraft | null> {
  const row = await db
    .selectFrom('checkout_draft')
    .select(['answers', 'guest_password_hash'])
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst()
  return row
    ? { answers: row.answers as unknown as KeptAnswers, guestPasswordHash: row.guest_password_hash }
    : null
}

export async function writeDraft(
  db: Db | Tx,
  sessionHash: Buffer,
  answers: KeptAnswers,
  guestPasswordHash: string | null,
): Promise<void> {
  await sql`
    insert into checkout_draft as d (session_hash, answers, guest_password_hash)
    values (${sessionHash}, ${JSON.stringify(answers)}::jsonb, ${guestPasswordHash})
    on conflict (session_hash) do update set answers = excluded.answers, updated_at = now(),
      guest_password_hash = coalesce(excluded.guest_password_hash, d.guest_password_hash)`.execute(db)
}

/** At login the entries come along to the new session. */
export async function carryDraft(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  await sql`
    insert into checkout_draft (session_hash, answers)
    select ${to}, answers from checkout_draft where session_hash = ${from}`.execute(tx)
}

export async function dropDraft(tx: Tx, sessionHash: Buffer): Promise<void> {
  await tx.deleteFrom('checkout_draft').where('session_hash', '=', sessionHash).execute()
}
