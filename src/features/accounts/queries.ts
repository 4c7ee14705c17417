import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import { listEmailForms, normaliseEmail } from '../../lib/contact/normalise-email.ts'
import type { CompanyMember, Person, StaffRight } from './visitor.ts'

export interface PersonRow {
  id: number
  email: string
  name: string
  telephone: string | null
  vat: string | null
  roles: string[]
  permissions: string[]
  staff_rights: StaffRight[] | null
  orders_require_approval: boolean
  company_id: number | null
  company_name: string | null
  account_number: string | null
  on_stop: boolean | null
  vat_registration: string | null
  is_verified: boolean
  has_second_factor: boolean
}

export const personColumns = sql`p.id, p.email, p.name, p.telephone, p.vat, p.roles, p.permissions, p.staff_rights,
  p.orders_require_approval, p.company_id, c.name as company_name, c.account_number, c.on_stop, c.vat_registration,
  p.verified_at is not null as is_verified, p.totp_confirmed_at is not null as has_second_factor`

/** The end of a where clause: the row of an e-mail address, of two that have it in different forms that of the typed one. */
export function byEmailSql(column: RawBuilder<unknown>, email: string) {
  const forms = sql`${listEmailForms(email)}::text[]`
  return sql`${column} = any(${forms}) order by array_position(${forms}, ${column}) limit 1`
}

/** An active person and the hash of the password, by e-mail address. */
export async function findAccountByEmail(
  db: Db,
  email: string,
): Promise<{ person: Person; passwordHash: string } | null> {
  const { rows } = await sql<PersonRow & { password_hash: string }>`
    select p.password_hash, ${personColumns}
    from person p left join company c on c.id = p.company_id
    where p.disabled_at is null and ${byEmailSql(sql`p.email`, email)}`.execute(db)
  return rows[0] ? { person: toPerson(rows[0]), passwordHash: rows[0].password_hash } : null
}

/** An active person and the hash of the password. */
export async function findAccountById(
  db: Db | Tx,
  id: number,
): Promise<{ person: Person; passwordHash: string } | null> {
  const { rows } = await sql<PersonRow & { password_hash: string }>`
    select p.password_hash, ${personColumns}
    from person p left join company c on c.id = p.company_id
    where p.id = ${id} and p.disabled_at is null`.execute(db)
  return rows[0] ? { person: toPerson(rows[0]), passwordHash: rows[0].password_hash } : null
}

/**
 * Locks the row of a person, without its key, so that orders can refer to it meanwhile. Null: the person was disabled,
 * or (with `passwordHash`) changed the password; a session that begins now would outlive the change.
 */
export async function lockActivePerson(
  tx: Tx,
  id: number,
  passwordHash?: string,
): Promise<Pick<Person, 'id' | 'roles'> | null> {
  const { rows } = await sql<Pick<Person, 'id' | 'roles'>>`
    select id, roles from person where id = ${id} and disabled_at is null
      and (${passwordHash ?? null}::text is null or password_hash = ${passwordHash ?? null}) for no key update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Whether the account of an address was verified; null: it has no account. */
export async function isAccountVerified(db: Db | Tx, email: string): Promise<boolean | null> {
  const { rows } = await sql<{ isVerified: boolean }>`
    select verified_at is not null as "isVerified" from person where ${byEmailSql(sql`email`, email)}`.execute(
    db,
  )
  return rows[0]?.isVerified ?? null
}

export async function isEmailTaken(db: Db | Tx, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('email', 'in', listEmailForms(email))
    .executeTakeFirst()
  return row !== undefined
}

export async function setPassword(tx: Tx, personId: number, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('person')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', personId)
    .execute()
}

/** Marks the person's e-mail address as verified; false: it was already. */
export async function setVerified(tx: Tx, personId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person')
    .set({ verified_at: now })
    .where('id', '=', personId)
    .where('verified_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setPersonDetails(
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

/** Creates an unverified customer; null: the e-mail address has an account already. */
export async function insertCustomer(
  tx: Tx,
  customer: { email: string; name: string; telephone: string; vat: string; passwordHash: string },
): Promise<number | null> {
  if (await isEmailTaken(tx, customer.email)) return null
  const row = await tx
    .insertInto('person')
    .values({
      email: normaliseEmail(customer.email),
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

export function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    telephone: row.telephone ?? '',
    vat: row.vat ?? '',
    roles: row.roles,
    permissions: row.permissions,
    staffRights: row.staff_rights,
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

export interface Approver {
  id: number
  email: string
  name: string
}

/** The active head buyers who can approve: those whose own orders need no approval. */
export async function listApprovers(db: Db | Tx, companyId: number): Promise<Approver[]> {
  const { rows } = await sql<Approver>`
    select id, email, name from person
    where company_id = ${companyId} and 'head_buyer' = any(roles) and disabled_at is null
      and not orders_require_approval order by id`.execute(db)
  return rows
}

/** All people of a company, by name. */
export async function listCompanyMembers(db: Db | Tx, companyId: number): Promise<CompanyMember[]> {
  const { rows } = await sql<CompanyMember>`
    select id, email, name, orders_require_approval as "needsApproval", disabled_at is null as "isActive"
    from person where company_id = ${companyId} order by name, id`.execute(db)
  return rows
}

/** Locks all people of a company, in the order of their ids, so that changes of their settings are serialized. */
export async function lockCompanyMembers(tx: Tx, companyId: number): Promise<void> {
  await sql`select from person where company_id = ${companyId} order by id for no key update`.execute(tx)
}

/** Sets whether a person's orders need approval, from the next request on. */
export async function setNeedsApproval(tx: Tx, personId: number, needsApproval: boolean): Promise<void> {
  await tx
    .updateTable('person')
    .set({ orders_require_approval: needsApproval })
    .where('id', '=', personId)
    .execute()
}
