import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { execute, findRow, findValue, selectRows } from '../../../infra/database/query.ts'
import { personColumns } from '../queries.ts'
import type { Person } from '../visitor.ts'
import {
  getEndAfterRequest,
  getPresentEnd,
  type SessionLifetime,
  type SessionTimes,
} from './session-lifetime.ts'

/** The last use of a session is written at most this often. */
const touchIntervalMinutes = 5

/** Finds a live session and prolongs it as a request does. `person` null: a guest's. Undefined: there is no such session. */
export async function touchSession(
  db: Db,
  idHash: Buffer,
  now: Date,
  getLifetime: (person: Person | null) => SessionLifetime,
): Promise<{ person: Person | null; ends: Date } | undefined> {
  const rows = await selectRows(db)<Person & SessionTimes & { isGuest: boolean }>`
    select s.person_id is null as "isGuest", s.created_at as began, s.seen_at as seen, s.expires_at as ends,
      ${personColumns}
    from session s
    left join person p on p.id = s.person_id and p.disabled_at is null
    left join company c on c.id = p.company_id
    where s.id_hash = ${idHash} and s.expires_at > ${now}
      and (s.person_id is null or p.id is not null)`
  if (!rows[0]) return undefined
  const { isGuest, began, seen, ends: expires, ...personRow } = rows[0]
  const person = isGuest ? null : personRow
  const times = { began, seen, ends: expires }
  const lifetime = getLifetime(person)
  const presentEnd = getPresentEnd(times, lifetime)
  if (presentEnd <= now) return undefined
  const everyMinutes = Math.min(touchIntervalMinutes, (lifetime.idleMinutes ?? touchIntervalMinutes) / 10)
  if (now.getTime() - seen.getTime() <= everyMinutes * 60_000) return { person, ends: presentEnd }
  const ends = getEndAfterRequest(times, now, lifetime)
  // Never shorter: the person may have prolonged it meanwhile.
  await sql`
    update session set seen_at = ${now}, expires_at = greatest(expires_at, ${ends}::timestamptz)
    where id_hash = ${idHash}`.execute(db)
  return { person, ends }
}

export async function insertSession(
  db: Db | Tx,
  session: { idHash: Buffer; personId: number | null; now: Date; ends: Date },
): Promise<void> {
  const { idHash, personId, now, ends } = session
  await sql`
    insert into session (id_hash, person_id, created_at, seen_at, expires_at)
    values (${idHash}, ${personId}, ${now}, ${now}, ${ends})`.execute(db)
}

export const deleteSession = (db: Db | Tx, idHash: Buffer): Promise<void> =>
  execute(db)`delete from session where id_hash = ${idHash}`

export const deleteExpiredSessions = (db: Db, now: Date): Promise<void> =>
  execute(db)`delete from session where expires_at < ${now}`

export const deletePersonSessions = (tx: Tx, personId: number, exceptHashes: readonly Buffer[] = []) =>
  execute(tx)`
    delete from session
    where person_id = ${personId} and id_hash <> all(${exceptHashes}::bytea[])`

/** A signed-in person's session, without prolonging it; null: there is no such session. */
export const findPersonSession = (db: Db, idHash: Buffer, now: Date) =>
  findRow(db)<SessionTimes & Pick<Person, 'roles'>>`
    select p.roles, s.created_at as began, s.seen_at as seen, s.expires_at as ends
    from session s join person p on p.id = s.person_id
    where s.id_hash = ${idHash} and s.expires_at > ${now}`

/** Prolongs a session, and never shortens it. Returns its end; null: there is no such session. */
export const prolongSession = (db: Db, idHash: Buffer, now: Date, until: Date): Promise<Date | null> =>
  findValue(db)<Date>`
    update session set seen_at = ${now}, expires_at = greatest(expires_at, ${until}::timestamptz)
    where id_hash = ${idHash} and expires_at > ${now} returning expires_at as ends`
