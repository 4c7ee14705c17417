import { sql } from 'kysely'
import type { Db, Tx } from '../platform/house.ts'
import type { SavedAddress } from './contract.ts'
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
}

const personColumns = sql`p.id, p.email, p.name, p.telephone, p.vat, p.roles, p.permissions, p.orders_require_approval,
  p.company_id, c.name as company_name, c.account_number, c.on_stop, c.vat_registration`

const seenEveryMinutes = 5

/** The session's person (null: a guest's session), or undefined when there is no such living session. */
export async function sessionPerson(db: Db, idHash: Buffer, now: Date): Promise<Person | null | undefined> {
  const { rows } = await sql<PersonRow & { session_person: number | null; seen_at: Date }>`
    select s.person_id as session_person, s.seen_at, ${personColumns}
    from session s
    left join person p on p.id = s.person_id and p.disabled_at is null
    left join company c on c.id = p.company_id
    where s.id_hash = ${idHash} and s.expires_at > ${now}
      and (s.person_id is null or p.id is not null)`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  if (now.getTime() - row.seen_at.getTime() > seenEveryMinutes * 60_000) {
    await db.updateTable('session').set({ seen_at: now }).where('id_hash', '=', idHash).execute()
  }
  return row.session_person === null ? null : personOf(row)
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

export async function emailIsTaken(db: Db | Tx, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** The ids of these addresses' accounts, as far as they have one. */
export async function accountIds(
  db: Db,
  emails: readonly string[],
): Promise<{ email: string; id: number }[]> {
  return db
    .selectFrom('person')
    .select(['email', 'id'])
    .where('email', '=', sql<string>`any(${[...emails]})`)
    .orderBy('id')
    .execute()
}

export async function insertSession(
  db: Db | Tx,
  session: { idHash: Buffer; personId: number | null; now: Date; days: number },
): Promise<void> {
  const expires = new Date(session.now.getTime() + session.days * 86_400_000)
  await db
    .insertInto('session')
    .values({
      id_hash: session.idHash,
      person_id: session.personId,
      created_at: session.now,
      seen_at: session.now,
      expires_at: expires,
    })
    .execute()
}

export async function deleteSession(db: Db | Tx, idHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('id_hash', '=', idHash).execute()
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', now).execute()
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

/** His own addresses and his company's account addresses, newest first, the account address leading. */
export async function addressesOf(db: Db | Tx, person: Person): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom('address')
    .selectAll()
    .where(eb => eb.or([eb('person_id', '=', person.id), eb('company_id', '=', person.company?.id ?? -1)]))
    .orderBy('imported', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map(row => ({
    id: row.id,
    firstname: row.firstname,
    surname: row.surname,
    company: row.company,
    line_1: row.line_1,
    line_2: row.line_2,
    line_3: row.line_3,
    line_4: row.line_4,
    postcode: row.postcode,
    country: row.country,
    telephone: row.telephone,
    billing: row.billing,
    imported: row.imported,
    save_for_future: true,
    save_as_billing: row.billing,
  }))
}

export interface NewAddress {
  firstname: string
  surname: string
  company: string
  line_1: string
  line_2: string
  line_3: string
  line_4: string
  postcode: string
  country: string
  telephone: string
  billing: boolean
}

/** Saves an address of a person unless he has the very same one already. */
export async function insertAddress(tx: Tx, personId: number, address: NewAddress): Promise<void> {
  await sql`
    insert into address (person_id, firstname, surname, company, line_1, line_2, line_3, line_4, postcode, country,
      telephone, billing)
    select ${personId}, ${address.firstname}, ${address.surname}, ${address.company}, ${address.line_1},
      ${address.line_2}, ${address.line_3}, ${address.line_4}, ${address.postcode}, ${address.country},
      ${address.telephone}, ${address.billing}
    where not exists (
      select from address where person_id = ${personId} and firstname = ${address.firstname}
        and surname = ${address.surname} and line_1 = ${address.line_1} and postcode = ${address.postcode}
        and billing = ${address.billing})`.execute(tx)
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
