import { sql } from 'kysely'
import type { Db } from '../../infra/app-context.ts'
import { mostSessionDays } from './session-life.ts'

/** When the session of who is signed in ends; null when there is none. To look does not prolong it. */
export async function readSessionEnd(db: Db, idHash: Buffer, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('session')
    .select('expires_at')
    .where('id_hash', '=', idHash)
    .where('person_id', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** Keeps a living session of who is signed in until then; never shorter than it was. Its end, null when there is none. */
export async function keepSession(db: Db, idHash: Buffer, now: Date, until: Date): Promise<Date | null> {
  const row = await db
    .updateTable('session')
    .set({
      seen_at: now,
      expires_at: sql`greatest(expires_at, least(${until}::timestamptz, created_at + make_interval(days => ${mostSessionDays}::int)))`,
    })
    .where('id_hash', '=', idHash)
    .where('person_id', 'is not', null)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at ?? null
}
