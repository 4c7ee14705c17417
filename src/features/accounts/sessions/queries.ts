import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { type PersonRow, personColumns, toPerson } from '../queries.ts'
import type { Person } from '../visitor.ts'
import { getEndAfterRequest, getPresentEnd, type SessionLifetime } from './session-lifetime.ts'

/** The last use of a session is written at most this often. */
const touchIntervalMinutes = 5

/** Finds a live session and prolongs it as a request does. `person` null: a guest's. Undefined: there is no such session. */
export async function touchSession(
  db: Db,
  idHash: Buffer,
  now: Date,
  getLifetime: (person: Person | null) => SessionLifetime,
): Promise<{ person: Person | null; ends: Date } | undefined> {
  const { rows } = await sql<
    PersonRow & { session_person: number | null; seen_at: Date; created_at: Date; expires_at: Date }
  >`
    select s.person_id as session_person, s.seen_at, s.created_at, s.expires_at, ${personColumns}
    from session s
    left join person p on p.id = s.person_id and p.disabled_at is null
    left join company c on c.id = p.company_id
    where s.id_hash = ${idHash} and s.expires_at > ${now}
      and (s.person_id is null or p.id is not null)`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const person = row.session_person === null ? null : toPerson(row)
  const times = { began: row.created_at, seen: row.seen_at, ends: row.expires_at }
  const lifetime = getLifetime(person)
  const presentEnd = getPresentEnd(times, lifetime)
  if (presentEnd <= now) return undefined
  const everyMinutes = Math.min(touchIntervalMinutes, (lifetime.idleMinutes ?? touchIntervalMinutes) / 10)
  if (now.getTime() - row.seen_at.getTime() <= everyMinutes * 60_000) return { person, ends: presentEnd }
  const ends = getEndAfterRequest(times, now, lifetime)
  await db
    .updateTable('session')
    // Never shorter: the person may have prolonged it meanwhile.
    .set(({ fn, val }) => ({ seen_at: now, expires_at: fn('greatest', ['expires_at', val(ends)]) }))
    .where('id_hash', '=', idHash)
    .execute()
  return { person, ends }
}

export async function insertSession(
  db: Db | Tx,
  session: { idHash: Buffer; personId: number | null; now: Date; ends: Date },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id_hash: session.idHash,
      person_id: session.personId,
      created_at: session.now,
      seen_at: session.now,
      expires_at: session.ends,
    })
    .execute()
}

export async function deleteSession(db: Db | Tx, idHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', idHash).execute()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
}

/** Ends all sessions of a person but these. */
export async function deletePersonSessions(
  tx: Tx,
  personId: number,
  exceptHashes: readonly Buffer[] = [],
): Promise<void> {
  let query = tx.deleteFrom('session').where('person_id', '=', personId)
  if (exceptHashes.length > 0) query = query.where('id_hash', 'not in', exceptHashes)
  await query.execute()
}

/** A signed-in person's session, without prolonging it; null: there is no such session. */
export async function findPersonSession(
  db: Db,
  idHash: Buffer,
  now: Date,
): Promise<{ roles: Person['roles']; began: Date; seen: Date; ends: Date } | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['person.roles', 'session.created_at as began', 'seen_at as seen', 'expires_at as ends'])
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Prolongs a session, and never shortens it. Returns its end; null: there is no such session. */
export async function prolongSession(db: Db, idHash: Buffer, now: Date, until: Date): Promise<Date | null> {
  const row = await db
    .updateTable('session')
    .set({ seen_at: now, expires_at: sql`greatest(expires_at, ${until}::timestamptz)` })
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at ?? null
}
