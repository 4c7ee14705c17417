import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { endAfterAsking, type SessionLife } from './session-life.ts'
import type { Person } from './visitor.ts'

interface PersonRow {
  id: number
  email: string
  name: string
  telephone: string | null
  vat: string | null
  roles: string[]
  permissions: string[]
  orders_require_approval: boolean
  company_id: number | null
  company_name: string | null
  account_number: string | null
  on_stop: boolean | null
  vat_registration: string | null
  is_verified: boolean
  has_second_factor: boolean
}

const personColumns = sql`p.id, p.email, p.name, p.telephone, p.vat, p.roles, p.permissions, p.orders_require_approval,
  p.company_id, c.name as company_name, c.account_number, c.on_stop, c.vat_registration,
  p.verified_at is not null as is_verified, p.totp_confirmed_at is not null as has_second_factor`

const seenEveryMinutes = 5

/** A living session: whose (null: a guest's), and when it ends. Undefined when there is none. */
export async function sessionPerson(
  db: Db,
  idHash: Buffer,
  now: Date,
  life: SessionLife,
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
  const person = row.session_person === null ? null : personOf(row)
  const everyMinutes = Math.min(seenEveryMinutes, (life.idleMinutes ?? seenEveryMinutes) / 10)
  if (now.getTime() - row.seen_at.getTime() <= everyMinutes * 60_000) return { person, ends: row.expires_at }
  const ends = person ? endAfterAsking(row.created_at, row.expires_at, now, life) : row.expires_at
  await db
    .updateTable('session')
    // Asked to keep it meanwhile, he keeps it.
    .set(({ fn, val }) => ({ seen_at: now, expires_at: fn('greatest', ['expires_at', val(ends)]) }))
    .where('id_hash', '=', idHash)
    .execute()
  return { person, ends }
}

/** The person of an e-mail address with his password's hash, unless he is disabled. */
export async function personByEmail(
  db: Db,
  email: string,
): Promise<{ person: Person; passwordHash: string } | null> {
  const { rows } = await sql<PersonRow & { password_hash: string }>`
    select p.password_hash, ${personColumns}
    from person p left join company c on c.id = p.company_id
    where p.email = ${email.toLowerCase()} and p.disabled_at is null`.execute(db)
  return rows[0] ? { person: personOf(rows[0]), passwordHash: rows[0].password_hash } : null
}

/** The person and his password's hash, by his id, unless he is disabled. */
export async function personById(
  db: Db | Tx,
  id: number,
): Promise<{ person: Person; passwordHash: string } | null> {
  const { rows } = await sql<PersonRow & { password_hash: string }>`
    select p.password_hash, ${personColumns}
    from person p left join company c on c.id = p.company_id
    where p.id = ${id} and p.disabled_at is null`.execute(db)
  return rows[0] ? { person: personOf(rows[0]), passwordHash: rows[0].password_hash } : null
}

/**
 * Locks the person while something is made for him; not his key, so orders may name him meanwhile. False when he was
 * disabled, or his password changed, meanwhile: a session that begins now would outlive the change.
 */
export async function holdPerson(tx: Tx, id: number, passwordHash?: string): Promise<boolean> {
  const { rows } = await sql`
    select from person where id = ${id} and disabled_at is null
      and (${passwordHash ?? null}::text is null or password_hash = ${passwordHash ?? null}) for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

export async function emailIsTaken(db: Db | Tx, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
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

/** Ends all sessions of a person, or all but one. */
export async function deleteSessionsOf(tx: Tx, personId: number, butFor?: Buffer): Promise<void> {
  let query = tx.deleteFrom('session').where('person_id', '=', personId)
  if (butFor) query = query.where('id_hash', '<>', butFor)
  await query.execute()
}

export async function setPassword(tx: Tx, personId: number, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('person')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', personId)
    .execute()
}

/** He read a mail that went to his address. False when that was known before. */
export async function setVerified(tx: Tx, personId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set({ verified_at: now })
    .where('id', '=', personId)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setDetails(
  tx: Tx,
  personId: number,
  details: { name: string; telephone: string; vat: string },
): Promise<void> {
  const { name, telephone, vat } = details
  await tx
    .updateTable('person')
    .set({ name, telephone, vat: vat || null })
    .where('id', '=', personId)
    .execute()
}

/** Makes a customer from a guest's order; null when the address is taken meanwhile. Unverified until he proves it. */
export async function insertCustomer(
  tx: Tx,
  customer: { email: string; name: string; telephone: string; vat: string; passwordHash: string },
): Promise<number | null> {
  const row = await tx
    .insertInto('person')
    .values({
      email: customer.email.toLowerCase(),
      name: customer.name,
      telephone: customer.telephone,
      vat: customer.vat || null,
      password_hash: customer.passwordHash,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

function personOf(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    telephone: row.telephone ?? '',
    vat: row.vat ?? '',
    roles: row.roles,
    permissions: row.permissions,
    ordersRequireApproval: row.orders_require_approval,
    isVerified: row.is_verified,
    hasSecondFactor: row.has_second_factor,
    company:
      row.company_id === null
        ? null
        : {
            id: row.company_id,
            name: row.company_name ?? '',
            accountNumber: row.account_number ?? '',
            onStop: row.on_stop ?? false,
            vatRegistration: row.vat_registration ?? '',
          },
  }
}
